-- Only the rule that needs most people was asked for, and an approval that followed another one replaced it. So a payout above two rules for
-- different people was debited after the approval of one of them. Now each rule has its people in one of the approvals of the payout.
ALTER TABLE payout_hold ADD COLUMN earlier_approvals uuid[] NOT NULL DEFAULT '{}';

COMMENT ON COLUMN payout_hold.earlier_approvals IS 'Approvals that were given before approval_id, each for another rule. Set by a trigger.';
COMMENT ON COLUMN payout_rule.above_paise IS 'The rule applies above this many paise. Each rule that applies needs its people; the one that needs most is asked for first.';

-- Those that other approvals have replaced so far, of payouts that are not debited yet. Only a rule began a hold again.
UPDATE payout_hold h SET earlier_approvals = given.approvals
  FROM (SELECT waiting.business_id, waiting.payout_id, array_agg(a.approval_id ORDER BY a.approval_id) AS approvals
          FROM (SELECT h.business_id, h.payout_id, h.approval_id, payout_content_hash(h.business_id, h.payout_id) AS content_hash
                  FROM payout_hold h
                  JOIN payout p ON p.business_id = h.business_id AND p.payout_id = h.payout_id
                 WHERE p.status = 3 AND h.rule_id IS NOT NULL
                OFFSET 0) AS waiting
          JOIN approval a ON a.business_id = waiting.business_id AND a.content_hash = waiting.content_hash
         WHERE a.kind = 'PAYOUT' AND a.state = 'AGREED' AND a.executed_at IS NOT NULL AND a.approval_id IS DISTINCT FROM waiting.approval_id
         GROUP BY waiting.business_id, waiting.payout_id) AS given
 WHERE h.business_id = given.business_id AND h.payout_id = given.payout_id;

-- Also when a process of an earlier version begins the hold again.
CREATE FUNCTION keep_earlier_approval() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF is_payout_agreed(OLD.approval_id, OLD.business_id, OLD.payout_id) THEN
    NEW.earlier_approvals := OLD.earlier_approvals || OLD.approval_id;
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER payout_hold_keeps_approvals BEFORE UPDATE OF approval_id ON payout_hold
  FOR EACH ROW WHEN (OLD.approval_id IS NOT NULL AND NEW.approval_id IS DISTINCT FROM OLD.approval_id) EXECUTE FUNCTION keep_earlier_approval();

-- The same as HoldForApproval, which also knows the total of the day. Each approval counts by itself: one person who decides two by two rights
-- is no second person.
CREATE FUNCTION next_payout_rule(of_business uuid, of_payout uuid) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT r.rule_id
    FROM payout p
    JOIN payout_rule r ON r.business_id = p.business_id AND r.ended_at IS NULL AND r.scope = 'PAYOUT' AND r.above_paise < p.amount_paise
   WHERE p.business_id = of_business AND p.payout_id = of_payout
     AND NOT EXISTS (SELECT FROM payout_hold h
                      CROSS JOIN unnest(h.earlier_approvals || h.approval_id) AS given (approval_id)
                       JOIN approval a ON a.approval_id = given.approval_id AND a.state = 'AGREED'
                       JOIN approval_decision d ON d.approval_id = a.approval_id AND d.decision = 'AGREE'
                      WHERE h.business_id = p.business_id AND h.payout_id = p.payout_id
                        AND (r.checkers = '{}' OR coalesce(d.on_behalf_of, d.checker_id) = ANY (r.checkers))
                      GROUP BY a.approval_id HAVING count(*) >= r.people_needed)
     AND NOT EXISTS (SELECT FROM bulk_file f
                      WHERE f.business_id = p.business_id AND f.bulk_file_id = p.bulk_file_id AND f.people_needed > 1
                        AND f.released_by LIKE 'person:%' AND r.people_needed = 1
                        AND (r.checkers = '{}' OR f.released_by IN (SELECT 'person:' || checker FROM unnest(r.checkers) AS checker)))
   ORDER BY r.people_needed DESC, r.checkers <> '{}' DESC, r.above_paise DESC LIMIT 1
$$;

COMMENT ON FUNCTION next_payout_rule IS 'The rule for one payout that applies and has not its people yet; of several, the one that needs most. Null if each has them.';

-- A given rule is the one that is asked for. It gave way to another one that needs more people, which would be asked for again and again.
CREATE OR REPLACE FUNCTION payout_approval_rule(of_business uuid, of_amount_paise bigint, given uuid,
  OUT description text, OUT people_needed smallint, OUT valid_hours smallint, OUT checkers uuid[]) RETURNS SETOF record LANGUAGE sql STABLE AS $$
  SELECT CASE r.scope WHEN 'DAY' THEN 'Above INR ' || to_char(r.above_paise / 100.0, 'FM999999999999990.00') || ' on one day'
                      ELSE 'Above INR ' || to_char(r.above_paise / 100.0, 'FM999999999999990.00') END,
         r.people_needed, r.valid_hours, r.checkers
    FROM payout_rule r
   WHERE r.business_id = of_business
     AND CASE WHEN given IS NOT NULL THEN r.rule_id = given
              ELSE r.ended_at IS NULL AND r.scope = 'PAYOUT' AND r.above_paise < of_amount_paise END
   ORDER BY r.people_needed DESC, r.checkers <> '{}' DESC, r.above_paise DESC LIMIT 1
$$;

CREATE OR REPLACE FUNCTION release_agreed_payout(of_business uuid, of_payout uuid, message text) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
  asked approval;
  next_rule uuid;
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
  next_rule := next_payout_rule(of_business, of_payout);
  -- A trigger asks for the next approval.
  UPDATE payout_hold
     SET reason = CASE WHEN next_rule IS NOT NULL THEN 'APPROVAL' WHEN scheduled_for > clock_timestamp() THEN 'SCHEDULED' END,
         rule_id = coalesce(next_rule, rule_id),
         approval_id = CASE WHEN next_rule IS NULL THEN approval_id END,
         decide_until = CASE WHEN next_rule IS NULL THEN decide_until END,
         ended_at = CASE WHEN next_rule IS NOT NULL OR scheduled_for > clock_timestamp() THEN NULL ELSE clock_timestamp() END
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

COMMENT ON FUNCTION release_agreed_payout IS 'Executes an agreed approval of a payout: releases it, leaves it to its time, or asks for the approval of the next rule. False if it is not agreed or was executed before.';

CREATE OR REPLACE VIEW hold_violation AS
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
 CROSS JOIN unnest(h.earlier_approvals || h.approval_id) AS given (approval_id)
  JOIN approval a ON a.approval_id = given.approval_id
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
 WHERE p.response_code IN ('CANCELLED_BY_MERCHANT', 'REJECTED_BY_APPROVER', 'APPROVAL_EXPIRED', 'BENEFICIARY_INACTIVE')
   AND (p.status <> 12 OR EXISTS (SELECT FROM ledger_transaction l WHERE l.business_id = p.business_id AND l.payout_id = p.payout_id));
