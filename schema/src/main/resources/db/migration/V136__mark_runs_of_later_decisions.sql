-- A day was signed with figures older than the decisions that its report lists: only withdrawals marked the run, so a resolution that was
-- approved after the run had ended stood in the report, while the balances and breaks beside it were those from before it.
COMMENT ON COLUMN reconciliation_run.is_outdated IS 'A resolution changed the books since this run collected its lines. It is not signed before it is closed again.';

UPDATE reconciliation_run r SET is_outdated = true
 WHERE NOT is_dry AND state NOT IN ('SIGNED', 'DUE') AND NOT is_outdated
   AND EXISTS (SELECT FROM reconciliation_resolution d
                WHERE d.run_id = r.run_id AND d.decision = 'APPROVED' AND d.action NOT IN ('CARRY_FORWARD', 'RELEASE_STATEMENT')
                  AND d.checked_at > coalesce(r.completed_at, r.started_at))
   AND NOT EXISTS (SELECT FROM reconciliation_run later
                    WHERE later.nodal_account_id = r.nodal_account_id AND NOT later.is_dry AND later.business_date > r.business_date);

CREATE OR REPLACE FUNCTION check_signed_run_knows_withdrawals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.is_outdated THEN
    RAISE EXCEPTION 'a break was resolved or a statement was withdrawn after run % had collected its lines; close the day again', NEW.run_id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
