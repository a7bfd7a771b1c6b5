CREATE TABLE webhook_endpoint (
  business_id            uuid        NOT NULL REFERENCES business,
  endpoint_id            uuid        NOT NULL DEFAULT uuidv7() UNIQUE,
  url                    text        NOT NULL CHECK (url ~ '^https?://' AND length(url) <= 2000),
  secret_ciphertext      bytea       NOT NULL,
  next_secret_ciphertext bytea,
  next_secret_from       timestamptz,
  active                 boolean     NOT NULL DEFAULT true,
  created_at             timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (business_id, endpoint_id),
  CONSTRAINT webhook_endpoint_next_secret_has_start CHECK ((next_secret_ciphertext IS NULL) = (next_secret_from IS NULL))
);

CREATE UNIQUE INDEX webhook_endpoint_one_active ON webhook_endpoint (business_id) WHERE active;

COMMENT ON COLUMN webhook_endpoint.secret_ciphertext IS 'Webhook secret encrypted with Tink AEAD; the endpoint_id is the associated data.';
COMMENT ON COLUMN webhook_endpoint.next_secret_ciphertext IS 'The secret of everything sent at next_secret_from or later, encrypted with Tink AEAD; the endpoint_id is the associated data.';

CREATE TABLE webhook_endpoint_failure (
  endpoint_id     uuid        PRIMARY KEY,
  business_id     uuid        NOT NULL,
  failed_attempts integer     NOT NULL CHECK (failed_attempts >= 1),
  failing_since   timestamptz NOT NULL DEFAULT now(),
  probes          integer     NOT NULL DEFAULT 0 CHECK (probes >= 0),
  parked_until    timestamptz,
  disabled_at     timestamptz CHECK (disabled_at IS NULL OR parked_until IS NOT NULL),
  FOREIGN KEY (business_id, endpoint_id) REFERENCES webhook_endpoint
);

COMMENT ON TABLE webhook_endpoint_failure IS 'Endpoints whose last attempt failed. A success removes the row.';
COMMENT ON COLUMN webhook_endpoint_failure.failed_attempts IS 'Failed attempts since the last success.';
COMMENT ON COLUMN webhook_endpoint_failure.probes IS 'Failed probes since the endpoint was parked; they do not count for the delivery that was sent.';
COMMENT ON COLUMN webhook_endpoint_failure.parked_until IS 'Null: the endpoint receives what is due. Otherwise its deliveries wait, and after this moment one of them is sent as a probe.';
COMMENT ON COLUMN webhook_endpoint_failure.disabled_at IS 'When the endpoint was disabled: nothing is sent until an operator enables it again.';

CREATE TABLE webhook_delivery (
  delivery_id      uuid        PRIMARY KEY DEFAULT uuidv7(),
  business_id      uuid        NOT NULL,
  endpoint_id      uuid        NOT NULL,
  payout_id        uuid,
  event_id         uuid        REFERENCES payout_event (event_id),
  bulk_file_id     uuid,
  event            text        NOT NULL CHECK (event IN ('Initiated', 'Successful', 'Failed', 'BulkCompleted')),
  body             bytea,
  state            text        NOT NULL DEFAULT 'PENDING' CHECK (state IN ('PENDING', 'DELIVERED', 'FAILED')),
  attempt_count    integer     NOT NULL DEFAULT 0 CHECK (attempt_count >= 0),
  counted_attempts integer     NOT NULL DEFAULT 0 CHECK (counted_attempts BETWEEN 0 AND attempt_count),
  begun_at         timestamptz NOT NULL DEFAULT now(),
  due_at           timestamptz DEFAULT now(),
  claim_id         uuid,
  claimed_until    timestamptz,
  created_at       timestamptz NOT NULL DEFAULT now(),
  completed_at     timestamptz,
  FOREIGN KEY (business_id, endpoint_id) REFERENCES webhook_endpoint,
  CONSTRAINT webhook_delivery_once_per_event UNIQUE (business_id, payout_id, event_id, endpoint_id),
  CONSTRAINT webhook_delivery_has_one_subject CHECK (
    (event = 'BulkCompleted') = (bulk_file_id IS NOT NULL)
    AND (bulk_file_id IS NULL) = (payout_id IS NOT NULL) AND (payout_id IS NULL) = (event_id IS NULL)),
  CONSTRAINT webhook_delivery_pending_has_body CHECK (state <> 'PENDING' OR body IS NOT NULL),
  CONSTRAINT webhook_delivery_pending_is_due CHECK ((state = 'PENDING') = (due_at IS NOT NULL)),
  CONSTRAINT webhook_delivery_ended_has_completed_at CHECK ((state = 'PENDING') = (completed_at IS NULL))
) WITH (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.02);

CREATE UNIQUE INDEX webhook_delivery_once_per_bulk_file ON webhook_delivery (business_id, bulk_file_id, endpoint_id)
  WHERE bulk_file_id IS NOT NULL;
-- Due deliveries are claimed per endpoint, so that one endpoint with a long queue does not delay the others.
CREATE INDEX webhook_delivery_due_by_endpoint ON webhook_delivery (endpoint_id, due_at) WHERE state = 'PENDING';

COMMENT ON TABLE webhook_delivery IS 'Each delivery is updated twice: by its claim, which touches no index, and by the record of its attempt. The fill factor leaves space for both versions in the page of the row.';
COMMENT ON COLUMN webhook_delivery.delivery_id IS 'The payoutWebhookId by which receivers de-duplicate.';
COMMENT ON CONSTRAINT webhook_delivery_once_per_event ON webhook_delivery IS 'An event belongs to one payout and an endpoint to one business, so the four columns are as unique as the last two; the first two find the deliveries of a payout.';
COMMENT ON COLUMN webhook_delivery.body IS 'The exact bytes sent at every attempt; null after the retention, when the delivery cannot be sent again.';
COMMENT ON COLUMN webhook_delivery.bulk_file_id IS 'The subject of BulkCompleted; every other event is about a payout.';
COMMENT ON COLUMN webhook_delivery.due_at IS 'When the next attempt is due; a claim does not change it.';
COMMENT ON COLUMN webhook_delivery.claim_id IS 'Holder of the lease: only the holder records a result.';
COMMENT ON COLUMN webhook_delivery.claimed_until IS 'End of the lease of claim_id; after it, any worker may claim the delivery.';
COMMENT ON COLUMN webhook_delivery.attempt_count IS 'All attempts recorded so far.';
COMMENT ON COLUMN webhook_delivery.counted_attempts IS 'Attempts since begun_at that the retry schedule counts; probes of a parked endpoint do not count.';
COMMENT ON COLUMN webhook_delivery.begun_at IS 'Start of the retry schedule: creation or the last redelivery.';

CREATE TABLE webhook_attempt (
  delivery_id     uuid        NOT NULL,
  attempt_number  integer     NOT NULL CHECK (attempt_number >= 1),
  started_at      timestamptz NOT NULL,
  duration_ms     integer     NOT NULL CHECK (duration_ms >= 0),
  response_status integer     CHECK (response_status BETWEEN 100 AND 999),
  response_body   bytea       CHECK (length(response_body) <= 20480),
  error           text        CHECK (length(error) <= 500),
  PRIMARY KEY (delivery_id, attempt_number),
  CONSTRAINT webhook_attempt_has_one_outcome CHECK ((response_status IS NULL) = (error IS NOT NULL))
) PARTITION BY RANGE (delivery_id);

COMMENT ON TABLE webhook_attempt IS 'Attempts of deliveries, in monthly partitions by the time in delivery_id; housekeeping creates them ahead and drops them after the retention. No foreign key: an attempt is written by the statement that updates its delivery, and deliveries are never deleted.';
COMMENT ON COLUMN webhook_attempt.response_body IS 'First 20 kB of the response.';

CREATE TABLE webhook_attempt_default PARTITION OF webhook_attempt DEFAULT;

COMMENT ON TABLE webhook_attempt_default IS 'Receives attempts for months without a partition, so that no insert fails.';

CREATE FUNCTION first_uuid_at(moment timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT (lpad(to_hex(floor(extract(epoch FROM moment) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;

COMMENT ON FUNCTION first_uuid_at IS 'The lower bound of every UUIDv7 of a millisecond.';

-- Attaching, unlike CREATE TABLE ... PARTITION OF, does not block readers and writers of the other partitions.
CREATE FUNCTION create_month_partition(parent text, key text, month date) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  name    text := parent || to_char(month, '_YYYY_MM');
  from_id uuid := first_uuid_at(month::timestamp AT TIME ZONE 'UTC');
  to_id   uuid := first_uuid_at((month + interval '1 month') AT TIME ZONE 'UTC');
BEGIN
  IF to_regclass(name) IS NOT NULL THEN
    RETURN false;
  END IF;
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES INCLUDING STORAGE)', name, parent);
  EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', parent || '_default');
  EXECUTE format('WITH moved AS (DELETE FROM %I WHERE %I >= %L AND %I < %L RETURNING *) INSERT INTO %I SELECT * FROM moved',
                 parent || '_default', key, from_id, key, to_id, name);
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, name, from_id, to_id);
  RETURN true;
END $$;

COMMENT ON FUNCTION create_month_partition IS 'Creates the partition of a month in UTC for a table that is partitioned by UUIDv7 and moves its rows out of the default partition. Returns false if it exists.';

SELECT create_month_partition('webhook_attempt', 'delivery_id', month::date)
  FROM generate_series(date_trunc('month', now() AT TIME ZONE 'UTC'), now() AT TIME ZONE 'UTC' + interval '2 months', interval '1 month') AS month;
