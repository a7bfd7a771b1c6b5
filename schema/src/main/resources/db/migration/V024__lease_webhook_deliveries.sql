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

-- Room for the claimed version of a row in the page of the row; and what was delivered leaves the index of what is due
-- soon, however large the table has become.
ALTER TABLE webhook_delivery SET (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.02);

-- A delivery is updated twice, so an index less is worth much: an event is of one payout and an endpoint of one business,
-- so these four columns are as unique as two of them, and the deliveries of a payout are found by the first two.
ALTER TABLE webhook_delivery
  DROP CONSTRAINT webhook_delivery_once_per_event,
  ADD CONSTRAINT webhook_delivery_once_per_event UNIQUE (business_id, payout_id, event_id, endpoint_id);
DROP INDEX webhook_delivery_payout;

-- An attempt is written by the statement that updates its delivery, for the rows it has updated; deliveries are never
-- deleted. The key looked each of them up again and locked it.
ALTER TABLE webhook_attempt DROP CONSTRAINT webhook_attempt_delivery_id_fkey;

COMMENT ON COLUMN webhook_delivery.due_at IS 'When the next attempt is due; a claim leaves it as it is.';
COMMENT ON COLUMN webhook_delivery.claimed_until IS 'End of the lease of claim_id; then anybody may claim it.';
COMMENT ON COLUMN webhook_delivery.attempt_count IS 'Attempts recorded so far, of all kinds.';
COMMENT ON COLUMN webhook_delivery.counted_attempts IS 'Attempts since begun_at that the schedule counts; probes of a parked endpoint are not.';
COMMENT ON COLUMN webhook_delivery.begun_at IS 'When its schedule began: when it was made, or was last redelivered.';
