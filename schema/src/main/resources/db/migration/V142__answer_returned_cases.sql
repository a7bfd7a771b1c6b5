-- A returned case that could not be answered: an accepted field contradicts the right answer to a refused one, and is locked. Nor could the
-- staff reject a case that the business never answers.

CREATE FUNCTION opened_by_return(business uuid) RETURNS SETOF text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT requirement FROM onboarding_requirement WHERE business_id = business AND state = 'REFUSED'
  UNION
  SELECT pair.dependent
    FROM (VALUES ('BUSINESS_TYPE', 'PAN'), ('BUSINESS_TYPE', 'GSTIN'), ('PAN', 'GSTIN')) AS pair (refused, dependent)
    JOIN onboarding_requirement r ON r.requirement = pair.refused
   WHERE r.business_id = business AND r.state = 'REFUSED'
$$;

COMMENT ON FUNCTION opened_by_return IS 'What a business can change in a returned case: what is refused, and fields whose right value depends on it. A PAN names the type of its holder, and a GSTIN contains the PAN.';
COMMENT ON COLUMN onboarding_requirement.open IS 'The business may change it while the case is with the business. A submission closes all, a return opens the refused ones and what depends on them.';

CREATE OR REPLACE FUNCTION open_requirements() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE onboarding_requirement r SET open = NOT r.open
   WHERE r.business_id = NEW.business_id
     AND r.open IS DISTINCT FROM (NEW.with_merchant AND r.requirement IN (SELECT opened_by_return(NEW.business_id)));
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION guard_requirement() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  onboarding onboarding_case;
BEGIN
  SELECT * INTO onboarding FROM onboarding_case WHERE business_id = NEW.business_id FOR SHARE;
  IF onboarding.state IN ('APPROVED', 'REJECTED') THEN
    -- What was open when the case was rejected.
    IF TG_OP = 'UPDATE' AND NOT NEW.open AND to_jsonb(NEW) - 'open' = to_jsonb(OLD) - 'open' THEN
      RETURN NEW;
    END IF;
    RAISE EXCEPTION 'onboarding case % is closed', NEW.business_id USING ERRCODE = 'check_violation';
  END IF;
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'MISSING' OR NOT onboarding.with_merchant OR onboarding.state <> 'UNSTARTED' AND NOT EXISTS (
         SELECT FROM onboarding_requirement t WHERE t.business_id = NEW.business_id AND t.requirement = 'BUSINESS_TYPE' AND t.open) THEN
      RAISE EXCEPTION 'requirement % cannot be added to onboarding case %', NEW.requirement, NEW.business_id USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF (NEW.business_id, NEW.requirement) IS DISTINCT FROM (OLD.business_id, OLD.requirement) THEN
    RAISE EXCEPTION 'a requirement keeps its case' USING ERRCODE = 'check_violation';
  END IF;
  -- What a later scan finds is refused whoever has the case.
  IF NEW.reason_code IN ('INFECTED', 'UNREADABLE') AND NEW.state = 'REFUSED' AND OLD.state <> 'MISSING' AND NEW.value IS NOT DISTINCT FROM OLD.value THEN
    NEW.open := onboarding.with_merchant;
    NEW.changed_at := clock_timestamp();
    NEW.version := OLD.version + 1;
    RETURN NEW;
  END IF;
  IF (NEW.state, NEW.value, NEW.reason_code, NEW.reason) IS DISTINCT FROM (OLD.state, OLD.value, OLD.reason_code, OLD.reason) THEN
    IF onboarding.with_merchant AND (NOT OLD.open OR NEW.state = 'ACCEPTED' OR NEW.state = 'REFUSED' AND OLD.state <> 'REFUSED') THEN
      RAISE EXCEPTION 'requirement % of onboarding case % is locked', OLD.requirement, OLD.business_id USING ERRCODE = 'check_violation';
    END IF;
    IF NOT onboarding.with_merchant AND (NEW.value IS DISTINCT FROM OLD.value OR OLD.state = 'MISSING' OR NEW.state = 'MISSING') THEN
      RAISE EXCEPTION 'requirement % of onboarding case % is under review', OLD.requirement, OLD.business_id USING ERRCODE = 'check_violation';
    END IF;
    NEW.changed_at := clock_timestamp();
    NEW.version := OLD.version + 1;
  END IF;
  IF NEW.state <> 'REFUSED' THEN
    NEW.reason_code := NULL;
    NEW.reason := NULL;
  END IF;
  RETURN NEW;
END $$;

-- The staff may reject a case that is with the business. Only what was submitted can be approved.
CREATE OR REPLACE FUNCTION move_onboarding() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  gap text;
BEGIN
  IF NEW.business_id <> OLD.business_id OR NEW.created_at <> OLD.created_at OR OLD.state IN ('APPROVED', 'REJECTED')
     OR (OLD.state, NEW.state) NOT IN (('UNSTARTED', 'UNSTARTED'), ('UNSTARTED', 'IN_REVIEW'), ('IN_REVIEW', 'IN_REVIEW'),
                                       ('IN_REVIEW', 'APPROVED'), ('IN_REVIEW', 'REJECTED')) THEN
    RAISE EXCEPTION 'onboarding case % does not go from % to %', OLD.business_id, OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.with_merchant AND NOT NEW.with_merchant AND NEW.state = 'IN_REVIEW' THEN
    SELECT g INTO gap FROM onboarding_gaps(OLD.business_id) AS g LIMIT 1;
    IF FOUND THEN
      RAISE EXCEPTION 'onboarding case % lacks %', OLD.business_id, gap USING ERRCODE = 'check_violation';
    END IF;
  ELSIF OLD.with_merchant AND NEW.state = 'APPROVED' THEN
    RAISE EXCEPTION 'onboarding case % is with the business', OLD.business_id USING ERRCODE = 'check_violation';
  ELSIF NOT OLD.with_merchant AND NEW.with_merchant
        AND NOT EXISTS (SELECT FROM onboarding_requirement WHERE business_id = OLD.business_id AND state = 'REFUSED') THEN
    RAISE EXCEPTION 'onboarding case % is returned without a refused requirement', OLD.business_id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.state = 'APPROVED' THEN
    PERFORM FROM onboarding_requirement r JOIN onboarding_rule rule ON rule.requirement = r.requirement
      WHERE r.business_id = OLD.business_id
        AND rule.business_type = (SELECT value FROM onboarding_requirement t WHERE t.business_id = OLD.business_id AND t.requirement = 'BUSINESS_TYPE')
        AND (r.state = 'GIVEN' OR rule.required AND r.state <> 'ACCEPTED');
    IF FOUND OR EXISTS (SELECT FROM onboarding_gaps(OLD.business_id)) THEN
      RAISE EXCEPTION 'onboarding case % has requirements that are not accepted', OLD.business_id USING ERRCODE = 'check_violation';
    END IF;
    IF NOT EXISTS (
         SELECT FROM approval a
           JOIN approval_decision d ON d.approval_id = a.approval_id
           JOIN person maker ON maker.person_id = a.maker_id AND maker.audience = 'STAFF'
           JOIN person checker ON checker.person_id = d.checker_id AND checker.audience = 'STAFF'
          WHERE a.approval_id = NEW.approval_id AND a.kind = 'KYC_APPROVAL' AND a.business_id IS NULL
            AND a.state = 'AGREED' AND a.executed_at IS NOT NULL AND a.maker_id = NEW.reviewer_id
            AND a.content_hash = hash_onboarding_case(NEW.business_id)
            AND d.decision = 'AGREE' AND d.checker_id = NEW.approver_id) THEN
      RAISE EXCEPTION 'onboarding case % has no approval by two people for its present content', OLD.business_id USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;

-- Cases that are returned already.
UPDATE onboarding_requirement r SET open = true
  FROM onboarding_case c
 WHERE c.business_id = r.business_id AND c.state = 'IN_REVIEW' AND c.with_merchant AND c.erased_at IS NULL AND NOT r.open
   AND r.requirement IN (SELECT opened_by_return(c.business_id));
