-- A credit to the virtual account of a wallet counted as a return of the payout that its sender had named, so that a true return was more than the
-- payment.
CREATE OR REPLACE FUNCTION credited_by_people(of_business uuid, of_payout uuid, OUT standing_paise bigint, OUT borne_paise bigint) LANGUAGE sql STABLE
  SET search_path = public, pg_temp AS $$
  WITH paid AS MATERIALIZED (
    SELECT amount_paise, utr, reference_of_payout(payout_id) AS reference,
           (SELECT virtual_account_number FROM wallet WHERE business_id = of_business) AS own_account
      FROM payout WHERE business_id = of_business AND payout_id = of_payout
  ), referred AS MATERIALIZED (
    SELECT l.bank_statement_id, l.line_number, l.direction, l.amount_paise, l.kind, l.kind_from_narration, l.utr
      FROM paid JOIN bank_statement_line l ON l.reference = paid.reference
     WHERE (l.direction = 'CREDIT' AND l.kind = 'CREDIT' AND l.virtual_account_number = paid.own_account) IS NOT TRUE
  ), line AS MATERIALIZED (
    SELECT * FROM referred
     UNION
    SELECT l.bank_statement_id, l.line_number, l.direction, l.amount_paise, l.kind, l.kind_from_narration, l.utr
      FROM paid JOIN bank_statement_line l ON l.utr = paid.utr
     WHERE (l.direction = 'CREDIT' AND l.kind = 'CREDIT' AND l.virtual_account_number = paid.own_account) IS NOT TRUE
     UNION
    SELECT l.bank_statement_id, l.line_number, l.direction, l.amount_paise, l.kind, l.kind_from_narration, l.utr
      FROM (SELECT DISTINCT utr FROM referred WHERE direction = 'CREDIT' AND kind NOT IN ('CHARGE', 'GST')) AS known
      JOIN bank_statement_line l ON l.utr = known.utr AND l.direction = 'CREDIT'
     CROSS JOIN paid
     WHERE (l.direction = 'CREDIT' AND l.kind = 'CREDIT' AND l.virtual_account_number = paid.own_account) IS NOT TRUE
  ), moved AS MATERIALIZED (
    SELECT line.bank_statement_id, line.line_number, CASE line.direction WHEN 'CREDIT' THEN line.amount_paise ELSE -line.amount_paise END AS paise
      FROM line CROSS JOIN paid
     WHERE line.kind NOT IN ('CHARGE', 'GST') OR line.kind_from_narration AND line.direction = 'DEBIT' AND line.amount_paise = paid.amount_paise
  ), borne AS MATERIALIZED (
    SELECT DISTINCT v.business_id, v.counter_transaction_id
      FROM moved
      JOIN reconciliation_revoked_item i ON i.bank_statement_id = moved.bank_statement_id AND i.line_number = moved.line_number
      JOIN reconciliation_resolution r ON r.match_id = i.match_id AND r.action = 'ADJUST_WALLET' AND r.business_id = of_business
      JOIN reconciliation_reversal v ON v.root_transaction_id = r.transaction_id AND v.restored_transaction_id IS NULL
     WHERE moved.paise > 0
  )
  SELECT (SELECT coalesce(sum(posted.paise), 0)::bigint FROM (
            SELECT moved.paise
              FROM moved
              JOIN reconciliation_match_item m ON m.bank_statement_id = moved.bank_statement_id AND m.line_number = moved.line_number
              JOIN reconciliation_resolution r ON r.resolution_id = m.resolution_id AND r.action = 'ADJUST_WALLET' AND r.business_id = of_business
            UNION ALL
            SELECT CASE h.kind WHEN 'PAYOUT_SETTLEMENT' THEN paid.amount_paise ELSE -paid.amount_paise END
              FROM reconciliation_posting_by_hand h CROSS JOIN paid
             WHERE h.business_id = of_business AND h.payout_id = of_payout AND h.action = 'ADJUST_WALLET' AND h.wallet_of = of_business) AS posted),
         (SELECT coalesce(-sum(e.amount_paise), 0)::bigint
            FROM borne
            JOIN ledger_entry e ON e.business_id = borne.business_id AND e.transaction_id = borne.counter_transaction_id AND e.amount_paise < 0
            JOIN ledger_account a ON a.account_id = e.account_id AND a.code = 'suspense')
$$;

COMMENT ON FUNCTION credited_by_people IS 'What two people have credited the wallet of a business with for a payout, minus what they have debited, by its lines and postings as far as these matches stand; and what suspense bears of such credits because their statements are withdrawn. What the bank calls a credit to the virtual account of the wallet is no money of the payout.';

CREATE OR REPLACE FUNCTION is_return_credited(of_business uuid, of_reference text, of_utr text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  WITH own AS MATERIALIZED (
    SELECT virtual_account_number FROM wallet WHERE business_id = of_business
  ), referred AS MATERIALIZED (
    SELECT bank_statement_id, line_number, utr, kind FROM bank_statement_line
     WHERE reference = of_reference AND direction = 'CREDIT'
       AND (kind = 'CREDIT' AND virtual_account_number = (SELECT virtual_account_number FROM own)) IS NOT TRUE
  ), line AS MATERIALIZED (
    SELECT bank_statement_id, line_number FROM referred WHERE kind NOT IN ('CHARGE', 'GST')
     UNION
    SELECT l.bank_statement_id, l.line_number
      FROM (SELECT of_utr AS utr UNION SELECT utr FROM referred WHERE kind NOT IN ('CHARGE', 'GST')) AS known
      JOIN bank_statement_line l ON l.utr = known.utr
     WHERE l.direction = 'CREDIT' AND l.kind NOT IN ('CHARGE', 'GST')
       AND (l.kind = 'CREDIT' AND l.virtual_account_number = (SELECT virtual_account_number FROM own)) IS NOT TRUE
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
      JOIN reconciliation_posting_by_hand h ON h.business_id = b.business_id AND h.payout_id = b.payout_id AND h.kind = 'PAYOUT_SETTLEMENT'
       AND h.action = 'ADJUST_WALLET' AND h.wallet_of = of_business AND (h.amount_paise > 0 OR h.break_count > 1)
     WHERE b.reference = of_reference AND b.business_id = of_business)
$$;

COMMENT ON FUNCTION is_return_credited IS 'Whether two people credited the wallet of a business with a return under a reference or UTR, or with a line that has the UTR of one, and the wallet has the money: the match stands, or suspense bears its reversal. Or they credited it by the settlement under the reference, or by what restored that. The role of stream-processors reads no matches. What the bank calls a credit to the virtual account of the wallet is no return.';
