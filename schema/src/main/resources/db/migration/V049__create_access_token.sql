CREATE TABLE access_token (
  token_id     uuid        PRIMARY KEY DEFAULT uuidv7(),
  person_id    uuid        NOT NULL,
  audience     text        NOT NULL DEFAULT 'STAFF' CHECK (audience = 'STAFF'),
  token_name   text        NOT NULL CHECK (length(token_name) BETWEEN 1 AND 60),
  secret_hash  bytea       NOT NULL UNIQUE CHECK (octet_length(secret_hash) = 32),
  scope        text        NOT NULL CHECK (scope IN ('READ', 'ACT', 'APPROVE')),
  groups       text[]      NOT NULL CHECK (cardinality(groups) > 0 AND array_position(groups, NULL) IS NULL
                             AND groups <@ ARRAY['WEBHOOKS', 'STATEMENTS', 'BULK', 'RECONCILIATION', 'QUESTIONS', 'DEAD_LETTERS']),
  confirmed_at timestamptz,
  created_at   timestamptz NOT NULL DEFAULT now(),
  expires_at   timestamptz NOT NULL,
  last_used_at timestamptz,
  revoked_at   timestamptz,
  FOREIGN KEY (person_id, audience) REFERENCES person (person_id, audience),
  CONSTRAINT access_token_is_short_lived CHECK (expires_at > created_at AND expires_at <= created_at + interval '90 days'),
  CONSTRAINT access_token_of_device_login CHECK (confirmed_at IS NULL OR (scope = 'ACT' AND expires_at <= created_at + interval '12 hours'))
);

CREATE INDEX access_token_person ON access_token (person_id, created_at);

COMMENT ON TABLE access_token IS 'With what machines of a member of the staff call the staff portal. A token ends when it expires or is revoked, and when roles or credentials of its person change.';
COMMENT ON COLUMN access_token.secret_hash IS 'SHA-256 of the token, which has 256 random bits.';
COMMENT ON COLUMN access_token.scope IS 'READ: reads. ACT: also acts. APPROVE: also acts that need a fresh second factor.';
COMMENT ON COLUMN access_token.groups IS 'The groups of commands that it may call.';
COMMENT ON COLUMN access_token.confirmed_at IS 'When the person confirmed the device login with a second factor, which counts as fresh for five minutes; null for a personal token.';

CREATE TABLE device_login (
  device_hash bytea       PRIMARY KEY CHECK (octet_length(device_hash) = 32),
  user_code   text        NOT NULL UNIQUE CHECK (user_code ~ '^[BCDFGHJKLMNPQRSTVWXZ]{8}$'),
  address     text        NOT NULL CHECK (length(address) <= 64),
  state       text        NOT NULL DEFAULT 'OPEN' CHECK (state IN ('OPEN', 'CONFIRMED', 'REFUSED', 'USED')),
  person_id   uuid        REFERENCES person,
  created_at  timestamptz NOT NULL DEFAULT now(),
  expires_at  timestamptz NOT NULL CHECK (expires_at <= created_at + interval '10 minutes'),
  decided_at  timestamptz,
  CONSTRAINT device_login_is_decided_by_a_person CHECK ((state = 'OPEN') = (person_id IS NULL) AND (state = 'OPEN') = (decided_at IS NULL))
);

CREATE INDEX device_login_expires ON device_login (expires_at);
CREATE INDEX device_login_address ON device_login (address);
CREATE INDEX device_login_person ON device_login (person_id) WHERE person_id IS NOT NULL;

COMMENT ON TABLE device_login IS 'Programs that wait for a person to confirm their login in the browser. A confirmed one is exchanged for an access token once.';
COMMENT ON COLUMN device_login.device_hash IS 'SHA-256 of the code that the program keeps, which has 256 random bits.';
COMMENT ON COLUMN device_login.user_code IS 'What the person types or follows. It identifies the login, but cannot be exchanged for a token.';
COMMENT ON COLUMN device_login.address IS 'Network address of the program.';

CREATE FUNCTION end_tokens_of(person uuid) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE access_token SET revoked_at = clock_timestamp() WHERE person_id = person AND revoked_at IS NULL;
  UPDATE device_login SET state = 'REFUSED' WHERE person_id = person AND state = 'CONFIRMED';
$$;

-- In the database, so that no way of changing roles or credentials forgets the tokens.
CREATE FUNCTION end_tokens_of_changed_person() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM end_tokens_of(CASE TG_OP WHEN 'DELETE' THEN OLD.person_id ELSE NEW.person_id END);
  RETURN NULL;
END $$;

CREATE FUNCTION end_tokens_of_passkey_owner() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM end_tokens_of(name::uuid) FROM user_entities
    WHERE id = CASE TG_OP WHEN 'DELETE' THEN OLD.user_entity_user_id ELSE NEW.user_entity_user_id END;
  RETURN NULL;
END $$;

CREATE TRIGGER staff_role_ends_tokens AFTER INSERT OR DELETE ON staff_role
  FOR EACH ROW EXECUTE FUNCTION end_tokens_of_changed_person();
CREATE TRIGGER person_password_ends_tokens AFTER INSERT OR UPDATE OF changed_at OR DELETE ON person_password
  FOR EACH ROW EXECUTE FUNCTION end_tokens_of_changed_person();
-- Not of secret_ciphertext, which is also rewritten under another key.
CREATE TRIGGER person_totp_ends_tokens AFTER INSERT OR UPDATE OF changed_at OR DELETE ON person_totp
  FOR EACH ROW EXECUTE FUNCTION end_tokens_of_changed_person();
CREATE TRIGGER recovery_code_ends_tokens AFTER INSERT OR DELETE ON recovery_code
  FOR EACH ROW EXECUTE FUNCTION end_tokens_of_changed_person();
CREATE TRIGGER user_credentials_ends_tokens AFTER INSERT OR DELETE ON user_credentials
  FOR EACH ROW EXECUTE FUNCTION end_tokens_of_passkey_owner();

-- What ended does not come back, and a scope does not grow.
CREATE FUNCTION keep_access_token() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (to_jsonb(OLD) - '{last_used_at,revoked_at}'::text[]) IS DISTINCT FROM (to_jsonb(NEW) - '{last_used_at,revoked_at}'::text[])
     OR (OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS DISTINCT FROM OLD.revoked_at) THEN
    RAISE EXCEPTION 'access token % does not change', OLD.token_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER access_token_keeps_its_scope BEFORE UPDATE ON access_token FOR EACH ROW EXECUTE FUNCTION keep_access_token();
