-- A credit to the virtual account of a wallet that only a word calls a return cancelled out the payment that a statement shows: a bank that
-- refused the order as well refunded the payout. A remitter may have written the reference of the payout.
CREATE OR REPLACE FUNCTION is_paid_by_statements(of_reference text, of_paise bigint) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  SELECT count(*) FILTER (WHERE l.direction = 'DEBIT') > count(*) FILTER (WHERE l.direction = 'CREDIT')
    FROM bank_statement_line l
    JOIN bank_statement s ON s.bank_statement_id = l.bank_statement_id AND s.status <> 'WITHDRAWN'
   WHERE l.reference = of_reference AND l.amount_paise = of_paise
     AND CASE l.direction WHEN 'DEBIT' THEN l.kind NOT IN ('CHARGE', 'GST') OR l.kind_from_narration
                          ELSE l.kind NOT IN ('CHARGE', 'GST', 'CREDIT')
                               AND NOT (l.kind_from_narration AND l.utr IS NOT NULL
                                        AND EXISTS (SELECT FROM wallet w WHERE w.virtual_account_number = l.virtual_account_number)
                                        AND NOT EXISTS (SELECT FROM payout_utr u WHERE u.utr = l.utr)
                                        AND NOT EXISTS (SELECT FROM bank_statement_line d WHERE d.utr = l.utr AND d.direction = 'DEBIT')) END
$$;
