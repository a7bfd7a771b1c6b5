-- Several endpoints a business, each with its own secret and its own subscriptions.
ALTER TABLE webhook_endpoint
  ADD COLUMN events text[] NOT NULL DEFAULT '{Initiated,Successful,Failed}',
  ADD CONSTRAINT webhook_endpoint_events_exist CHECK (events <@ ARRAY[
    'Initiated', 'Successful', 'Failed', 'Queued', 'Released', 'Cancelled', 'Returned', 'BeneficiaryVerified', 'LowBalance', 'BankDown', 'BankUp',
    'BulkCompleted']);

COMMENT ON COLUMN webhook_endpoint.events IS 'Events that are delivered to it: those of the specification, and others that the business has chosen. Empty: test events only.';

UPDATE webhook_endpoint w SET events = w.events || 'BulkCompleted'::text
  FROM business b
 WHERE b.business_id = w.business_id AND b.notify_bulk_completed AND w.active;

ALTER TABLE business DROP COLUMN notify_bulk_completed;

DROP INDEX webhook_endpoint_one_active;

CREATE FUNCTION limit_active_endpoints() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM business WHERE business_id = NEW.business_id FOR NO KEY UPDATE;
  IF (SELECT count(*) FROM webhook_endpoint WHERE business_id = NEW.business_id AND active) > 5 THEN
    RAISE EXCEPTION 'business % has more than 5 active webhook endpoints', NEW.business_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER webhook_endpoint_is_limited AFTER INSERT OR UPDATE OF active ON webhook_endpoint
  FOR EACH ROW WHEN (NEW.active) EXECUTE FUNCTION limit_active_endpoints();

-- An event has one payoutWebhookId, whichever endpoint receives it and whether it is listed or delivered.
ALTER TABLE webhook_delivery
  ADD COLUMN webhook_id uuid,
  DROP CONSTRAINT webhook_delivery_event_check,
  DROP CONSTRAINT webhook_delivery_has_one_subject,
  ADD CONSTRAINT webhook_delivery_event_check CHECK (event IN (
    'Initiated', 'Successful', 'Failed', 'Queued', 'Released', 'Cancelled', 'Returned', 'BeneficiaryVerified', 'LowBalance', 'BankDown', 'BankUp',
    'BulkCompleted', 'Test')) NOT VALID,
  ADD CONSTRAINT webhook_delivery_has_one_subject CHECK (
    (event = 'BulkCompleted') = (bulk_file_id IS NOT NULL)
    AND (event IN ('Initiated', 'Successful', 'Failed')) = (event_id IS NOT NULL)
    AND (event IN ('Initiated', 'Successful', 'Failed', 'Queued', 'Released', 'Cancelled', 'Returned')) = (payout_id IS NOT NULL)) NOT VALID;

COMMENT ON COLUMN webhook_delivery.delivery_id IS 'Also the payoutWebhookId of deliveries without webhook_id.';
COMMENT ON COLUMN webhook_delivery.webhook_id IS 'The payoutWebhookId by which receivers de-duplicate: the id of the event. Null for test events and for deliveries made before V057, which carry delivery_id.';
COMMENT ON COLUMN webhook_delivery.event_id IS 'The payout_event of Initiated, Successful and Failed; null for all other events.';
COMMENT ON COLUMN webhook_delivery.bulk_file_id IS 'The subject of BulkCompleted.';

CREATE TABLE business_event (
  event_id     uuid PRIMARY KEY,
  business_id  uuid REFERENCES business,
  event        text NOT NULL CHECK (event IN ('Queued', 'Released', 'Cancelled', 'Returned', 'BeneficiaryVerified', 'LowBalance', 'BankDown', 'BankUp',
                                              'BulkCompleted')),
  payout_id    uuid,
  bulk_file_id uuid CHECK ((bulk_file_id IS NOT NULL) = (event = 'BulkCompleted')),
  body         text NOT NULL CHECK (octet_length(body) <= 20000),
  CONSTRAINT business_event_of_banks_is_for_all CHECK ((business_id IS NULL) = (event IN ('BankDown', 'BankUp'))),
  CONSTRAINT business_event_has_payout CHECK ((payout_id IS NOT NULL) = (event IN ('Queued', 'Released', 'Cancelled', 'Returned')))
);

CREATE INDEX business_event_newest ON business_event (business_id, event_id);
CREATE UNIQUE INDEX business_event_once_per_bulk_file ON business_event (bulk_file_id) WHERE bulk_file_id IS NOT NULL;

COMMENT ON TABLE business_event IS 'Events beyond Initiated, Successful and Failed, which follow from payout_event. Written by record_business_event only.';
COMMENT ON COLUMN business_event.event_id IS 'UUIDv7; the payoutWebhookId of the body.';
COMMENT ON COLUMN business_event.business_id IS 'Null: the event is for all businesses.';
COMMENT ON COLUMN business_event.body IS 'JSON, the same bytes as in every delivery. Rows are removed after the retention of webhook bodies.';

CREATE FUNCTION record_business_event(of_business uuid, kind text, data json, of_payout uuid, of_bulk_file uuid) RETURNS uuid
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  id       uuid := uuidv7();
  new_body text := format('{"payoutWebhookId":"%s","event":"%s","data":%s}', id, kind, data);
BEGIN
  PERFORM require_acting_business(of_business);
  INSERT INTO business_event (event_id, business_id, event, payout_id, bulk_file_id, body)
  VALUES (id, of_business, kind, of_payout, of_bulk_file, new_body)
  ON CONFLICT (bulk_file_id) WHERE bulk_file_id IS NOT NULL DO NOTHING;
  IF NOT FOUND THEN
    RETURN NULL;
  ELSIF of_business IS NOT NULL THEN
    INSERT INTO webhook_delivery (business_id, endpoint_id, webhook_id, payout_id, bulk_file_id, event, body)
    SELECT business_id, endpoint_id, id, of_payout, of_bulk_file, kind, convert_to(new_body, 'UTF8')
      FROM webhook_endpoint
     WHERE business_id = of_business AND active AND kind = ANY (events);
  ELSE
    INSERT INTO webhook_delivery (business_id, endpoint_id, webhook_id, event, body)
    SELECT business_id, endpoint_id, id, kind, convert_to(new_body, 'UTF8')
      FROM webhook_endpoint
     WHERE active AND kind = ANY (events);
  END IF;
  RETURN id;
END $$;

COMMENT ON FUNCTION record_business_event IS 'Records an event in the caller''s transaction, with its deliveries to the endpoints that subscribe to it now. Returns its id, or null if it is recorded already.';

-- Initiated is listed by the primary key of payout; the ends of payouts need an index of their own.
CREATE INDEX payout_event_ended ON payout_event (status, business_id, event_id) WHERE stage IN ('SUCCESS', 'FAILED', 'RETURNED');
