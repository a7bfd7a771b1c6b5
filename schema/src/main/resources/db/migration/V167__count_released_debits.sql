-- The expected balance added up all payouts of a file in release, each time it was read.
ALTER TABLE bulk_file ADD COLUMN released_debit_paise bigint NOT NULL DEFAULT 0 CHECK (released_debit_paise >= 0);

UPDATE bulk_file f
   SET released_debit_paise = (SELECT coalesce(sum(p.total_debit_paise), 0) FROM payout p
                                WHERE p.business_id = f.business_id AND p.bulk_file_id = f.bulk_file_id)
 WHERE f.status = 'RELEASING';

COMMENT ON COLUMN bulk_file.released_debit_paise IS 'Wallet debit of the rows that are payouts, including commission and GST, in paise; 0 for files whose release ended before it was counted.';
