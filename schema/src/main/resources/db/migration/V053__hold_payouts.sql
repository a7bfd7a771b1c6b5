-- A held payout stays in status 3 until a person agrees, a time comes, or it ends. The flag is in the payout, because the debit decides
-- by it; why a payout is held and until when is in a table of its own, which plain payouts never read or write.
ALTER TABLE payout ADD COLUMN held boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT payout_held_waits CHECK (NOT held OR (status = 3 AND NOT queued)) NOT VALID;

COMMENT ON COLUMN payout.held IS 'Whether the debit passes over the payout in status 3; payout_hold has the reason.';

-- The sweep reads past none of the payouts that wait for a person or a day.
DROP INDEX payout_open;
CREATE INDEX payout_open ON payout (response_code, queued, payout_id) WHERE status IN (3, 4) AND NOT held;

ALTER TABLE payout_event DROP CONSTRAINT payout_event_stage_check;
ALTER TABLE payout_event ADD CONSTRAINT payout_event_stage_check CHECK (stage IN (
  'CREATED', 'RELEASED', 'WALLET_DEBITED', 'DISPATCHED', 'BANK_ACKNOWLEDGED', 'IN_DOUBT', 'SUCCESS', 'FAILED', 'RETURNED')) NOT VALID;

CREATE TABLE payout_detail (
  business_id uuid   NOT NULL,
  payout_id   uuid   NOT NULL,
  notes       jsonb  NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(notes) = 'object' AND octet_length(notes::text) <= 32000),
  purpose     text   CHECK (length(purpose) BETWEEN 1 AND 32),
  tags        text[] NOT NULL DEFAULT '{}' CHECK (cardinality(tags) <= 10),
  maker_id    uuid   REFERENCES person,
  PRIMARY KEY (business_id, payout_id)
);

CREATE INDEX payout_detail_tag ON payout_detail USING gin (tags) WHERE tags <> '{}';

COMMENT ON TABLE payout_detail IS 'Optional fields of a payout. Written with the payout, and only if one of them is present.';
COMMENT ON COLUMN payout_detail.notes IS 'Personal data, if the merchant writes any: an object of texts, {} once it is erased.';
COMMENT ON COLUMN payout_detail.maker_id IS 'The person who made the payout in the portal; null for the API.';

CREATE TABLE payout_hold (
  business_id   uuid        NOT NULL,
  payout_id     uuid        NOT NULL,
  reason        text        CHECK (reason IN ('APPROVAL', 'SCHEDULED')),
  scheduled_for timestamptz,
  approval_id   uuid        UNIQUE REFERENCES approval,
  decide_until  timestamptz CHECK ((decide_until IS NULL) = (approval_id IS NULL)),
  rule_id       uuid,
  created_at    timestamptz NOT NULL DEFAULT now(),
  ended_at      timestamptz CHECK ((ended_at IS NULL) = (reason IS NOT NULL)),
  PRIMARY KEY (business_id, payout_id),
  CHECK (reason <> 'SCHEDULED' OR scheduled_for IS NOT NULL)
);

CREATE INDEX payout_hold_scheduled ON payout_hold (scheduled_for) WHERE reason = 'SCHEDULED';
CREATE INDEX payout_hold_undecided ON payout_hold (decide_until) WHERE reason = 'APPROVAL';

COMMENT ON TABLE payout_hold IS 'Why a payout is or was held. The row stays, as the proof that what was debited was agreed to and due.';
COMMENT ON COLUMN payout_hold.reason IS 'What it waits for; null once it is released or has ended. APPROVAL comes before SCHEDULED.';
COMMENT ON COLUMN payout_hold.scheduled_for IS 'It is not debited before this time.';
COMMENT ON COLUMN payout_hold.decide_until IS 'expires_at of the approval.';
COMMENT ON COLUMN payout_hold.rule_id IS 'The rule that made the approval necessary; null if its maker wanted one.';
COMMENT ON COLUMN payout_hold.ended_at IS 'When it was released, or when the payout ended.';

CREATE TRIGGER payout_detail_has_payout AFTER INSERT ON payout_detail
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION check_has_payout();
CREATE TRIGGER payout_hold_has_payout AFTER INSERT ON payout_hold
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION check_has_payout();
CREATE TRIGGER payout_hold_is_never_deleted BEFORE DELETE OR TRUNCATE ON payout_hold
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- An API key makes payouts, but the accepted payout does not name it.
DO $$
BEGIN
  EXECUTE format('ALTER TABLE approval DROP CONSTRAINT %I', (SELECT conname FROM pg_constraint
    WHERE conrelid = 'approval'::regclass AND contype = 'c' AND pg_get_constraintdef(oid) LIKE '%num_nonnulls%'));
END $$;
ALTER TABLE approval ADD CONSTRAINT approval_has_maker
  CHECK (num_nonnulls(maker_id, maker_api_key) = 1 OR (kind = 'PAYOUT' AND num_nonnulls(maker_id, maker_api_key) = 0));

COMMENT ON COLUMN approval.maker_id IS 'Null if an API key asked. Both are null for a payout of the API.';

CREATE FUNCTION payout_content_hash(of_business uuid, of_payout uuid) RETURNS bytea LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  SELECT sha256(convert_to(jsonb_build_array(p.business_id, p.payout_id, p.beneficiary_id, p.beneficiary_name, p.account_number, p.ifsc,
           p.vpa, p.rail, p.amount_paise, p.commission_paise, p.gst_paise, p.merchant_reference_id, p.narration, h.scheduled_for)::text, 'UTF8'))
    FROM payout p
    LEFT JOIN payout_hold h ON h.business_id = p.business_id AND h.payout_id = p.payout_id
   WHERE p.business_id = of_business AND p.payout_id = of_payout
$$;

COMMENT ON FUNCTION payout_content_hash IS 'What an approval of a payout is about: payee, rail, amounts, reference and time. The payout keeps them.';

CREATE FUNCTION is_payout_agreed(of_approval uuid, of_business uuid, of_payout uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM approval a
                  WHERE a.approval_id = of_approval AND a.kind = 'PAYOUT' AND a.business_id = of_business AND a.state = 'AGREED'
                    AND a.content_hash = payout_content_hash(of_business, of_payout))
$$;

-- Whatever process releases a payout: only after the agreement, and not before its time.
CREATE FUNCTION check_held() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  hold payout_hold;
BEGIN
  SELECT * INTO hold FROM payout_hold WHERE business_id = NEW.business_id AND payout_id = NEW.payout_id;
  IF NEW.held AND hold.reason IS NULL THEN
    RAISE EXCEPTION 'payout % is held without a reason', NEW.payout_id USING ERRCODE = 'check_violation';
  ELSIF NOT NEW.held AND NEW.status = 3 AND hold.scheduled_for > clock_timestamp() THEN
    RAISE EXCEPTION 'payout % may not be released before %', NEW.payout_id, hold.scheduled_for USING ERRCODE = 'check_violation';
  ELSIF NOT NEW.held AND NEW.status = 3 AND hold.approval_id IS NOT NULL
        AND NOT is_payout_agreed(hold.approval_id, NEW.business_id, NEW.payout_id) THEN
    RAISE EXCEPTION 'payout % may not be released without its approval', NEW.payout_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER payout_held_has_reason AFTER INSERT ON payout FOR EACH ROW WHEN (NEW.held) EXECUTE FUNCTION check_held();
CREATE TRIGGER payout_release_is_legal AFTER UPDATE OF held ON payout
  FOR EACH ROW WHEN (OLD.held <> NEW.held) EXECUTE FUNCTION check_held();

-- Approvals are asked for in the transaction that holds the payout, so none is held for an approval that no one can give.
CREATE FUNCTION ask_for_payout_approval() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  asked approval;
BEGIN
  INSERT INTO approval (kind, business_id, content_hash, summary, maker_id, rule, people_needed, expires_at)
  SELECT 'PAYOUT', p.business_id, payout_content_hash(p.business_id, p.payout_id),
         format('Payout %s of INR %s', p.transaction_id, to_char(p.amount_paise / 100.0, 'FM999999999999990.00')), d.maker_id,
         coalesce(r.description, 'Its maker wants an approval'), coalesce(r.people_needed, 1),
         now() + make_interval(hours => coalesce(r.valid_hours, 72))
    FROM payout p
    LEFT JOIN payout_detail d ON d.business_id = p.business_id AND d.payout_id = p.payout_id
    LEFT JOIN LATERAL payout_approval_rule(p.business_id, p.amount_paise, NEW.rule_id) r ON true
   WHERE p.business_id = NEW.business_id AND p.payout_id = NEW.payout_id
  RETURNING * INTO STRICT asked;
  INSERT INTO approval_checker (approval_id, person_id)
  SELECT DISTINCT asked.approval_id, checker
    FROM payout p, payout_approval_rule(p.business_id, p.amount_paise, NEW.rule_id) r, unnest(r.checkers) AS checker
   WHERE p.business_id = NEW.business_id AND p.payout_id = NEW.payout_id;
  UPDATE payout_hold SET approval_id = asked.approval_id, decide_until = asked.expires_at
   WHERE business_id = NEW.business_id AND payout_id = NEW.payout_id;
  RETURN NULL;
END $$;

CREATE TRIGGER payout_hold_asks AFTER INSERT OR UPDATE OF reason ON payout_hold
  FOR EACH ROW WHEN (NEW.reason = 'APPROVAL' AND NEW.approval_id IS NULL) EXECUTE FUNCTION ask_for_payout_approval();

-- The merchants' role acts for its own business only; other roles name none.
CREATE FUNCTION require_acting_business(of_business uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF session_user = 'hundi_portal_merchant' AND of_business IS DISTINCT FROM acting_business() THEN
    RAISE EXCEPTION 'the session acts for another business' USING ERRCODE = 'insufficient_privilege';
  END IF;
END $$;

-- Locks in the order approval, hold, payout; a debit locks wallet, hold, payout. No transaction locks an approval and a wallet.
CREATE FUNCTION end_held_payout(of_business uuid, of_payout uuid, code text, message text, by_source text) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
  asked approval;
  ended payout;
BEGIN
  PERFORM require_acting_business(of_business);
  SELECT a.* INTO asked FROM payout_hold h JOIN approval a ON a.approval_id = h.approval_id
   WHERE h.business_id = of_business AND h.payout_id = of_payout AND h.reason IS NOT NULL FOR UPDATE OF a;
  -- In parentheses, because IF ends at the first THEN outside them.
  IF NOT (CASE code
       WHEN 'CANCELLED_BY_MERCHANT' THEN true
       WHEN 'REJECTED_BY_APPROVER' THEN coalesce(asked.state = 'REFUSED', false)
       WHEN 'APPROVAL_EXPIRED' THEN coalesce(asked.state = 'OPEN' AND asked.expires_at <= clock_timestamp(), false)
       ELSE false END) THEN
    RETURN false;
  END IF;
  UPDATE payout_hold SET reason = NULL, ended_at = clock_timestamp()
   WHERE business_id = of_business AND payout_id = of_payout AND reason IS NOT NULL;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  UPDATE payout
     SET status = 12, response_code = code, response_message = message, held = false, last_sequence = last_sequence + 1,
         updated_at = clock_timestamp(), completed_at = clock_timestamp()
   WHERE business_id = of_business AND payout_id = of_payout AND status = 3 AND held
  RETURNING * INTO STRICT ended;
  INSERT INTO payout_event (business_id, payout_id, sequence, from_status, status, stage, source, response_code, response_message)
  VALUES (of_business, of_payout, ended.last_sequence, 3, 12, 'FAILED', by_source, code, message);
  UPDATE approval SET state = 'WITHDRAWN', closed_at = clock_timestamp() WHERE approval_id = asked.approval_id AND state = 'OPEN';
  RETURN true;
END $$;

COMMENT ON FUNCTION end_held_payout IS 'Ends a held payout in status 12 without a movement: cancelled, rejected by a refused approval, or expired with an undecided one. False if it is not held for that.';

-- A payout leaves status 3 under the lock of its wallet, because a debit has read it without a lock of its own. A held payout is read by none.
CREATE FUNCTION cancel_queued_payout(of_business uuid, of_payout uuid, code text, message text, by_source text) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
  ended payout;
BEGIN
  PERFORM require_acting_business(of_business);
  PERFORM FROM wallet WHERE business_id = of_business FOR NO KEY UPDATE;
  UPDATE payout
     SET status = 12, response_code = code, response_message = message, queued = false, last_sequence = last_sequence + 1,
         updated_at = clock_timestamp(), completed_at = clock_timestamp()
   WHERE business_id = of_business AND payout_id = of_payout AND status = 3 AND queued AND code = 'CANCELLED_BY_MERCHANT'
  RETURNING * INTO ended;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  INSERT INTO payout_event (business_id, payout_id, sequence, from_status, status, stage, source, response_code, response_message)
  VALUES (of_business, of_payout, ended.last_sequence, 3, 12, 'FAILED', by_source, code, message);
  RETURN true;
END $$;

CREATE FUNCTION release_agreed_payout(of_business uuid, of_payout uuid, message text) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
  asked approval;
  hold payout_hold;
  released payout;
BEGIN
  PERFORM require_acting_business(of_business);
  SELECT a.* INTO asked FROM payout_hold h JOIN approval a ON a.approval_id = h.approval_id
   WHERE h.business_id = of_business AND h.payout_id = of_payout AND h.reason = 'APPROVAL' FOR UPDATE OF a;
  IF asked.executed_at IS NOT NULL OR is_payout_agreed(asked.approval_id, of_business, of_payout) IS NOT TRUE THEN
    RETURN false;
  END IF;
  UPDATE approval SET executed_at = clock_timestamp() WHERE approval_id = asked.approval_id;
  UPDATE payout_hold
     SET reason = CASE WHEN scheduled_for > clock_timestamp() THEN 'SCHEDULED' END,
         ended_at = CASE WHEN scheduled_for > clock_timestamp() THEN NULL ELSE clock_timestamp() END
   WHERE business_id = of_business AND payout_id = of_payout AND reason = 'APPROVAL'
  RETURNING * INTO STRICT hold;
  IF hold.reason IS NULL THEN
    UPDATE payout SET held = false, last_sequence = last_sequence + 1, updated_at = clock_timestamp()
     WHERE business_id = of_business AND payout_id = of_payout AND status = 3 AND held
    RETURNING * INTO STRICT released;
    INSERT INTO payout_event (business_id, payout_id, sequence, from_status, status, stage, source, response_code, response_message)
    VALUES (of_business, of_payout, released.last_sequence, 3, 3, 'RELEASED', 'APPROVAL', released.response_code, message);
  END IF;
  RETURN true;
END $$;

COMMENT ON FUNCTION release_agreed_payout IS 'Executes an agreed approval of a payout: releases it, or leaves it to its time. False if it is not agreed or was executed before.';

CREATE VIEW hold_violation AS
SELECT 'held payout without a reason, or the reverse' AS rule, h.payout_id::text AS subject
  FROM payout_hold h
  LEFT JOIN payout p ON p.business_id = h.business_id AND p.payout_id = h.payout_id
 WHERE (h.reason IS NOT NULL) IS DISTINCT FROM p.held
UNION ALL
SELECT 'held payout without a hold', p.payout_id::text
  FROM payout p
 WHERE p.held AND NOT EXISTS (SELECT FROM payout_hold h WHERE h.business_id = p.business_id AND h.payout_id = p.payout_id)
UNION ALL
SELECT 'payout debited without its approval', h.payout_id::text
  FROM payout_hold h
  JOIN approval a ON a.approval_id = h.approval_id
 WHERE (a.state <> 'AGREED' OR a.executed_at IS NULL)
   AND EXISTS (SELECT FROM ledger_transaction l WHERE l.business_id = h.business_id AND l.payout_id = h.payout_id)
UNION ALL
SELECT 'payout debited before its time', h.payout_id::text
  FROM payout_hold h
  JOIN payout_event e ON e.business_id = h.business_id AND e.payout_id = h.payout_id AND e.stage = 'WALLET_DEBITED'
 WHERE e.created_at < h.scheduled_for
UNION ALL
SELECT 'payout debited although it was cancelled', p.payout_id::text
  FROM payout p
 WHERE p.response_code IN ('CANCELLED_BY_MERCHANT', 'REJECTED_BY_APPROVER', 'APPROVAL_EXPIRED')
   AND (p.status <> 12 OR EXISTS (SELECT FROM ledger_transaction l WHERE l.business_id = p.business_id AND l.payout_id = p.payout_id));

COMMENT ON VIEW hold_violation IS 'Rules of money_violation about held payouts.';

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
SELECT 'lines of a statement that is not accepted are matched or open', s.bank_statement_id::text
  FROM bank_statement s
 WHERE s.status <> 'ACCEPTED'
   AND (EXISTS (SELECT FROM reconciliation_match_item m WHERE m.bank_statement_id = s.bank_statement_id)
        OR EXISTS (SELECT FROM reconciliation_open_line l WHERE l.bank_statement_id = s.bank_statement_id));

-- Queued payouts that were released: their wait begins with their release.
CREATE INDEX payout_queued_released ON payout (business_id, payout_id) WHERE status = 3 AND queued AND last_sequence > 1;
