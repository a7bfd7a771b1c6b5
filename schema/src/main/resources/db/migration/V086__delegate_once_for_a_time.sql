-- A checker hands the right to a colleague once for any time: an ended delegation leaves no second one in effect.
CREATE OR REPLACE FUNCTION check_delegation() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- Delegations of one checker are made one after the other.
  PERFORM pg_advisory_xact_lock(hashtextextended('approval_delegation:' || NEW.from_person, 0));
  IF NOT EXISTS (SELECT FROM membership m
                  WHERE m.business_id = NEW.business_id AND m.person_id = NEW.from_person AND m.role = 'CHECKER') THEN
    RAISE EXCEPTION 'only a checker of the business delegates approvals' USING ERRCODE = 'check_violation';
  ELSIF NOT EXISTS (SELECT FROM membership m
                     WHERE m.business_id = NEW.business_id AND m.person_id = NEW.to_person AND m.role <> 'DEVELOPER') THEN
    RAISE EXCEPTION 'approvals are delegated to people who read the payouts of the business' USING ERRCODE = 'check_violation';
  ELSIF EXISTS (SELECT FROM approval_delegation d
                 WHERE d.business_id = NEW.business_id AND d.from_person = NEW.from_person AND d.to_person = NEW.to_person
                   AND d.ended_at IS NULL AND d.starts_at < NEW.ends_at AND d.ends_at > NEW.starts_at) THEN
    RAISE EXCEPTION 'the right is handed to this person for a part of this time already' USING ERRCODE = 'unique_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION check_delegation_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.ended_at IS NOT NULL OR to_jsonb(OLD) - 'ended_at' IS DISTINCT FROM to_jsonb(NEW) - 'ended_at' THEN
    RAISE EXCEPTION 'delegation % has ended, or only its end may be set', OLD.delegation_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER approval_delegation_ends_once BEFORE UPDATE ON approval_delegation FOR EACH ROW EXECUTE FUNCTION check_delegation_end();
