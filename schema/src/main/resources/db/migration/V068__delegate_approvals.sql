CREATE TABLE approval_delegation (
  delegation_id uuid        PRIMARY KEY DEFAULT uuidv7(),
  business_id   uuid        NOT NULL REFERENCES business,
  from_person   uuid        NOT NULL REFERENCES person,
  to_person     uuid        NOT NULL REFERENCES person,
  starts_at     timestamptz NOT NULL,
  ends_at       timestamptz NOT NULL,
  created_at    timestamptz NOT NULL DEFAULT now(),
  ended_at      timestamptz,
  CHECK (from_person <> to_person),
  CHECK (ends_at > starts_at AND ends_at <= starts_at + interval '93 days')
);

CREATE INDEX approval_delegation_to ON approval_delegation (to_person, business_id) WHERE ended_at IS NULL;

COMMENT ON TABLE approval_delegation IS 'A checker who is away hands the right to approve payouts to a colleague for a period.';
COMMENT ON COLUMN approval_delegation.ended_at IS 'When it was ended before its time.';

CREATE FUNCTION check_delegation() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM membership m
                  WHERE m.business_id = NEW.business_id AND m.person_id = NEW.from_person AND m.role = 'CHECKER') THEN
    RAISE EXCEPTION 'only a checker of the business delegates approvals' USING ERRCODE = 'check_violation';
  ELSIF NOT EXISTS (SELECT FROM membership m
                     WHERE m.business_id = NEW.business_id AND m.person_id = NEW.to_person AND m.role <> 'DEVELOPER') THEN
    RAISE EXCEPTION 'approvals are delegated to people who read the payouts of the business' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER approval_delegation_is_possible BEFORE INSERT ON approval_delegation FOR EACH ROW EXECUTE FUNCTION check_delegation();
CREATE TRIGGER approval_delegation_is_never_deleted BEFORE DELETE OR TRUNCATE ON approval_delegation
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE approval_delegation ENABLE ROW LEVEL SECURITY;
CREATE POLICY permit ON approval_delegation USING (true) WITH CHECK (true);
CREATE POLICY of_the_business ON approval_delegation AS RESTRICTIVE TO hundi_portal_merchant USING (business_id = acting_business());

ALTER TABLE approval_decision ADD COLUMN on_behalf_of uuid REFERENCES person;

COMMENT ON COLUMN approval_decision.on_behalf_of IS 'The checker who delegated the right to decide; null if the person has it.';

-- A right counts once, whether its holder or a delegate decides.
CREATE UNIQUE INDEX approval_decision_right ON approval_decision (approval_id, coalesce(on_behalf_of, checker_id));

CREATE FUNCTION payout_right_holder(of_approval uuid, of_person uuid) RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  SELECT candidate.holder
    FROM approval a
   CROSS JOIN LATERAL (
     SELECT of_person AS holder, 0 AS place
     UNION ALL
     SELECT d.from_person, 1
       FROM approval_delegation d
      WHERE d.to_person = of_person AND d.business_id = a.business_id AND d.ended_at IS NULL
        AND d.starts_at <= clock_timestamp() AND d.ends_at > clock_timestamp()
        AND d.from_person IS DISTINCT FROM a.maker_id AND of_person IS DISTINCT FROM a.maker_id
        AND EXISTS (SELECT FROM membership m
                     WHERE m.business_id = a.business_id AND m.person_id = of_person AND m.role <> 'DEVELOPER')
        AND NOT EXISTS (SELECT FROM approval_decision o WHERE o.approval_id = a.approval_id AND o.checker_id = d.from_person)
   ) AS candidate
   WHERE a.approval_id = of_approval
     AND (session_user <> 'hundi_portal_merchant' OR a.business_id = acting_business())
     AND EXISTS (SELECT FROM membership m
                  WHERE m.business_id = a.business_id AND m.person_id = candidate.holder AND m.role = 'CHECKER')
     AND (NOT EXISTS (SELECT FROM approval_checker c WHERE c.approval_id = a.approval_id)
          OR EXISTS (SELECT FROM approval_checker c WHERE c.approval_id = a.approval_id AND c.person_id = candidate.holder))
     AND NOT EXISTS (SELECT FROM approval_decision o WHERE o.approval_id = a.approval_id AND o.on_behalf_of = candidate.holder)
   ORDER BY candidate.place, candidate.holder
   LIMIT 1
$$;

COMMENT ON FUNCTION payout_right_holder IS 'By whose right a person may decide an approval of a payout: the own one, or that of a checker who delegated it. Null if by none.';

CREATE OR REPLACE FUNCTION check_checker() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  asked approval;
  holder uuid;
BEGIN
  SELECT * INTO asked FROM approval WHERE approval_id = NEW.approval_id;
  NEW.on_behalf_of := NULL;
  IF asked.kind = 'PAYOUT' THEN
    holder := payout_right_holder(NEW.approval_id, NEW.checker_id);
    IF holder IS NULL THEN
      RAISE EXCEPTION 'approval %: only its checkers and their delegates decide', NEW.approval_id USING ERRCODE = 'check_violation';
    END IF;
    NEW.on_behalf_of := nullif(holder, NEW.checker_id);
  ELSIF EXISTS (SELECT FROM approval_checker c WHERE c.approval_id = NEW.approval_id)
     AND NOT EXISTS (SELECT FROM approval_checker c WHERE c.approval_id = NEW.approval_id AND c.person_id = NEW.checker_id) THEN
    RAISE EXCEPTION 'approval %: its rule names other checkers', NEW.approval_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- Thousands of payouts to approve hide no other request: requests are read by kind.
CREATE INDEX approval_open ON approval (kind, business_id, approval_id) WHERE state = 'OPEN';
