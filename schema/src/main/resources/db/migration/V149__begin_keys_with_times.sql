-- An id begins with the time it was made, so a key that begins with an id grows at its right end, where an insert finds its page without
-- a descent. A key that begins with business_id grows at as many places as there are businesses. The columns of these keys are always
-- given together, or the id alone (docs/decisions/0129-keys-begin-with-times.md).
CREATE UNIQUE INDEX ledger_entry_by_time ON ledger_entry (transaction_id, business_id, line);
ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_pkey,
  ADD CONSTRAINT ledger_entry_pkey PRIMARY KEY USING INDEX ledger_entry_by_time;

CREATE UNIQUE INDEX ledger_transaction_once_per_payout_by_time ON ledger_transaction (payout_id, kind, business_id) WHERE payout_id IS NOT NULL;
DROP INDEX ledger_transaction_once_per_payout;
ALTER INDEX ledger_transaction_once_per_payout_by_time RENAME TO ledger_transaction_once_per_payout;

CREATE UNIQUE INDEX payout_event_by_time ON payout_event (payout_id, business_id, sequence);
ALTER TABLE payout_event DROP CONSTRAINT payout_event_pkey,
  ADD CONSTRAINT payout_event_pkey PRIMARY KEY USING INDEX payout_event_by_time;

CREATE INDEX wallet_movement_payout_by_time ON wallet_movement (payout_id, business_id) INCLUDE (sequence, type, direction, total_paise)
  WHERE payout_id IS NOT NULL;
DROP INDEX wallet_movement_payout;
ALTER INDEX wallet_movement_payout_by_time RENAME TO wallet_movement_payout;

CREATE UNIQUE INDEX bank_attempt_by_time ON bank_attempt (payout_id, business_id, attempt_number);
CREATE UNIQUE INDEX bank_attempt_one_live_by_time ON bank_attempt (payout_id, business_id)
  WHERE state IN ('CLAIMED', 'PENDING', 'IN_DOUBT', 'SUCCEEDED');
ALTER TABLE bank_conflict DROP CONSTRAINT bank_conflict_business_id_payout_id_attempt_number_fkey;
ALTER TABLE bank_file_order DROP CONSTRAINT bank_file_order_business_id_payout_id_attempt_number_fkey;
ALTER TABLE bank_attempt DROP CONSTRAINT bank_attempt_pkey,
  ADD CONSTRAINT bank_attempt_pkey PRIMARY KEY USING INDEX bank_attempt_by_time;
DROP INDEX bank_attempt_one_live_per_payout;
ALTER INDEX bank_attempt_one_live_by_time RENAME TO bank_attempt_one_live_per_payout;
ALTER TABLE bank_conflict ADD CONSTRAINT bank_conflict_business_id_payout_id_attempt_number_fkey
  FOREIGN KEY (business_id, payout_id, attempt_number) REFERENCES bank_attempt (business_id, payout_id, attempt_number);
ALTER TABLE bank_file_order ADD CONSTRAINT bank_file_order_business_id_payout_id_attempt_number_fkey
  FOREIGN KEY (business_id, payout_id, attempt_number) REFERENCES bank_attempt (business_id, payout_id, attempt_number);

-- The entries of a statement's transactions have neighbouring keys: one range instead of a look-up for each transaction.
CREATE OR REPLACE FUNCTION check_transaction_has_entries() RETURNS trigger LANGUAGE plpgsql
  SET enable_nestloop = off SET enable_seqscan = off SET enable_bitmapscan = off AS $$
DECLARE
  first_id constant uuid := (SELECT transaction_id FROM inserted ORDER BY transaction_id LIMIT 1);
  last_id  constant uuid := (SELECT transaction_id FROM inserted ORDER BY transaction_id DESC LIMIT 1);
  broken   record;
BEGIN
  SELECT checked.* INTO broken FROM (
    SELECT i.business_id, i.transaction_id, i.payout_id,
           CASE
             WHEN e.transaction_id IS NULL THEN 'ENTRIES'
             WHEN i.payout_id IS NULL
                  AND (SELECT b.business_code FROM business b WHERE b.business_id = i.business_id) IS NULL THEN 'BUSINESS'
             WHEN i.payout_id IS NOT NULL
                  AND (SELECT p.status FROM payout p
                        WHERE p.business_id = i.business_id AND p.payout_id = i.payout_id) IS NULL THEN 'PAYOUT'
           END AS missing
      FROM inserted i
      LEFT JOIN (SELECT DISTINCT business_id, transaction_id FROM ledger_entry
                  WHERE transaction_id BETWEEN first_id AND last_id) e
             ON e.business_id = i.business_id AND e.transaction_id = i.transaction_id) checked
   WHERE missing IS NOT NULL LIMIT 1;
  IF NOT FOUND THEN
    RETURN NULL;
  ELSIF broken.missing = 'ENTRIES' THEN
    RAISE EXCEPTION 'ledger transaction % has no entries', broken.transaction_id USING ERRCODE = 'check_violation';
  ELSIF broken.missing = 'BUSINESS' THEN
    RAISE EXCEPTION 'business % of a ledger transaction does not exist', broken.business_id USING ERRCODE = 'foreign_key_violation';
  END IF;
  RAISE EXCEPTION 'payout % of a ledger transaction does not exist', broken.payout_id USING ERRCODE = 'foreign_key_violation';
END $$;
