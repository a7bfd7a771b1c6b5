CREATE TABLE bank_switch (
  switch_id bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  bank      text        CHECK (length(bank) BETWEEN 1 AND 40),
  rail      text        CHECK (rail IN ('I', 'N', 'R', 'S', 'U')),
  reason    text        NOT NULL CHECK (length(reason) BETWEEN 5 AND 500),
  off_by    text        NOT NULL CHECK (length(off_by) BETWEEN 1 AND 100),
  off_since timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT bank_switch_has_bank_or_rail CHECK (num_nonnulls(bank, rail) > 0),
  CONSTRAINT bank_switch_once UNIQUE NULLS NOT DISTINCT (bank, rail)
);

COMMENT ON TABLE bank_switch IS 'What the staff has switched off: a row holds new orders back until it is deleted. The audit trail keeps who switched what and why.';
COMMENT ON COLUMN bank_switch.bank IS 'Null: every bank.';
COMMENT ON COLUMN bank_switch.rail IS 'Null: every rail of the bank.';
COMMENT ON COLUMN bank_switch.off_by IS 'E-mail address of the person of the staff.';

-- Merchants read rails, and no names of banks. A report older than 30 seconds is of a copy that has ended.
CREATE VIEW rail_downtime AS
WITH reported AS (
  SELECT DISTINCT h.rail, h.bank FROM bank_health h WHERE h.reported_at > now() - interval '30 seconds'
), off AS (
  SELECT r.rail, s.off_since
    FROM (SELECT DISTINCT rail FROM reported) r
    JOIN bank_switch s ON s.rail IS NULL OR s.rail = r.rail
   WHERE NOT EXISTS (SELECT FROM reported p
                      WHERE p.rail = r.rail
                        AND NOT EXISTS (SELECT FROM bank_switch b
                                         WHERE coalesce(b.bank, p.bank) = p.bank AND coalesce(b.rail, p.rail) = p.rail))
     AND coalesce(s.bank IN (SELECT bank FROM reported p WHERE p.rail = r.rail), true)
  UNION ALL
  SELECT rail, off_since FROM bank_switch WHERE bank IS NULL
)
SELECT rail, max(off_since) AS since FROM off GROUP BY rail;

COMMENT ON VIEW rail_downtime IS 'Rails on which no payout is sent at present, because they, or all banks that take them, are switched off.';
