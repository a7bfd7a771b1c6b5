ALTER TABLE statement_profile ADD trial_id uuid;

COMMENT ON COLUMN statement_profile.trial_id IS 'The operator request that tried it on the files of a day or a sample. Ended requests are deleted after some time; the content keeps the result.';
COMMENT ON COLUMN statement_profile.content IS 'JSON as it was agreed to: name, validFrom, profile, trialId and tried, the result of the trial (dev.hundi.statement.ProposedProfile).';

-- Versions that were agreed to before have no trial.
ALTER TABLE statement_profile ADD CONSTRAINT statement_profile_is_tried CHECK (approval_id IS NULL OR trial_id IS NOT NULL) NOT VALID;

-- A version is what two people agreed to after a trial, in the transaction that executes the approval. Maker and checker are theirs.
-- Arguments: kind of the approvals, kind of the trials, and where the content and the arguments of a trial have what was tried.
CREATE FUNCTION require_agreed_version() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  agreed   approval;
  proposed jsonb := NEW.content::jsonb;
BEGIN
  SELECT * INTO agreed FROM approval
   WHERE approval_id = NEW.approval_id AND kind = TG_ARGV[0] AND executed_at >= transaction_timestamp()
     AND content_hash = sha256(convert_to(NEW.content, 'UTF8'));
  IF NOT FOUND THEN
    RAISE EXCEPTION '%: two people must agree to this content', TG_TABLE_NAME USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.valid_from::text, NEW.trial_id::text) IS DISTINCT FROM (proposed ->> 'validFrom', proposed ->> 'trialId')
     OR NEW.valid_from < (now() AT TIME ZONE 'Asia/Kolkata')::date THEN
    RAISE EXCEPTION '%: first day and trial are those of the content, and the day is not past', TG_TABLE_NAME USING ERRCODE = 'check_violation';
  END IF;
  IF NOT EXISTS (SELECT FROM operator_request r
                  WHERE r.request_id = NEW.trial_id AND r.kind = TG_ARGV[1] AND r.state = 'DONE'
                    AND r.arguments #> TG_ARGV[3]::text[] = proposed #> TG_ARGV[2]::text[]) THEN
    RAISE EXCEPTION '%: this content was not tried', TG_TABLE_NAME USING ERRCODE = 'check_violation';
  END IF;
  NEW.maker := (SELECT email FROM person WHERE person_id = agreed.maker_id);
  NEW.checker := (SELECT p.email FROM approval_decision d JOIN person p ON p.person_id = d.checker_id
                   WHERE d.approval_id = agreed.approval_id AND d.decision = 'AGREE');
  RETURN NEW;
END $$;

-- The trial read lines with the profile, and its result is the one that was agreed to.
CREATE FUNCTION check_profile_content() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  proposed jsonb := NEW.content::jsonb;
BEGIN
  IF NEW.name IS DISTINCT FROM proposed ->> 'name' THEN
    RAISE EXCEPTION 'statement_profile: the name is that of the content' USING ERRCODE = 'check_violation';
  END IF;
  IF NOT EXISTS (SELECT FROM operator_request r
                  WHERE r.request_id = NEW.trial_id AND r.arguments #>> '{proposed,name}' = NEW.name
                    AND (r.result ->> 'linesRead')::bigint > 0
                    AND NOT EXISTS (SELECT FROM jsonb_array_elements(r.result -> 'problems') AS problem WHERE problem ->> 'profile' <> 'present')
                    AND proposed -> 'tried' = jsonb_build_object('day', r.arguments -> 'day', 'linesRead', r.result -> 'linesRead',
                          'linesChanged', r.result -> 'linesChanged', 'matchesWon', r.result -> 'matchesWon', 'matchesLost', r.result -> 'matchesLost')) THEN
    RAISE EXCEPTION 'statement_profile: the trial read no line of this profile, or its result is another one' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION check_rules_content() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  rules jsonb := NEW.content::jsonb -> 'rules';
  days  jsonb := rules -> 'windowBankDays';
  cap   jsonb := rules -> 'chargeCapPaise';
BEGIN
  IF coalesce(jsonb_typeof(days), 'missing') NOT IN ('number', 'null') OR (jsonb_typeof(days) = 'number' AND days::numeric NOT BETWEEN 0 AND 250)
     OR EXISTS (SELECT FROM jsonb_each(rules -> 'tolerances') AS tolerance
                 WHERE tolerance.key NOT IN ('CHARGE', 'GST') OR jsonb_typeof(tolerance.value) <> 'number'
                    OR tolerance.value::numeric NOT BETWEEN 1 AND 100000) THEN
    RAISE EXCEPTION 'reconciliation_rules: 0 to 250 bank days, and 1 to 100000 paise for CHARGE and GST' USING ERRCODE = 'check_violation';
  END IF;
  -- Proposals that are older than the cap do not state it.
  IF cap IS NOT NULL AND (jsonb_typeof(cap) <> 'number' OR cap::numeric NOT BETWEEN 1 AND 100000000) THEN
    RAISE EXCEPTION 'reconciliation_rules: a cap of 1 to 100000000 paise' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

DROP TRIGGER statement_profile_is_agreed ON statement_profile;
DROP TRIGGER reconciliation_rules_are_agreed ON reconciliation_rules;
DROP FUNCTION require_agreed_profile;
DROP FUNCTION require_agreed_rules;

CREATE TRIGGER statement_profile_is_agreed BEFORE INSERT ON statement_profile FOR EACH ROW
  EXECUTE FUNCTION require_agreed_version('STATEMENT_PROFILE', 'READ_PROFILE_TRIAL', '{profile}', '{proposed,profile}');
CREATE TRIGGER statement_profile_is_consistent BEFORE INSERT ON statement_profile FOR EACH ROW EXECUTE FUNCTION check_profile_content();
CREATE TRIGGER reconciliation_rules_are_agreed BEFORE INSERT ON reconciliation_rules FOR EACH ROW
  EXECUTE FUNCTION require_agreed_version('RECONCILIATION_RULES', 'READ_RULES_TRIAL', '{rules}', '{rules}');
CREATE TRIGGER reconciliation_rules_are_bounded BEFORE INSERT ON reconciliation_rules FOR EACH ROW EXECUTE FUNCTION check_rules_content();
