CREATE TABLE business (
  business_id          uuid        PRIMARY KEY DEFAULT uuidv7(),
  business_code        text        NOT NULL UNIQUE CHECK (business_code ~ '^BIZ[0-9A-HJKMNP-TV-Z]{8}$'),
  business_name        text        NOT NULL CHECK (length(business_name) BETWEEN 1 AND 200),
  api_access_enabled   boolean     NOT NULL DEFAULT false,
  reserve_percent      numeric(5,2) NOT NULL DEFAULT 0 CHECK (reserve_percent BETWEEN 0 AND 100),
  min_balance_paise    bigint      NOT NULL DEFAULT 0 CHECK (min_balance_paise >= 0),
  max_payout_paise     bigint      CHECK (max_payout_paise > 0),
  queue_if_low_balance boolean     NOT NULL DEFAULT false,
  created_at           timestamptz NOT NULL DEFAULT now()
);

COMMENT ON COLUMN business.reserve_percent IS 'Rolling reserve held back from the wallet balance, percent with two decimals.';
COMMENT ON COLUMN business.min_balance_paise IS 'Balance in paise that must remain after a payout.';
COMMENT ON COLUMN business.max_payout_paise IS 'Largest amount of one payout in paise, beside the rail limit; null is no such limit.';
COMMENT ON COLUMN business.queue_if_low_balance IS 'True: a payout that does not fit waits in status 3 for up to four days. False: it fails with INSUFFICIENT_BALANCE.';
