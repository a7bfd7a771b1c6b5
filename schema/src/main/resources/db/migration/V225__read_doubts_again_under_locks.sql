-- A claim reads the attempts of its payouts before it waits for their locks. The bank of an order that was not sent may have called back about it
-- meanwhile, and may have been asked. The next order for that bank did not say that the payout was in doubt.
CREATE FUNCTION was_asked_about(of_business uuid, of_payout uuid) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM bank_attempt WHERE business_id = of_business AND payout_id = of_payout AND enquiry_count > 0);
END $$;

COMMENT ON FUNCTION was_asked_about IS 'Whether a bank was asked about a payout. Volatile, so that it reads what was committed while its statement waited for a lock.';
