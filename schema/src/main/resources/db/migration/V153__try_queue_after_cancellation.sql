-- A payout that waits for an hour blocks later ones. When it is cancelled, they may fit without a credit, so the queue is due at once.
CREATE OR REPLACE FUNCTION cancel_queued_payout(of_business uuid, of_payout uuid, code text, message text, by_source text) RETURNS boolean
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
  UPDATE wallet_queue SET expires_at = now() WHERE business_id = of_business;
  RETURN true;
END $$;

-- Queues that a cancellation has left behind.
UPDATE wallet_queue SET expires_at = now();
