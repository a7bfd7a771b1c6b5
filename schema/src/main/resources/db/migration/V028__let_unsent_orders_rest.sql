ALTER TABLE bank_attempt
  ADD COLUMN retry_at timestamptz,
  ADD CONSTRAINT bank_attempt_only_unsent_rests CHECK (retry_at IS NULL OR state = 'NOT_SENT');

COMMENT ON COLUMN bank_attempt.retry_at IS 'While NOT_SENT: this bank is not tried again for the payout before then. Each try in vain makes the pause longer.';
