-- A bank reported one UTR for two payouts, and both were recorded as paid.
CREATE TABLE payout_utr (
  utr         text NOT NULL PRIMARY KEY CHECK (is_canonical_utr(utr) AND length(utr) <= 35),
  business_id uuid NOT NULL,
  payout_id   uuid NOT NULL
);

COMMENT ON TABLE payout_utr IS 'The payout that was settled under a UTR; no other payout can be settled under it. Written by the settlement only. It has no foreign key: a settlement pays for one index entry, payouts are never deleted, and the trigger payout_has_own_utr compares the two.';
COMMENT ON COLUMN payout_utr.utr IS 'In its canonical form: letters in upper case and digits.';

-- Of payouts that share a UTR from before, the oldest has it.
INSERT INTO payout_utr (utr, business_id, payout_id)
SELECT DISTINCT ON (utr) utr, business_id, payout_id FROM payout WHERE utr IS NOT NULL ORDER BY utr, payout_id;

CREATE TRIGGER payout_utr_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON payout_utr
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION check_payout_has_own_utr() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM payout_utr u
                  WHERE u.utr = NEW.utr AND u.business_id = NEW.business_id AND u.payout_id = NEW.payout_id) THEN
    RAISE EXCEPTION 'payout % may not be settled under the UTR of another payout', NEW.payout_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER payout_has_own_utr AFTER UPDATE OF status ON payout
  FOR EACH ROW WHEN (NEW.status = 11 AND OLD.status <> 11 AND NEW.utr IS NOT NULL) EXECUTE FUNCTION check_payout_has_own_utr();

ALTER TABLE bank_attempt
  ADD COLUMN implausible_at     timestamptz,
  ADD COLUMN implausible_reason text CHECK (length(implausible_reason) BETWEEN 1 AND 500),
  ADD COLUMN return_asked_at    timestamptz,
  ADD CONSTRAINT bank_attempt_implausible_is_complete CHECK ((implausible_at IS NULL) = (implausible_reason IS NULL)),
  ADD CONSTRAINT bank_attempt_implausible_is_open CHECK (implausible_at IS NULL OR state IN ('PENDING', 'IN_DOUBT')),
  ADD CONSTRAINT bank_attempt_return_of_success CHECK (return_asked_at IS NULL OR state = 'SUCCEEDED');

CREATE INDEX bank_attempt_implausible ON bank_attempt (implausible_at) WHERE implausible_at IS NOT NULL;

COMMENT ON COLUMN bank_attempt.implausible_at IS 'When the bank first gave an answer that cannot be about this order. Until a plausible answer settles the attempt it needs manual review and is never sent again.';
COMMENT ON COLUMN bank_attempt.implausible_reason IS 'What was wrong with the most recent one.';
COMMENT ON COLUMN bank_attempt.return_asked_at IS 'When the current enquiries about a return began.';

ALTER TABLE bank_callback ADD COLUMN judge_at timestamptz;

-- A callback that waited for its order's answer was never judged again.
UPDATE bank_callback SET judge_at = now() WHERE verdict IN ('UNDER_WAY', 'ENQUIRED');

CREATE INDEX bank_callback_judge ON bank_callback (judge_at) WHERE judge_at IS NOT NULL;

COMMENT ON COLUMN bank_callback.verdict IS 'How it compared with the attempt when it was last judged: when received, on each repeat until it agrees, and at judge_at.';
COMMENT ON COLUMN bank_callback.judge_at IS 'When it is judged again, because the order was not final; null once it is.';

CREATE OR REPLACE VIEW manual_review AS
SELECT 'ENQUIRIES_ENDED' AS kind, a.business_id, a.payout_id AS subject_id, a.bank, a.updated_at AS since,
       'The payout is ' || a.state || ' under ' || a.reference || ' since ' || a.claimed_at AS detail
  FROM bank_attempt a
 WHERE a.due_at IS NULL AND a.state IN ('PENDING', 'IN_DOUBT')
UNION ALL
SELECT 'BANK_IMPLAUSIBLE', a.business_id, a.payout_id, a.bank, a.implausible_at, a.reference || ': ' || a.implausible_reason
  FROM bank_attempt a
 WHERE a.implausible_at IS NOT NULL
UNION ALL
SELECT 'BANK_CONTRADICTS', c.business_id, c.payout_id, c.bank, c.first_seen_at,
       c.reported_by || ' says ' || c.reported || ', recorded is ' || c.recorded || ': ' || c.detail
  FROM bank_conflict c
 WHERE c.settled_at IS NULL
UNION ALL
SELECT 'BENEFICIARY_' || v.state, v.business_id, v.beneficiary_id, v.bank, v.answered_at,
       'Given as "' || v.name || '"' || coalesce(', the bank has "' || v.registered_name || '"', '')
  FROM beneficiary_verification v
  JOIN beneficiary b ON b.business_id = v.business_id AND b.beneficiary_id = v.beneficiary_id
 WHERE v.state IN ('MISMATCH', 'INVALID') AND v.settled_at IS NULL AND b.status = 1 AND b.name = v.name
   AND (b.account_number, b.ifsc, lower(b.vpa)) IS NOT DISTINCT FROM (v.account_number, v.ifsc, lower(v.vpa));

DROP INDEX bank_file_status_unclear;
