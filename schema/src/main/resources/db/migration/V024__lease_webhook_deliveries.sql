-- A claim was written into due_at, which moved the row in its index and forgot when it had been due. A lease of its own
-- does neither: claiming a delivery and keeping it claimed touch no index.
ALTER TABLE webhook_delivery
  ADD COLUMN claimed_until    timestamptz,
  ADD COLUMN counted_attempts integer CHECK (counted_attempts BETWEEN 0 AND attempt_count),
  ADD COLUMN begun_at         timestamptz;

UPDATE webhook_delivery
   SET claimed_until = CASE WHEN claim_id IS NOT NULL THEN due_at END, counted_attempts = attempt_count,
       begun_at = created_at;

ALTER TABLE webhook_delivery
  ALTER COLUMN counted_attempts SET DEFAULT 0,
  ALTER COLUMN counted_attempts SET NOT NULL,
  ALTER COLUMN begun_at SET DEFAULT now(),
  ALTER COLUMN begun_at SET NOT NULL;

-- Room for the claimed version of a row in the page of the row.
ALTER TABLE webhook_delivery SET (fillfactor = 60);

COMMENT ON COLUMN webhook_delivery.due_at IS 'When the next attempt is due; a claim leaves it as it is.';
COMMENT ON COLUMN webhook_delivery.claimed_until IS 'End of the lease of claim_id; then anybody may claim it.';
COMMENT ON COLUMN webhook_delivery.attempt_count IS 'Attempts recorded so far, of all kinds.';
COMMENT ON COLUMN webhook_delivery.counted_attempts IS 'Attempts since begun_at that the schedule counts; probes of a parked endpoint are not.';
COMMENT ON COLUMN webhook_delivery.begun_at IS 'When its schedule began: when it was made, or was last redelivered.';
