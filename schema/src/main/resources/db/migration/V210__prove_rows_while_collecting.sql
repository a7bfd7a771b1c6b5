-- The proof of the books read every row of a day after its collection, although neither needs the other. Rows and payouts are checked meanwhile
-- now, and the proof checks what has changed since.
ALTER TABLE reconciliation_run
  ADD COLUMN rows_proved_after  date,
  ADD COLUMN rows_proved_before uuid;

COMMENT ON COLUMN reconciliation_run.rows_proved_after IS 'Asia/Kolkata; the signed day whose proof the check of rows during the collection continued. Null: it read every row, or there was none.';
COMMENT ON COLUMN reconciliation_run.rows_proved_before IS 'The first id that the check of rows during the collection did not read. Null: there was none; the proof checks all rows.';
