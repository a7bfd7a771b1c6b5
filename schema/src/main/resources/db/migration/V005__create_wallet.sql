CREATE TABLE wallet (
  business_id            uuid        PRIMARY KEY REFERENCES business,
  account_id             bigint      NOT NULL UNIQUE REFERENCES ledger_account,
  balance_paise          bigint      NOT NULL DEFAULT 0 CHECK (balance_paise >= 0),
  last_sequence          bigint      NOT NULL DEFAULT 0 CHECK (last_sequence >= 0),
  total_credit_paise     bigint      NOT NULL DEFAULT 0 CHECK (total_credit_paise >= 0),
  credit_count           bigint      NOT NULL DEFAULT 0 CHECK (credit_count >= 0),
  virtual_account_number text        NOT NULL UNIQUE CHECK (virtual_account_number ~ '^[0-9A-Z]{8,34}$'),
  created_at             timestamptz NOT NULL DEFAULT now(),
  updated_at             timestamptz NOT NULL DEFAULT now()
);

COMMENT ON COLUMN wallet.balance_paise IS 'Sum of the wallet''s ledger entries in paise; always the balance_after_paise of its newest movement.';
COMMENT ON COLUMN wallet.virtual_account_number IS 'Account number to which money for this wallet is sent.';
COMMENT ON COLUMN wallet.updated_at IS 'The created_at of the newest movement.';

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
  total_credit_paise    bigint      NOT NULL CHECK (total_credit_paise >= 0),
  credit_count          bigint      NOT NULL CHECK (credit_count >= 0),
  ledger_transaction_id uuid        NOT NULL,
  payout_id             uuid,
  description           text        NOT NULL CHECK (length(description) <= 500),
  metadata              jsonb       NOT NULL DEFAULT '{}',
  created_at            timestamptz NOT NULL,
  PRIMARY KEY (business_id, sequence),
  FOREIGN KEY (business_id) REFERENCES wallet,
  FOREIGN KEY (business_id, ledger_transaction_id) REFERENCES ledger_transaction,
  CONSTRAINT wallet_movement_adds_up CHECK (
    balance_after_paise = balance_before_paise
      + CASE direction WHEN 'CREDIT' THEN 1 ELSE -1 END * (amount_paise + commission_paise + gst_paise)),
  CONSTRAINT wallet_movement_type_matches_direction CHECK (
    type = 'ADJUSTMENT' OR (type = 'PAYOUT_DEBIT') = (direction = 'DEBIT')),
  CONSTRAINT wallet_movement_payout_type_has_payout CHECK ((type LIKE 'PAYOUT_%') = (payout_id IS NOT NULL))
);

-- Includes what a search adds up: a search for a holder's name sums the movements of 2,000 payouts from the index alone.
CREATE INDEX wallet_movement_payout ON wallet_movement (business_id, payout_id) INCLUDE (sequence, type, direction, total_paise)
  WHERE payout_id IS NOT NULL;
CREATE INDEX wallet_movement_other ON wallet_movement (business_id, sequence) WHERE payout_id IS NULL;
CREATE UNIQUE INDEX wallet_movement_id ON wallet_movement (business_id, movement_id);

COMMENT ON TABLE wallet_movement IS 'Append-only history of wallets. The running totals make the summary of any time window the difference of two rows.';
COMMENT ON COLUMN wallet_movement.sequence IS 'Contiguous per wallet from 1; each balance_before_paise is the balance_after_paise of the previous sequence.';
COMMENT ON COLUMN wallet_movement.movement_id IS 'Public id of the movement.';
COMMENT ON COLUMN wallet_movement.total_credit_paise IS 'Paise of all credits of the wallet up to and including this movement; total debits are total_credit_paise minus balance_after_paise.';
COMMENT ON COLUMN wallet_movement.credit_count IS 'Number of credits of the wallet up to and including this movement; the other movements up to sequence are debits.';
COMMENT ON COLUMN wallet_movement.created_at IS 'Never before the previous movement: taken under the row lock of the wallet.';

CREATE TRIGGER wallet_movement_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON wallet_movement
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER wallet_is_never_deleted BEFORE DELETE OR TRUNCATE ON wallet
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION check_movements_follow() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  broken record;
BEGIN
  SELECT i.business_id, i.sequence INTO broken
    FROM inserted i
    LEFT JOIN wallet_movement p ON p.business_id = i.business_id AND p.sequence = i.sequence - 1
   WHERE i.balance_before_paise <> CASE i.sequence WHEN 1 THEN 0 ELSE coalesce(p.balance_after_paise, -1) END
      OR i.total_credit_paise <> CASE i.sequence WHEN 1 THEN 0 ELSE coalesce(p.total_credit_paise, -1) END
                                 + CASE i.direction WHEN 'CREDIT' THEN i.total_paise ELSE 0 END
      OR i.credit_count <> CASE i.sequence WHEN 1 THEN 0 ELSE coalesce(p.credit_count, -1) END
                           + CASE i.direction WHEN 'CREDIT' THEN 1 ELSE 0 END
      OR i.created_at < p.created_at LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'movement % of wallet % does not follow the previous one', broken.sequence, broken.business_id USING ERRCODE = 'check_violation';
  END IF;

  SELECT i.business_id, i.sequence INTO broken
    FROM inserted i
    JOIN wallet w ON w.business_id = i.business_id
   WHERE i.balance_after_paise - i.balance_before_paise <> coalesce((
     SELECT sum(e.amount_paise) FROM ledger_entry e
      WHERE e.business_id = i.business_id AND e.transaction_id = i.ledger_transaction_id AND e.account_id = w.account_id), 0) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'movement % of wallet % differs from its ledger entries', broken.sequence, broken.business_id USING ERRCODE = 'check_violation';
  END IF;

  SELECT w.business_id, w.last_sequence AS sequence INTO broken
    FROM (SELECT business_id, max(sequence) AS sequence FROM inserted GROUP BY business_id) i
    JOIN wallet w ON w.business_id = i.business_id
    JOIN wallet_movement m ON m.business_id = i.business_id AND m.sequence = i.sequence
   WHERE w.last_sequence <> m.sequence OR w.balance_paise <> m.balance_after_paise
      OR w.total_credit_paise <> m.total_credit_paise OR w.credit_count <> m.credit_count LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'wallet % differs from its newest movement', broken.business_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER wallet_movement_follows AFTER INSERT ON wallet_movement
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION check_movements_follow();

CREATE FUNCTION check_wallet_matches_newest_movement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.last_sequence = 0 AND NEW.balance_paise = 0 AND NEW.total_credit_paise = 0 AND NEW.credit_count = 0 THEN
    RETURN NULL;
  END IF;
  PERFORM FROM wallet_movement m
    WHERE m.business_id = NEW.business_id AND m.sequence = NEW.last_sequence AND m.balance_after_paise = NEW.balance_paise
      AND m.total_credit_paise = NEW.total_credit_paise AND m.credit_count = NEW.credit_count;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'wallet % differs from its newest movement', NEW.business_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER wallet_matches_newest_movement AFTER INSERT OR UPDATE ON wallet
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_wallet_matches_newest_movement();

CREATE FUNCTION movements_before(of_business uuid, moment timestamptz) RETURNS bigint LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
  before bigint := 0;
  after  bigint;
  middle bigint;
BEGIN
  SELECT last_sequence + 1 INTO after FROM wallet WHERE business_id = of_business;
  WHILE after - before > 1 LOOP
    middle := (before + after) / 2;
    IF (SELECT created_at < moment FROM wallet_movement WHERE business_id = of_business AND sequence = middle) THEN
      before := middle;
    ELSE
      after := middle;
    END IF;
  END LOOP;
  RETURN before;
END $$;

COMMENT ON FUNCTION movements_before IS 'Sequence of the last movement of a wallet before a moment, 0 if there is none. A binary search: sequence and time rise together.';

CREATE TABLE nodal_account (
  nodal_account_id    bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_holder_name text        NOT NULL CHECK (length(account_holder_name) BETWEEN 1 AND 200),
  ifsc                text        NOT NULL CHECK (ifsc ~ '^[A-Z]{4}0[A-Z0-9]{6}$'),
  bank_name           text        NOT NULL CHECK (length(bank_name) BETWEEN 1 AND 100),
  branch_name         text        NOT NULL CHECK (length(branch_name) BETWEEN 1 AND 100),
  account_type        text        NOT NULL CHECK (length(account_type) BETWEEN 1 AND 40),
  supported_modes     text[]      NOT NULL CHECK (cardinality(supported_modes) >= 1 AND supported_modes <@ ARRAY['IMPS', 'NEFT', 'RTGS', 'UPI']),
  active              boolean     NOT NULL DEFAULT true,
  account_number      text        CHECK (account_number ~ '^[0-9A-Z]{4,34}$'),
  statement_profile   text        CHECK (statement_profile ~ '^[a-z][a-z0-9-]{0,39}$'),
  created_at          timestamptz NOT NULL DEFAULT now()
);

CREATE UNIQUE INDEX nodal_account_one_active ON nodal_account (active) WHERE active;
CREATE UNIQUE INDEX nodal_account_number ON nodal_account (account_number) WHERE account_number IS NOT NULL;

COMMENT ON TABLE nodal_account IS 'The account that receives money for wallets: the bank and branch behind every virtual account number.';
COMMENT ON COLUMN nodal_account.account_number IS 'The account number in the bank''s statements; null while no statement of this account can be loaded.';
COMMENT ON COLUMN nodal_account.statement_profile IS 'How to read CSV statements and narrations of the bank; null: neither is read.';
