-- A copy that has just started has a closed circuit breaker and has tried nothing: its report must not end the outage of a bank.
-- A copy of an earlier version does not report this, so an outage ends once one copy of this version reaches the bank.
ALTER TABLE bank_health ADD COLUMN reached_at timestamptz;

COMMENT ON COLUMN bank_health.reached_at IS 'When the bank last answered a payment or an enquiry of this copy; null before the first.';
