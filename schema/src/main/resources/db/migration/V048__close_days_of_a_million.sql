-- A day has a million lines and may open tens of thousands of breaks. Nobody asks for lines by day; and rows about breaks are
-- made from breaks and runs that are never deleted, so that holding each of them against these again finds nothing.
DROP INDEX bank_statement_line_of_day;

ALTER TABLE reconciliation_break_event
  DROP CONSTRAINT reconciliation_break_event_break_id_fkey,
  DROP CONSTRAINT reconciliation_break_event_run_id_fkey;
ALTER TABLE reconciliation_run_break
  DROP CONSTRAINT reconciliation_run_break_run_id_fkey,
  DROP CONSTRAINT reconciliation_run_break_break_id_fkey;

CREATE TRIGGER reconciliation_run_is_never_deleted BEFORE DELETE OR TRUNCATE ON reconciliation_run
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

COMMENT ON TABLE reconciliation_break_event IS 'What happened to breaks, append-only. No foreign keys: breaks and runs are never deleted, and a day may open tens of thousands.';
COMMENT ON TABLE reconciliation_run_break IS 'The breaks that were open at the end of a run, as they were then. No foreign keys, as for reconciliation_break_event.';
