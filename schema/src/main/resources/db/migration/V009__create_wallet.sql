CREATE TABLE wallet (
  business_id            uuid        PRIMARY KEY REFERENCES business,
  account_id             bigint      NOT NULL UNIQUE REFERENCES ledger_account,
  balance_paise          bigint      NOT NULL DEFAULT 0 CHECK (balance_paise >= 0),
  last_sequence          bigint      NOT NULL DEFAULT 0 CHECK (last_sequence >= 0),
  virtual_account_number text        NOT NULL UNIQUE CHECK (virtual_account_number ~ '^[0-9A-Z]{8,34}$'),
  created_at             timestamptz NOT NULL DEFAULT now(),
  updated_at             timestamptz NOT NULL DEFAULT now()
);

COMMENT ON COLUMN wallet.balance_paise IS 'Sum of the wallet''s ledger entries in paise; always the balance_after_paise of its newest movement.';
COMMENT ON COLUMN wallet.virtual_account_number IS 'Account number that money for this wallet is sent to.';

CREATE TABLE wallet_movement (
  business_id           uuid        NOT NULL,
  sequence              bigint      NOT NULL CHECK (sequence >= 1),
  movement_id           uuid        NOT NULL DEFAULT uuidv7(),
  type                  text        NOT NULL CHECK (type IN ('TOPUP', 'PAYOUT_DEBIT', 'PAYOUT_REVERSAL', 'ADJUSTMENT')),
  direction             text        NOT NULL CHECK (direction IN ('CREDIT', 'DEBIT')),
  amount_paise          bigint      NOT NULL CHECK (amount_paise > 0),
  commission_paise      bigint      NOT NULL DEFAULT 0 CHECK (commission_paise >= 0),
  gst_paise             bigint      NOT NULL DEFAULT 0 CHECK (gst_paise >= 0),
  total_paise           bigint      NOT NULL GENERATED ALWAYS AS (amount_paise + commission_paise + gst_paise) STORED,
  balance_before_paise  bigint      NOT NULL CHECK (balance_before_paise >= 0),
  balance_after_paise   bigint      NOT NULL CHECK (balance_after_paise >= 0),
  ledger_transaction_id uuid        NOT NULL,
  payout_id             uuid,
  description           text        NOT NULL CHECK (length(description) <= 500),
  metadata              jsonb       NOT NULL DEFAULT '{}',
  created_at            timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (business_id, sequence),
  FOREIGN KEY (business_id) REFERENCES wallet,
  FOREIGN KEY (business_id, ledger_transaction_id) REFERENCES ledger_transaction,
  CONSTRAINT wallet_movement_adds_up CHECK (
    balance_after_paise = balance_before_paise
      + CASE direction WHEN 'CREDIT' THEN 1 ELSE -1 END * (amount_paise + commission_paise + gst_paise)),
  CONSTRAINT wallet_movement_type_has_direction CHECK (
    type = 'ADJUSTMENT' OR (type = 'PAYOUT_DEBIT') = (direction = 'DEBIT')),
  CONSTRAINT wallet_movement_of_payout_names_it CHECK ((type LIKE 'PAYOUT_%') = (payout_id IS NOT NULL))
);

COMMENT ON COLUMN wallet_movement.sequence IS 'Contiguous per wallet from 1; each balance_before_paise is the balance_after_paise of the sequence before.';
COMMENT ON COLUMN wallet_movement.movement_id IS 'Public id of the movement.';
