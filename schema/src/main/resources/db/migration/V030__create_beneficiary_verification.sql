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
  tries           integer     NOT NULL DEFAULT 0 CHECK (tries >= 0),
  problem         text        CHECK (length(problem) <= 300),
  asked_at        timestamptz NOT NULL DEFAULT now(),
  answered_at     timestamptz,
  settled_at      timestamptz,
  settled_by      text        CHECK (length(settled_by) BETWEEN 1 AND 100),
  note            text        CHECK (length(note) BETWEEN 1 AND 2000),
  PRIMARY KEY (business_id, beneficiary_id, bank, target_key),
  FOREIGN KEY (business_id, beneficiary_id) REFERENCES beneficiary,
  CONSTRAINT beneficiary_verification_is_due_until_answered CHECK ((state = 'DUE') = (due_at IS NOT NULL) AND (state = 'DUE') = (answered_at IS NULL)),
  CONSTRAINT beneficiary_verification_is_settled_by_someone CHECK ((settled_at IS NULL) = (settled_by IS NULL) AND (settled_at IS NULL) = (note IS NULL))
);

COMMENT ON TABLE beneficiary_verification IS 'Each target a beneficiary ever had, with the name it had then: its registration with a bank and what the bank calls its holder. Never blocks a payout.';
COMMENT ON COLUMN beneficiary_verification.target_key IS 'Of the name and the target: what has not changed is not asked for again.';
COMMENT ON COLUMN beneficiary_verification.target_version IS 'Sequence of the beneficiary_event that brought this target first.';
COMMENT ON COLUMN beneficiary_verification.state IS 'VERIFIED same name, CLOSE same but for initials or left-out words, MISMATCH another name, INVALID no such account or VPA, NOT_OFFERED the bank tells no name.';

CREATE INDEX beneficiary_verification_due ON beneficiary_verification (bank, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX beneficiary_verification_open ON beneficiary_verification (answered_at)
  WHERE state IN ('MISMATCH', 'INVALID') AND settled_at IS NULL;

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

COMMENT ON VIEW beneficiary_trail IS 'All that ever happened to a beneficiary; order by at.';

CREATE OR REPLACE VIEW manual_review AS
SELECT 'ENQUIRIES_ENDED' AS kind, a.business_id, a.payout_id AS subject_id, a.bank, a.updated_at AS since,
       'The payout is ' || a.state || ' under ' || a.reference || ' since ' || a.claimed_at AS detail
  FROM bank_attempt a
 WHERE a.due_at IS NULL AND a.state IN ('PENDING', 'IN_DOUBT')
UNION ALL
SELECT 'BANK_CONTRADICTS', c.business_id, c.payout_id, c.bank, c.first_seen_at,
       c.reported_by || ' says ' || c.reported || ', recorded is ' || c.recorded || ': ' || c.detail
  FROM bank_conflict c
 WHERE c.settled_at IS NULL
UNION ALL
SELECT 'BENEFICIARY_' || v.state, v.business_id, v.beneficiary_id, v.bank, v.answered_at,
       'Given as "' || v.name || '"' || coalesce(', the bank has "' || v.registered_name || '"', '')
  FROM beneficiary_verification v
  JOIN beneficiary b ON b.business_id = v.business_id AND b.beneficiary_id = v.beneficiary_id
 WHERE v.state IN ('MISMATCH', 'INVALID') AND v.settled_at IS NULL AND b.status = 1 AND b.name = v.name
   AND (b.account_number, b.ifsc, lower(b.vpa)) IS NOT DISTINCT FROM (v.account_number, v.ifsc, lower(v.vpa));
