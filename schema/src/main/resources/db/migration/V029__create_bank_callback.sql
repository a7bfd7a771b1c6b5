CREATE TABLE bank_callback (
  bank              text        NOT NULL CHECK (length(bank) BETWEEN 1 AND 40),
  event_id          text        NOT NULL CHECK (length(event_id) BETWEEN 1 AND 100),
  reference         text        NOT NULL CHECK (length(reference) BETWEEN 1 AND 100),
  status            text        NOT NULL CHECK (status IN ('PENDING', 'SUCCESS', 'FAILED', 'RETURNED')),
  body              text        NOT NULL CHECK (length(body) <= 16384),
  verdict           text        NOT NULL CHECK (verdict IN ('ENQUIRED', 'UNDER_WAY', 'AGREES', 'CONTRADICTS', 'UNKNOWN_REFERENCE')),
  times             integer     NOT NULL DEFAULT 1 CHECK (times >= 1),
  first_received_at timestamptz NOT NULL DEFAULT now(),
  last_received_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (bank, event_id, reference, status)
);

COMMENT ON TABLE bank_callback IS 'What banks have told of themselves, each once. It never moves money: it makes an enquiry due, and the answer to that does.';
COMMENT ON COLUMN bank_callback.verdict IS 'What it was against the attempt when it first came.';

CREATE TABLE bank_conflict (
  conflict_id    uuid        NOT NULL DEFAULT uuidv7() PRIMARY KEY,
  business_id    uuid        NOT NULL,
  payout_id      uuid        NOT NULL,
  attempt_number integer     NOT NULL,
  bank           text        NOT NULL,
  reported_by        text        NOT NULL CHECK (reported_by IN ('PAYMENT', 'ENQUIRY', 'CALLBACK', 'FILE')),
  reported       text        NOT NULL,
  recorded       text        NOT NULL,
  detail         text        NOT NULL CHECK (length(detail) <= 500),
  times          integer     NOT NULL DEFAULT 1 CHECK (times >= 1),
  first_seen_at  timestamptz NOT NULL DEFAULT now(),
  last_seen_at   timestamptz NOT NULL DEFAULT now(),
  settled_at     timestamptz,
  settled_by     text        CHECK (length(settled_by) BETWEEN 1 AND 100),
  note           text        CHECK (length(note) BETWEEN 1 AND 2000),
  FOREIGN KEY (business_id, payout_id, attempt_number) REFERENCES bank_attempt,
  UNIQUE (business_id, payout_id, attempt_number, reported_by, reported),
  CONSTRAINT bank_conflict_is_settled_by_someone CHECK ((settled_at IS NULL) = (settled_by IS NULL) AND (settled_at IS NULL) = (note IS NULL))
);

COMMENT ON TABLE bank_conflict IS 'A bank said what contradicts what is final here. Nothing was changed; a person asks the bank, and writes down here what came of it.';

CREATE INDEX bank_conflict_open ON bank_conflict (first_seen_at) WHERE settled_at IS NULL;

CREATE INDEX bank_attempt_reference ON bank_attempt (reference);
CREATE INDEX bank_attempt_given_up ON bank_attempt (updated_at) WHERE due_at IS NULL AND state IN ('PENDING', 'IN_DOUBT');

ALTER TABLE bank_attempt DROP CONSTRAINT bank_attempt_settled_is_not_due;
ALTER TABLE bank_attempt ADD CONSTRAINT bank_attempt_settled_is_not_due
  CHECK (state IN ('CLAIMED', 'PENDING', 'IN_DOUBT', 'SUCCEEDED') OR due_at IS NULL);

COMMENT ON COLUMN bank_attempt.due_at IS 'When somebody must look: the end of the lease while CLAIMED, the next enquiry while PENDING or IN_DOUBT, and an enquiry whether the money came back while SUCCEEDED. Null while PENDING or IN_DOUBT: left to a person.';

CREATE VIEW manual_review AS
SELECT 'ENQUIRIES_ENDED' AS kind, a.business_id, a.payout_id AS subject_id, a.bank, a.updated_at AS since,
       'The payout is ' || a.state || ' under ' || a.reference || ' since ' || a.claimed_at AS detail
  FROM bank_attempt a
 WHERE a.due_at IS NULL AND a.state IN ('PENDING', 'IN_DOUBT')
UNION ALL
SELECT 'BANK_CONTRADICTS', c.business_id, c.payout_id, c.bank, c.first_seen_at,
       c.reported_by || ' says ' || c.reported || ', recorded is ' || c.recorded || ': ' || c.detail
  FROM bank_conflict c
 WHERE c.settled_at IS NULL;

COMMENT ON VIEW manual_review IS 'Everything about banks that no code may decide, oldest in since. Empty on a good day.';
