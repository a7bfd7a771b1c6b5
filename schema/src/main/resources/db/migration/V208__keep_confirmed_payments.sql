-- An answer of a bank that confirmed a payment left no record. Two people who refunded that payout as never paid did not see it.
ALTER TABLE bank_attempt ADD COLUMN confirmed_at timestamptz;
COMMENT ON COLUMN bank_attempt.confirmed_at IS 'When the bank last answered that it had paid what was recorded as paid before.';
