-- A statement that showed the payment of a payout was withdrawn, to be replaced by a corrected one. Until that was loaded, nothing showed the
-- payment: a waiting payout was sent, a refusal of its bank was refunded, and the money left twice.
CREATE FUNCTION is_statement_replaced(of_statement uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  SELECT EXISTS (
    SELECT FROM bank_statement w
      JOIN reconciliation_resolution r ON r.resolution_id = w.withdrawal_id
      JOIN bank_statement later ON later.nodal_account_id = w.nodal_account_id AND later.business_date >= w.business_date
                               AND later.status = 'ACCEPTED' AND later.loaded_at > r.checked_at
     WHERE w.bank_statement_id = of_statement)
$$;
REVOKE ALL ON FUNCTION is_statement_replaced FROM PUBLIC;

COMMENT ON FUNCTION is_statement_replaced IS 'Whether a statement of the account of a withdrawn statement, of its day or a later one, was loaded after the withdrawal and is accepted. Until then the lines of the withdrawn one keep orders and refunds back.';

CREATE OR REPLACE FUNCTION is_paid_by_statements(of_reference text, of_paise bigint) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  SELECT count(*) FILTER (WHERE l.direction = 'DEBIT') > count(*) FILTER (WHERE l.direction = 'CREDIT')
    FROM bank_statement_line l
    JOIN bank_statement s ON s.bank_statement_id = l.bank_statement_id
   WHERE l.reference = of_reference AND l.amount_paise = of_paise
     AND CASE l.direction WHEN 'DEBIT' THEN l.kind NOT IN ('CHARGE', 'GST') OR l.kind_from_narration
                          ELSE l.kind NOT IN ('CHARGE', 'GST', 'CREDIT')
                               AND NOT (l.kind_from_narration AND l.utr IS NOT NULL
                                        AND EXISTS (SELECT FROM wallet w WHERE w.virtual_account_number = l.virtual_account_number)
                                        AND NOT EXISTS (SELECT FROM payout_utr u WHERE u.utr = l.utr)
                                        AND NOT EXISTS (SELECT FROM bank_statement_line d WHERE d.utr = l.utr AND d.direction = 'DEBIT')) END
     AND CASE WHEN s.status = 'WITHDRAWN' THEN NOT is_statement_replaced(s.bank_statement_id) ELSE true END
$$;

COMMENT ON FUNCTION is_paid_by_statements IS 'Whether statements that are not withdrawn, or not replaced yet, show more debits than returns of an amount under a reference. The role of stream-processors reads no amount of a line.';

CREATE OR REPLACE FUNCTION payouts_on_statements(of_payouts uuid[]) RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  SELECT DISTINCT a.payout_id
    FROM bank_attempt a
   WHERE a.business_id = acting_business() AND a.payout_id = ANY (of_payouts)
     AND EXISTS (
       SELECT FROM bank_statement_line l
         JOIN bank_statement s ON s.bank_statement_id = l.bank_statement_id
        WHERE l.reference = a.reference AND l.direction = 'DEBIT' AND (l.kind NOT IN ('CHARGE', 'GST') OR l.kind_from_narration)
          AND CASE WHEN s.status = 'WITHDRAWN' THEN NOT is_statement_replaced(s.bank_statement_id) ELSE true END
       OFFSET 0)
$$;
