CREATE TABLE webhook_endpoint (
  business_id       uuid        NOT NULL REFERENCES business,
  endpoint_id       uuid        NOT NULL DEFAULT uuidv7() UNIQUE,
  url               text        NOT NULL CHECK (url ~ '^https?://' AND length(url) <= 2000),
  secret_ciphertext bytea       NOT NULL,
  active            boolean     NOT NULL DEFAULT true,
  created_at        timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (business_id, endpoint_id)
);

CREATE UNIQUE INDEX webhook_endpoint_one_active ON webhook_endpoint (business_id) WHERE active;

COMMENT ON COLUMN webhook_endpoint.secret_ciphertext IS 'Webhook secret under Tink AEAD; the endpoint_id is the associated data.';

CREATE TABLE webhook_delivery (
  delivery_id   uuid        PRIMARY KEY DEFAULT uuidv7(),
  business_id   uuid        NOT NULL,
  endpoint_id   uuid        NOT NULL,
  payout_id     uuid        NOT NULL,
  event_id      uuid        NOT NULL REFERENCES payout_event (event_id),
  event         text        NOT NULL CHECK (event IN ('Initiated', 'Successful', 'Failed')),
  body          bytea       NOT NULL,
  state         text        NOT NULL DEFAULT 'PENDING' CHECK (state IN ('PENDING', 'DELIVERED', 'FAILED')),
  attempt_count integer     NOT NULL DEFAULT 0 CHECK (attempt_count >= 0),
  due_at        timestamptz DEFAULT now(),
  claim_id      uuid,
  created_at    timestamptz NOT NULL DEFAULT now(),
  completed_at  timestamptz,
  FOREIGN KEY (business_id, endpoint_id) REFERENCES webhook_endpoint,
  CONSTRAINT webhook_delivery_once_per_event UNIQUE (endpoint_id, event_id),
  CONSTRAINT webhook_delivery_pending_is_due CHECK ((state = 'PENDING') = (due_at IS NOT NULL)),
  CONSTRAINT webhook_delivery_ended_is_completed CHECK ((state = 'PENDING') = (completed_at IS NULL))
);

CREATE INDEX webhook_delivery_due ON webhook_delivery (due_at) WHERE state = 'PENDING';
CREATE INDEX webhook_delivery_payout ON webhook_delivery (business_id, payout_id);

COMMENT ON COLUMN webhook_delivery.delivery_id IS 'The payoutWebhookId that receivers de-duplicate by.';
COMMENT ON COLUMN webhook_delivery.body IS 'The exact bytes sent, at every attempt.';
COMMENT ON COLUMN webhook_delivery.due_at IS 'Next attempt; while one is under way, the end of its lease.';
COMMENT ON COLUMN webhook_delivery.claim_id IS 'Who holds the lease: an answer is recorded only by the holder.';

CREATE TABLE webhook_attempt (
  delivery_id     uuid        NOT NULL REFERENCES webhook_delivery,
  attempt_number  integer     NOT NULL CHECK (attempt_number >= 1),
  started_at      timestamptz NOT NULL,
  duration_ms     integer     NOT NULL CHECK (duration_ms >= 0),
  response_status integer     CHECK (response_status BETWEEN 100 AND 999),
  response_body   bytea       CHECK (length(response_body) <= 20480),
  error           text        CHECK (length(error) <= 500),
  PRIMARY KEY (delivery_id, attempt_number),
  CONSTRAINT webhook_attempt_has_an_outcome CHECK ((response_status IS NULL) = (error IS NOT NULL))
);

COMMENT ON COLUMN webhook_attempt.response_body IS 'First 20 kB of what the receiver answered.';
