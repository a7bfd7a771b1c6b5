-- A payout without an order was missing: a person paid it at the bank while it waited, and its page said nothing of the statement.
CREATE OR REPLACE FUNCTION payouts_on_statements(of_payouts uuid[]) RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  SELECT p.payout_id
    FROM payout p
   WHERE p.business_id = acting_business() AND p.payout_id = ANY (of_payouts)
     AND EXISTS (
       SELECT FROM bank_statement_line l
         JOIN bank_statement s ON s.bank_statement_id = l.bank_statement_id
        WHERE l.reference = reference_of_payout(p.payout_id) AND l.direction = 'DEBIT'
          AND (l.kind NOT IN ('CHARGE', 'GST') OR l.kind_from_narration)
          AND CASE WHEN s.status = 'WITHDRAWN' THEN NOT is_statement_replaced(s.bank_statement_id) ELSE true END
       OFFSET 0)
$$;
