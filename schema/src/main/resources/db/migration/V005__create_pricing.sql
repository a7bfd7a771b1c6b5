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

COMMENT ON TABLE commission_slab IS 'A business with its own commission on a rail. No row for a rail: the platform default applies.';
COMMENT ON COLUMN commission_slab.above_paise IS 'The slab prices amounts above this many paise, up to the next slab.';
COMMENT ON COLUMN commission_slab.percent IS 'Percent of the amount, added to flat_paise, then held between min_paise and max_paise.';

CREATE TABLE rail_limit (
  business_id uuid   NOT NULL REFERENCES business,
  rail        text   NOT NULL CHECK (rail IN ('I', 'N', 'R', 'S', 'U')),
  min_paise   bigint NOT NULL CHECK (min_paise > 0),
  max_paise   bigint NOT NULL CHECK (max_paise >= min_paise),
  PRIMARY KEY (business_id, rail)
);

COMMENT ON TABLE rail_limit IS 'A business with its own per-payout limits on a rail. No row: the platform limits apply.';
