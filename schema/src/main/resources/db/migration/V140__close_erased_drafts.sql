-- An erased draft has no invitations, no people and no relation afterwards. Until now it could be given new people, whom no erasure found.

CREATE FUNCTION is_erased_draft(of_business uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM onboarding_case c WHERE c.business_id = of_business AND c.state = 'UNSTARTED' AND c.erased_at IS NOT NULL)
     AND NOT EXISTS (SELECT FROM wallet w WHERE w.business_id = of_business)
$$;

COMMENT ON FUNCTION is_erased_draft IS 'Whether the case of a business was erased without ever being submitted. A relation that ended is erased too, but its people are not.';

CREATE FUNCTION refuse_people_of_erased_draft() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF is_erased_draft(NEW.business_id) THEN
    RAISE EXCEPTION 'the onboarding of business % is erased', NEW.business_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- Not of recoveries: people of the draft who have another business keep their way back in, and the erasure below finds the address.
CREATE TRIGGER invitation_of_open_case BEFORE INSERT ON invitation FOR EACH ROW WHEN (NEW.purpose = 'JOIN' AND NEW.business_id IS NOT NULL)
  EXECUTE FUNCTION refuse_people_of_erased_draft();
CREATE TRIGGER membership_of_open_case BEFORE INSERT ON membership FOR EACH ROW EXECUTE FUNCTION refuse_people_of_erased_draft();

-- A relation that ended stays a relation: what its people did is documented under their names.
CREATE OR REPLACE FUNCTION people_of_draft_only(of_business uuid) RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  SELECT c.person_id FROM (SELECT m.person_id FROM membership m WHERE m.business_id = of_business
                           UNION
                           SELECT i.used_by FROM invitation i WHERE i.business_id = of_business AND i.used_by IS NOT NULL) AS c (person_id)
   WHERE NOT EXISTS (SELECT FROM membership o
                      WHERE o.person_id = c.person_id AND o.business_id <> of_business AND NOT is_erased_draft(o.business_id))
     AND NOT EXISTS (SELECT FROM invitation o
                      WHERE o.used_by = c.person_id AND o.business_id <> of_business AND NOT is_erased_draft(o.business_id))
     AND NOT EXISTS (SELECT FROM approval a WHERE a.maker_id = c.person_id)
     AND NOT EXISTS (SELECT FROM approval_decision d WHERE d.checker_id = c.person_id OR d.on_behalf_of = c.person_id)
$$;

-- Also what came to an erased draft later.
CREATE OR REPLACE FUNCTION erase_onboarding_drafts(before timestamptz, most integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  due    record;
  erased integer := 0;
BEGIN
  FOR due IN SELECT c.business_id, c.erased_at FROM onboarding_case c
              WHERE draft_last_used(c.business_id) < least(before, now() - interval '30 days')
                AND (c.erased_at IS NULL
                     OR EXISTS (SELECT FROM invitation i WHERE i.business_id = c.business_id AND i.email <> 'erased@invalid')
                     OR EXISTS (SELECT FROM people_of_draft_only(c.business_id) AS left_over (person_id) JOIN person p USING (person_id)
                                 WHERE p.email NOT LIKE 'erased-%'))
              ORDER BY c.business_id LIMIT most FOR UPDATE OF c SKIP LOCKED LOOP
    IF due.erased_at IS NULL THEN
      PERFORM erase_case(due.business_id);
    END IF;
    PERFORM erase_people(ARRAY(SELECT people_of_draft_only(due.business_id)));
    UPDATE invitation SET email = 'erased@invalid' WHERE business_id = due.business_id AND email <> 'erased@invalid';
    erased := erased + 1;
  END LOOP;
  RETURN erased;
END $$;
