CREATE TABLE business (
  business_id           uuid         PRIMARY KEY DEFAULT uuidv7(),
  business_code         text         NOT NULL UNIQUE CHECK (business_code ~ '^BIZ[0-9A-HJKMNP-TV-Z]{8}$'),
  business_name         text         NOT NULL CHECK (length(business_name) BETWEEN 1 AND 200),
  api_access_enabled    boolean      NOT NULL DEFAULT false,
  reserve_percent       numeric(5,2) NOT NULL DEFAULT 0 CHECK (reserve_percent BETWEEN 0 AND 100),
  min_balance_paise     bigint       NOT NULL DEFAULT 0 CHECK (min_balance_paise >= 0),
  max_payout_paise      bigint       CHECK (max_payout_paise > 0),
  queue_if_low_balance  boolean      NOT NULL DEFAULT false,
  notify_bulk_completed boolean      NOT NULL DEFAULT false,
  created_at            timestamptz  NOT NULL DEFAULT now()
);

COMMENT ON COLUMN business.reserve_percent IS 'Rolling reserve held back from the wallet balance, percent with two decimals.';
COMMENT ON COLUMN business.min_balance_paise IS 'Balance in paise that must remain after a payout.';
COMMENT ON COLUMN business.max_payout_paise IS 'Largest amount of one payout in paise, in addition to the rail limit; null means no such limit.';
COMMENT ON COLUMN business.queue_if_low_balance IS 'True: a payout that exceeds the available balance waits in status 3 for up to four days. False: it fails with INSUFFICIENT_BALANCE.';
COMMENT ON COLUMN business.notify_bulk_completed IS 'True: the business receives a BulkCompleted webhook for each bulk file that has ended.';

CREATE TABLE api_key (
  api_key                text        PRIMARY KEY CHECK (api_key ~ '^[A-Za-z0-9_-]{8,64}$'),
  business_id            uuid        NOT NULL REFERENCES business,
  signing_key_ciphertext bytea       NOT NULL,
  created_at             timestamptz NOT NULL DEFAULT now(),
  revoked_at             timestamptz CHECK (revoked_at >= created_at)
);

CREATE INDEX api_key_business ON api_key (business_id);

COMMENT ON TABLE api_key IS 'A business may hold two unrevoked keys during rotation.';
COMMENT ON COLUMN api_key.signing_key_ciphertext IS 'Signing key encrypted with Tink AEAD; the api_key is the associated data, so a ciphertext cannot be moved to another key.';
COMMENT ON COLUMN api_key.revoked_at IS 'The key is rejected from this moment on.';

CREATE TABLE ip_rule (
  business_id uuid        NOT NULL REFERENCES business,
  network     cidr        NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (business_id, network)
);

COMMENT ON TABLE ip_rule IS 'Addresses from which a business may call the API. Without a row, any address is accepted.';

CREATE TABLE request_nonce (
  api_key text        NOT NULL,
  nonce   text        NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (api_key, nonce)
);

CREATE INDEX request_nonce_seen_at ON request_nonce (seen_at);

COMMENT ON TABLE request_nonce IS 'Replay protection: the nonce of every verified v2 request and the signature of every verified v1 write, kept for longer than the permitted clock skew. Not partitioned by seen_at: a primary key that included seen_at would accept the same nonce twice.';

CREATE TABLE commission_slab (
  business_id uuid         NOT NULL REFERENCES business,
  rail        text         NOT NULL CHECK (rail IN ('I', 'N', 'R', 'S', 'U')),
  above_paise bigint       NOT NULL CHECK (above_paise >= 0),
  flat_paise  bigint       NOT NULL CHECK (flat_paise >= 0),
  percent     numeric(7,4) NOT NULL DEFAULT 0 CHECK (percent BETWEEN 0 AND 100),
  min_paise   bigint       NOT NULL DEFAULT 0 CHECK (min_paise >= 0),
  max_paise   bigint       CHECK (max_paise >= min_paise),
  PRIMARY KEY (business_id, rail, above_paise)
);

COMMENT ON TABLE commission_slab IS 'Commission agreed with a business for a rail. Without a row for a rail, the platform default applies.';
COMMENT ON COLUMN commission_slab.above_paise IS 'The slab prices amounts above this many paise, up to the next slab.';
COMMENT ON COLUMN commission_slab.percent IS 'Percent of the amount, added to flat_paise; the sum is limited to min_paise and max_paise.';

CREATE TABLE rail_limit (
  business_id uuid   NOT NULL REFERENCES business,
  rail        text   NOT NULL CHECK (rail IN ('I', 'N', 'R', 'S', 'U')),
  min_paise   bigint NOT NULL CHECK (min_paise > 0),
  max_paise   bigint NOT NULL CHECK (max_paise >= min_paise),
  PRIMARY KEY (business_id, rail)
);

COMMENT ON TABLE rail_limit IS 'Per-payout limits agreed with a business for a rail. Without a row, the platform limits apply.';
