CREATE SEQUENCE reconciliation_match_id CACHE 100;

CREATE TABLE reconciliation_match_item (
  match_id          bigint NOT NULL,
  rule              text   NOT NULL CHECK (rule IN ('UTR_AMOUNT', 'REFERENCE_AMOUNT', 'BATCH_TOTAL', 'DEBIT_RETURN', 'EFFECT', 'BY_HAND', 'REVOKED')),
  run_id            bigint,
  resolution_id     bigint,
  bank_statement_id uuid,
  line_number       integer,
  business_id       uuid,
  transaction_id    uuid,
  CONSTRAINT reconciliation_match_line_once UNIQUE (bank_statement_id, line_number),
  CONSTRAINT reconciliation_match_entry_once UNIQUE (transaction_id),
  CONSTRAINT reconciliation_match_has_an_item CHECK (
    num_nulls(bank_statement_id, line_number) IN (0, 2) AND num_nulls(business_id, transaction_id) IN (0, 2)
    AND (bank_statement_id IS NOT NULL OR transaction_id IS NOT NULL)),
  CONSTRAINT reconciliation_match_was_made_by_run_or_person CHECK (num_nonnulls(run_id, resolution_id) = 1)
);

CREATE INDEX reconciliation_match_by_id ON reconciliation_match_item USING brin (match_id);

COMMENT ON TABLE reconciliation_match_item IS 'Confirmed matches. A row holds a line, a ledger transaction or one of each; rows with one match_id belong together and their lines and entries have the same sum. Each item is in one match at most. No foreign keys: lines and ledger transactions are never deleted, and a day has a million.';
COMMENT ON COLUMN reconciliation_match_item.run_id IS 'The run that confirmed it; null where two people did.';

CREATE TABLE reconciliation_open_line (
  bank_statement_id      uuid    NOT NULL,
  line_number            integer NOT NULL,
  nodal_account_id       bigint  NOT NULL,
  business_date          date    NOT NULL,
  booked_on              date    NOT NULL,
  signed_paise           bigint  NOT NULL,
  kind                   text    NOT NULL,
  utr                    text,
  reference              text,
  bank_reference         text,
  virtual_account_number text,
  counterparty_account   text,
  item_count             integer,
  by_hand_only           boolean NOT NULL DEFAULT false,
  break_id               bigint,
  PRIMARY KEY (bank_statement_id, line_number)
);

COMMENT ON TABLE reconciliation_open_line IS 'Lines of taken statements that are in no match.';
COMMENT ON COLUMN reconciliation_open_line.signed_paise IS 'Paise; plus is money in.';
COMMENT ON COLUMN reconciliation_open_line.by_hand_only IS 'A person took it out of a match; no rule matches it again.';

CREATE TABLE reconciliation_open_entry (
  transaction_id   uuid    NOT NULL PRIMARY KEY,
  nodal_account_id bigint  NOT NULL,
  business_id      uuid    NOT NULL,
  kind             text    NOT NULL,
  payout_id        uuid,
  booked_on        date    NOT NULL,
  signed_paise     bigint  NOT NULL,
  utr              text,
  reference        text,
  account_number   text,
  by_hand_only     boolean NOT NULL DEFAULT false,
  break_id         bigint
);

COMMENT ON TABLE reconciliation_open_entry IS 'Ledger transactions of collected days that touch nodal and are in no match.';
COMMENT ON COLUMN reconciliation_open_entry.signed_paise IS 'Paise as the bank should show them: plus is money in.';
COMMENT ON COLUMN reconciliation_open_entry.reference IS 'Our reference of the payout at the bank.';
COMMENT ON COLUMN reconciliation_open_entry.account_number IS 'Account or VPA that the payout goes to.';

CREATE TABLE reconciliation_late_entry (
  transaction_id   uuid        PRIMARY KEY,
  nodal_account_id bigint      NOT NULL,
  business_id      uuid        NOT NULL,
  run_id           bigint      REFERENCES reconciliation_run,
  resolution_id    bigint,
  business_date    date        NOT NULL,
  signed_paise     bigint      NOT NULL,
  posted_here      boolean     NOT NULL,
  is_outside       boolean     NOT NULL,
  created_at       timestamptz NOT NULL DEFAULT now()
);

COMMENT ON TABLE reconciliation_late_entry IS 'Ledger transactions matched before their own day was collected: posted by a run or a resolution, or found posted by the stream meanwhile.';
COMMENT ON COLUMN reconciliation_late_entry.is_outside IS 'Its day had been collected before it was posted, so that no day will count it.';
COMMENT ON COLUMN reconciliation_late_entry.business_date IS 'Asia/Kolkata; the day it was matched for.';

CREATE TABLE reconciliation_proposal (
  bank_statement_id uuid    NOT NULL,
  line_number       integer NOT NULL,
  transaction_id    uuid    NOT NULL,
  run_id            bigint  NOT NULL REFERENCES reconciliation_run,
  days_apart        integer NOT NULL,
  PRIMARY KEY (bank_statement_id, line_number, transaction_id)
);

COMMENT ON TABLE reconciliation_proposal IS 'Lines and entries of the same amount and account within three days: for a person to confirm, never confirmed by a run.';
