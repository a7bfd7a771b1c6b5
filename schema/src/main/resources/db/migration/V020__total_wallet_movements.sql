-- Running totals make the summary of any window the difference of two rows, however many lie between.
ALTER TABLE wallet
  ADD COLUMN total_credit_paise bigint NOT NULL DEFAULT 0 CHECK (total_credit_paise >= 0),
  ADD COLUMN credit_count       bigint NOT NULL DEFAULT 0 CHECK (credit_count >= 0);
ALTER TABLE wallet_movement
  ADD COLUMN total_credit_paise bigint CHECK (total_credit_paise >= 0),
  ADD COLUMN credit_count       bigint CHECK (credit_count >= 0);

ALTER TABLE wallet_movement DISABLE TRIGGER wallet_movement_is_append_only;
ALTER TABLE wallet DISABLE TRIGGER wallet_is_its_newest_movement;

UPDATE wallet_movement m
   SET total_credit_paise = t.total_credit_paise, credit_count = t.credit_count, created_at = t.created_at
  FROM (SELECT business_id, sequence,
               coalesce(sum(total_paise) FILTER (WHERE direction = 'CREDIT') OVER so_far, 0) AS total_credit_paise,
               count(*) FILTER (WHERE direction = 'CREDIT') OVER so_far AS credit_count,
               max(created_at) OVER so_far AS created_at
          FROM wallet_movement
        WINDOW so_far AS (PARTITION BY business_id ORDER BY sequence)) t
 WHERE t.business_id = m.business_id AND t.sequence = m.sequence;

UPDATE wallet w
   SET total_credit_paise = m.total_credit_paise, credit_count = m.credit_count, updated_at = m.created_at
  FROM wallet_movement m
 WHERE m.business_id = w.business_id AND m.sequence = w.last_sequence;

ALTER TABLE wallet ENABLE TRIGGER wallet_is_its_newest_movement;
ALTER TABLE wallet_movement ENABLE TRIGGER wallet_movement_is_append_only;

ALTER TABLE wallet_movement
  ALTER COLUMN total_credit_paise SET NOT NULL,
  ALTER COLUMN credit_count SET NOT NULL,
  ALTER COLUMN created_at DROP DEFAULT;

CREATE INDEX wallet_movement_payout ON wallet_movement (business_id, payout_id) WHERE payout_id IS NOT NULL;
CREATE INDEX wallet_movement_other ON wallet_movement (business_id, sequence) WHERE payout_id IS NULL;
CREATE UNIQUE INDEX wallet_movement_id ON wallet_movement (business_id, movement_id);

COMMENT ON COLUMN wallet_movement.total_credit_paise IS 'Paise of all credits of the wallet up to and with this movement; the debits are what this exceeds balance_after_paise by.';
COMMENT ON COLUMN wallet_movement.credit_count IS 'Credits of the wallet up to and with this movement; the other movements up to sequence are debits.';
COMMENT ON COLUMN wallet_movement.created_at IS 'Never before the movement of the sequence before: taken under the wallet''s row lock.';
COMMENT ON COLUMN wallet.updated_at IS 'The created_at of its newest movement.';

CREATE OR REPLACE FUNCTION check_movements_follow() RETURNS trigger LANGUAGE plpgsql AS $$
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
    RAISE EXCEPTION 'movement % of wallet % does not follow the one before', broken.sequence, broken.business_id USING ERRCODE = 'check_violation';
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
    RAISE EXCEPTION 'wallet % stands apart from its newest movement', broken.business_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION check_wallet_is_its_newest_movement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.last_sequence = 0 AND NEW.balance_paise = 0 AND NEW.total_credit_paise = 0 AND NEW.credit_count = 0 THEN
    RETURN NULL;
  END IF;
  PERFORM FROM wallet_movement m
    WHERE m.business_id = NEW.business_id AND m.sequence = NEW.last_sequence AND m.balance_after_paise = NEW.balance_paise
      AND m.total_credit_paise = NEW.total_credit_paise AND m.credit_count = NEW.credit_count;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'wallet % stands apart from its newest movement', NEW.business_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

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

COMMENT ON FUNCTION movements_before IS 'Sequence of a wallet''s last movement before a moment, 0 where there is none: a binary search, because sequence and time rise together.';
