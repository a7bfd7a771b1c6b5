CREATE TABLE payout_rule (
  rule_id       uuid        PRIMARY KEY DEFAULT uuidv7(),
  business_id   uuid        NOT NULL REFERENCES business,
  scope         text        NOT NULL CHECK (scope IN ('PAYOUT', 'DAY')),
  above_paise   bigint      NOT NULL CHECK (above_paise >= 0),
  people_needed smallint    NOT NULL CHECK (people_needed BETWEEN 1 AND 5),
  valid_hours   smallint    NOT NULL CHECK (valid_hours BETWEEN 1 AND 720),
  checkers      uuid[]      NOT NULL DEFAULT '{}',
  created_at    timestamptz NOT NULL DEFAULT now(),
  ended_at      timestamptz CHECK (ended_at >= created_at),
  CHECK (cardinality(checkers) = 0 OR cardinality(checkers) BETWEEN people_needed AND 20)
);

CREATE UNIQUE INDEX payout_rule_present ON payout_rule (business_id, scope, above_paise) WHERE ended_at IS NULL;

COMMENT ON TABLE payout_rule IS 'Which payouts need an approval. A set of rules is replaced as a whole by two people; ended rules stay.';
COMMENT ON COLUMN payout_rule.scope IS 'PAYOUT: the amount of one payout. DAY: all debits of the wallet on an Indian day, of single payouts and of files, with this one.';
COMMENT ON COLUMN payout_rule.above_paise IS 'The rule applies above this many paise. Of several, the one with the highest bound applies.';
COMMENT ON COLUMN payout_rule.people_needed IS 'Checkers who must agree.';
COMMENT ON COLUMN payout_rule.valid_hours IS 'Hours until an approval that is not given expires.';
COMMENT ON COLUMN payout_rule.checkers IS 'People of whom any people_needed decide; empty for every checker of the business.';

CREATE TRIGGER payout_rule_needs_two_people BEFORE INSERT OR UPDATE OR DELETE ON payout_rule
  FOR EACH ROW EXECUTE FUNCTION require_agreement('PAYOUT_RULES');
CREATE TRIGGER payout_rule_is_never_deleted BEFORE DELETE OR TRUNCATE ON payout_rule
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE payout_rule_proposal (
  approval_id uuid PRIMARY KEY REFERENCES approval,
  business_id uuid NOT NULL REFERENCES business,
  content     text NOT NULL CHECK (length(content) BETWEEN 2 AND 20000)
);

CREATE TRIGGER payout_rule_proposal_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON payout_rule_proposal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payout_rule_proposal_has_hash_of_approval BEFORE INSERT ON payout_rule_proposal
  FOR EACH ROW EXECUTE FUNCTION compare_content_hash();

COMMENT ON TABLE payout_rule_proposal IS 'The set of rules that an approval of the kind PAYOUT_RULES is about.';
COMMENT ON COLUMN payout_rule_proposal.content IS 'JSON of the rules; its SHA-256 is the content_hash of the approval.';

CREATE TABLE approval_checker (
  approval_id uuid NOT NULL REFERENCES approval,
  person_id   uuid NOT NULL REFERENCES person,
  PRIMARY KEY (approval_id, person_id)
);

COMMENT ON TABLE approval_checker IS 'The people who may decide an approval. Without a row every checker of the business may.';

CREATE TABLE payout_day (
  business_id         uuid   PRIMARY KEY REFERENCES wallet,
  day                 date   NOT NULL,
  debits_before_paise bigint NOT NULL CHECK (debits_before_paise >= 0)
);

COMMENT ON TABLE payout_day IS 'Kept under the lock of the wallet, for businesses with rules for a day.';
COMMENT ON COLUMN payout_day.day IS 'Indian day of the last debit that was tried.';
COMMENT ON COLUMN payout_day.debits_before_paise IS 'Paise of all debits of the wallet before that day: total credits minus balance.';

-- The rule by which an approval is asked for: the given one, and at least the people that the amount needs.
CREATE FUNCTION payout_approval_rule(of_business uuid, of_amount_paise bigint, given uuid,
  OUT description text, OUT people_needed smallint, OUT valid_hours smallint, OUT checkers uuid[]) RETURNS SETOF record LANGUAGE sql STABLE AS $$
  SELECT CASE r.scope WHEN 'DAY' THEN 'Above INR ' || to_char(r.above_paise / 100.0, 'FM999999999999990.00') || ' on one day'
                      ELSE 'Above INR ' || to_char(r.above_paise / 100.0, 'FM999999999999990.00') END,
         r.people_needed, r.valid_hours, r.checkers
    FROM payout_rule r
   WHERE r.business_id = of_business
     AND (r.rule_id = given OR (r.ended_at IS NULL AND r.scope = 'PAYOUT' AND r.above_paise < of_amount_paise))
   ORDER BY r.people_needed DESC, r.above_paise DESC LIMIT 1
$$;

-- The second check of who decides about payouts and their rules. The first is in the application.
CREATE FUNCTION check_checker() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  asked approval;
BEGIN
  SELECT * INTO asked FROM approval WHERE approval_id = NEW.approval_id;
  IF asked.kind = 'PAYOUT' AND NOT EXISTS (SELECT FROM membership m
       WHERE m.business_id = asked.business_id AND m.person_id = NEW.checker_id AND m.role = 'CHECKER') THEN
    RAISE EXCEPTION 'approval %: only a checker of the business decides about payouts', NEW.approval_id USING ERRCODE = 'check_violation';
  END IF;
  IF EXISTS (SELECT FROM approval_checker c WHERE c.approval_id = NEW.approval_id)
     AND NOT EXISTS (SELECT FROM approval_checker c WHERE c.approval_id = NEW.approval_id AND c.person_id = NEW.checker_id) THEN
    RAISE EXCEPTION 'approval %: its rule names other checkers', NEW.approval_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER approval_decision_is_by_checker BEFORE INSERT ON approval_decision FOR EACH ROW EXECUTE FUNCTION check_checker();

-- Notes and tags end with the other personal data of a payout.
DO $$
DECLARE
  body text := (SELECT prosrc FROM pg_proc WHERE proname = 'erase_payouts');
BEGIN
  EXECUTE format($f$CREATE OR REPLACE FUNCTION erase_payouts(from_time timestamptz, before timestamptz, most integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS %L$f$,
    replace(body, '  RETURN cardinality(payouts);', '  UPDATE payout_detail d SET notes = ''{}'', tags = ''{}'', purpose = NULL
    FROM unnest(businesses, payouts) AS due (business_id, payout_id)
   WHERE d.business_id = due.business_id AND d.payout_id = due.payout_id;
  RETURN cardinality(payouts);'));
END $$;

-- The second lock of the merchant portal, as in V044: its pages pay, decide and propose.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['payout_detail', 'payout_hold', 'payout_rule', 'payout_rule_proposal', 'payout_day'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY permit ON %I USING (true) WITH CHECK (true)', name);
    EXECUTE format('CREATE POLICY of_the_business ON %I AS RESTRICTIVE TO hundi_portal_merchant USING (business_id = acting_business())', name);
  END LOOP;
  -- Named apart from the policies that other pages of the portal bring for the same tables.
  FOREACH name IN ARRAY ARRAY['payout', 'payout_event', 'beneficiary', 'beneficiary_event', 'wallet', 'price_plan', 'commission_slab', 'rail_limit'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY permit_to_pay ON %I USING (true) WITH CHECK (true)', name);
    EXECUTE format('CREATE POLICY pay_for_the_business ON %I AS RESTRICTIVE TO hundi_portal_merchant USING (business_id = acting_business())', name);
  END LOOP;
END $$;

ALTER TABLE approval_checker ENABLE ROW LEVEL SECURITY;
CREATE POLICY permit ON approval_checker USING (true) WITH CHECK (true);
CREATE POLICY of_the_business ON approval_checker AS RESTRICTIVE TO hundi_portal_merchant
  USING (EXISTS (SELECT FROM approval a WHERE a.approval_id = approval_checker.approval_id));
