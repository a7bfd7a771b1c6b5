-- A run settled a payout by a statement that was withdrawn. If the bank says that it never paid, the payout stayed Successful and suspense kept
-- the money. Two people end it as a return now: the settlement is restored from suspense, and the payout refunded.
ALTER TABLE reconciliation_resolution
  DROP CONSTRAINT reconciliation_resolution_action_check,
  ADD CONSTRAINT reconciliation_resolution_action_check CHECK (action IN ('MATCH', 'SUSPENSE', 'WRITE_OFF', 'ADJUST_WALLET',
    'CARRY_FORWARD', 'REVOKE', 'RELEASE_STATEMENT', 'WITHDRAW_STATEMENT', 'REFUND_UNPAID')),
  ADD CONSTRAINT reconciliation_resolution_refunds_one_payout CHECK (action <> 'REFUND_UNPAID' OR cardinality(break_ids) = 1);

ALTER TABLE reconciliation_reversal
  ADD COLUMN unpaid_resolution_id bigint REFERENCES reconciliation_resolution,
  ADD CONSTRAINT reconciliation_reversal_unpaid_is_restored CHECK (unpaid_resolution_id IS NULL OR restored_transaction_id IS NOT NULL);

COMMENT ON COLUMN reconciliation_reversal.unpaid_resolution_id IS 'The resolution that refunded a payout which the bank never paid. Its settlement was restored by it, not by a statement.';

CREATE UNIQUE INDEX reconciliation_reversal_unpaid ON reconciliation_reversal (payout_id) WHERE unpaid_resolution_id IS NOT NULL;

-- A debit of another amount counts too: it is for people to say what it paid.
CREATE FUNCTION is_debited_by_statements(of_reference text, of_utr text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  SELECT EXISTS (
    SELECT FROM (SELECT bank_statement_id FROM bank_statement_line
                  WHERE reference = of_reference AND direction = 'DEBIT' AND (kind NOT IN ('CHARGE', 'GST') OR kind_from_narration)
                  UNION
                 SELECT bank_statement_id FROM bank_statement_line
                  WHERE utr = of_utr AND direction = 'DEBIT' AND (kind NOT IN ('CHARGE', 'GST') OR kind_from_narration)) AS shown
      JOIN bank_statement s ON s.bank_statement_id = shown.bank_statement_id
     WHERE CASE WHEN s.status = 'WITHDRAWN' THEN NOT is_statement_replaced(s.bank_statement_id) ELSE true END)
$$;
REVOKE ALL ON FUNCTION is_debited_by_statements FROM PUBLIC;

COMMENT ON FUNCTION is_debited_by_statements IS 'Whether a statement that is not withdrawn, or not replaced yet, shows a debit under a reference or a UTR.';

CREATE OR REPLACE FUNCTION check_reversal_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.restored_transaction_id IS NOT NULL
     OR (to_jsonb(OLD) - '{restored_transaction_id,unpaid_resolution_id}'::text[]) IS DISTINCT FROM (to_jsonb(NEW) - '{restored_transaction_id,unpaid_resolution_id}'::text[]) THEN
    RAISE EXCEPTION 'reversal % can only be restored, once', OLD.counter_transaction_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF NEW.unpaid_resolution_id IS NOT NULL AND NOT EXISTS (
       SELECT FROM reconciliation_resolution r
         JOIN reconciliation_break b ON b.break_id = ANY (r.break_ids) AND b.payout_id = NEW.payout_id
         JOIN ledger_transaction t ON t.business_id = NEW.business_id AND t.transaction_id = NEW.root_transaction_id AND t.kind = 'PAYOUT_SETTLEMENT'
        WHERE r.resolution_id = NEW.unpaid_resolution_id AND r.action = 'REFUND_UNPAID' AND r.decision = 'APPROVED') THEN
    RAISE EXCEPTION 'reversal % is not that of a payout that two people refund', OLD.counter_transaction_id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

-- When the match of the resolution is recorded, all of it has happened.
CREATE FUNCTION check_refund_of_unpaid() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  unpaid payout%ROWTYPE;
BEGIN
  SELECT p.* INTO unpaid
    FROM reconciliation_reversal v
    JOIN payout p ON p.business_id = v.business_id AND p.payout_id = v.payout_id
    JOIN reconciliation_match_item m ON m.transaction_id = v.restored_transaction_id AND m.match_id = NEW.match_id
   WHERE v.unpaid_resolution_id = NEW.resolution_id;
  IF unpaid.status IS DISTINCT FROM 12
     OR EXISTS (SELECT FROM reconciliation_reversal WHERE payout_id = unpaid.payout_id AND restored_transaction_id IS NULL)
     OR (SELECT sum(e.amount_paise) FROM reconciliation_match_item m
           JOIN ledger_entry e ON e.business_id = m.business_id AND e.transaction_id = m.transaction_id AND e.account_id = 1
          WHERE m.match_id = NEW.match_id) IS DISTINCT FROM 0
     OR (SELECT count(*) FROM reconciliation_match_item WHERE match_id = NEW.match_id) <> 2 THEN
    RAISE EXCEPTION 'resolution % has not refunded a payout whose settlement was reversed', NEW.resolution_id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF is_debited_by_statements(reference_of_payout(unpaid.payout_id), unpaid.utr) THEN
    RAISE EXCEPTION 'a statement shows the payment of payout %', unpaid.payout_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER reconciliation_resolution_refunds_unpaid BEFORE UPDATE ON reconciliation_resolution
  FOR EACH ROW WHEN (NEW.action = 'REFUND_UNPAID' AND NEW.match_id IS NOT NULL AND OLD.match_id IS NULL) EXECUTE FUNCTION check_refund_of_unpaid();

-- A payout stays Failed: its refund cannot be taken apart from its settlement again.
CREATE FUNCTION refuse_revoked_refund() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM reconciliation_resolution WHERE resolution_id = NEW.match_resolution_id AND action = 'REFUND_UNPAID') THEN
    RAISE EXCEPTION 'match % refunded a payout and stays', NEW.match_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER reconciliation_revoked_item_is_no_refund BEFORE INSERT ON reconciliation_revoked_item
  FOR EACH ROW WHEN (NEW.match_resolution_id IS NOT NULL) EXECUTE FUNCTION refuse_revoked_refund();
