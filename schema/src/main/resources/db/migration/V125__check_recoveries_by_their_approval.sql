-- The role of the staff's portal can write any row of invitation that the triggers permit: by itself it must not lead to the
-- credentials of a merchant's person, nor to a business that has an OWNER.

-- An approval is good for the recovery of the person that it is about, once, in the transaction that executes it. Other links to
-- new credentials of the person end: whoever holds one could replace the credentials again. The lock lets one of two recoveries find
-- the other.
CREATE OR REPLACE FUNCTION check_recovery() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.audience <> (SELECT audience FROM person WHERE person_id = NEW.person_id)
     OR NEW.audience = 'MERCHANT'
        AND NOT EXISTS (SELECT FROM membership WHERE person_id = NEW.person_id AND business_id = NEW.business_id) THEN
    RAISE EXCEPTION 'person % is recovered where it has a role', NEW.person_id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.approval_id IS NOT NULL THEN
    IF NOT EXISTS (SELECT FROM approval
                    WHERE approval_id = NEW.approval_id AND kind = 'OWNER_RECOVERY' AND executed_at >= transaction_timestamp()
                      AND content_hash = sha256(convert_to('OWNER_RECOVERY|' || NEW.person_id, 'UTF8'))) THEN
      RAISE EXCEPTION 'two people must agree to the recovery of person %', NEW.person_id USING ERRCODE = 'check_violation';
    END IF;
  ELSIF NEW.audience = 'MERCHANT' AND EXISTS (
       SELECT FROM membership m WHERE m.person_id = NEW.person_id AND NOT EXISTS (
         SELECT FROM membership o WHERE o.business_id = m.business_id AND o.person_id = NEW.invited_by AND o.role = 'OWNER')) THEN
    RAISE EXCEPTION 'recovery needs an OWNER of every business of the person' USING ERRCODE = 'check_violation';
  END IF;
  PERFORM 1 FROM person WHERE person_id = NEW.person_id FOR NO KEY UPDATE;
  PERFORM end_recoveries_of(NEW.person_id);
  RETURN NEW;
END $$;

CREATE FUNCTION end_recoveries_of(person uuid) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE invitation SET withdrawn_at = clock_timestamp()
   WHERE invitation_id IN (SELECT invitation_id FROM invitation
                            WHERE person_id = person AND used_at IS NULL AND withdrawn_at IS NULL
                            ORDER BY invitation_id FOR UPDATE);
$$;

CREATE INDEX invitation_open_by_person ON invitation (person_id) WHERE used_at IS NULL AND withdrawn_at IS NULL;
CREATE UNIQUE INDEX invitation_once_per_approval ON invitation (approval_id) WHERE approval_id IS NOT NULL;
ALTER TABLE invitation ADD CONSTRAINT invitation_with_approval_recovers CHECK (approval_id IS NULL OR purpose = 'RECOVER');

-- In the database, because the business of the open link may be another one than that in which the person changes its credentials.
CREATE FUNCTION end_recoveries_of_changed_person() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM end_recoveries_of(NEW.person_id);
  RETURN NULL;
END $$;

CREATE FUNCTION end_recoveries_of_passkey_owner() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM end_recoveries_of(name::uuid) FROM user_entities
    WHERE id = CASE TG_OP WHEN 'DELETE' THEN OLD.user_entity_user_id ELSE NEW.user_entity_user_id END;
  RETURN NULL;
END $$;

CREATE TRIGGER person_password_ends_recoveries AFTER INSERT OR UPDATE OF changed_at ON person_password
  FOR EACH ROW EXECUTE FUNCTION end_recoveries_of_changed_person();
-- Not of secret_ciphertext, which is also rewritten under another key.
CREATE TRIGGER person_totp_ends_recoveries AFTER INSERT OR UPDATE OF changed_at ON person_totp
  FOR EACH ROW EXECUTE FUNCTION end_recoveries_of_changed_person();
CREATE TRIGGER user_credentials_ends_recoveries AFTER INSERT OR DELETE ON user_credentials
  FOR EACH ROW EXECUTE FUNCTION end_recoveries_of_passkey_owner();

-- The staff invites the first OWNER of a business; others are invited by an OWNER.
CREATE OR REPLACE FUNCTION check_inviter() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM 1 FROM membership
    WHERE business_id = NEW.business_id AND person_id = NEW.invited_by AND role = 'OWNER' FOR KEY SHARE;
  IF NOT FOUND THEN
    PERFORM 1 FROM staff_role
      WHERE person_id = NEW.invited_by
        AND role = ANY (CASE WHEN NEW.audience = 'STAFF' THEN '{ADMIN}' WHEN NEW.approval_id IS NULL THEN '{ONBOARDING}'
                             ELSE '{ADMIN,ONBOARDING}' END::text[])
      FOR KEY SHARE;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'person % may not invite', NEW.invited_by USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.purpose = 'JOIN' AND EXISTS (SELECT FROM membership WHERE business_id = NEW.business_id AND role = 'OWNER') THEN
      RAISE EXCEPTION 'business % has an OWNER, who invites its people', NEW.business_id USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  RETURN NEW;
END $$;

-- Not SECURITY DEFINER, because it asks who is connected. The owner of the database sets up installations.
CREATE FUNCTION require_inviter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
    RAISE EXCEPTION 'an invitation names the person who invites' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER invitation_has_inviter BEFORE INSERT ON invitation FOR EACH ROW WHEN (NEW.invited_by IS NULL)
  EXECUTE FUNCTION require_inviter();

COMMENT ON COLUMN invitation.invited_by IS 'Null for the first people of an installation, whom the owner of the database invites.';
COMMENT ON COLUMN invitation.approval_id IS 'The approval by two members of staff of this recovery, if it was not started by an OWNER or ADMIN.';
COMMENT ON COLUMN invitation.withdrawn_at IS 'By a person, with the roles of the inviting or the invited person, or because the person to recover got another link or changed its credentials.';
