CREATE TABLE bank_attempt (
  business_id      uuid        NOT NULL,
  payout_id        uuid        NOT NULL,
  attempt_number   integer     NOT NULL CHECK (attempt_number >= 1),
  bank             text        NOT NULL CHECK (length(bank) BETWEEN 1 AND 40),
  reference        text        NOT NULL CHECK (length(reference) BETWEEN 1 AND 35),
  state            text        NOT NULL CHECK (state IN ('CLAIMED', 'PENDING', 'IN_DOUBT', 'SUCCEEDED', 'FAILED', 'NOT_SENT')),
  claimed_at       timestamptz NOT NULL DEFAULT now(),
  due_at           timestamptz,
  retry_at         timestamptz,
  enquiry_count    integer     NOT NULL DEFAULT 0 CHECK (enquiry_count >= 0),
  not_found_count  integer     NOT NULL DEFAULT 0 CHECK (not_found_count >= 0),
  bank_reference   text,
  utr              text,
  response_code    text,
  response_message text,
  updated_at       timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (business_id, payout_id, attempt_number),
  FOREIGN KEY (business_id, payout_id) REFERENCES payout,
  CONSTRAINT bank_attempt_settled_is_not_due CHECK (state IN ('CLAIMED', 'PENDING', 'IN_DOUBT', 'SUCCEEDED') OR due_at IS NULL),
  CONSTRAINT bank_attempt_retry_only_unsent CHECK (retry_at IS NULL OR state = 'NOT_SENT')
);

CREATE UNIQUE INDEX bank_attempt_one_live_per_payout ON bank_attempt (business_id, payout_id)
  WHERE state IN ('CLAIMED', 'PENDING', 'IN_DOUBT', 'SUCCEEDED');
CREATE INDEX bank_attempt_due ON bank_attempt (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX bank_attempt_reference ON bank_attempt (reference);
CREATE INDEX bank_attempt_manual_review ON bank_attempt (updated_at) WHERE due_at IS NULL AND state IN ('PENDING', 'IN_DOUBT');

COMMENT ON COLUMN bank_attempt.reference IS 'Our reference at the bank, computed from the payout id alone: every attempt and enquiry of a payout carries the same one.';
COMMENT ON COLUMN bank_attempt.due_at IS 'When work is due: the end of the lease while CLAIMED, the next enquiry while PENDING or IN_DOUBT, and an enquiry whether the money was returned while SUCCEEDED. Null while PENDING or IN_DOUBT: manual review.';
COMMENT ON COLUMN bank_attempt.retry_at IS 'While NOT_SENT: this bank is not tried again for the payout before this moment. Each failed attempt makes the pause longer.';
COMMENT ON COLUMN bank_attempt.not_found_count IS 'Consecutive enquiries that the bank answered with "no such reference".';

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

COMMENT ON TABLE bank_callback IS 'Callbacks received from banks, each once. A callback never moves money: it makes an enquiry due, and the answer to the enquiry does.';
COMMENT ON COLUMN bank_callback.verdict IS 'How it compared with the attempt when it was first received.';

CREATE TABLE bank_conflict (
  conflict_id    uuid        NOT NULL DEFAULT uuidv7() PRIMARY KEY,
  business_id    uuid        NOT NULL,
  payout_id      uuid        NOT NULL,
  attempt_number integer     NOT NULL,
  bank           text        NOT NULL,
  reported_by    text        NOT NULL CHECK (reported_by IN ('PAYMENT', 'ENQUIRY', 'CALLBACK', 'FILE')),
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
  CONSTRAINT bank_conflict_settled_is_complete CHECK ((settled_at IS NULL) = (settled_by IS NULL) AND (settled_at IS NULL) = (note IS NULL))
);

CREATE INDEX bank_conflict_open ON bank_conflict (first_seen_at) WHERE settled_at IS NULL;

COMMENT ON TABLE bank_conflict IS 'Reports of a bank that contradict a final status. Nothing was changed; an operator asks the bank and records the result here.';

CREATE TABLE bank_file (
  bank        text        NOT NULL CHECK (length(bank) BETWEEN 1 AND 40),
  message_id  text        NOT NULL CHECK (length(message_id) BETWEEN 1 AND 35),
  rail        text        NOT NULL CHECK (rail IN ('N', 'R')),
  created_at  timestamptz NOT NULL DEFAULT now(),
  written_at  timestamptz,
  PRIMARY KEY (bank, message_id)
);

CREATE INDEX bank_file_unwritten ON bank_file (bank, created_at) WHERE written_at IS NULL;

COMMENT ON TABLE bank_file IS 'A file of payment orders. Its rows determine its bytes, so a file that a crash interrupted is written again unchanged.';

CREATE TABLE bank_file_order (
  bank             text        NOT NULL CHECK (length(bank) BETWEEN 1 AND 40),
  reference        text        NOT NULL CHECK (length(reference) BETWEEN 1 AND 35),
  business_id      uuid        NOT NULL,
  payout_id        uuid        NOT NULL,
  attempt_number   integer     NOT NULL,
  rail             text        NOT NULL CHECK (rail IN ('N', 'R')),
  amount_paise     bigint      NOT NULL CHECK (amount_paise > 0),
  beneficiary_name text        NOT NULL,
  account_number   text        NOT NULL,
  ifsc             text        NOT NULL,
  transaction_id   text        NOT NULL,
  message_id       text,
  queued_at        timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (bank, reference),
  FOREIGN KEY (bank, message_id) REFERENCES bank_file,
  FOREIGN KEY (business_id, payout_id, attempt_number) REFERENCES bank_attempt
);

CREATE INDEX bank_file_order_queued ON bank_file_order (bank, rail, queued_at) WHERE message_id IS NULL;
CREATE INDEX bank_file_order_of_file ON bank_file_order (bank, message_id) WHERE message_id IS NOT NULL;

COMMENT ON COLUMN bank_file_order.message_id IS 'The only file that the order is ever sent in; null while it waits for one.';

CREATE FUNCTION check_order_keeps_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'order % is in file % and cannot move to another', OLD.reference, OLD.message_id USING ERRCODE = 'check_violation';
END $$;

CREATE TRIGGER bank_file_order_keeps_file BEFORE UPDATE ON bank_file_order
  FOR EACH ROW WHEN (OLD.message_id IS NOT NULL AND NEW IS DISTINCT FROM OLD) EXECUTE FUNCTION check_order_keeps_file();
CREATE TRIGGER bank_file_order_is_never_deleted BEFORE DELETE OR TRUNCATE ON bank_file_order
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE bank_file_received (
  bank        text        NOT NULL CHECK (length(bank) BETWEEN 1 AND 40),
  sha256      text        NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  file_name   text        NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (bank, sha256)
);

CREATE TABLE bank_file_status (
  bank        text        NOT NULL,
  sha256      text        NOT NULL,
  line        integer     NOT NULL CHECK (line >= 1),
  reference   text        NOT NULL CHECK (length(reference) BETWEEN 1 AND 100),
  status      text        NOT NULL CHECK (status IN ('ACCEPTED', 'PAID', 'REJECTED', 'RETURNED', 'UNCLEAR')),
  utr         text        CHECK (length(utr) BETWEEN 1 AND 35),
  reason_code text,
  reason      text        CHECK (length(reason) <= 300),
  PRIMARY KEY (bank, sha256, line),
  FOREIGN KEY (bank, sha256) REFERENCES bank_file_received
);

CREATE INDEX bank_file_status_of_order ON bank_file_status (bank, reference);
CREATE INDEX bank_file_status_unclear ON bank_file_status (bank, reference) WHERE status = 'UNCLEAR';
CREATE TRIGGER bank_file_status_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON bank_file_status
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

COMMENT ON TABLE bank_file_status IS 'What the status files of a bank reported about each order; enquiries about an order read it.';

CREATE VIEW manual_review AS
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
   AND (b.account_number, b.ifsc, lower(b.vpa)) IS NOT DISTINCT FROM (v.account_number, v.ifsc, lower(v.vpa))
UNION ALL
SELECT 'BANK_FILE_UNCLEAR', o.business_id, o.payout_id, o.bank, r.received_at,
       r.file_name || ' says ' || s.status || coalesce(': ' || s.reason, '')
  FROM bank_file_status s
  JOIN bank_file_received r ON r.bank = s.bank AND r.sha256 = s.sha256
  JOIN bank_file_order o ON o.bank = s.bank AND o.reference = s.reference
  JOIN bank_attempt a ON a.business_id = o.business_id AND a.payout_id = o.payout_id AND a.attempt_number = o.attempt_number
 WHERE s.status = 'UNCLEAR' AND a.due_at IS NOT NULL AND a.state IN ('PENDING', 'IN_DOUBT');

COMMENT ON VIEW manual_review IS 'Everything about banks that an operator has to decide, oldest in since. Empty in normal operation.';
