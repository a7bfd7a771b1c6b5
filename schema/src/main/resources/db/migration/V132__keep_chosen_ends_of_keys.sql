-- A rotation ends the key that it replaces, which says nothing of how long the new key should live.
ALTER TABLE api_key ADD COLUMN chosen_expires_at timestamptz CHECK (chosen_expires_at > created_at);

COMMENT ON COLUMN api_key.chosen_expires_at IS 'expires_at as it was chosen when the key was created; a rotation does not change it, and gives the new key the same time to live. Null means that none was chosen.';

-- People could choose 30, 90 or 365 days. Any other end was set by a rotation.
UPDATE api_key SET chosen_expires_at = expires_at
 WHERE EXISTS (SELECT FROM unnest(ARRAY[30, 90, 365]) AS days
                WHERE expires_at BETWEEN created_at + days * interval '24 hours' - interval '1 minute'
                                     AND created_at + days * interval '24 hours' + interval '1 minute');
