-- An invitation is as good as the right of the person who sent it, and no later than what its business decides about the person whom
-- it invites. In the database, so that no way of taking a role away forgets the links that are out.

-- The lock makes a removal wait for an invitation that is being written, and then find it.
CREATE FUNCTION check_inviter() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER invitation_checks_inviter BEFORE INSERT ON invitation FOR EACH ROW WHEN (NEW.invited_by IS NOT NULL)
  EXECUTE FUNCTION check_inviter();

CREATE INDEX invitation_open_by_inviter ON invitation (invited_by) WHERE used_at IS NULL AND withdrawn_at IS NULL;
CREATE INDEX invitation_open_by_email ON invitation (lower(email)) WHERE used_at IS NULL AND withdrawn_at IS NULL;

-- Withdrawn at the start of the transaction: by that the act that takes the role away finds what it has to record. In the order of
-- their ids, so that two removals do not deadlock. A recovery that two members of the staff agreed to needs no right of one of them.
CREATE FUNCTION withdraw_invitations_of_member() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE invitation SET withdrawn_at = now()
   WHERE invitation_id IN (
     SELECT invitation_id FROM invitation
      WHERE business_id = OLD.business_id AND used_at IS NULL AND withdrawn_at IS NULL AND expires_at > now()
        AND (OLD.role = 'OWNER' AND invited_by = OLD.person_id AND approval_id IS NULL
             OR purpose = 'JOIN' AND lower(email) = (SELECT lower(p.email) FROM person p WHERE p.person_id = OLD.person_id)
             OR person_id = OLD.person_id AND NOT EXISTS (
                  SELECT FROM membership m WHERE m.person_id = OLD.person_id AND m.business_id = OLD.business_id))
      ORDER BY invitation_id FOR UPDATE);
  RETURN NULL;
END $$;

CREATE TRIGGER membership_ends_invitations AFTER DELETE ON membership FOR EACH ROW EXECUTE FUNCTION withdraw_invitations_of_member();

CREATE FUNCTION withdraw_invitations_of_staff() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE invitation SET withdrawn_at = now()
   WHERE invitation_id IN (
     SELECT invitation_id FROM invitation
      WHERE used_at IS NULL AND withdrawn_at IS NULL AND expires_at > now()
        AND (invited_by = OLD.person_id AND approval_id IS NULL
               AND OLD.role = CASE audience WHEN 'STAFF' THEN 'ADMIN' ELSE 'ONBOARDING' END
             OR audience = 'STAFF' AND purpose = 'JOIN'
               AND lower(email) = (SELECT lower(p.email) FROM person p WHERE p.person_id = OLD.person_id)
             OR person_id = OLD.person_id AND NOT EXISTS (SELECT FROM staff_role r WHERE r.person_id = OLD.person_id))
      ORDER BY invitation_id FOR UPDATE);
  RETURN NULL;
END $$;

CREATE TRIGGER staff_role_ends_invitations AFTER DELETE ON staff_role FOR EACH ROW EXECUTE FUNCTION withdraw_invitations_of_staff();

-- Of people who have lost the right before.
UPDATE invitation i SET withdrawn_at = now()
 WHERE used_at IS NULL AND withdrawn_at IS NULL AND expires_at > now() AND invited_by IS NOT NULL AND approval_id IS NULL
   AND NOT EXISTS (SELECT FROM membership m
                    WHERE m.business_id = i.business_id AND m.person_id = i.invited_by AND m.role = 'OWNER')
   AND NOT EXISTS (SELECT FROM staff_role r
                    WHERE r.person_id = i.invited_by AND r.role = CASE i.audience WHEN 'STAFF' THEN 'ADMIN' ELSE 'ONBOARDING' END);

COMMENT ON COLUMN invitation.withdrawn_at IS 'By a person, or with the roles of the inviting or the invited person.';
