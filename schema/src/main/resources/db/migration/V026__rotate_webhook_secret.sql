ALTER TABLE webhook_endpoint
  ADD COLUMN next_secret_ciphertext bytea,
  ADD COLUMN next_secret_from       timestamptz,
  ADD CONSTRAINT webhook_endpoint_next_secret_has_a_moment
    CHECK ((next_secret_ciphertext IS NULL) = (next_secret_from IS NULL));

COMMENT ON COLUMN webhook_endpoint.next_secret_ciphertext IS 'The secret of all that is sent at next_secret_from or later, under Tink AEAD; the endpoint_id is the associated data.';
