-- A removal has locked the row that it deletes before its trigger runs. Two that then lock each other's row deadlock, so the triggers
-- wait for a lock that is not a row. The statement after it sees what the other removal has committed.

CREATE OR REPLACE FUNCTION keep_last_owner() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF OLD.role = 'OWNER' THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('membership OWNER ' || OLD.business_id, 0));
    IF NOT EXISTS (SELECT FROM membership
                    WHERE business_id = OLD.business_id AND role = 'OWNER' AND person_id <> OLD.person_id) THEN
      RAISE EXCEPTION 'the last OWNER of business % cannot be removed', OLD.business_id USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  RETURN OLD;
END $$;

CREATE OR REPLACE FUNCTION keep_last_admin() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF OLD.role = 'ADMIN' THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('staff_role ADMIN', 0));
    IF NOT EXISTS (SELECT FROM staff_role WHERE role = 'ADMIN' AND person_id <> OLD.person_id) THEN
      RAISE EXCEPTION 'the last ADMIN cannot be removed' USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  RETURN OLD;
END $$;
