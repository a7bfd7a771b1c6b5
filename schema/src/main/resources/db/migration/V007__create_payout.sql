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
  created_at            timestamptz NOT NULL DEFAULT now(),
  updated_at            timestamptz NOT NULL DEFAULT now(),
  completed_at          timestamptz,
  PRIMARY KEY (business_id, payout_id),
  UNIQUE (business_id, transaction_id),
  FOREIGN KEY (business_id, beneficiary_id) REFERENCES beneficiary,
  CONSTRAINT payout_rail_has_its_target CHECK (
    (rail = 'U' AND vpa IS NOT NULL AND account_number IS NULL AND ifsc IS NULL)
    OR (rail <> 'U' AND vpa IS NULL AND account_number IS NOT NULL AND ifsc IS NOT NULL)),
  CONSTRAINT payout_terminal_is_completed CHECK ((status IN (11, 12)) = (completed_at IS NOT NULL)),
  CONSTRAINT payout_bulk_names_its_file CHECK ((source = 'BULK') = (bulk_file_id IS NOT NULL))
);

CREATE UNIQUE INDEX payout_idempotency_key ON payout (business_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX payout_open ON payout (created_at) WHERE status IN (3, 4);

COMMENT ON COLUMN payout.amount_paise IS 'Amount to the beneficiary in paise.';
COMMENT ON COLUMN payout.commission_paise IS 'Commission in paise, fixed at acceptance.';
COMMENT ON COLUMN payout.gst_paise IS 'GST of 18 % on the commission in paise, rounded half up.';
COMMENT ON COLUMN payout.status IS '3 Initiated, 4 Pending, 11 Successful, 12 Failed.';
COMMENT ON COLUMN payout.beneficiary_name IS 'The beneficiary columns are the beneficiary as it was at initiation.';
COMMENT ON COLUMN payout.last_sequence IS 'Sequence of the newest payout_event of this payout.';

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
  created_at       timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (business_id, payout_id, sequence),
  FOREIGN KEY (business_id, payout_id) REFERENCES payout,
  CONSTRAINT payout_event_first_is_created CHECK ((sequence = 1) = (stage = 'CREATED') AND (sequence = 1) = (from_status IS NULL))
);

COMMENT ON TABLE payout_event IS 'Append-only status timeline and outbox of payouts; the change stream captures its inserts.';

CREATE TABLE payout_status_transition (
  from_status  smallint NOT NULL,
  to_status    smallint NOT NULL,
  posting_kind text,
  PRIMARY KEY (from_status, to_status)
);

COMMENT ON TABLE payout_status_transition IS 'Every legal change of payout.status; PayoutStatus in Java holds the same table and a test compares them.';
COMMENT ON COLUMN payout_status_transition.posting_kind IS 'The ledger transaction that must exist for the payout when it changes so; null: it must have none.';

INSERT INTO payout_status_transition (from_status, to_status, posting_kind) VALUES
  (3, 4, 'PAYOUT_DEBIT'),
  (3, 12, NULL),
  (4, 11, 'PAYOUT_SETTLEMENT'),
  (4, 12, 'PAYOUT_REVERSAL'),
  (11, 12, 'PAYOUT_REVERSAL');
