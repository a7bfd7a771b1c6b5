CREATE TABLE bank_outage (
  bank              text        PRIMARY KEY,
  outage_id         uuid        NOT NULL,
  transaction_types text[]      NOT NULL,
  begun_at          timestamptz NOT NULL DEFAULT now()
);

COMMENT ON TABLE bank_outage IS 'Banks that no copy of stream-processors reaches now, for the events BankDown and BankUp. A row is removed when a copy reaches the bank again.';
COMMENT ON COLUMN bank_outage.outage_id IS 'In both events, in place of the name of the bank, which merchants do not learn.';
COMMENT ON COLUMN bank_outage.transaction_types IS 'Codes of the rails of the bank: I, N, R, S, U.';
