-- A delegation had no effect while its giver was no checker or its receiver had left, and took effect again, unseen, with the role: up to 93 days
-- later. As invitations and tokens, it ends with the roles that it needs, in the database, so that no way of taking a role away forgets it.

-- The locks make a removal of the roles wait for a delegation that is being written, and then find it.
CREATE OR REPLACE FUNCTION check_delegation() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- Delegations of one checker are made one after the other.
  PERFORM pg_advisory_xact_lock(hashtextextended('approval_delegation:' || NEW.from_person, 0));
  PERFORM FROM membership m WHERE m.business_id = NEW.business_id AND m.person_id = NEW.from_person AND m.role = 'CHECKER' FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'only a checker of the business delegates approvals' USING ERRCODE = 'check_violation';
  END IF;
  PERFORM FROM membership m
    WHERE m.business_id = NEW.business_id AND m.person_id = NEW.to_person AND m.role <> 'DEVELOPER' ORDER BY m.role FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'approvals are delegated to people who read the payouts of the business' USING ERRCODE = 'check_violation';
  ELSIF EXISTS (SELECT FROM approval_delegation d
                 WHERE d.business_id = NEW.business_id AND d.from_person = NEW.from_person AND d.to_person = NEW.to_person
                   AND d.ended_at IS NULL AND d.starts_at < NEW.ends_at AND d.ends_at > NEW.starts_at) THEN
    RAISE EXCEPTION 'the right is handed to this person for a part of this time already' USING ERRCODE = 'unique_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION is_delegation_possible(of_business uuid, giver uuid, receiver uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM membership m WHERE m.business_id = of_business AND m.person_id = giver AND m.role = 'CHECKER')
     AND EXISTS (SELECT FROM membership m WHERE m.business_id = of_business AND m.person_id = receiver AND m.role <> 'DEVELOPER')
$$;

COMMENT ON FUNCTION is_delegation_possible IS 'Whether the giver is a checker of the business and the receiver reads its payouts.';

CREATE FUNCTION end_delegations_of_member() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE approval_delegation SET ended_at = clock_timestamp()
   WHERE delegation_id IN (
     SELECT delegation_id FROM approval_delegation
      WHERE business_id = OLD.business_id AND OLD.person_id IN (from_person, to_person) AND ended_at IS NULL
        AND NOT is_delegation_possible(business_id, from_person, to_person)
      ORDER BY delegation_id FOR UPDATE);
  RETURN NULL;
END $$;

-- At the end of the transaction: one that replaces a role by another may take away first.
CREATE CONSTRAINT TRIGGER membership_ends_delegations AFTER DELETE ON membership
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION end_delegations_of_member();

UPDATE approval_delegation SET ended_at = clock_timestamp()
 WHERE ended_at IS NULL AND NOT is_delegation_possible(business_id, from_person, to_person);

COMMENT ON COLUMN approval_delegation.ended_at IS 'When it was ended before its time: by a person, or with the roles that it needs.';
