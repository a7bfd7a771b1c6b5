-- What a statement has read before it waits for a lock may be outdated once it has the lock.

-- A payout can be released and held again, with another approval, while its end waits for the approval of the first hold. The end closed the
-- first approval and left that of the second open until it expired. Now such an end does nothing, and its caller tries again.
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
  -- Not a hold that began while this waited for the approval: its own approval would stay open.
  UPDATE payout_hold SET reason = NULL, ended_at = clock_timestamp()
   WHERE business_id = of_business AND payout_id = of_payout AND reason IS NOT NULL AND approval_id IS NOT DISTINCT FROM asked.approval_id;
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

-- A claim locks its payouts one after the other, and has read the attempts of all of them before. A payout may be claimed for another bank while
-- an order was certainly not sent. If that bank has called back about the order and was asked meanwhile, no other bank may get the payout.
-- An order that a bank has and a restored database does not know (restored-orders.sql) has no lease: it is recorded wherever others were asked.
CREATE FUNCTION skip_other_bank_of_doubt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM bank_attempt a
              WHERE a.business_id = NEW.business_id AND a.payout_id = NEW.payout_id AND a.bank <> NEW.bank AND a.enquiry_count > 0) THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $$;

COMMENT ON FUNCTION skip_other_bank_of_doubt IS 'Does not claim a payout for a bank while another bank was asked about it.';

CREATE TRIGGER bank_attempt_stays_with_asked_bank BEFORE INSERT ON bank_attempt
  FOR EACH ROW WHEN (NEW.attempt_number > 1 AND NEW.state = 'CLAIMED' AND NEW.due_at > now()) EXECUTE FUNCTION skip_other_bank_of_doubt();
