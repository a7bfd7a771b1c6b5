-- Only active beneficiaries are paid. A held payout was accepted long before its debit, so its release asks again. A payout that only waits
-- for money is not asked about: its debit would read one row more.
CREATE FUNCTION is_payee_archived(of_business uuid, of_payout uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM payout p
                   JOIN beneficiary b ON b.business_id = p.business_id AND b.beneficiary_id = p.beneficiary_id
                  WHERE p.business_id = of_business AND p.payout_id = of_payout AND b.status = 0)
$$;

COMMENT ON FUNCTION is_payee_archived IS 'Whether the beneficiary of a payout is archived. The role of stream-processors reads no beneficiary.';

CREATE OR REPLACE FUNCTION end_held_payout(of_business uuid, of_payout uuid, code text, message text, by_source text) RETURNS boolean
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
       WHEN 'BENEFICIARY_INACTIVE' THEN coalesce(asked.state = 'AGREED', false) AND is_payee_archived(of_business, of_payout)
         AND EXISTS (SELECT FROM payout_hold
                      WHERE business_id = of_business AND payout_id = of_payout AND reason = 'APPROVAL'
                        AND (scheduled_for <= clock_timestamp()) IS NOT FALSE)
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

COMMENT ON FUNCTION end_held_payout IS 'Ends a held payout in status 12 without a movement: cancelled, rejected by a refused approval, expired with an undecided one, or agreed to although its beneficiary was archived. False if it is not held for that.';

CREATE OR REPLACE TRIGGER payout_event_is_rare AFTER INSERT ON payout_event FOR EACH ROW
  WHEN (NEW.stage IN ('RELEASED', 'RETURNED')
        OR NEW.stage = 'FAILED'
           AND NEW.response_code IN ('CANCELLED_BY_MERCHANT', 'REJECTED_BY_APPROVER', 'APPROVAL_EXPIRED', 'BENEFICIARY_INACTIVE'))
  EXECUTE FUNCTION record_rare_stage();

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
 WHERE p.response_code IN ('CANCELLED_BY_MERCHANT', 'REJECTED_BY_APPROVER', 'APPROVAL_EXPIRED', 'BENEFICIARY_INACTIVE')
   AND (p.status <> 12 OR EXISTS (SELECT FROM ledger_transaction l WHERE l.business_id = p.business_id AND l.payout_id = p.payout_id));
