CREATE TABLE webhook_endpoint_failure (
  endpoint_id   uuid        PRIMARY KEY,
  business_id   uuid        NOT NULL,
  failed_tries  integer     NOT NULL CHECK (failed_tries >= 1),
  failing_since timestamptz NOT NULL DEFAULT now(),
  probes        integer     NOT NULL DEFAULT 0 CHECK (probes >= 0),
  parked_until  timestamptz,
  disabled_at   timestamptz CHECK (disabled_at IS NULL OR parked_until IS NOT NULL),
  FOREIGN KEY (business_id, endpoint_id) REFERENCES webhook_endpoint
);

COMMENT ON TABLE webhook_endpoint_failure IS 'Endpoints whose last try failed. A success removes the row, so one without a row is well.';
COMMENT ON COLUMN webhook_endpoint_failure.failed_tries IS 'Tries that failed since the last success.';
COMMENT ON COLUMN webhook_endpoint_failure.probes IS 'Tries that failed since it was parked and that no delivery was charged with.';
COMMENT ON COLUMN webhook_endpoint_failure.parked_until IS 'Null while it gets what is due. Otherwise its deliveries wait, and after this moment one of them is tried.';
COMMENT ON COLUMN webhook_endpoint_failure.disabled_at IS 'When it was given up: nothing is tried any more until a person enables it again.';
