CREATE TABLE request_nonce (
  api_key text        NOT NULL,
  nonce   text        NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (api_key, nonce)
);

CREATE INDEX request_nonce_seen_at ON request_nonce (seen_at);

COMMENT ON TABLE request_nonce IS 'Replay protection: the nonce of every verified v2 request and the signature of every verified v1 write, kept for longer than the clock skew allowed.';
