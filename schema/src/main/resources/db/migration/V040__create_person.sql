CREATE TABLE person (
  person_id   uuid        PRIMARY KEY DEFAULT uuidv7(),
  audience    text        NOT NULL CHECK (audience IN ('MERCHANT', 'STAFF')),
  email       text        NOT NULL CHECK (length(email) <= 254 AND email ~ '^[^@[:space:]]+@[^@[:space:]]+$'),
  person_name text        NOT NULL CHECK (length(person_name) BETWEEN 1 AND 200),
  created_at  timestamptz NOT NULL DEFAULT now(),
  UNIQUE (person_id, audience)
);

CREATE UNIQUE INDEX person_email ON person (lower(email));

COMMENT ON TABLE person IS 'People who sign in to the portal. An e-mail address belongs to one person of one audience.';
COMMENT ON COLUMN person.audience IS 'MERCHANT: people of businesses. STAFF: people of Hundi. Each signs in at an origin of its own.';

CREATE TABLE membership (
  person_id   uuid        NOT NULL,
  audience    text        NOT NULL DEFAULT 'MERCHANT' CHECK (audience = 'MERCHANT'),
  business_id uuid        NOT NULL REFERENCES business,
  role        text        NOT NULL CHECK (role IN ('OWNER', 'MAKER', 'CHECKER', 'DEVELOPER', 'VIEWER')),
  granted_by  uuid        REFERENCES person CHECK (granted_by <> person_id),
  granted_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (person_id, business_id, role),
  FOREIGN KEY (person_id, audience) REFERENCES person (person_id, audience)
);

CREATE INDEX membership_business ON membership (business_id);

COMMENT ON TABLE membership IS 'Roles of people in businesses.';
COMMENT ON COLUMN membership.granted_by IS 'Who granted the role, never the person itself; null for the first people of an installation.';

CREATE TABLE staff_role (
  person_id  uuid        NOT NULL,
  audience   text        NOT NULL DEFAULT 'STAFF' CHECK (audience = 'STAFF'),
  role       text        NOT NULL CHECK (role IN ('ONBOARDING', 'KYC_REVIEWER', 'KYC_APPROVER', 'FINANCE_MAKER', 'FINANCE_CHECKER',
                                                  'OPERATOR', 'AUDITOR', 'ADMIN')),
  granted_by uuid        REFERENCES person CHECK (granted_by <> person_id),
  granted_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (person_id, role),
  FOREIGN KEY (person_id, audience) REFERENCES person (person_id, audience)
);

COMMENT ON TABLE staff_role IS 'Roles of the staff of Hundi.';

-- Locks all owners, so that two of them cannot be removed at the same time.
CREATE FUNCTION keep_last_owner() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF OLD.role = 'OWNER' THEN
    PERFORM 1 FROM membership WHERE business_id = OLD.business_id AND role = 'OWNER' ORDER BY person_id FOR UPDATE;
    IF NOT EXISTS (SELECT FROM membership
                    WHERE business_id = OLD.business_id AND role = 'OWNER' AND person_id <> OLD.person_id) THEN
      RAISE EXCEPTION 'the last OWNER of business % cannot be removed', OLD.business_id USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  RETURN OLD;
END $$;

CREATE TRIGGER membership_keeps_last_owner BEFORE DELETE ON membership FOR EACH ROW EXECUTE FUNCTION keep_last_owner();
CREATE TRIGGER membership_is_not_updated BEFORE UPDATE OR TRUNCATE ON membership FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION keep_last_admin() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF OLD.role = 'ADMIN' THEN
    PERFORM 1 FROM staff_role WHERE role = 'ADMIN' ORDER BY person_id FOR UPDATE;
    IF NOT EXISTS (SELECT FROM staff_role WHERE role = 'ADMIN' AND person_id <> OLD.person_id) THEN
      RAISE EXCEPTION 'the last ADMIN cannot be removed' USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  RETURN OLD;
END $$;

CREATE TRIGGER staff_role_keeps_last_admin BEFORE DELETE ON staff_role FOR EACH ROW EXECUTE FUNCTION keep_last_admin();
CREATE TRIGGER staff_role_is_not_updated BEFORE UPDATE OR TRUNCATE ON staff_role FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE person_password (
  person_id  uuid        PRIMARY KEY REFERENCES person,
  hash       text        NOT NULL CHECK (hash LIKE '$argon2id$%'),
  changed_at timestamptz NOT NULL DEFAULT now()
);

COMMENT ON COLUMN person_password.hash IS 'Argon2id with its parameters and salt.';

CREATE TABLE person_totp (
  person_id         uuid        PRIMARY KEY REFERENCES person,
  secret_ciphertext bytea       NOT NULL,
  last_step         bigint      NOT NULL DEFAULT 0,
  changed_at        timestamptz NOT NULL DEFAULT now()
);

COMMENT ON COLUMN person_totp.secret_ciphertext IS 'Secret of RFC 6238, encrypted under a key of the key file with the person as associated data.';
COMMENT ON COLUMN person_totp.last_step IS 'Time step, 30 s since 1970, of the last accepted code. A code of this step or an earlier one is refused.';

CREATE TABLE recovery_code (
  person_id uuid  NOT NULL REFERENCES person,
  code_hash bytea NOT NULL CHECK (octet_length(code_hash) = 32),
  used_at   timestamptz,
  PRIMARY KEY (person_id, code_hash)
);

COMMENT ON TABLE recovery_code IS 'Single-use codes that stand in for the TOTP code.';
COMMENT ON COLUMN recovery_code.code_hash IS 'SHA-256 of the code, which has 80 random bits.';

-- Names and columns of these two tables are those of Spring Security's JDBC repositories.
CREATE TABLE user_entities (
  id           varchar(1000) PRIMARY KEY,
  name         varchar(100)  NOT NULL UNIQUE,
  display_name varchar(200)
);

COMMENT ON TABLE user_entities IS 'People as their passkeys know them.';
COMMENT ON COLUMN user_entities.name IS 'The person_id.';

CREATE TABLE user_credentials (
  credential_id                varchar(1000) PRIMARY KEY,
  user_entity_user_id          varchar(1000) NOT NULL REFERENCES user_entities ON DELETE CASCADE,
  public_key                   bytea         NOT NULL,
  signature_count              bigint,
  uv_initialized               boolean,
  backup_eligible              boolean       NOT NULL,
  authenticator_transports     varchar(1000),
  public_key_credential_type   varchar(100),
  backup_state                 boolean       NOT NULL,
  attestation_object           bytea,
  attestation_client_data_json bytea,
  created                      timestamptz,
  last_used                    timestamptz,
  label                        varchar(1000) NOT NULL
);

CREATE INDEX user_credentials_user ON user_credentials (user_entity_user_id);

COMMENT ON TABLE user_credentials IS 'Passkeys, two per person.';

CREATE FUNCTION limit_passkeys() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM 1 FROM user_entities WHERE id = NEW.user_entity_user_id FOR UPDATE;
  IF (SELECT count(*) FROM user_credentials WHERE user_entity_user_id = NEW.user_entity_user_id) >= 2 THEN
    RAISE EXCEPTION 'a person has two passkeys at most' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER user_credentials_are_two_at_most BEFORE INSERT ON user_credentials FOR EACH ROW EXECUTE FUNCTION limit_passkeys();

CREATE TABLE invitation (
  invitation_id uuid        PRIMARY KEY DEFAULT uuidv7(),
  token_hash    bytea       NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  purpose       text        NOT NULL CHECK (purpose IN ('JOIN', 'RECOVER')),
  audience      text        NOT NULL CHECK (audience IN ('MERCHANT', 'STAFF')),
  email         text        NOT NULL CHECK (length(email) <= 254 AND email ~ '^[^@[:space:]]+@[^@[:space:]]+$'),
  business_id   uuid        REFERENCES business,
  roles         text[]      NOT NULL,
  person_id     uuid        REFERENCES person CHECK (invited_by <> person_id),
  invited_by    uuid        REFERENCES person,
  approval_id   uuid,
  created_at    timestamptz NOT NULL DEFAULT now(),
  expires_at    timestamptz NOT NULL CHECK (expires_at <= created_at + interval '24 hours'),
  used_at       timestamptz,
  withdrawn_at  timestamptz,
  CHECK ((audience = 'MERCHANT') = (business_id IS NOT NULL)),
  CHECK ((purpose = 'RECOVER') = (person_id IS NOT NULL)),
  CHECK ((purpose = 'JOIN') = (cardinality(roles) > 0)),
  CHECK (used_at IS NULL OR withdrawn_at IS NULL)
);

CREATE INDEX invitation_business ON invitation (business_id);

COMMENT ON TABLE invitation IS 'The only way in for people: single use, valid for 24 hours.';
COMMENT ON COLUMN invitation.token_hash IS 'SHA-256 of the token in the link, which has 256 random bits.';
COMMENT ON COLUMN invitation.purpose IS 'JOIN: a new role in a business or the staff. RECOVER: the person sets new credentials; the old ones end.';
COMMENT ON COLUMN invitation.person_id IS 'Whose credentials are set anew; null unless purpose is RECOVER.';
COMMENT ON COLUMN invitation.invited_by IS 'Null for the first people of a business or an installation.';
COMMENT ON COLUMN invitation.approval_id IS 'The approval by two members of staff, if the recovery was not started by an OWNER or ADMIN.';

-- An owner must not gain another business by recovering a person of both.
CREATE FUNCTION check_recovery() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.approval_id IS NULL AND NEW.audience = 'MERCHANT' AND EXISTS (
       SELECT FROM membership m WHERE m.person_id = NEW.person_id AND NOT EXISTS (
         SELECT FROM membership o WHERE o.business_id = m.business_id AND o.person_id = NEW.invited_by AND o.role = 'OWNER')) THEN
    RAISE EXCEPTION 'recovery needs an OWNER of every business of the person' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER invitation_checks_recovery BEFORE INSERT ON invitation FOR EACH ROW WHEN (NEW.purpose = 'RECOVER')
  EXECUTE FUNCTION check_recovery();

-- The hash of the token is the right to read the row, before any business is known.
CREATE FUNCTION open_invitation(token bytea) RETURNS SETOF invitation
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT * FROM invitation WHERE token_hash = token AND used_at IS NULL AND withdrawn_at IS NULL AND expires_at > now()
$$;

CREATE TABLE sign_in_throttle (
  throttle_key  bytea       PRIMARY KEY CHECK (octet_length(throttle_key) = 32),
  failures      integer     NOT NULL CHECK (failures > 0),
  last_at       timestamptz NOT NULL,
  blocked_until timestamptz
);

CREATE INDEX sign_in_throttle_last_at ON sign_in_throttle (last_at);

COMMENT ON TABLE sign_in_throttle IS 'Failed sign-ins by e-mail address and by network address, shared by all copies of the portal.';
COMMENT ON COLUMN sign_in_throttle.throttle_key IS 'SHA-256 of audience, kind and address, whether or not a person has it.';
