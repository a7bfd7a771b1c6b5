-- A file shows the UTRs that were known when it was written, and a search finds its movements by the references of the bank. A payout that ends
-- brings its UTR without a movement, so the newest movement alone does not tell whether a file still shows what the list shows.
ALTER TABLE wallet_export ADD COLUMN missing_references integer CHECK (missing_references >= 0);

COMMENT ON COLUMN wallet_export.missing_references IS 'UTRs and bank references that payouts of the window did not have yet when the export was requested. Fewer now: the file is out of date. Null if it was not counted: for monthly statements and for exports before V172, whose files are not sent for another request.';

DROP INDEX wallet_export_once;
-- The same request with the same last movement and the same references returns the same file instead of starting a second job.
CREATE UNIQUE INDEX wallet_export_once ON wallet_export (business_id, kind, format, search, since, until, last_sequence, missing_references)
  NULLS NOT DISTINCT WHERE status IN ('PENDING', 'RUNNING', 'DONE');
