ALTER TABLE business ADD COLUMN notify_bulk_completed boolean NOT NULL DEFAULT false;

COMMENT ON COLUMN business.notify_bulk_completed IS 'True: the business gets a BulkCompleted webhook for each bulk file that has ended.';

ALTER TABLE webhook_delivery
  ALTER COLUMN payout_id DROP NOT NULL,
  ALTER COLUMN event_id DROP NOT NULL,
  ADD COLUMN bulk_file_id uuid,
  DROP CONSTRAINT webhook_delivery_event_check,
  ADD CONSTRAINT webhook_delivery_event_check CHECK (event IN ('Initiated', 'Successful', 'Failed', 'BulkCompleted')),
  ADD CONSTRAINT webhook_delivery_has_one_subject CHECK (
    (event = 'BulkCompleted') = (bulk_file_id IS NOT NULL)
    AND (bulk_file_id IS NULL) = (payout_id IS NOT NULL) AND (payout_id IS NULL) = (event_id IS NULL));

CREATE UNIQUE INDEX webhook_delivery_once_per_bulk_file ON webhook_delivery (business_id, bulk_file_id, endpoint_id)
  WHERE bulk_file_id IS NOT NULL;

COMMENT ON COLUMN webhook_delivery.bulk_file_id IS 'The file that BulkCompleted tells of; every other event is of a payout.';
