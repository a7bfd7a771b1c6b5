-- Holds back what a restored database would do by itself and may have done already (docs/operating.md, "Restoring PostgreSQL"): orders to
-- banks, and payouts for rows of bulk files. Run it as the schema's owner before batch-jobs and stream-processors start.

-- Every rail is switched off, until an OPERATOR switches it on in the console.
INSERT INTO bank_switch (rail, reason, off_by)
SELECT rail, 'database restored', 'restore' FROM unnest(ARRAY['I', 'N', 'R', 'S', 'U']) AS rail
ON CONFLICT DO NOTHING;

-- A row that was released after the restore point is not known as released: it would become another payout with another reference.
UPDATE bulk_file SET planned_for = NULL, planned_by = NULL, changed_by = 'restore'
 WHERE planned_for IS NOT NULL AND status = 'AWAITING_RELEASE';
UPDATE bulk_file SET due_at = NULL, claim_id = NULL, changed_by = 'restore' WHERE status = 'RELEASING' AND due_at IS NOT NULL;

SELECT business_id, bulk_file_id, file_name, status, valid_rows, released_rows FROM bulk_file
 WHERE status IN ('LOADING', 'AWAITING_RELEASE', 'RELEASING') ORDER BY business_id, bulk_file_id;
