-- Unlogged: losing it in a crash refills the allowances, and counting requests must not cost a flush of the log.
CREATE UNLOGGED TABLE rate_allowance (
  business_id uuid             NOT NULL REFERENCES business,
  kind        text             NOT NULL CHECK (kind IN ('PAYOUT', 'WRITE', 'READ', 'EXPORT')),
  available   double precision NOT NULL CHECK (available >= 0),
  granted     integer          NOT NULL CHECK (granted BETWEEN 0 AND available),
  refilled_at timestamptz      NOT NULL,
  PRIMARY KEY (business_id, kind)
) WITH (fillfactor = 50);

COMMENT ON TABLE rate_allowance IS 'The rate limit of a business for one kind of request: a token bucket from which every copy of the API takes requests in blocks.';
COMMENT ON COLUMN rate_allowance.available IS 'Requests in the bucket at refilled_at, before granted was taken.';
COMMENT ON COLUMN rate_allowance.granted IS 'Requests that the last copy took.';
