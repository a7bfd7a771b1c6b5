-- A foreign key locks the parent row for each child. Sessions that lock one row together make a multixact of all of them: 15 members a
-- payout. These parents are never deleted and never change their keys, so a row that was visible once stays, and a check without a
-- lock is as strong as the foreign key (docs/decisions/0031-no-foreign-keys-to-hot-parents.md).
CREATE TRIGGER business_is_never_deleted BEFORE DELETE OR TRUNCATE ON business
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER business_keeps_key BEFORE UPDATE OF business_id ON business
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER beneficiary_is_never_deleted BEFORE DELETE OR TRUNCATE ON beneficiary
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER beneficiary_keeps_key BEFORE UPDATE OF business_id, beneficiary_id ON beneficiary
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_account_is_never_deleted BEFORE DELETE OR TRUNCATE ON ledger_account
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_account_keeps_key BEFORE UPDATE OF account_id, business_id ON ledger_account
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER webhook_endpoint_is_never_deleted BEFORE DELETE OR TRUNCATE ON webhook_endpoint
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER webhook_endpoint_keeps_key BEFORE UPDATE OF business_id, endpoint_id ON webhook_endpoint
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER webhook_delivery_keeps_endpoint BEFORE UPDATE OF business_id, endpoint_id ON webhook_delivery
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE payout DROP CONSTRAINT payout_business_id_fkey, DROP CONSTRAINT payout_business_id_beneficiary_id_fkey;
ALTER TABLE ledger_transaction DROP CONSTRAINT ledger_transaction_business_id_fkey;
ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_account_id_fkey;
ALTER TABLE webhook_delivery DROP CONSTRAINT webhook_delivery_business_id_endpoint_id_fkey;

-- Parents are read by scalar subqueries, which always use the index: a join under a plan made while a table was small would scan it.
CREATE FUNCTION check_payout_has_beneficiary() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  orphan uuid;
BEGIN
  SELECT i.payout_id INTO orphan FROM inserted i
   WHERE (SELECT b.status FROM beneficiary b WHERE b.business_id = i.business_id AND b.beneficiary_id = i.beneficiary_id) IS NULL LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the beneficiary of payout % does not exist', orphan USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER payout_has_beneficiary AFTER INSERT ON payout
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION check_payout_has_beneficiary();

COMMENT ON FUNCTION check_payout_has_beneficiary IS 'In place of a foreign key. A beneficiary refers to its business, so the business of the payout exists too.';

CREATE FUNCTION check_delivery_has_endpoint() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  orphan uuid;
BEGIN
  SELECT i.endpoint_id INTO orphan FROM (SELECT DISTINCT business_id, endpoint_id FROM inserted) i
   WHERE (SELECT e.active FROM webhook_endpoint e WHERE e.business_id = i.business_id AND e.endpoint_id = i.endpoint_id) IS NULL LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'webhook endpoint % does not exist', orphan USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER webhook_delivery_has_endpoint AFTER INSERT ON webhook_delivery
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION check_delivery_has_endpoint();

CREATE OR REPLACE FUNCTION check_entries_sum_to_zero() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  broken record;
BEGIN
  SELECT transaction_id INTO broken FROM inserted
   GROUP BY business_id, transaction_id HAVING sum(amount_paise) <> 0 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'entries of ledger transaction % do not sum to zero', broken.transaction_id USING ERRCODE = 'check_violation';
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

COMMENT ON FUNCTION check_entries_sum_to_zero IS 'Also that each entry posts to a shared account or to the wallet account of its own business, in place of a foreign key.';

CREATE OR REPLACE FUNCTION check_transaction_has_entries() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  broken record;
BEGIN
  SELECT i.transaction_id INTO broken FROM inserted i
   WHERE NOT EXISTS (SELECT FROM ledger_entry e WHERE e.business_id = i.business_id AND e.transaction_id = i.transaction_id) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'ledger transaction % has no entries', broken.transaction_id USING ERRCODE = 'check_violation';
  END IF;

  SELECT i.business_id INTO broken FROM inserted i
   WHERE i.payout_id IS NULL AND (SELECT b.business_code FROM business b WHERE b.business_id = i.business_id) IS NULL LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'business % of a ledger transaction does not exist', broken.business_id USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;

COMMENT ON FUNCTION check_transaction_has_entries IS 'Also that its business exists, in place of a foreign key; the payout of the other transactions has one.';

CREATE VIEW orphan_violation AS
SELECT 'payout without its beneficiary' AS rule, p.payout_id::text AS subject
  FROM payout p
 WHERE NOT EXISTS (SELECT FROM beneficiary b WHERE b.business_id = p.business_id AND b.beneficiary_id = p.beneficiary_id)
UNION ALL
SELECT 'ledger transaction without its business', t.transaction_id::text
  FROM ledger_transaction t
 WHERE NOT EXISTS (SELECT FROM business b WHERE b.business_id = t.business_id)
UNION ALL
SELECT 'ledger entry of a foreign account', e.transaction_id::text
  FROM ledger_entry e
 WHERE NOT EXISTS (SELECT FROM ledger_account a
                    WHERE a.account_id = e.account_id AND (a.business_id IS NULL OR a.business_id = e.business_id))
UNION ALL
SELECT 'webhook delivery without its endpoint', d.delivery_id::text
  FROM webhook_delivery d
 WHERE NOT EXISTS (SELECT FROM webhook_endpoint e WHERE e.business_id = d.business_id AND e.endpoint_id = d.endpoint_id);

COMMENT ON VIEW orphan_violation IS 'Rules of money_violation about parents that no foreign key guards.';

CREATE OR REPLACE VIEW money_violation AS
SELECT rule, subject FROM posting_violation
UNION ALL
SELECT rule, subject FROM balance_violation
UNION ALL
SELECT rule, subject FROM orphan_violation
UNION ALL
SELECT 'lines of a statement that is not accepted are matched or open', s.bank_statement_id::text
  FROM bank_statement s
 WHERE s.status <> 'ACCEPTED'
   AND (EXISTS (SELECT FROM reconciliation_match_item m WHERE m.bank_statement_id = s.bank_statement_id)
        OR EXISTS (SELECT FROM reconciliation_open_line l WHERE l.bank_statement_id = s.bank_statement_id));

-- What the sweep and the dispatcher look for, in the order of acceptance: each reads only what it returns, however many are open.
ALTER TABLE payout ADD COLUMN queued boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT payout_queued_is_initiated CHECK (NOT queued OR status = 3);
DROP INDEX payout_open;
CREATE INDEX payout_open ON payout (response_code, queued, payout_id) WHERE status IN (3, 4);
CREATE INDEX payout_queued ON payout (business_id, payout_id) WHERE status = 3 AND queued;
CREATE INDEX payout_merchant_reference ON payout (business_id, lower(merchant_reference_id), payout_id) WHERE merchant_reference_id IS NOT NULL;

COMMENT ON COLUMN payout.queued IS 'Whether a debit was tried and the payout waits in status 3 for a higher balance.';

CREATE TABLE wallet_queue (
  business_id       uuid         PRIMARY KEY REFERENCES wallet,
  credit_count      bigint       NOT NULL CHECK (credit_count >= 0),
  reserve_percent   numeric(5,2) NOT NULL,
  min_balance_paise bigint       NOT NULL,
  expires_at        timestamptz  NOT NULL,
  tried_at          timestamptz  NOT NULL DEFAULT now()
);

COMMENT ON TABLE wallet_queue IS 'Businesses with queued payouts, as at the last try over the whole queue. The sweep passes over a business until its balance has risen, its terms have changed or its oldest payout expires.';
COMMENT ON COLUMN wallet_queue.credit_count IS 'wallet.credit_count at the last try: while it is unchanged, the balance has not risen.';
COMMENT ON COLUMN wallet_queue.min_balance_paise IS 'business.min_balance_paise at the last try, in paise.';
COMMENT ON COLUMN wallet_queue.expires_at IS 'When the oldest queued payout has waited for too long and is refused.';

-- PostgreSQL hides from a role when transactions of other roles began.
CREATE FUNCTION oldest_writer_since(of_table regclass) RETURNS timestamptz LANGUAGE sql VOLATILE SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  SELECT min(a.xact_start)
    FROM pg_locks l
    JOIN pg_stat_activity a ON a.pid = l.pid
   WHERE l.locktype = 'relation' AND l.relation = of_table AND l.mode = 'RowExclusiveLock'
     AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
$$;

COMMENT ON FUNCTION oldest_writer_since IS 'When the oldest open transaction that writes to a table began, or NULL if none is open. What other transactions write later has later UUIDv7 ids.';

CREATE TABLE bank_retry (
  business_id uuid NOT NULL,
  payout_id   uuid NOT NULL,
  PRIMARY KEY (business_id, payout_id)
);

CREATE INDEX bank_retry_by_payout ON bank_retry (payout_id);

COMMENT ON TABLE bank_retry IS 'Payouts whose last order certainly did not reach its bank and that were not claimed again. Kept by triggers of bank_attempt. No foreign key: payouts are never deleted.';

CREATE FUNCTION record_bank_retry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state = 'NOT_SENT' THEN
    INSERT INTO bank_retry (business_id, payout_id) VALUES (NEW.business_id, NEW.payout_id) ON CONFLICT DO NOTHING;
  ELSE
    DELETE FROM bank_retry WHERE business_id = NEW.business_id AND payout_id = NEW.payout_id;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER bank_attempt_not_sent AFTER UPDATE OF state ON bank_attempt FOR EACH ROW
  WHEN (NEW.state = 'NOT_SENT' AND OLD.state <> 'NOT_SENT') EXECUTE FUNCTION record_bank_retry();
CREATE TRIGGER bank_attempt_again AFTER INSERT ON bank_attempt FOR EACH ROW
  WHEN (NEW.attempt_number > 1 OR NEW.state = 'NOT_SENT') EXECUTE FUNCTION record_bank_retry();

INSERT INTO bank_retry (business_id, payout_id)
SELECT DISTINCT p.business_id, p.payout_id
  FROM payout p
  JOIN bank_attempt a ON a.business_id = p.business_id AND a.payout_id = p.payout_id
 WHERE p.status = 4
   AND NOT EXISTS (SELECT FROM bank_attempt l
                    WHERE l.business_id = p.business_id AND l.payout_id = p.payout_id
                      AND l.state IN ('CLAIMED', 'PENDING', 'IN_DOUBT', 'SUCCEEDED'));
