CREATE TABLE bank_file (
  bank        text        NOT NULL CHECK (length(bank) BETWEEN 1 AND 40),
  message_id  text        NOT NULL CHECK (length(message_id) BETWEEN 1 AND 35),
  rail        text        NOT NULL CHECK (rail IN ('N', 'R')),
  created_at  timestamptz NOT NULL DEFAULT now(),
  written_at  timestamptz,
  PRIMARY KEY (bank, message_id)
);

CREATE INDEX bank_file_unwritten ON bank_file (bank, created_at) WHERE written_at IS NULL;

COMMENT ON TABLE bank_file IS 'A file of payment orders. Its bytes follow from its rows, so that one that a crash interrupted is written again as it was.';

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

COMMENT ON COLUMN bank_file_order.message_id IS 'The one file it goes out in, for ever; null while it waits for one.';

CREATE FUNCTION check_order_keeps_its_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'order % is in file % and can be in no other', OLD.reference, OLD.message_id USING ERRCODE = 'check_violation';
END $$;

CREATE TRIGGER bank_file_order_keeps_its_file BEFORE UPDATE ON bank_file_order
  FOR EACH ROW WHEN (OLD.message_id IS NOT NULL AND NEW IS DISTINCT FROM OLD) EXECUTE FUNCTION check_order_keeps_its_file();
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

COMMENT ON TABLE bank_file_status IS 'What the files of a bank have said of each order; the evidence that enquiries about it read.';

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
   AND (b.account_number, b.ifsc, lower(b.vpa)) IS NOT DISTINCT FROM (v.account_number, v.ifsc, lower(v.vpa))
UNION ALL
SELECT 'BANK_FILE_UNCLEAR', o.business_id, o.payout_id, o.bank, r.received_at,
       r.file_name || ' says ' || w.status || coalesce(': ' || w.reason, '')
  FROM bank_file_status w
  JOIN bank_file_received r ON r.bank = w.bank AND r.sha256 = w.sha256
  JOIN bank_file_order o ON o.bank = w.bank AND o.reference = w.reference
  JOIN bank_attempt a ON a.business_id = o.business_id AND a.payout_id = o.payout_id AND a.attempt_number = o.attempt_number
 WHERE w.status = 'UNCLEAR' AND a.due_at IS NOT NULL AND a.state IN ('PENDING', 'IN_DOUBT');
