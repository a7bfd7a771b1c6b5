INSERT INTO ledger_account (account_id, code) VALUES (7, 'expense:bank-charges');

CREATE TABLE reconciliation_rules (
  version     integer     PRIMARY KEY CHECK (version >= 1),
  valid_from  date        NOT NULL,
  content     text        NOT NULL CHECK (length(content) <= 2000),
  trial_id    uuid,
  approval_id uuid        UNIQUE REFERENCES approval,
  maker       text        NOT NULL CHECK (length(maker) BETWEEN 1 AND 254),
  checker     text        NOT NULL CHECK (length(checker) BETWEEN 1 AND 254),
  created_at  timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT reconciliation_rules_checker_is_not_maker CHECK (approval_id IS NULL OR lower(checker) <> lower(maker)),
  CONSTRAINT reconciliation_rules_are_tried CHECK (approval_id IS NULL OR trial_id IS NOT NULL)
);

COMMENT ON TABLE reconciliation_rules IS 'Append-only: within how many bank days rules match, and which bank charges a run posts. A day is closed with the highest version whose first day is not after it.';
COMMENT ON COLUMN reconciliation_rules.valid_from IS 'First business date, Asia/Kolkata.';
COMMENT ON COLUMN reconciliation_rules.content IS 'JSON as it was agreed to: validFrom, trialId and rules (dev.hundi.reconciliation.ProposedRules); amounts in paise.';
COMMENT ON COLUMN reconciliation_rules.trial_id IS 'The operator request that tried it on a closed day. Ended requests are deleted after some time.';
COMMENT ON COLUMN reconciliation_rules.approval_id IS 'The approval by two people; null for the version that an installation begins with.';
COMMENT ON COLUMN reconciliation_rules.maker IS 'E-mail address of the person who proposed it.';
COMMENT ON COLUMN reconciliation_rules.checker IS 'E-mail address of the person who agreed.';

CREATE TRIGGER reconciliation_rules_are_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON reconciliation_rules
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

INSERT INTO reconciliation_rules (version, valid_from, content, maker, checker) VALUES
  (1, '2000-01-01', '{"validFrom":"2000-01-01","trialId":null,"rules":{"windowBankDays":null,"tolerances":{}}}', 'INSTALLATION', 'INSTALLATION');

-- What is stored is what two people agreed to after a trial, in the transaction that executes the approval. Maker and checker are theirs.
CREATE FUNCTION require_agreed_rules() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  agreed   approval;
  proposed jsonb := NEW.content::jsonb;
  days     jsonb := proposed #> '{rules,windowBankDays}';
BEGIN
  SELECT * INTO agreed FROM approval
   WHERE approval_id = NEW.approval_id AND kind = 'RECONCILIATION_RULES' AND executed_at >= transaction_timestamp()
     AND content_hash = sha256(convert_to(NEW.content, 'UTF8'));
  IF NOT FOUND THEN
    RAISE EXCEPTION 'reconciliation_rules: two people must agree to this content' USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.valid_from::text, NEW.trial_id::text) IS DISTINCT FROM (proposed ->> 'validFrom', proposed ->> 'trialId')
     OR NEW.valid_from < (now() AT TIME ZONE 'Asia/Kolkata')::date THEN
    RAISE EXCEPTION 'reconciliation_rules: first day and trial are those of the content, and the day is not past' USING ERRCODE = 'check_violation';
  END IF;
  IF NOT EXISTS (SELECT FROM operator_request r
                  WHERE r.request_id = NEW.trial_id AND r.kind = 'READ_RULES_TRIAL' AND r.state = 'DONE'
                    AND r.arguments -> 'rules' = proposed -> 'rules') THEN
    RAISE EXCEPTION 'reconciliation_rules: these rules were not tried on a closed day' USING ERRCODE = 'check_violation';
  END IF;
  IF coalesce(jsonb_typeof(days), 'missing') NOT IN ('number', 'null') OR (jsonb_typeof(days) = 'number' AND days::numeric NOT BETWEEN 0 AND 250)
     OR EXISTS (SELECT FROM jsonb_each(proposed #> '{rules,tolerances}') AS tolerance
                 WHERE tolerance.key NOT IN ('CHARGE', 'GST') OR jsonb_typeof(tolerance.value) <> 'number'
                    OR tolerance.value::numeric NOT BETWEEN 1 AND 100000) THEN
    RAISE EXCEPTION 'reconciliation_rules: 0 to 250 bank days, and 1 to 100000 paise for CHARGE and GST' USING ERRCODE = 'check_violation';
  END IF;
  NEW.maker := (SELECT email FROM person WHERE person_id = agreed.maker_id);
  NEW.checker := (SELECT p.email FROM approval_decision d JOIN person p ON p.person_id = d.checker_id
                   WHERE d.approval_id = agreed.approval_id AND d.decision = 'AGREE');
  RETURN NEW;
END $$;

CREATE TRIGGER reconciliation_rules_are_agreed BEFORE INSERT ON reconciliation_rules FOR EACH ROW EXECUTE FUNCTION require_agreed_rules();

ALTER TABLE reconciliation_run ADD rules_version integer REFERENCES reconciliation_rules;

COMMENT ON COLUMN reconciliation_run.rules_version IS 'The version of reconciliation_rules that it used; null until it has collected.';

-- A charge within its tolerance is in one match with the other charges of its statement and type, and with their posting.
ALTER TABLE reconciliation_match_item DROP CONSTRAINT reconciliation_match_item_rule_check;
ALTER TABLE reconciliation_match_item ADD CONSTRAINT reconciliation_match_item_rule_check CHECK (rule IN (
  'UTR_AMOUNT', 'REFERENCE_AMOUNT', 'BATCH_TOTAL', 'DEBIT_RETURN', 'EFFECT', 'TOLERANCE', 'BY_HAND', 'REVOKED')) NOT VALID;
