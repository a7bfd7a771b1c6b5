-- Rows keep their ciphertexts: one with only its id as associated data decrypts until ./hundi keys rewrap encrypts it again.
COMMENT ON COLUMN api_key.signing_key_ciphertext IS 'Signing key encrypted with Tink AEAD, whose first 5 bytes name the key; the associated data is api_key|business_id|api_key, so the ciphertext decrypts in no other row and for no other business.';
COMMENT ON COLUMN webhook_endpoint.secret_ciphertext IS 'Webhook secret encrypted with Tink AEAD, whose first 5 bytes name the key; the associated data is webhook_endpoint|business_id|endpoint_id.';
COMMENT ON COLUMN webhook_endpoint.next_secret_ciphertext IS 'The secret of everything sent at next_secret_from or later, encrypted like secret_ciphertext.';
