-- What a business gave to be identified is kept for five years after the relation ended (docs/personal-data.md), and then erased.

ALTER TABLE business ADD COLUMN relation_ended_at timestamptz;
ALTER TABLE business ADD CONSTRAINT business_without_relation_has_no_access CHECK (relation_ended_at IS NULL OR NOT api_access_enabled);
ALTER TABLE onboarding_case ADD COLUMN erased_at timestamptz;

COMMENT ON COLUMN business.relation_ended_at IS 'When the staff ended the business relation, UTC; null while it lasts. The five years of the law begin here, or with a later change of the wallet.';
COMMENT ON COLUMN onboarding_case.erased_at IS 'When the personal data of the case was erased, UTC. Ids, states and dates stay.';

-- Of the clock: a time in the past would erase too early. An open payout or a balance belongs to a relation that lasts.
CREATE FUNCTION check_relation_end() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.relation_ended_at IS NULL THEN
    IF EXISTS (SELECT FROM onboarding_case c WHERE c.business_id = OLD.business_id AND c.erased_at IS NOT NULL) THEN
      RAISE EXCEPTION 'what identified business % is erased; its relation cannot continue', OLD.business_id USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  PERFORM FROM wallet w WHERE w.business_id = NEW.business_id FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM wallet w WHERE w.business_id = NEW.business_id AND w.balance_paise <> 0)
     OR EXISTS (SELECT FROM payout p WHERE p.business_id = NEW.business_id AND p.status IN (3, 4)) THEN
    RAISE EXCEPTION 'business % has a balance or open payouts', NEW.business_id USING ERRCODE = 'check_violation';
  END IF;
  NEW.relation_ended_at := now();
  RETURN NEW;
END $$;

CREATE TRIGGER business_ends_relation BEFORE UPDATE OF relation_ended_at ON business
  FOR EACH ROW WHEN (NEW.relation_ended_at IS DISTINCT FROM OLD.relation_ended_at) EXECUTE FUNCTION check_relation_end();

CREATE FUNCTION relation_end(of_business uuid) RETURNS timestamptz LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN b.relation_ended_at IS NOT NULL THEN greatest(b.relation_ended_at, w.updated_at)
              WHEN c.state = 'REJECTED' THEN c.closed_at END
    FROM onboarding_case c
    JOIN business b ON b.business_id = c.business_id
    LEFT JOIN wallet w ON w.business_id = c.business_id
   WHERE c.business_id = of_business
$$;

COMMENT ON FUNCTION relation_end IS 'When the relation with a business ended: by the staff, not before the last change of its wallet, or by the rejection of its case. Null: it lasts.';

CREATE FUNCTION is_onboarding_erased(of_business uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM onboarding_case WHERE business_id = of_business AND erased_at IS NOT NULL)
$$;

-- Closed cases do not change. The exception is their erasure once it is due, by exactly these values.

CREATE FUNCTION check_case_erasure() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF OLD.erased_at IS NOT NULL OR (relation_end(OLD.business_id) < transactions_kept_from()) IS NOT TRUE
     OR to_jsonb(NEW) - 'erased_at' <> to_jsonb(OLD) - 'erased_at'
        || jsonb_build_object('rejection_reason', CASE WHEN OLD.rejection_reason IS NOT NULL THEN 'ERASED' END) THEN
    RAISE EXCEPTION 'onboarding case % is kept for five years after the relation', OLD.business_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION check_onboarding_erasure() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  before constant jsonb := to_jsonb(OLD);
BEGIN
  IF NOT is_onboarding_erased(OLD.business_id) OR to_jsonb(NEW) <> (before || CASE TG_TABLE_NAME
       WHEN 'onboarding_requirement' THEN jsonb_build_object(
         'value', CASE before ->> 'requirement' WHEN 'BUSINESS_TYPE' THEN before ->> 'value' END,
         'reason', CASE WHEN before ->> 'reason' IS NOT NULL THEN 'ERASED' END)
       WHEN 'onboarding_principal' THEN jsonb_build_object(
         'principal_name', 'ERASED', 'designation', 'ERASED', 'pan', 'XXXPX0000X', 'aadhaar', 'XXXX XXXX 0000')
       WHEN 'onboarding_document' THEN jsonb_build_object(
         'file_name', 'ERASED', 'key_ciphertext', NULL, 'removed_at', coalesce(nullif(before -> 'removed_at', 'null'), to_jsonb(now())))
       WHEN 'onboarding_note' THEN jsonb_build_object('note', 'ERASED') END) THEN
    RAISE EXCEPTION 'a row of % of business % does not change: % refused', TG_TABLE_NAME, OLD.business_id, TG_OP
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

DROP TRIGGER onboarding_case_moves ON onboarding_case;
CREATE TRIGGER onboarding_case_moves BEFORE UPDATE ON onboarding_case
  FOR EACH ROW WHEN (NEW.erased_at IS NOT DISTINCT FROM OLD.erased_at) EXECUTE FUNCTION move_onboarding();
CREATE TRIGGER onboarding_case_is_erased BEFORE UPDATE ON onboarding_case
  FOR EACH ROW WHEN (NEW.erased_at IS DISTINCT FROM OLD.erased_at) EXECUTE FUNCTION check_case_erasure();

DO $$
DECLARE
  part record;
BEGIN
  FOR part IN SELECT * FROM (VALUES ('onboarding_requirement', 'guard_requirement'), ('onboarding_principal', 'guard_principal'),
                                    ('onboarding_document', 'guard_document')) AS parts (name, guard) LOOP
    EXECUTE format('DROP TRIGGER %I ON %I', part.name || '_is_guarded', part.name);
    EXECUTE format('CREATE TRIGGER %I BEFORE INSERT ON %I FOR EACH ROW EXECUTE FUNCTION %I()',
                   part.name || '_is_guarded', part.name, part.guard);
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE ON %I FOR EACH ROW WHEN (NOT is_onboarding_erased(OLD.business_id)) EXECUTE FUNCTION %I()',
                   part.name || '_change_is_guarded', part.name, part.guard);
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE ON %I FOR EACH ROW WHEN (is_onboarding_erased(OLD.business_id)) EXECUTE FUNCTION check_onboarding_erasure()',
                   part.name || '_is_erased', part.name);
  END LOOP;
END $$;

DROP TRIGGER onboarding_note_is_append_only ON onboarding_note;
CREATE TRIGGER onboarding_note_is_append_only BEFORE DELETE OR TRUNCATE ON onboarding_note
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER onboarding_note_is_erased BEFORE UPDATE ON onboarding_note
  FOR EACH ROW EXECUTE FUNCTION check_onboarding_erasure();

CREATE FUNCTION erase_onboarding(before timestamptz, most integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  due    record;
  erased integer := 0;
BEGIN
  FOR due IN SELECT c.business_id FROM onboarding_case c
              WHERE c.erased_at IS NULL AND relation_end(c.business_id) < least(before, transactions_kept_from())
              ORDER BY c.business_id LIMIT most FOR UPDATE SKIP LOCKED LOOP
    UPDATE onboarding_case
       SET erased_at = now(), rejection_reason = CASE WHEN rejection_reason IS NOT NULL THEN 'ERASED' END
     WHERE business_id = due.business_id;
    UPDATE onboarding_requirement
       SET value = CASE requirement WHEN 'BUSINESS_TYPE' THEN value END, reason = CASE WHEN reason IS NOT NULL THEN 'ERASED' END
     WHERE business_id = due.business_id;
    UPDATE onboarding_principal
       SET principal_name = 'ERASED', designation = 'ERASED', pan = 'XXXPX0000X', aadhaar = 'XXXX XXXX 0000'
     WHERE business_id = due.business_id;
    UPDATE onboarding_document SET file_name = 'ERASED', key_ciphertext = NULL, removed_at = coalesce(removed_at, now())
     WHERE business_id = due.business_id;
    UPDATE onboarding_note SET note = 'ERASED' WHERE business_id = due.business_id;
    UPDATE name_verification SET name = 'ERASED', account_number = NULL, vpa = NULL, name_at_bank = NULL, problem = NULL
     WHERE business_id = due.business_id AND beneficiary_id IS NULL;
    erased := erased + 1;
  END LOOP;
  RETURN erased;
END $$;

COMMENT ON FUNCTION erase_onboarding IS 'Erases the onboarding of businesses whose relation ended before a time: fields, principals, notes, the verified settlement account, and the keys of documents, without which the files cannot be decrypted. Returns the number of cases.';

CREATE FUNCTION unerased_onboarding(before timestamptz) RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH ended AS MATERIALIZED (
    SELECT business_id, rejection_reason FROM onboarding_case WHERE relation_end(business_id) < before
  )
  SELECT (SELECT count(*) FROM ended WHERE rejection_reason <> 'ERASED')
       + (SELECT count(*) FROM ended JOIN onboarding_requirement r USING (business_id)
           WHERE r.requirement <> 'BUSINESS_TYPE' AND length(r.value) > 0 OR r.reason <> 'ERASED')
       + (SELECT count(*) FROM ended JOIN onboarding_principal p USING (business_id)
           WHERE p.principal_name <> 'ERASED' OR p.designation <> 'ERASED' OR p.pan NOT LIKE 'XXX%' OR p.aadhaar NOT LIKE '%0000')
       + (SELECT count(*) FROM ended JOIN onboarding_document d USING (business_id)
           WHERE octet_length(d.key_ciphertext) > 0 OR d.file_name <> 'ERASED')
       + (SELECT count(*) FROM ended JOIN onboarding_note n USING (business_id) WHERE n.note <> 'ERASED')
       + (SELECT count(*) FROM ended JOIN name_verification v USING (business_id)
           WHERE v.beneficiary_id IS NULL AND (v.name <> 'ERASED' OR num_nonnulls(v.account_number, v.vpa, v.name_at_bank) > 0))
$$;

COMMENT ON FUNCTION unerased_onboarding IS 'Rows with personal data of onboarding cases whose relation ended before a time.';

CREATE FUNCTION erased_documents(ids uuid[]) RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT id FROM unnest(ids) AS id
   WHERE NOT EXISTS (SELECT FROM onboarding_document d WHERE d.document_id = id AND d.key_ciphertext IS NOT NULL)
$$;

COMMENT ON FUNCTION erased_documents IS 'Those of some documents that have no key, so that their files can be removed: for a caller that may not read keys.';
