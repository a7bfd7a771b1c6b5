-- A bulk file that is being released makes payouts for minutes, and could go on after the relation had ended. Its release and the end take
-- the same lock, and each looks for the other under it.
CREATE OR REPLACE FUNCTION check_relation_end() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.relation_ended_at IS NULL THEN
    IF EXISTS (SELECT FROM onboarding_case c WHERE c.business_id = OLD.business_id AND c.erased_at IS NOT NULL) THEN
      RAISE EXCEPTION 'what identified business % is erased; its relation cannot continue', OLD.business_id USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('bulk_file RELEASING ' || NEW.business_id, 0));
  PERFORM FROM wallet w WHERE w.business_id = NEW.business_id FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM wallet w WHERE w.business_id = NEW.business_id AND w.balance_paise <> 0)
     OR EXISTS (SELECT FROM payout p WHERE p.business_id = NEW.business_id AND p.status IN (3, 4)) THEN
    RAISE EXCEPTION 'business % has a balance or open payouts', NEW.business_id USING ERRCODE = 'check_violation';
  END IF;
  IF EXISTS (SELECT FROM bulk_file f WHERE f.business_id = NEW.business_id AND f.status = 'RELEASING') THEN
    RAISE EXCEPTION 'a bulk file of business % is being released', NEW.business_id USING ERRCODE = 'check_violation';
  END IF;
  NEW.relation_ended_at := now();
  RETURN NEW;
END $$;

CREATE FUNCTION check_release_of_lasting_relation() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('bulk_file RELEASING ' || NEW.business_id, 0));
  IF EXISTS (SELECT FROM business b WHERE b.business_id = NEW.business_id AND b.relation_ended_at IS NOT NULL) THEN
    RAISE EXCEPTION 'bulk file % is of a business whose relation has ended', NEW.bulk_file_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION check_release_of_lasting_relation FROM PUBLIC;

CREATE TRIGGER bulk_file_is_released_for_lasting_relations BEFORE UPDATE OF status ON bulk_file
  FOR EACH ROW WHEN (NEW.status = 'RELEASING' AND OLD.status <> 'RELEASING') EXECUTE FUNCTION check_release_of_lasting_relation();

-- The staff reads no bulk files, and only learns whether one is being released.
CREATE FUNCTION is_releasing_files(of_business uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM bulk_file WHERE business_id = of_business AND status = 'RELEASING')
$$;
REVOKE ALL ON FUNCTION is_releasing_files FROM PUBLIC;

COMMENT ON FUNCTION is_releasing_files IS 'Whether a bulk file of a business is being released: for the staff, which may not read files.';
