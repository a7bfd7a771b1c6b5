CREATE TABLE payout (
  business_id           uuid        NOT NULL REFERENCES business,
  payout_id             uuid        NOT NULL DEFAULT uuidv7(),
  transaction_id        text        NOT NULL CHECK (transaction_id ~ '^TXN[0-9]{8}[0-9A-HJKMNP-TV-Z]{10}$'),
  beneficiary_id        uuid        NOT NULL,
  beneficiary_code      text        NOT NULL,
  beneficiary_name      text        NOT NULL,
  beneficiary_email     text,
  beneficiary_phone     text        NOT NULL,
  account_number        text,
  ifsc                  text,
  vpa                   text,
  rail                  text        NOT NULL CHECK (rail IN ('I', 'N', 'R', 'S', 'U')),
  amount_paise          bigint      NOT NULL CHECK (amount_paise > 0),
  commission_paise      bigint      NOT NULL CHECK (commission_paise >= 0),
  gst_paise             bigint      NOT NULL CHECK (gst_paise >= 0),
  total_debit_paise     bigint      NOT NULL GENERATED ALWAYS AS (amount_paise + commission_paise + gst_paise) STORED,
  status                smallint    NOT NULL DEFAULT 3 CHECK (status IN (3, 4, 11, 12)),
  last_sequence         integer     NOT NULL DEFAULT 1 CHECK (last_sequence >= 1),
  response_code         text        NOT NULL DEFAULT 'INITIATED',
  response_message      text        NOT NULL,
  utr                   text        CHECK (length(utr) BETWEEN 1 AND 35),
  bank_reference        text        CHECK (length(bank_reference) BETWEEN 1 AND 64),
  merchant_reference_id text        CHECK (length(merchant_reference_id) BETWEEN 1 AND 128),
  idempotency_key       text        CHECK (length(idempotency_key) BETWEEN 1 AND 255),
  source                text        NOT NULL DEFAULT 'API' CHECK (source IN ('API', 'BULK', 'PORTAL')),
  bulk_file_id          uuid,
  bulk_row_number       integer     CHECK (bulk_row_number >= 1),
  created_at            timestamptz NOT NULL GENERATED ALWAYS AS (uuid_extract_timestamp(payout_id)) STORED,
  updated_at            timestamptz NOT NULL DEFAULT clock_timestamp(),
  completed_at          timestamptz,
  PRIMARY KEY (business_id, payout_id),
  UNIQUE (business_id, transaction_id),
  FOREIGN KEY (business_id, beneficiary_id) REFERENCES beneficiary,
  CONSTRAINT payout_rail_matches_target CHECK (
    (rail = 'U' AND vpa IS NOT NULL AND account_number IS NULL AND ifsc IS NULL)
    OR (rail <> 'U' AND vpa IS NULL AND account_number IS NOT NULL AND ifsc IS NOT NULL)),
  CONSTRAINT payout_terminal_has_completed_at CHECK ((status IN (11, 12)) = (completed_at IS NOT NULL)),
  CONSTRAINT payout_bulk_has_file CHECK ((source = 'BULK') = (bulk_file_id IS NOT NULL)),
  CONSTRAINT payout_bulk_file_has_row CHECK ((bulk_file_id IS NULL) = (bulk_row_number IS NULL))
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

CREATE UNIQUE INDEX payout_idempotency_key ON payout (business_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
-- At most one payout per row of a bulk file, even after crashes and with several processes that believe they hold the claim.
CREATE UNIQUE INDEX payout_bulk_row ON payout (business_id, bulk_file_id, bulk_row_number) WHERE bulk_file_id IS NOT NULL;
CREATE INDEX payout_open ON payout (created_at) WHERE status IN (3, 4);

COMMENT ON TABLE payout IS 'Lists use the primary key: payout_id is a UUIDv7, so newest first is its order and a time window is a range of it. They count deep offsets in the index alone, which needs pages that vacuum has visited; hence the low autovacuum scale factors.';
COMMENT ON COLUMN payout.amount_paise IS 'Amount to the beneficiary in paise.';
COMMENT ON COLUMN payout.commission_paise IS 'Commission in paise, fixed at acceptance.';
COMMENT ON COLUMN payout.gst_paise IS 'GST of 18 % on the commission in paise, rounded half up.';
COMMENT ON COLUMN payout.status IS '3 Initiated, 4 Pending, 11 Successful, 12 Failed.';
COMMENT ON COLUMN payout.beneficiary_name IS 'The beneficiary columns hold the beneficiary as it was at initiation.';
COMMENT ON COLUMN payout.last_sequence IS 'Sequence of the newest payout_event of this payout.';
COMMENT ON COLUMN payout.bulk_row_number IS 'The row of bulk_file_id that this payout pays.';
COMMENT ON COLUMN payout.created_at IS 'When the payout was accepted, UTC with milliseconds: the time in its UUIDv7.';
COMMENT ON COLUMN payout.updated_at IS 'From the clock, not from the start of the transaction: payout_id is generated during the statement, and now() would be earlier.';

CREATE TABLE payout_event (
  business_id      uuid        NOT NULL,
  payout_id        uuid        NOT NULL,
  sequence         integer     NOT NULL CHECK (sequence >= 1),
  event_id         uuid        NOT NULL DEFAULT uuidv7() UNIQUE,
  from_status      smallint,
  status           smallint    NOT NULL CHECK (status IN (3, 4, 11, 12)),
  stage            text        NOT NULL CHECK (stage IN ('CREATED', 'WALLET_DEBITED', 'DISPATCHED', 'BANK_ACKNOWLEDGED',
                                                          'IN_DOUBT', 'SUCCESS', 'FAILED', 'RETURNED')),
  source           text        NOT NULL CHECK (length(source) BETWEEN 1 AND 40),
  response_code    text        NOT NULL,
  response_message text        NOT NULL,
  utr              text,
  created_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (business_id, payout_id, sequence),
  FOREIGN KEY (business_id, payout_id) REFERENCES payout,
  CONSTRAINT payout_event_first_is_created CHECK ((sequence = 1) = (stage = 'CREATED') AND (sequence = 1) = (from_status IS NULL))
);

CREATE TRIGGER payout_event_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON payout_event
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

COMMENT ON TABLE payout_event IS 'Append-only status timeline and outbox of payouts; the change stream captures its inserts.';

CREATE TABLE payout_status_transition (
  from_status  smallint NOT NULL,
  to_status    smallint NOT NULL,
  posting_kind text,
  PRIMARY KEY (from_status, to_status)
);

COMMENT ON TABLE payout_status_transition IS 'Every legal change of payout.status; PayoutStatus in Java holds the same table and a test compares them.';
COMMENT ON COLUMN payout_status_transition.posting_kind IS 'The ledger transaction that the payout must have for this transition; null: it must have none.';

INSERT INTO payout_status_transition (from_status, to_status, posting_kind) VALUES
  (3, 4, 'PAYOUT_DEBIT'),
  (3, 12, NULL),
  (4, 11, 'PAYOUT_SETTLEMENT'),
  (4, 12, 'PAYOUT_REVERSAL'),
  (11, 12, 'PAYOUT_REVERSAL');

CREATE TRIGGER payout_is_never_deleted BEFORE DELETE OR TRUNCATE ON payout
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION check_payout_starts_initiated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> 3 THEN
    RAISE EXCEPTION 'a payout starts in status 3, not %', NEW.status USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER payout_starts_initiated BEFORE INSERT ON payout
  FOR EACH ROW WHEN (NEW.status <> 3) EXECUTE FUNCTION check_payout_starts_initiated();

-- Checked once per statement over its transition tables, not once per row: a batch debit of 2,000 payouts pays for one query.
CREATE FUNCTION check_payout_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  illegal record;
BEGIN
  SELECT n.payout_id, o.status AS from_status, n.status AS to_status INTO illegal
    FROM new_rows n
    LEFT JOIN old_rows o ON o.business_id = n.business_id AND o.payout_id = n.payout_id
    LEFT JOIN payout_status_transition t ON t.from_status = o.status AND t.to_status = n.status
   WHERE o.payout_id IS NULL OR (o.status <> n.status AND (t.from_status IS NULL
     OR (t.posting_kind IS NOT NULL AND NOT EXISTS (
          SELECT FROM ledger_transaction l
           WHERE l.business_id = n.business_id AND l.payout_id = n.payout_id AND l.kind = t.posting_kind))
     OR (t.posting_kind IS NULL AND EXISTS (
          SELECT FROM ledger_transaction l WHERE l.business_id = n.business_id AND l.payout_id = n.payout_id)))) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'payout % may not change from status % to % without its posting', illegal.payout_id, illegal.from_status, illegal.to_status
      USING ERRCODE = 'check_violation';
  END IF;

  SELECT n.payout_id INTO illegal
    FROM new_rows n
    JOIN old_rows o ON o.business_id = n.business_id AND o.payout_id = n.payout_id
   WHERE (o.transaction_id, o.beneficiary_id, o.beneficiary_name, o.rail, o.amount_paise, o.commission_paise, o.gst_paise, o.source, o.created_at)
         IS DISTINCT FROM
         (n.transaction_id, n.beneficiary_id, n.beneficiary_name, n.rail, n.amount_paise, n.commission_paise, n.gst_paise, n.source, n.created_at)
      OR (o.account_number, o.ifsc, o.vpa, o.merchant_reference_id, o.idempotency_key, o.bulk_file_id, o.bulk_row_number)
         IS DISTINCT FROM
         (n.account_number, n.ifsc, n.vpa, n.merchant_reference_id, n.idempotency_key, n.bulk_file_id, n.bulk_row_number) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'payout % may not change what was accepted', illegal.payout_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER payout_changes_are_legal AFTER UPDATE ON payout
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION check_payout_changes();

CREATE TABLE sweep_progress (
  name     text        PRIMARY KEY,
  swept_to timestamptz NOT NULL
);

COMMENT ON TABLE sweep_progress IS 'How far a sweep over append-only rows has progressed, so that it does not read all of them again.';
