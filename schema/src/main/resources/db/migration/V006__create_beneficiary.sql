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
  PRIMARY KEY (business_id, beneficiary_id),
  CONSTRAINT beneficiary_has_one_target CHECK (
    (account_number IS NOT NULL AND ifsc IS NOT NULL AND vpa IS NULL)
    OR (account_number IS NULL AND ifsc IS NULL AND vpa IS NOT NULL)),
  CONSTRAINT beneficiary_bank_target_key UNIQUE (business_id, account_number, ifsc)
);

CREATE UNIQUE INDEX beneficiary_vpa_key ON beneficiary (business_id, lower(vpa)) WHERE vpa IS NOT NULL;

COMMENT ON COLUMN beneficiary.status IS '1 active, 0 inactive (archived). Uniqueness covers both.';
COMMENT ON COLUMN beneficiary.last_sequence IS 'Sequence of the newest beneficiary_event of this beneficiary.';

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

COMMENT ON TABLE beneficiary_event IS 'Append-only audit trail and outbox of beneficiaries; the change stream captures its inserts.';
COMMENT ON COLUMN beneficiary_event.snapshot IS 'The beneficiary after the change, as in the API.';
