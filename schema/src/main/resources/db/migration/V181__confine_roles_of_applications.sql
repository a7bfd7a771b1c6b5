-- What SQL that runs as the role of one application must not undo.

-- Each portal counts in a table of its own, as it keeps sessions: the role of one could forget the failed sign-ins of the other's people, and
-- block them. The rows do not say whose they are, so both portals begin with all; those of the other audience are removed after a day.
CREATE TABLE staff_sign_in_throttle (LIKE sign_in_throttle INCLUDING ALL);

INSERT INTO staff_sign_in_throttle SELECT * FROM sign_in_throttle;

COMMENT ON TABLE sign_in_throttle IS 'Failed sign-ins of people of businesses by e-mail address and by network address, shared by all copies of the portal.';
COMMENT ON TABLE staff_sign_in_throttle IS 'The same of the staff of Hundi.';

-- Attempts are counted before a person is known, or outside the transactions that name one.
ALTER TABLE sign_in_throttle ENABLE ROW LEVEL SECURITY;
CREATE POLICY permit ON sign_in_throttle USING (true) WITH CHECK (true);
CREATE POLICY before_sign_in ON sign_in_throttle AS RESTRICTIVE TO hundi_portal_merchant USING (acting_person() IS NULL);

-- The age came from the caller alone, so that it could drop the attempts of last month. batch-jobs accepts no shorter retention either.
CREATE OR REPLACE FUNCTION drop_oldest_webhook_attempt_partition(age interval) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  oldest text;
BEGIN
  SELECT c.relname INTO oldest
    FROM pg_inherits i
    JOIN pg_class c ON c.oid = i.inhrelid
   WHERE i.inhparent = 'webhook_attempt'::regclass AND c.relname ~ '_\d{4}_\d{2}$'
     AND (to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month') AT TIME ZONE 'UTC' <= now() - greatest(age, interval '30 days')
   ORDER BY c.relname
   LIMIT 1;
  IF oldest IS NULL THEN
    RETURN 0;
  END IF;
  EXECUTE format('DROP TABLE %I', oldest);
  RETURN 1;
END $$;

COMMENT ON FUNCTION drop_oldest_webhook_attempt_partition IS 'Drops the oldest partition whose month ended longer ago than age, at least 30 days. Returns how many it dropped, 0 or 1.';

-- Makers, checkers and givers of delegations were those that a statement named. The database compared them with each other, but not with the
-- person who is signed in.
CREATE POLICY by_the_person ON approval AS RESTRICTIVE FOR INSERT TO hundi_portal_merchant WITH CHECK (maker_id = acting_person());
CREATE POLICY by_the_person ON approval_decision AS RESTRICTIVE FOR INSERT TO hundi_portal_merchant
  WITH CHECK (checker_id = acting_person());
CREATE POLICY by_the_person ON approval_delegation AS RESTRICTIVE FOR INSERT TO hundi_portal_merchant
  WITH CHECK (from_person = acting_person());

CREATE OR REPLACE FUNCTION withdraw_approval(id uuid, maker uuid) RETURNS boolean
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH withdrawn AS (
    UPDATE approval SET state = 'WITHDRAWN', closed_at = clock_timestamp()
     WHERE approval_id = id AND maker_id = maker AND state = 'OPEN'
       AND (session_user <> 'hundi_portal_merchant' OR business_id = acting_business() AND maker_id = acting_person())
    RETURNING 1)
  SELECT EXISTS (SELECT FROM withdrawn)
$$;
