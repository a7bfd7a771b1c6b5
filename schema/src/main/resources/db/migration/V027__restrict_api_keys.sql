-- Existing keys keep all rights.
ALTER TABLE api_key
  ADD COLUMN scopes                  text[]      NOT NULL DEFAULT ARRAY['READ', 'PAY', 'BENEFICIARIES', 'BULK_MAKE', 'BULK_RELEASE']
    CHECK (cardinality(scopes) > 0 AND scopes <@ ARRAY['READ', 'PAY', 'BENEFICIARIES', 'BULK_MAKE', 'BULK_RELEASE']),
  ADD COLUMN least_signature_version smallint    NOT NULL DEFAULT 1 CHECK (least_signature_version IN (1, 2)),
  ADD COLUMN expires_at              timestamptz CHECK (expires_at > created_at),
  ADD COLUMN last_used_at            timestamptz;

COMMENT ON COLUMN api_key.scopes IS 'What the key may do: READ, PAY, BENEFICIARIES, BULK_MAKE, BULK_RELEASE.';
COMMENT ON COLUMN api_key.least_signature_version IS '2: requests signed with version 1 are refused.';
COMMENT ON COLUMN api_key.expires_at IS 'From this moment the key is rejected like a revoked one; null means never.';
COMMENT ON COLUMN api_key.last_used_at IS 'A verified request used the key at this time or up to a minute later; null means never.';

ALTER TABLE business ADD COLUMN new_keys_least_signature_version smallint NOT NULL DEFAULT 1
  CHECK (new_keys_least_signature_version IN (1, 2));

COMMENT ON COLUMN business.new_keys_least_signature_version IS 'Least signature version of keys that are issued without one: 2 switches version 1 off.';
