CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER payout_event_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON payout_event
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER beneficiary_event_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON beneficiary_event
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_transaction_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transaction
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_entry_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER wallet_movement_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON wallet_movement
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payout_is_never_deleted BEFORE DELETE OR TRUNCATE ON payout
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER wallet_is_never_deleted BEFORE DELETE OR TRUNCATE ON wallet
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Checked once per statement over its transition table, not once per row: a batch debit of 2,000 payouts pays for one query.
CREATE FUNCTION check_entries_sum_to_zero() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  unbalanced uuid;
BEGIN
  SELECT transaction_id INTO unbalanced FROM inserted
   GROUP BY business_id, transaction_id HAVING sum(amount_paise) <> 0 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'entries of ledger transaction % do not sum to zero', unbalanced USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER ledger_entry_sums_to_zero AFTER INSERT ON ledger_entry
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION check_entries_sum_to_zero();

CREATE FUNCTION check_transaction_has_entries() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  empty uuid;
BEGIN
  SELECT i.transaction_id INTO empty FROM inserted i
   WHERE NOT EXISTS (SELECT FROM ledger_entry e WHERE e.business_id = i.business_id AND e.transaction_id = i.transaction_id) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'ledger transaction % has no entries', empty USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER ledger_transaction_has_entries AFTER INSERT ON ledger_transaction
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION check_transaction_has_entries();

CREATE FUNCTION check_movements_follow() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  broken record;
BEGIN
  SELECT i.business_id, i.sequence INTO broken
    FROM inserted i
    LEFT JOIN wallet_movement p ON p.business_id = i.business_id AND p.sequence = i.sequence - 1
   WHERE i.balance_before_paise <> CASE i.sequence WHEN 1 THEN 0 ELSE coalesce(p.balance_after_paise, -1) END LIMIT 1;
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
   WHERE w.last_sequence <> m.sequence OR w.balance_paise <> m.balance_after_paise LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'wallet % stands apart from its newest movement', broken.business_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER wallet_movement_follows AFTER INSERT ON wallet_movement
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION check_movements_follow();

CREATE FUNCTION check_wallet_is_its_newest_movement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.last_sequence = 0 AND NEW.balance_paise = 0 THEN
    RETURN NULL;
  END IF;
  PERFORM FROM wallet_movement m
    WHERE m.business_id = NEW.business_id AND m.sequence = NEW.last_sequence AND m.balance_after_paise = NEW.balance_paise;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'wallet % stands apart from its newest movement', NEW.business_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER wallet_is_its_newest_movement AFTER INSERT OR UPDATE ON wallet
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_wallet_is_its_newest_movement();

CREATE FUNCTION check_payout_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  illegal record;
BEGIN
  SELECT n.payout_id, o.status AS from_status, n.status AS to_status INTO illegal
    FROM new_rows n
    LEFT JOIN old_rows o ON o.business_id = n.business_id AND o.payout_id = n.payout_id
    LEFT JOIN payout_status_transition t ON t.from_status = o.status AND t.to_status = n.status
   WHERE o.payout_id IS NULL OR (o.status <> n.status AND (t.from_status IS NULL
     OR (t.posting_kind IS NOT NULL AND NOT EXISTS (
          SELECT FROM ledger_transaction l
           WHERE l.business_id = n.business_id AND l.payout_id = n.payout_id AND l.kind = t.posting_kind))
     OR (t.posting_kind IS NULL AND EXISTS (
          SELECT FROM ledger_transaction l WHERE l.business_id = n.business_id AND l.payout_id = n.payout_id)))) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'payout % may not go from status % to % without its posting', illegal.payout_id, illegal.from_status, illegal.to_status
      USING ERRCODE = 'check_violation';
  END IF;

  SELECT n.payout_id INTO illegal
    FROM new_rows n
    JOIN old_rows o ON o.business_id = n.business_id AND o.payout_id = n.payout_id
   WHERE (o.transaction_id, o.beneficiary_id, o.beneficiary_name, o.rail, o.amount_paise, o.commission_paise, o.gst_paise, o.source, o.created_at)
         IS DISTINCT FROM
         (n.transaction_id, n.beneficiary_id, n.beneficiary_name, n.rail, n.amount_paise, n.commission_paise, n.gst_paise, n.source, n.created_at)
      OR (o.account_number, o.ifsc, o.vpa, o.merchant_reference_id, o.idempotency_key, o.bulk_file_id)
         IS DISTINCT FROM
         (n.account_number, n.ifsc, n.vpa, n.merchant_reference_id, n.idempotency_key, n.bulk_file_id) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'payout % may not change what was accepted', illegal.payout_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER payout_changes_are_legal AFTER UPDATE ON payout
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION check_payout_changes();

CREATE FUNCTION check_payout_begins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> 3 THEN
    RAISE EXCEPTION 'a payout begins in status 3, not %', NEW.status USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER payout_begins_initiated BEFORE INSERT ON payout
  FOR EACH ROW WHEN (NEW.status <> 3) EXECUTE FUNCTION check_payout_begins();
