-- The proof of the books read every row of a day after its collection, although neither needs the other. Rows and payouts are checked meanwhile
-- now, and the proof checks what has changed since.
ALTER TABLE reconciliation_run
  ADD COLUMN rows_proved_after  date,
  ADD COLUMN rows_proved_before uuid;

COMMENT ON COLUMN reconciliation_run.rows_proved_after IS 'Asia/Kolkata; the signed day whose proof the check of rows during the collection continued. Null: it read every row, or there was none.';
COMMENT ON COLUMN reconciliation_run.rows_proved_before IS 'The first id that the check of rows during the collection did not read. Null: there was none; the proof checks all rows.';

-- A process of the version before requests a day again and collects it without a check of rows: the limit of the former round would be too early.
CREATE FUNCTION forget_proved_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.rows_proved_before := NULL;
  RETURN NEW;
END $$;

CREATE TRIGGER reconciliation_run_forgets_proved_rows BEFORE UPDATE ON reconciliation_run
  FOR EACH ROW WHEN (NEW.round <> OLD.round) EXECUTE FUNCTION forget_proved_rows();
