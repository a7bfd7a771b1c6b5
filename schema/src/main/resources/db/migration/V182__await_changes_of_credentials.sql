-- A change of roles or credentials ends the tokens and device logins that it sees. One that was being made at that moment was not committed,
-- so the change did not see it, and it stayed valid for up to 90 days. Now both take a lock, so that one of them waits for the other. It is
-- not a row: a removal of roles has locked other rows of its person before.

CREATE FUNCTION begin_change_of_credentials(person uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('credentials ' || person, 0));
END $$;

COMMENT ON FUNCTION begin_change_of_credentials IS 'Waits until other changes of credentials or staff roles of a person, and what relies on them, have committed.';

CREATE FUNCTION await_changes_of_credentials(person uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('credentials ' || person, 0));
END $$;

COMMENT ON FUNCTION await_changes_of_credentials IS 'Waits until changes of credentials or staff roles of a person have committed, and makes later ones wait for this transaction. A statement after it sees what they left.';

CREATE OR REPLACE FUNCTION end_tokens_of(person uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM begin_change_of_credentials(person);
  UPDATE access_token SET revoked_at = clock_timestamp() WHERE person_id = person AND revoked_at IS NULL;
  UPDATE device_login SET state = 'REFUSED' WHERE person_id = person AND state = 'CONFIRMED';
END $$;
