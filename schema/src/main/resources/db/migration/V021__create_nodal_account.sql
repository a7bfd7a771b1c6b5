CREATE TABLE nodal_account (
  nodal_account_id    bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_holder_name text        NOT NULL CHECK (length(account_holder_name) BETWEEN 1 AND 200),
  ifsc                text        NOT NULL CHECK (ifsc ~ '^[A-Z]{4}0[A-Z0-9]{6}$'),
  bank_name           text        NOT NULL CHECK (length(bank_name) BETWEEN 1 AND 100),
  branch_name         text        NOT NULL CHECK (length(branch_name) BETWEEN 1 AND 100),
  account_type        text        NOT NULL CHECK (length(account_type) BETWEEN 1 AND 40),
  supported_modes     text[]      NOT NULL CHECK (cardinality(supported_modes) >= 1 AND supported_modes <@ ARRAY['IMPS', 'NEFT', 'RTGS', 'UPI']),
  active              boolean     NOT NULL DEFAULT true,
  created_at          timestamptz NOT NULL DEFAULT now()
);

CREATE UNIQUE INDEX nodal_account_one_active ON nodal_account (active) WHERE active;

COMMENT ON TABLE nodal_account IS 'Where money for wallets arrives: the bank and branch behind every wallet''s virtual account number.';
