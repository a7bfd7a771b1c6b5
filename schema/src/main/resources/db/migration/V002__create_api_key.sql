CREATE TABLE api_key (
  api_key                text        PRIMARY KEY CHECK (api_key ~ '^[A-Za-z0-9_-]{8,64}$'),
  business_id            uuid        NOT NULL REFERENCES business,
  signing_key_ciphertext bytea       NOT NULL,
  created_at             timestamptz NOT NULL DEFAULT now(),
  revoked_at             timestamptz CHECK (revoked_at >= created_at)
);

CREATE INDEX api_key_business ON api_key (business_id);

COMMENT ON TABLE api_key IS 'Two unrevoked keys of one business may overlap while it rotates.';
COMMENT ON COLUMN api_key.signing_key_ciphertext IS 'Signing key under Tink AEAD; the api_key is the associated data, so a ciphertext cannot be moved to another key.';
COMMENT ON COLUMN api_key.revoked_at IS 'From this moment the key is refused.';
