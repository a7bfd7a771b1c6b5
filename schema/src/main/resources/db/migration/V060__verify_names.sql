ALTER TABLE price_plan ADD COLUMN verification_paise bigint CHECK (verification_paise >= 0);

COMMENT ON COLUMN price_plan.verification_paise IS 'Fee in paise, without GST, for one name verification with a result; null means the platform''s fee.';

INSERT INTO ledger_account (account_id, code) VALUES (6, 'revenue:verification');

ALTER TABLE ledger_transaction DROP CONSTRAINT ledger_transaction_kind_check;
ALTER TABLE ledger_transaction ADD CONSTRAINT ledger_transaction_kind_check
  CHECK (kind IN ('TOPUP', 'PAYOUT_DEBIT', 'PAYOUT_SETTLEMENT', 'PAYOUT_REVERSAL', 'ADJUSTMENT', 'VERIFICATION_FEE')) NOT VALID;
ALTER TABLE wallet_movement DROP CONSTRAINT wallet_movement_type_check, DROP CONSTRAINT wallet_movement_type_matches_direction;
ALTER TABLE wallet_movement
  ADD CONSTRAINT wallet_movement_type_check
    CHECK (type IN ('TOPUP', 'PAYOUT_DEBIT', 'PAYOUT_REVERSAL', 'ADJUSTMENT', 'VERIFICATION_FEE')) NOT VALID,
  ADD CONSTRAINT wallet_movement_type_matches_direction
    CHECK (type = 'ADJUSTMENT' OR (type IN ('PAYOUT_DEBIT', 'VERIFICATION_FEE')) = (direction = 'DEBIT')) NOT VALID;

CREATE TABLE name_verification (
  business_id     uuid        NOT NULL REFERENCES business,
  verification_id uuid        NOT NULL DEFAULT uuidv7(),
  beneficiary_id  uuid,
  name            text        NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  account_number  text,
  ifsc            text,
  vpa             text,
  fee_paise       bigint      NOT NULL CHECK (fee_paise >= 0),
  gst_paise       bigint      NOT NULL CHECK (gst_paise >= 0),
  requested_by    text        NOT NULL CHECK (length(requested_by) BETWEEN 1 AND 100),
  requested_at    timestamptz NOT NULL DEFAULT now(),
  due_at          timestamptz DEFAULT now(),
  attempt_count   integer     NOT NULL DEFAULT 0 CHECK (attempt_count >= 0),
  bank            text        CHECK (length(bank) BETWEEN 1 AND 40),
  problem         text        CHECK (length(problem) <= 300),
  result          text        CHECK (result IN ('MATCH', 'CLOSE', 'MISMATCH', 'UNAVAILABLE')),
  score           smallint    CHECK (score BETWEEN 0 AND 100),
  name_at_bank    text        CHECK (length(name_at_bank) BETWEEN 1 AND 200),
  checked_at      timestamptz,
  charge_id       uuid,
  PRIMARY KEY (business_id, verification_id),
  FOREIGN KEY (business_id, beneficiary_id) REFERENCES beneficiary,
  CONSTRAINT name_verification_due_until_checked CHECK ((result IS NULL) = (due_at IS NOT NULL) AND (result IS NULL) = (checked_at IS NULL)),
  CONSTRAINT name_verification_score_with_result CHECK ((result IN ('MATCH', 'CLOSE', 'MISMATCH')) IS TRUE = (score IS NOT NULL)),
  CONSTRAINT name_verification_charged_with_result CHECK (
    (charge_id IS NOT NULL) = ((result <> 'UNAVAILABLE') IS TRUE AND fee_paise + gst_paise > 0)),
  CONSTRAINT name_verification_of_own_account_is_free CHECK (beneficiary_id IS NOT NULL OR fee_paise + gst_paise = 0)
);

CREATE INDEX name_verification_due ON name_verification (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX name_verification_beneficiary ON name_verification (beneficiary_id, verification_id) WHERE beneficiary_id IS NOT NULL;
CREATE UNIQUE INDEX name_verification_running ON name_verification (beneficiary_id, business_id)
  WHERE result IS NULL AND beneficiary_id IS NOT NULL;
CREATE INDEX name_verification_settlement_account ON name_verification (verification_id, business_id) WHERE beneficiary_id IS NULL;

COMMENT ON TABLE name_verification IS 'The holder''s name of an account or VPA, asked of a bank because a business asked for it, or because it submitted its own account in onboarding. The row is the request, the timer and the result.';
COMMENT ON COLUMN name_verification.beneficiary_id IS 'Null: the settlement account of a business in onboarding.';
COMMENT ON COLUMN name_verification.name IS 'As the business gave it when it asked; so are the account and the VPA.';
COMMENT ON COLUMN name_verification.fee_paise IS 'The price of that moment in paise, without GST. Charged with the result, and never for UNAVAILABLE.';
COMMENT ON COLUMN name_verification.requested_by IS 'API, PORTAL and the person, or ONBOARDING.';
COMMENT ON COLUMN name_verification.due_at IS 'When a bank may be asked; the end of the lease while one is asked; null once there is a result.';
COMMENT ON COLUMN name_verification.problem IS 'Why the last attempt had no result.';
COMMENT ON COLUMN name_verification.score IS 'Similarity of the names, 0 to 100. MATCH from 90, CLOSE from 70.';
COMMENT ON COLUMN name_verification.charge_id IS 'The ledger transaction of the fee; null if nothing was charged.';

CREATE TRIGGER name_verification_is_never_deleted BEFORE DELETE OR TRUNCATE ON name_verification
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A result stays. Personal data may be erased from it.
CREATE FUNCTION keep_verification_result() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.business_id, OLD.verification_id, OLD.beneficiary_id, OLD.fee_paise, OLD.gst_paise, OLD.requested_at)
       IS DISTINCT FROM (NEW.business_id, NEW.verification_id, NEW.beneficiary_id, NEW.fee_paise, NEW.gst_paise, NEW.requested_at)
     OR (OLD.result IS NOT NULL
         AND (OLD.result, OLD.score, OLD.checked_at, OLD.charge_id) IS DISTINCT FROM (NEW.result, NEW.score, NEW.checked_at, NEW.charge_id)) THEN
    RAISE EXCEPTION 'verification % has a result, or another price or subject', OLD.verification_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER name_verification_keeps_result BEFORE UPDATE ON name_verification
  FOR EACH ROW EXECUTE FUNCTION keep_verification_result();

ALTER TABLE name_verification ENABLE ROW LEVEL SECURITY;
CREATE POLICY permit ON name_verification USING (true) WITH CHECK (true);
CREATE POLICY of_the_business ON name_verification AS RESTRICTIVE TO hundi_portal_merchant USING (business_id = acting_business());

CREATE VIEW settlement_account_verification AS
SELECT business_id, verification_id, name, result, score, name_at_bank, requested_at, checked_at
  FROM name_verification WHERE beneficiary_id IS NULL;

COMMENT ON VIEW settlement_account_verification IS 'What the reviewers of onboarding read: name verifications of merchants'' own accounts, and none of payees.';

CREATE VIEW verification_violation AS
SELECT 'verification differs from its charge' AS rule, v.verification_id::text AS subject
  FROM name_verification v
 WHERE v.charge_id IS NOT NULL
   AND NOT EXISTS (SELECT FROM ledger_transaction t
                     JOIN wallet w ON w.business_id = t.business_id
                     JOIN ledger_entry e ON e.business_id = t.business_id AND e.transaction_id = t.transaction_id AND e.account_id = w.account_id
                    WHERE t.business_id = v.business_id AND t.transaction_id = v.charge_id AND t.kind = 'VERIFICATION_FEE'
                      AND t.reference = v.verification_id::text AND e.amount_paise = -(v.fee_paise + v.gst_paise))
UNION ALL
SELECT 'charge without its verification', t.transaction_id::text
  FROM ledger_transaction t
 WHERE t.kind = 'VERIFICATION_FEE'
   AND NOT EXISTS (SELECT FROM name_verification v WHERE v.business_id = t.business_id AND v.charge_id = t.transaction_id);

COMMENT ON VIEW verification_violation IS 'Rules of money_violation about fees of name verifications: each charged result has its one posting, and no other posting exists.';

CREATE OR REPLACE VIEW money_violation AS
SELECT rule, subject FROM posting_violation
UNION ALL
SELECT rule, subject FROM balance_violation
UNION ALL
SELECT rule, subject FROM orphan_violation
UNION ALL
SELECT rule, subject FROM reference_violation
UNION ALL
SELECT rule, subject FROM hold_violation
UNION ALL
SELECT rule, subject FROM verification_violation
UNION ALL
SELECT 'lines of a statement that is not accepted are matched or open', s.bank_statement_id::text
  FROM bank_statement s
 WHERE s.status <> 'ACCEPTED'
   AND (EXISTS (SELECT FROM reconciliation_match_item m WHERE m.bank_statement_id = s.bank_statement_id)
        OR EXISTS (SELECT FROM reconciliation_open_line l WHERE l.bank_statement_id = s.bank_statement_id));

CREATE OR REPLACE FUNCTION erase_beneficiary(of_business uuid, of_beneficiary uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE beneficiary
     SET name = 'ERASED', email = NULL, phone_number = '0000000000', account_number = NULL, ifsc = NULL, vpa = NULL, erased_at = now()
   WHERE business_id = of_business AND beneficiary_id = of_beneficiary;
  UPDATE beneficiary_event SET snapshot = erased_snapshot(snapshot)
   WHERE business_id = of_business AND beneficiary_id = of_beneficiary;
  -- The key contains a digest of name and target, so each row needs another name.
  UPDATE beneficiary_verification
     SET name = 'ERASED ' || target_version, account_number = NULL, ifsc = NULL, vpa = NULL, registered_name = NULL,
         registration_id = NULL, problem = NULL, note = CASE WHEN note IS NOT NULL THEN 'ERASED' END,
         state = CASE state WHEN 'DUE' THEN 'NOT_OFFERED' ELSE state END, due_at = NULL, answered_at = coalesce(answered_at, now())
   WHERE business_id = of_business AND beneficiary_id = of_beneficiary;
  UPDATE name_verification
     SET name = 'ERASED', account_number = NULL, ifsc = NULL, vpa = NULL, name_at_bank = NULL, problem = NULL,
         result = coalesce(result, 'UNAVAILABLE'), due_at = NULL, checked_at = coalesce(checked_at, now())
   WHERE business_id = of_business AND beneficiary_id = of_beneficiary;
END $$;

CREATE OR REPLACE FUNCTION unerased_beneficiaries(before timestamptz) RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  SELECT (SELECT count(*) FROM beneficiary
           WHERE status = 0 AND updated_at < before
             AND (name <> 'ERASED' OR phone_number <> '0000000000' OR num_nonnulls(email, account_number, vpa) > 0))
       + (SELECT count(*) FROM beneficiary b JOIN beneficiary_event e USING (business_id, beneficiary_id)
           WHERE b.status = 0 AND b.updated_at < before
             AND jsonb_exists_any(e.snapshot, ARRAY['name', 'phoneNumber', 'email', 'accountNumber', 'vpa']))
       + (SELECT count(*) FROM beneficiary b JOIN beneficiary_verification v USING (business_id, beneficiary_id)
           WHERE b.status = 0 AND b.updated_at < before
             AND (v.name NOT LIKE 'ERASED%' OR num_nonnulls(v.registered_name, v.account_number, v.vpa) > 0))
       + (SELECT count(*) FROM beneficiary b JOIN name_verification v USING (business_id, beneficiary_id)
           WHERE b.status = 0 AND b.updated_at < before
             AND (v.name <> 'ERASED' OR num_nonnulls(v.name_at_bank, v.account_number, v.vpa) > 0))
$$;
