-- SQL that ran as the role of the merchants' portal chose whose payout, whose file and whose act a row was: another person could then check
-- what the first one made. Rows name the person of their transaction, as approvals and decisions do since V181.

CREATE FUNCTION acting_author() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT 'person:' || acting_person()
$$;

COMMENT ON FUNCTION acting_author IS 'The acting person where an API key could be, as in bulk_file.uploaded_by; null if none is.';

CREATE POLICY by_the_person ON audit_event AS RESTRICTIVE FOR INSERT TO hundi_portal_merchant WITH CHECK (person_id = acting_person());
CREATE POLICY by_the_person ON invitation AS RESTRICTIVE FOR INSERT TO hundi_portal_merchant WITH CHECK (invited_by = acting_person());
CREATE POLICY by_the_person ON payout_detail AS RESTRICTIVE FOR INSERT TO hundi_portal_merchant WITH CHECK (maker_id = acting_person());
CREATE POLICY by_the_person ON bulk_file AS RESTRICTIVE FOR INSERT TO hundi_portal_merchant
  WITH CHECK (uploaded_by = acting_author() AND changed_by = acting_author());
CREATE POLICY by_the_person ON bulk_file_event AS RESTRICTIVE FOR INSERT TO hundi_portal_merchant WITH CHECK (changed_by = acting_author());

-- A payout without a maker counts as one of the API, and every checker may approve it.
CREATE POLICY by_a_person ON payout AS RESTRICTIVE FOR INSERT TO hundi_portal_merchant WITH CHECK (source = 'PORTAL');

CREATE FUNCTION require_maker() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM payout_detail d
                  WHERE d.business_id = NEW.business_id AND d.payout_id = NEW.payout_id AND d.maker_id IS NOT NULL) THEN
    RAISE EXCEPTION 'payout % of the portal has no maker', NEW.payout_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER payout_of_portal_has_maker AFTER INSERT ON payout FOR EACH ROW WHEN (NEW.source = 'PORTAL') EXECUTE FUNCTION require_maker();

-- A policy sees only the new row, and what another person planned before stays in it.
CREATE FUNCTION require_acting_author() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.changed_by IS DISTINCT FROM acting_author()
     OR (NEW.released_by IS DISTINCT FROM OLD.released_by AND NEW.released_by IS DISTINCT FROM acting_author())
     OR ((NEW.planned_by, NEW.planned_for) IS DISTINCT FROM (OLD.planned_by, OLD.planned_for)
         AND NEW.planned_by IS NOT NULL AND NEW.planned_by IS DISTINCT FROM acting_author()) THEN
    RAISE EXCEPTION 'bulk file % names another person than the acting one', NEW.bulk_file_id USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER bulk_file_names_acting_person BEFORE UPDATE ON bulk_file FOR EACH ROW WHEN (session_user = 'hundi_portal_merchant')
  EXECUTE FUNCTION require_acting_author();
