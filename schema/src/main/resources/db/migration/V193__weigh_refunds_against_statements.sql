-- A bank answered that it had not paid an order, and a statement that was loaded before showed the payment. The wallet got the money back
-- that the bank had paid.
CREATE FUNCTION is_paid_by_statements(of_reference text, of_paise bigint) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  SELECT count(*) FILTER (WHERE l.direction = 'DEBIT') > count(*) FILTER (WHERE l.direction = 'CREDIT')
    FROM bank_statement_line l
    JOIN bank_statement s ON s.bank_statement_id = l.bank_statement_id AND s.status <> 'WITHDRAWN'
   WHERE l.reference = of_reference AND l.amount_paise = of_paise
     AND CASE l.direction WHEN 'DEBIT' THEN l.kind NOT IN ('CHARGE', 'GST') OR l.kind_from_narration
                          ELSE l.kind NOT IN ('CHARGE', 'GST', 'CREDIT') END
$$;
REVOKE ALL ON FUNCTION is_paid_by_statements FROM PUBLIC;

COMMENT ON FUNCTION is_paid_by_statements IS 'Whether statements that are not withdrawn show more debits than returns of an amount under a reference. The role of stream-processors reads no amount of a line.';

-- Two people credited a wallet with a return that no run could refund, and the bank reported the return after it. The wallet got it twice.
CREATE FUNCTION is_return_credited(of_business uuid, of_reference text, of_utr text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  SELECT EXISTS (
    SELECT FROM (SELECT bank_statement_id, line_number, direction, kind FROM bank_statement_line WHERE reference = of_reference
                  UNION
                 SELECT bank_statement_id, line_number, direction, kind FROM bank_statement_line WHERE utr = of_utr) AS l
      JOIN reconciliation_match_item m ON m.bank_statement_id = l.bank_statement_id AND m.line_number = l.line_number AND m.rule = 'BY_HAND'
      JOIN reconciliation_resolution r ON r.resolution_id = m.resolution_id AND r.action = 'ADJUST_WALLET' AND r.business_id = of_business
     WHERE l.direction = 'CREDIT' AND l.kind NOT IN ('CHARGE', 'GST'))
$$;
REVOKE ALL ON FUNCTION is_return_credited FROM PUBLIC;

COMMENT ON FUNCTION is_return_credited IS 'Whether two people credited the wallet of a business with a return under a reference or UTR. The role of stream-processors reads no matches.';
