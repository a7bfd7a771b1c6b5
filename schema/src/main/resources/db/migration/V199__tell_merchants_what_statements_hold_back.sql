-- A merchant read that the bank cannot be reached of orders that are not sent because a statement shows their payment.
CREATE FUNCTION payouts_on_statements(of_payouts uuid[]) RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  SELECT DISTINCT a.payout_id
    FROM bank_attempt a
   WHERE a.business_id = acting_business() AND a.payout_id = ANY (of_payouts)
     AND EXISTS (
       SELECT FROM bank_statement_line l
         JOIN bank_statement s ON s.bank_statement_id = l.bank_statement_id AND s.status <> 'WITHDRAWN'
        WHERE l.reference = a.reference AND l.direction = 'DEBIT' AND (l.kind NOT IN ('CHARGE', 'GST') OR l.kind_from_narration)
       OFFSET 0)
$$;
REVOKE ALL ON FUNCTION payouts_on_statements FROM PUBLIC;

COMMENT ON FUNCTION payouts_on_statements IS 'Those payouts of the acting business whose orders are not sent because a statement shows a debit under their reference that the bank''s code does not call a charge. The role of the merchants'' portal reads no statements.';
