-- Only the owner of an index may clean its pending list: without this function every round of the indexer failed and was repeated.
CREATE FUNCTION flush_search_index() RETURNS bigint LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT gin_clean_pending_list('payout_search_grams')
$$;

COMMENT ON FUNCTION flush_search_index IS 'Moves the pending entries of payout_search_grams into the index. Returns the number of cleaned pages.';

-- Seventeen checks of foreign keys a payout locked parents that are never removed: payout, payout_event, ledger_transaction and wallet.
-- The triggers below check each statement's rows at once and without locks, as in V022.
CREATE TRIGGER wallet_keeps_key BEFORE UPDATE OF business_id, account_id ON wallet
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_business_id_transaction_id_fkey;
ALTER TABLE ledger_transaction DROP CONSTRAINT ledger_transaction_business_id_payout_id_fkey;
ALTER TABLE wallet_movement DROP CONSTRAINT wallet_movement_business_id_fkey,
  DROP CONSTRAINT wallet_movement_business_id_ledger_transaction_id_fkey;
ALTER TABLE payout_event DROP CONSTRAINT payout_event_business_id_payout_id_fkey;
ALTER TABLE bank_attempt DROP CONSTRAINT bank_attempt_business_id_payout_id_fkey;
ALTER TABLE webhook_delivery DROP CONSTRAINT webhook_delivery_event_id_fkey;

-- The lookups are scalar subqueries, which the planner never turns into a scan of the whole table.
CREATE FUNCTION check_has_payout() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  orphan uuid;
BEGIN
  SELECT i.payout_id INTO orphan FROM inserted i
   WHERE (SELECT p.status FROM payout p WHERE p.business_id = i.business_id AND p.payout_id = i.payout_id) IS NULL LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'payout % of a row of % does not exist', orphan, TG_TABLE_NAME USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;

COMMENT ON FUNCTION check_has_payout IS 'In place of a foreign key: payouts are never deleted and keep their keys.';

CREATE TRIGGER payout_event_has_payout AFTER INSERT ON payout_event
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION check_has_payout();
CREATE TRIGGER bank_attempt_has_payout AFTER INSERT ON bank_attempt
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION check_has_payout();
CREATE TRIGGER bank_attempt_keeps_key BEFORE UPDATE OF business_id, payout_id, attempt_number ON bank_attempt
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE FUNCTION check_delivery_has_endpoint() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  orphan uuid;
BEGIN
  SELECT i.endpoint_id INTO orphan FROM (SELECT DISTINCT business_id, endpoint_id FROM inserted) i
   WHERE (SELECT e.active FROM webhook_endpoint e WHERE e.business_id = i.business_id AND e.endpoint_id = i.endpoint_id) IS NULL LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'webhook endpoint % does not exist', orphan USING ERRCODE = 'foreign_key_violation';
  END IF;

  SELECT i.event_id INTO orphan FROM inserted i
   WHERE i.event_id IS NOT NULL
     AND (SELECT e.payout_id = i.payout_id AND e.business_id = i.business_id FROM payout_event e WHERE e.event_id = i.event_id)
         IS NOT TRUE LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'event % of a webhook delivery does not exist or is of another payout', orphan USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;

COMMENT ON FUNCTION check_delivery_has_endpoint IS 'Also that its event exists and is of its payout, in place of a foreign key: events are append-only.';

CREATE TRIGGER webhook_delivery_keeps_event BEFORE UPDATE OF event_id, payout_id ON webhook_delivery
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE FUNCTION check_entries_sum_to_zero() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  broken record;
BEGIN
  SELECT e.transaction_id, e.sum_paise INTO broken
    FROM (SELECT business_id, transaction_id, sum(amount_paise) AS sum_paise FROM inserted GROUP BY business_id, transaction_id) e
   WHERE e.sum_paise <> 0
      OR (SELECT t.kind FROM ledger_transaction t WHERE t.business_id = e.business_id AND t.transaction_id = e.transaction_id) IS NULL LIMIT 1;
  IF FOUND AND broken.sum_paise <> 0 THEN
    RAISE EXCEPTION 'entries of ledger transaction % do not sum to zero', broken.transaction_id USING ERRCODE = 'check_violation';
  ELSIF FOUND THEN
    RAISE EXCEPTION 'ledger transaction % of an entry does not exist', broken.transaction_id USING ERRCODE = 'foreign_key_violation';
  END IF;

  SELECT i.account_id INTO broken FROM (SELECT DISTINCT business_id, account_id FROM inserted) i
   WHERE (SELECT a.business_id IS NULL OR a.business_id = i.business_id FROM ledger_account a WHERE a.account_id = i.account_id)
         IS NOT TRUE LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'ledger account % does not exist or belongs to another business', broken.account_id
      USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;

COMMENT ON FUNCTION check_entries_sum_to_zero IS 'Also, in place of foreign keys, that the transaction of each entry exists and that the entry posts to a shared account or to the wallet account of its own business.';

CREATE OR REPLACE FUNCTION check_transaction_has_entries() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  broken record;
BEGIN
  SELECT checked.* INTO broken FROM (
    SELECT i.business_id, i.transaction_id, i.payout_id,
           CASE
             WHEN (SELECT e.line FROM ledger_entry e
                    WHERE e.business_id = i.business_id AND e.transaction_id = i.transaction_id LIMIT 1) IS NULL THEN 'ENTRIES'
             WHEN i.payout_id IS NULL
                  AND (SELECT b.business_code FROM business b WHERE b.business_id = i.business_id) IS NULL THEN 'BUSINESS'
             WHEN i.payout_id IS NOT NULL
                  AND (SELECT p.status FROM payout p
                        WHERE p.business_id = i.business_id AND p.payout_id = i.payout_id) IS NULL THEN 'PAYOUT'
           END AS missing
      FROM inserted i) checked
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

COMMENT ON FUNCTION check_transaction_has_entries IS 'Also that its payout or else its business exists, in place of foreign keys.';

CREATE OR REPLACE FUNCTION check_movements_follow() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  broken record;
BEGIN
  SELECT i.business_id, i.sequence,
         i.balance_before_paise <> CASE i.sequence WHEN 1 THEN 0 ELSE coalesce(p.balance_after_paise, -1) END
         OR i.total_credit_paise <> CASE i.sequence WHEN 1 THEN 0 ELSE coalesce(p.total_credit_paise, -1) END
                                    + CASE i.direction WHEN 'CREDIT' THEN i.total_paise ELSE 0 END
         OR i.credit_count <> CASE i.sequence WHEN 1 THEN 0 ELSE coalesce(p.credit_count, -1) END
                              + CASE i.direction WHEN 'CREDIT' THEN 1 ELSE 0 END
         OR coalesce(i.created_at < p.created_at, false) AS does_not_follow,
         w.business_id IS NULL AS has_no_wallet
    INTO broken
    FROM inserted i
    LEFT JOIN wallet w ON w.business_id = i.business_id
    LEFT JOIN LATERAL (SELECT m.* FROM wallet_movement m
                        WHERE m.business_id = i.business_id AND m.sequence = i.sequence - 1 OFFSET 0) p ON true
   WHERE i.balance_before_paise <> CASE i.sequence WHEN 1 THEN 0 ELSE coalesce(p.balance_after_paise, -1) END
      OR i.total_credit_paise <> CASE i.sequence WHEN 1 THEN 0 ELSE coalesce(p.total_credit_paise, -1) END
                                 + CASE i.direction WHEN 'CREDIT' THEN i.total_paise ELSE 0 END
      OR i.credit_count <> CASE i.sequence WHEN 1 THEN 0 ELSE coalesce(p.credit_count, -1) END
                           + CASE i.direction WHEN 'CREDIT' THEN 1 ELSE 0 END
      OR i.created_at < p.created_at
      OR w.business_id IS NULL
      OR i.balance_after_paise - i.balance_before_paise <> coalesce((
           SELECT sum(e.amount_paise) FROM ledger_entry e
            WHERE e.business_id = i.business_id AND e.transaction_id = i.ledger_transaction_id AND e.account_id = w.account_id), 0) LIMIT 1;
  IF FOUND AND broken.does_not_follow THEN
    RAISE EXCEPTION 'movement % of wallet % does not follow the previous one', broken.sequence, broken.business_id USING ERRCODE = 'check_violation';
  ELSIF FOUND AND broken.has_no_wallet THEN
    RAISE EXCEPTION 'wallet % of a movement does not exist', broken.business_id USING ERRCODE = 'foreign_key_violation';
  ELSIF FOUND THEN
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

COMMENT ON FUNCTION check_movements_follow IS 'Also that the wallet exists, in place of a foreign key. No movement is of zero, so one whose transaction does not exist differs from its entries.';

DROP TRIGGER payout_has_own_utr ON payout;
DROP FUNCTION check_payout_has_own_utr;

CREATE OR REPLACE FUNCTION check_payout_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  illegal record;
BEGIN
  SELECT checked.* INTO illegal FROM (
    SELECT n.payout_id, o.status AS from_status, n.status AS to_status,
           CASE
             WHEN n.status = 11 AND o.status <> 11 AND n.utr IS NOT NULL
                  AND (SELECT u.business_id = n.business_id AND u.payout_id = n.payout_id FROM payout_utr u WHERE u.utr = n.utr) IS NOT TRUE
               THEN 'UTR'
             WHEN o.payout_id IS NULL OR (o.status <> n.status AND (t.from_status IS NULL OR CASE
               WHEN t.posting_kind IS NOT NULL THEN
                 (SELECT l.kind FROM ledger_transaction l
                   WHERE l.business_id = n.business_id AND l.payout_id = n.payout_id AND l.kind = t.posting_kind) IS NULL
               ELSE (SELECT l.kind FROM ledger_transaction l
                      WHERE l.business_id = n.business_id AND l.payout_id = n.payout_id LIMIT 1) IS NOT NULL
               END)) THEN 'STATUS'
             WHEN (o.transaction_id, o.beneficiary_id, o.rail, o.amount_paise, o.commission_paise, o.gst_paise, o.source, o.created_at)
                  IS DISTINCT FROM
                  (n.transaction_id, n.beneficiary_id, n.rail, n.amount_paise, n.commission_paise, n.gst_paise, n.source, n.created_at)
               OR (o.ifsc, o.merchant_reference_id, o.idempotency_key, o.bulk_file_id, o.bulk_row_number)
                  IS DISTINCT FROM
                  (n.ifsc, n.merchant_reference_id, n.idempotency_key, n.bulk_file_id, n.bulk_row_number)
               OR ((o.beneficiary_name, o.account_number, o.vpa, o.narration)
                     IS DISTINCT FROM (n.beneficiary_name, n.account_number, n.vpa, n.narration)
                   AND (o.completed_at < transactions_kept_from() AND n.beneficiary_name = 'ERASED' AND n.narration IS NULL
                        AND n.account_number IS NOT DISTINCT FROM CASE WHEN o.account_number IS NOT NULL THEN 'ERASED' END
                        AND n.vpa IS NOT DISTINCT FROM CASE WHEN o.vpa IS NOT NULL THEN 'ERASED' END) IS NOT TRUE)
               OR ((o.beneficiary_phone, o.beneficiary_email) IS DISTINCT FROM (n.beneficiary_phone, n.beneficiary_email)
                   AND (o.completed_at IS NULL OR n.beneficiary_phone <> 'ERASED' OR n.beneficiary_email IS NOT NULL)) THEN 'ACCEPTED'
           END AS rule
      FROM new_rows n
      LEFT JOIN old_rows o ON o.business_id = n.business_id AND o.payout_id = n.payout_id
      LEFT JOIN payout_status_transition t ON t.from_status = o.status AND t.to_status = n.status) checked
   WHERE rule IS NOT NULL LIMIT 1;
  IF NOT FOUND THEN
    RETURN NULL;
  ELSIF illegal.rule = 'STATUS' THEN
    RAISE EXCEPTION 'payout % may not change from status % to % without its posting', illegal.payout_id, illegal.from_status, illegal.to_status
      USING ERRCODE = 'check_violation';
  ELSIF illegal.rule = 'UTR' THEN
    RAISE EXCEPTION 'payout % may not be settled under the UTR of another payout', illegal.payout_id USING ERRCODE = 'check_violation';
  END IF;
  RAISE EXCEPTION 'payout % may not change what was accepted', illegal.payout_id USING ERRCODE = 'check_violation';
END $$;

COMMENT ON FUNCTION check_payout_changes IS 'Legal status changes only, no settlement under the UTR of another payout, and what was accepted stays. Exceptions are erasures: phone number and e-mail address of an ended payout, which no law requires, and five years later its payee and narration.';
COMMENT ON TABLE payout_utr IS 'The payout that was settled under a UTR; no other payout can be settled under it. Written by the settlement only. It has no foreign key: a settlement pays for one index entry, payouts are never deleted, and the trigger payout_changes_are_legal compares the two.';

CREATE VIEW reference_violation AS
SELECT 'ledger entry without its transaction' AS rule, e.transaction_id::text AS subject
  FROM ledger_entry e
 WHERE NOT EXISTS (SELECT FROM ledger_transaction t WHERE t.business_id = e.business_id AND t.transaction_id = e.transaction_id)
UNION ALL
SELECT 'ledger transaction without its payout', t.transaction_id::text
  FROM ledger_transaction t
 WHERE t.payout_id IS NOT NULL
   AND NOT EXISTS (SELECT FROM payout p WHERE p.business_id = t.business_id AND p.payout_id = t.payout_id)
UNION ALL
SELECT 'movement without its wallet or its transaction', m.movement_id::text
  FROM wallet_movement m
 WHERE NOT EXISTS (SELECT FROM wallet w WHERE w.business_id = m.business_id)
    OR NOT EXISTS (SELECT FROM ledger_transaction t
                    WHERE t.business_id = m.business_id AND t.transaction_id = m.ledger_transaction_id)
UNION ALL
SELECT 'event without its payout', e.event_id::text
  FROM payout_event e
 WHERE NOT EXISTS (SELECT FROM payout p WHERE p.business_id = e.business_id AND p.payout_id = e.payout_id)
UNION ALL
SELECT 'bank attempt without its payout', a.payout_id::text
  FROM bank_attempt a
 WHERE NOT EXISTS (SELECT FROM payout p WHERE p.business_id = a.business_id AND p.payout_id = a.payout_id)
UNION ALL
SELECT 'webhook delivery without its event', d.delivery_id::text
  FROM webhook_delivery d
 WHERE d.event_id IS NOT NULL AND NOT EXISTS (SELECT FROM payout_event e WHERE e.event_id = d.event_id);

COMMENT ON VIEW reference_violation IS 'Rules of money_violation that foreign keys guarded before triggers did. A closing does not prove them, as it did not prove the foreign keys.';

CREATE OR REPLACE VIEW money_violation AS
SELECT rule, subject FROM posting_violation
UNION ALL
SELECT rule, subject FROM balance_violation
UNION ALL
SELECT rule, subject FROM orphan_violation
UNION ALL
SELECT rule, subject FROM reference_violation
UNION ALL
SELECT 'lines of a statement that is not accepted are matched or open', s.bank_statement_id::text
  FROM bank_statement s
 WHERE s.status <> 'ACCEPTED'
   AND (EXISTS (SELECT FROM reconciliation_match_item m WHERE m.bank_statement_id = s.bank_statement_id)
        OR EXISTS (SELECT FROM reconciliation_open_line l WHERE l.bank_statement_id = s.bank_statement_id));
