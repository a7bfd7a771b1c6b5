CREATE TABLE proposed_change (
  approval_id uuid PRIMARY KEY REFERENCES approval,
  content     text NOT NULL CHECK (length(content) BETWEEN 2 AND 20000),
  reason      text NOT NULL CHECK (length(reason) BETWEEN 5 AND 500)
);

COMMENT ON TABLE proposed_change IS 'Append-only: what the staff asks to change, until another person agrees and it is done. Kind and business are in approval.';
COMMENT ON COLUMN proposed_change.content IS 'JSON; its SHA-256 is the content_hash of the approval.';
COMMENT ON COLUMN proposed_change.reason IS 'Why, as the maker states it.';

CREATE TRIGGER proposed_change_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON proposed_change
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION compare_content_hash() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF sha256(convert_to(NEW.content, 'UTF8')) IS DISTINCT FROM (SELECT content_hash FROM approval WHERE approval_id = NEW.approval_id) THEN
    RAISE EXCEPTION 'approval % is about other content', NEW.approval_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER proposed_change_has_hash_of_approval BEFORE INSERT ON proposed_change FOR EACH ROW EXECUTE FUNCTION compare_content_hash();

CREATE TABLE price_plan (
  price_plan_id bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  business_id   uuid        NOT NULL REFERENCES business,
  starts_at     timestamptz NOT NULL,
  approval_id   uuid        UNIQUE REFERENCES approval,
  created_at    timestamptz NOT NULL DEFAULT now(),
  UNIQUE (price_plan_id, business_id),
  CONSTRAINT price_plan_is_not_retroactive CHECK (approval_id IS NULL OR starts_at >= created_at)
);

CREATE INDEX price_plan_business ON price_plan (business_id, starts_at DESC, price_plan_id DESC);

COMMENT ON TABLE price_plan IS 'Append-only: the commission slabs of a business from a moment on. The plan with the latest start that has passed applies; of two with the same start, the newer one.';
COMMENT ON COLUMN price_plan.approval_id IS 'The approval by two people; null for plans that the owner of the database recorded.';

INSERT INTO price_plan (business_id, starts_at)
SELECT business_id, created_at FROM business b WHERE EXISTS (SELECT FROM commission_slab s WHERE s.business_id = b.business_id);

ALTER TABLE commission_slab ADD COLUMN price_plan_id bigint;
UPDATE commission_slab s SET price_plan_id = p.price_plan_id FROM price_plan p WHERE p.business_id = s.business_id;
ALTER TABLE commission_slab
  ALTER COLUMN price_plan_id SET NOT NULL,
  DROP CONSTRAINT commission_slab_pkey,
  ADD PRIMARY KEY (price_plan_id, rail, above_paise),
  ADD FOREIGN KEY (price_plan_id, business_id) REFERENCES price_plan (price_plan_id, business_id);

COMMENT ON TABLE commission_slab IS 'Append-only: commission of a price plan for a rail. Without a row for a rail, the platform default applies.';

CREATE TRIGGER price_plan_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON price_plan
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER commission_slab_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON commission_slab
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION current_price_plan(of_business uuid) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT price_plan_id FROM price_plan WHERE business_id = of_business AND starts_at <= now()
   ORDER BY starts_at DESC, price_plan_id DESC LIMIT 1
$$;

COMMENT ON FUNCTION current_price_plan IS 'The price plan that applies to a business; null without one.';

-- Prices, limits and the account that receives money change only in the transaction that executes an approval of that kind for that
-- business, and the first prices also in the one that approves its onboarding. The owner of the database may change them alone: it sets up installations.
CREATE FUNCTION require_agreement() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed jsonb := CASE TG_OP WHEN 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
BEGIN
  IF NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE')
     AND NOT EXISTS (SELECT FROM approval
                      WHERE business_id IS NOT DISTINCT FROM (changed ->> 'business_id')::uuid
                        AND kind = TG_ARGV[0] AND executed_at >= transaction_timestamp())
     AND NOT (TG_TABLE_NAME = 'price_plan' AND EXISTS (
                SELECT FROM onboarding_case c JOIN approval a ON a.approval_id = c.approval_id
                 WHERE c.business_id = (changed ->> 'business_id')::uuid AND a.kind = 'KYC_APPROVAL'
                   AND a.executed_at >= transaction_timestamp())) THEN
    RAISE EXCEPTION '%: two people must agree to this change', TG_TABLE_NAME USING ERRCODE = 'check_violation';
  END IF;
  IF TG_OP = 'DELETE' THEN
    RETURN OLD;
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER price_plan_needs_two_people BEFORE INSERT ON price_plan
  FOR EACH ROW EXECUTE FUNCTION require_agreement('PRICES');
CREATE TRIGGER rail_limit_needs_two_people BEFORE INSERT OR UPDATE OR DELETE ON rail_limit
  FOR EACH ROW EXECUTE FUNCTION require_agreement('LIMITS');
CREATE TRIGGER business_limit_needs_two_people BEFORE UPDATE ON business
  FOR EACH ROW WHEN (OLD.max_payout_paise IS DISTINCT FROM NEW.max_payout_paise) EXECUTE FUNCTION require_agreement('LIMITS');
CREATE TRIGGER nodal_account_needs_two_people BEFORE INSERT OR UPDATE OF active ON nodal_account
  FOR EACH ROW EXECUTE FUNCTION require_agreement('NODAL_ACCOUNT');

CREATE FUNCTION require_wallet() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM wallet WHERE business_id = NEW.business_id) THEN
    RAISE EXCEPTION 'business % has no wallet', NEW.business_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER business_with_api_access_has_wallet BEFORE UPDATE ON business
  FOR EACH ROW WHEN (NEW.api_access_enabled AND NOT OLD.api_access_enabled) EXECUTE FUNCTION require_wallet();

CREATE TRIGGER onboarding_case_approved_has_wallet BEFORE UPDATE ON onboarding_case
  FOR EACH ROW WHEN (NEW.state = 'APPROVED' AND OLD.state <> 'APPROVED') EXECUTE FUNCTION require_wallet();
