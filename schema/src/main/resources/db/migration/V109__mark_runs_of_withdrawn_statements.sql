-- The decision about a withdrawal has the time at which its transaction began. One that began before a run ended and was committed after it
-- was older than the run, so the day was signed with the figures of the withdrawn statement. Now the withdrawal marks the run, and the run
-- that collects after it takes the mark away; both hold the lock of the book.
ALTER TABLE reconciliation_run ADD COLUMN is_outdated boolean NOT NULL DEFAULT false;

COMMENT ON COLUMN reconciliation_run.is_outdated IS 'A statement was withdrawn since this run collected its lines. It is not signed before it is closed again.';

UPDATE reconciliation_run r SET is_outdated = true
 WHERE NOT is_dry AND state NOT IN ('SIGNED', 'DUE')
   AND EXISTS (SELECT FROM reconciliation_resolution w
                WHERE w.nodal_account_id = r.nodal_account_id AND w.action = 'WITHDRAW_STATEMENT' AND w.decision = 'APPROVED'
                  AND w.checked_at > coalesce(r.completed_at, r.started_at))
   AND NOT EXISTS (SELECT FROM reconciliation_run later
                    WHERE later.nodal_account_id = r.nodal_account_id AND NOT later.is_dry AND later.business_date > r.business_date);

CREATE OR REPLACE FUNCTION check_signed_run_knows_withdrawals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.is_outdated THEN
    RAISE EXCEPTION 'a statement was withdrawn after run % had collected its lines; close the day again', NEW.run_id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
