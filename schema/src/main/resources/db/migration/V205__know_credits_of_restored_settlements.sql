-- A settlement was reversed with its statement, restored by another one, and open again because people had revoked that match. Two people credited
-- the wallet by what had restored it, and the return that the bank reported later was refunded as well. And people who had debited the wallet for
-- the rest of a payment of more had credited nothing, but its return was a contradiction. Several breaks of one resolution still count with any sign.
CREATE OR REPLACE FUNCTION is_return_credited(of_business uuid, of_reference text, of_utr text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  WITH referred AS MATERIALIZED (
    SELECT bank_statement_id, line_number, utr, kind FROM bank_statement_line WHERE reference = of_reference AND direction = 'CREDIT'
  ), line AS MATERIALIZED (
    SELECT bank_statement_id, line_number FROM referred WHERE kind NOT IN ('CHARGE', 'GST')
     UNION
    SELECT l.bank_statement_id, l.line_number
      FROM (SELECT of_utr AS utr UNION SELECT utr FROM referred WHERE kind NOT IN ('CHARGE', 'GST')) AS known
      JOIN bank_statement_line l ON l.utr = known.utr
     WHERE l.direction = 'CREDIT' AND l.kind NOT IN ('CHARGE', 'GST')
  )
  SELECT EXISTS (
    SELECT FROM line
      JOIN reconciliation_match_item m ON m.bank_statement_id = line.bank_statement_id AND m.line_number = line.line_number AND m.rule = 'BY_HAND'
      JOIN reconciliation_resolution r ON r.resolution_id = m.resolution_id AND r.action = 'ADJUST_WALLET' AND r.business_id = of_business)
  OR EXISTS (
    SELECT FROM line
      JOIN reconciliation_revoked_item i ON i.bank_statement_id = line.bank_statement_id AND i.line_number = line.line_number
      JOIN reconciliation_resolution r ON r.match_id = i.match_id AND r.action = 'ADJUST_WALLET' AND r.business_id = of_business
      JOIN reconciliation_reversal v ON v.root_transaction_id = r.transaction_id AND v.restored_transaction_id IS NULL
      JOIN ledger_entry e ON e.business_id = v.business_id AND e.transaction_id = v.counter_transaction_id AND e.amount_paise < 0
      JOIN ledger_account a ON a.account_id = e.account_id AND a.code = 'suspense')
  OR EXISTS (
    SELECT FROM bank_attempt b
      JOIN ledger_transaction t ON t.business_id = b.business_id AND t.payout_id = b.payout_id AND t.kind = 'PAYOUT_SETTLEMENT'
      LEFT JOIN reconciliation_reversal v ON v.payout_id = t.payout_id AND v.root_transaction_id = t.transaction_id
      JOIN reconciliation_match_item m ON m.transaction_id = ANY (ARRAY[t.transaction_id, v.restored_transaction_id]) AND m.rule = 'BY_HAND'
      JOIN reconciliation_resolution r ON r.resolution_id = m.resolution_id AND r.action = 'ADJUST_WALLET' AND r.business_id = of_business
       AND (r.amount_paise > 0 OR cardinality(r.break_ids) > 1)
     WHERE b.reference = of_reference AND b.business_id = of_business)
$$;

COMMENT ON FUNCTION is_return_credited IS 'Whether two people credited the wallet of a business with a return under a reference or UTR, or with a line that has the UTR of one, and the wallet has the money: the match stands, or suspense bears its reversal. Or they credited it by the settlement under the reference, or by what restored that. The role of stream-processors reads no matches.';

-- What restored a settlement is looked up by its payout, too; reconciliation_reversal_of_payout has what is not restored.
CREATE INDEX reconciliation_reversal_by_payout ON reconciliation_reversal (payout_id);
