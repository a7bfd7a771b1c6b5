CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'integrity_constraint_violation';
END $$;

COMMENT ON FUNCTION refuse_change IS 'Trigger of append-only tables and of tables whose rows are never deleted.';

CREATE TABLE beneficiary (
  business_id      uuid        NOT NULL REFERENCES business,
  beneficiary_id   uuid        NOT NULL DEFAULT uuidv7(),
  beneficiary_code text        NOT NULL UNIQUE CHECK (beneficiary_code ~ '^BEN[0-9A-HJKMNP-TV-Z]{8}$'),
  name             text        NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  email            text        CHECK (length(email) BETWEEN 3 AND 254),
  phone_number     text        NOT NULL CHECK (length(phone_number) BETWEEN 10 AND 15),
  account_number   text        CHECK (account_number ~ '^[0-9]{9,18}$'),
  ifsc             text        CHECK (ifsc ~ '^[A-Z]{4}0[A-Z0-9]{6}$'),
  vpa              text        CHECK (length(vpa) BETWEEN 3 AND 255),
  status           smallint    NOT NULL DEFAULT 1 CHECK (status IN (0, 1)),
  last_sequence    integer     NOT NULL DEFAULT 1 CHECK (last_sequence >= 1),
  created_at       timestamptz NOT NULL DEFAULT now(),
  updated_at       timestamptz NOT NULL DEFAULT now(),
  search_text      text        NOT NULL GENERATED ALWAYS AS (
    lower(beneficiary_code || E'\n' || name || E'\n' || coalesce(email, '') || E'\n' || phone_number || E'\n'
          || coalesce(account_number, '') || E'\n' || coalesce(ifsc, '') || E'\n' || coalesce(vpa, ''))) STORED,
  PRIMARY KEY (business_id, beneficiary_id),
  CONSTRAINT beneficiary_has_one_target CHECK (
    (account_number IS NOT NULL AND ifsc IS NOT NULL AND vpa IS NULL)
    OR (account_number IS NULL AND ifsc IS NULL AND vpa IS NOT NULL)),
  CONSTRAINT beneficiary_bank_target_key UNIQUE (business_id, account_number, ifsc)
);

CREATE UNIQUE INDEX beneficiary_vpa_key ON beneficiary (business_id, lower(vpa)) WHERE vpa IS NOT NULL;
CREATE INDEX beneficiary_search_text ON beneficiary USING gin (business_id, search_text gin_trgm_ops);

COMMENT ON COLUMN beneficiary.status IS '1 active, 0 inactive (archived). Uniqueness covers both.';
COMMENT ON COLUMN beneficiary.last_sequence IS 'Sequence of the newest beneficiary_event of this beneficiary.';
COMMENT ON COLUMN beneficiary.search_text IS 'The searchable fields (docs/specification.md, "GET /v1/beneficiaries") in lower case, one per line.';

CREATE TABLE beneficiary_event (
  business_id    uuid        NOT NULL,
  beneficiary_id uuid        NOT NULL,
  sequence       integer     NOT NULL CHECK (sequence >= 1),
  event_id       uuid        NOT NULL DEFAULT uuidv7() UNIQUE,
  kind           text        NOT NULL CHECK (kind IN ('CREATED', 'UPDATED', 'ARCHIVED', 'REACTIVATED')),
  reason         text        CHECK (length(reason) <= 500),
  snapshot       jsonb       NOT NULL,
  created_at     timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (business_id, beneficiary_id, sequence),
  FOREIGN KEY (business_id, beneficiary_id) REFERENCES beneficiary
);

CREATE TRIGGER beneficiary_event_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON beneficiary_event
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

COMMENT ON TABLE beneficiary_event IS 'Append-only audit trail and outbox of beneficiaries; the change stream captures its inserts.';
COMMENT ON COLUMN beneficiary_event.snapshot IS 'The beneficiary after the change, as the API returns it.';

CREATE FUNCTION beneficiary_snapshot(b beneficiary) RETURNS jsonb LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT jsonb_build_object(
    'beneficiaryId', b.beneficiary_id, 'beneficiaryCode', b.beneficiary_code, 'name', b.name, 'email', b.email,
    'phoneNumber', b.phone_number, 'accountNumber', b.account_number, 'ifsc', b.ifsc, 'vpa', b.vpa,
    'status', CASE b.status WHEN 1 THEN 'active' ELSE 'inactive' END,
    'createdAt', to_char(b.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
$$;

COMMENT ON FUNCTION beneficiary_snapshot IS 'A beneficiary as its events and the API represent it.';

CREATE TABLE beneficiary_verification (
  business_id     uuid        NOT NULL,
  beneficiary_id  uuid        NOT NULL,
  bank            text        NOT NULL CHECK (length(bank) BETWEEN 1 AND 40),
  target_key      text        NOT NULL GENERATED ALWAYS AS (
    md5(name || '|' || coalesce(account_number, '') || '|' || coalesce(ifsc, '') || '|' || coalesce(lower(vpa), ''))) STORED,
  target_version  integer     NOT NULL CHECK (target_version >= 1),
  name            text        NOT NULL,
  account_number  text,
  ifsc            text,
  vpa             text,
  state           text        NOT NULL DEFAULT 'DUE' CHECK (state IN ('DUE', 'VERIFIED', 'CLOSE', 'MISMATCH', 'INVALID', 'NOT_OFFERED')),
  registered_name text        CHECK (length(registered_name) BETWEEN 1 AND 200),
  registration_id text        CHECK (length(registration_id) BETWEEN 1 AND 64),
  due_at          timestamptz DEFAULT now(),
  attempt_count   integer     NOT NULL DEFAULT 0 CHECK (attempt_count >= 0),
  problem         text        CHECK (length(problem) <= 300),
  asked_at        timestamptz NOT NULL DEFAULT now(),
  answered_at     timestamptz,
  settled_at      timestamptz,
  settled_by      text        CHECK (length(settled_by) BETWEEN 1 AND 100),
  note            text        CHECK (length(note) BETWEEN 1 AND 2000),
  PRIMARY KEY (business_id, beneficiary_id, bank, target_key),
  FOREIGN KEY (business_id, beneficiary_id) REFERENCES beneficiary,
  CONSTRAINT beneficiary_verification_due_until_answered CHECK ((state = 'DUE') = (due_at IS NOT NULL) AND (state = 'DUE') = (answered_at IS NULL)),
  CONSTRAINT beneficiary_verification_settled_is_complete CHECK ((settled_at IS NULL) = (settled_by IS NULL) AND (settled_at IS NULL) = (note IS NULL))
);

CREATE INDEX beneficiary_verification_due ON beneficiary_verification (bank, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX beneficiary_verification_open ON beneficiary_verification (answered_at)
  WHERE state IN ('MISMATCH', 'INVALID') AND settled_at IS NULL;

COMMENT ON TABLE beneficiary_verification IS 'Each target that a beneficiary has had, with its name at that time: the registration with a bank and the holder name that the bank reports. Never blocks a payout.';
COMMENT ON COLUMN beneficiary_verification.target_key IS 'Digest of the name and the target; an unchanged target is not verified again.';
COMMENT ON COLUMN beneficiary_verification.target_version IS 'Sequence of the beneficiary_event that introduced this target.';
COMMENT ON COLUMN beneficiary_verification.state IS 'VERIFIED same name, CLOSE same except for initials or omitted words, MISMATCH another name, INVALID no such account or VPA, NOT_OFFERED the bank reports no name.';

CREATE VIEW beneficiary_trail AS
SELECT e.business_id, e.beneficiary_id, e.created_at AS at, e.kind AS what, e.sequence AS target_version, e.reason AS detail, e.snapshot
  FROM beneficiary_event e
UNION ALL
SELECT v.business_id, v.beneficiary_id, v.asked_at, 'VERIFICATION_ASKED', v.target_version, v.bank, NULL
  FROM beneficiary_verification v
UNION ALL
SELECT v.business_id, v.beneficiary_id, v.answered_at, 'VERIFICATION_' || v.state, v.target_version,
       v.bank || coalesce(': ' || v.registered_name, ''), NULL
  FROM beneficiary_verification v
 WHERE v.answered_at IS NOT NULL
UNION ALL
SELECT v.business_id, v.beneficiary_id, v.settled_at, 'VERIFICATION_SETTLED', v.target_version, v.settled_by || ': ' || v.note, NULL
  FROM beneficiary_verification v
 WHERE v.settled_at IS NOT NULL;

COMMENT ON VIEW beneficiary_trail IS 'The full history of a beneficiary; order by at.';
