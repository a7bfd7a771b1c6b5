-- A business that never submitted its onboarding has no relation that a law asks to document: its case and its people end with a period of disuse.

-- What ended it is the last thing that the business or its invitations did.
CREATE FUNCTION draft_last_used(of_business uuid) RETURNS timestamptz LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT greatest(c.created_at,
           (SELECT max(r.changed_at) FROM onboarding_requirement r WHERE r.business_id = c.business_id),
           (SELECT max(p.created_at) FROM onboarding_principal p WHERE p.business_id = c.business_id),
           (SELECT max(d.created_at) FROM onboarding_document d WHERE d.business_id = c.business_id),
           (SELECT max(n.created_at) FROM onboarding_note n WHERE n.business_id = c.business_id),
           (SELECT max(m.granted_at) FROM membership m WHERE m.business_id = c.business_id),
           (SELECT max(i.created_at) FROM invitation i WHERE i.business_id = c.business_id))
    FROM onboarding_case c JOIN business b ON b.business_id = c.business_id
   WHERE c.business_id = of_business AND c.state = 'UNSTARTED' AND NOT b.api_access_enabled
     AND NOT EXISTS (SELECT FROM wallet w WHERE w.business_id = c.business_id)
$$;

COMMENT ON FUNCTION draft_last_used IS 'When a case that was never submitted was used last. Null: it was submitted, or the business has a wallet or API access.';

-- People of the business who have no other business, unless that is an erased draft too, and took part in no approval.
CREATE FUNCTION people_of_draft_only(of_business uuid) RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT DISTINCT m.person_id FROM membership m
   WHERE m.business_id = of_business
     AND NOT EXISTS (SELECT FROM membership o
                      WHERE o.person_id = m.person_id AND o.business_id <> of_business AND NOT is_onboarding_erased(o.business_id))
     AND NOT EXISTS (SELECT FROM approval a WHERE a.maker_id = m.person_id)
     AND NOT EXISTS (SELECT FROM approval_decision d WHERE d.checker_id = m.person_id OR d.on_behalf_of = m.person_id)
$$;

CREATE OR REPLACE FUNCTION check_case_erasure() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF OLD.erased_at IS NOT NULL
     OR ((relation_end(OLD.business_id) < transactions_kept_from()) IS NOT TRUE
         AND (draft_last_used(OLD.business_id) < now() - interval '30 days') IS NOT TRUE)
     OR to_jsonb(NEW) - 'erased_at' <> to_jsonb(OLD) - 'erased_at'
        || jsonb_build_object('rejection_reason', CASE WHEN OLD.rejection_reason IS NOT NULL THEN 'ERASED' END) THEN
    RAISE EXCEPTION 'onboarding case % is kept for five years after the relation, or 30 days after its last use if it was never submitted',
      OLD.business_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- Nothing is added to an erased case.
CREATE FUNCTION refuse_erased_case() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF is_onboarding_erased(NEW.business_id) THEN
    RAISE EXCEPTION 'the onboarding of business % is erased', NEW.business_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

DO $$
DECLARE
  part text;
BEGIN
  FOREACH part IN ARRAY ARRAY['onboarding_requirement', 'onboarding_principal', 'onboarding_document', 'onboarding_note'] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE INSERT ON %I FOR EACH ROW EXECUTE FUNCTION refuse_erased_case()', part || '_of_open_case', part);
  END LOOP;
END $$;

-- Both rules erase a case in the same way.
CREATE FUNCTION erase_case(of_business uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE onboarding_case
     SET erased_at = now(), rejection_reason = CASE WHEN rejection_reason IS NOT NULL THEN 'ERASED' END
   WHERE business_id = of_business;
  UPDATE onboarding_requirement
     SET value = CASE requirement WHEN 'BUSINESS_TYPE' THEN value END, reason = CASE WHEN reason IS NOT NULL THEN 'ERASED' END
   WHERE business_id = of_business;
  UPDATE onboarding_principal
     SET principal_name = 'ERASED', designation = 'ERASED', pan = 'XXXPX0000X', aadhaar = 'XXXX XXXX 0000'
   WHERE business_id = of_business;
  UPDATE onboarding_document SET file_name = 'ERASED', key_ciphertext = NULL, removed_at = coalesce(removed_at, now())
   WHERE business_id = of_business;
  UPDATE onboarding_note SET note = 'ERASED' WHERE business_id = of_business;
  UPDATE name_verification SET name = 'ERASED', account_number = NULL, vpa = NULL, name_at_bank = NULL, problem = NULL
   WHERE business_id = of_business AND beneficiary_id IS NULL;
END $$;

CREATE OR REPLACE FUNCTION erase_onboarding(before timestamptz, most integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  due    record;
  erased integer := 0;
BEGIN
  FOR due IN SELECT c.business_id FROM onboarding_case c
              WHERE c.erased_at IS NULL AND relation_end(c.business_id) < least(before, transactions_kept_from())
              ORDER BY c.business_id LIMIT most FOR UPDATE SKIP LOCKED LOOP
    PERFORM erase_case(due.business_id);
    erased := erased + 1;
  END LOOP;
  RETURN erased;
END $$;

-- The row of a person stays, because the audit trail refers to it; no sign-in accepts it.
CREATE FUNCTION erase_people(ids uuid[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM merchant_session WHERE principal_name = ANY (ids::text[]);
  DELETE FROM person_password WHERE person_id = ANY (ids);
  DELETE FROM person_totp WHERE person_id = ANY (ids);
  DELETE FROM recovery_code WHERE person_id = ANY (ids);
  DELETE FROM user_entities WHERE name = ANY (ids::text[]);
  DELETE FROM person_device WHERE person_id = ANY (ids);
  UPDATE person SET email = 'erased-' || person_id || '@invalid', person_name = 'ERASED' WHERE person_id = ANY (ids);
END $$;

CREATE FUNCTION erase_onboarding_drafts(before timestamptz, most integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  due    record;
  erased integer := 0;
BEGIN
  FOR due IN SELECT c.business_id FROM onboarding_case c
              WHERE c.erased_at IS NULL AND draft_last_used(c.business_id) < least(before, now() - interval '30 days')
              ORDER BY c.business_id LIMIT most FOR UPDATE SKIP LOCKED LOOP
    PERFORM erase_case(due.business_id);
    PERFORM erase_people(ARRAY(SELECT people_of_draft_only(due.business_id)));
    UPDATE invitation SET email = 'erased@invalid' WHERE business_id = due.business_id AND email <> 'erased@invalid';
    erased := erased + 1;
  END LOOP;
  RETURN erased;
END $$;

COMMENT ON FUNCTION erase_onboarding_drafts IS 'Erases cases that were never submitted and not used since a time, the invitations of their businesses, and their people who have no other business. Returns the number of cases.';

CREATE FUNCTION unerased_cases(ids uuid[]) RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT (SELECT count(*) FROM onboarding_case WHERE business_id = ANY (ids) AND rejection_reason <> 'ERASED')
       + (SELECT count(*) FROM onboarding_requirement r
           WHERE r.business_id = ANY (ids) AND (r.requirement <> 'BUSINESS_TYPE' AND length(r.value) > 0 OR r.reason <> 'ERASED'))
       + (SELECT count(*) FROM onboarding_principal p
           WHERE p.business_id = ANY (ids)
             AND (p.principal_name <> 'ERASED' OR p.designation <> 'ERASED' OR p.pan NOT LIKE 'XXX%' OR p.aadhaar NOT LIKE '%0000'))
       + (SELECT count(*) FROM onboarding_document d
           WHERE d.business_id = ANY (ids) AND (octet_length(d.key_ciphertext) > 0 OR d.file_name <> 'ERASED'))
       + (SELECT count(*) FROM onboarding_note n WHERE n.business_id = ANY (ids) AND n.note <> 'ERASED')
       + (SELECT count(*) FROM name_verification v
           WHERE v.business_id = ANY (ids) AND v.beneficiary_id IS NULL
             AND (v.name <> 'ERASED' OR num_nonnulls(v.account_number, v.vpa, v.name_at_bank) > 0))
$$;

CREATE OR REPLACE FUNCTION unerased_onboarding(before timestamptz) RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  SELECT unerased_cases(ARRAY(SELECT business_id FROM onboarding_case WHERE relation_end(business_id) < before))
$$;

CREATE FUNCTION unerased_onboarding_drafts(before timestamptz) RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  WITH unused AS MATERIALIZED (
    SELECT business_id FROM onboarding_case WHERE draft_last_used(business_id) < before
  ), people AS MATERIALIZED (
    SELECT DISTINCT person_id FROM unused CROSS JOIN LATERAL people_of_draft_only(business_id) AS person_id
  )
  SELECT unerased_cases(ARRAY(TABLE unused))
       + (SELECT count(*) FROM invitation JOIN unused USING (business_id) WHERE email NOT LIKE 'erased@%')
       + (SELECT count(*) FROM person JOIN people USING (person_id) WHERE email NOT LIKE 'erased-%' OR person_name <> 'ERASED')
       + (SELECT count(*) FROM person_password JOIN people USING (person_id))
       + (SELECT count(*) FROM person_device JOIN people USING (person_id))
       + (SELECT count(*) FROM user_entities JOIN people ON person_id::text = name)
$$;

COMMENT ON FUNCTION unerased_onboarding_drafts IS 'Rows with personal data of cases that were never submitted and not used since a time, and of their people.';
