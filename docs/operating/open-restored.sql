-- Payouts that are open in a restored database and that no bank has (docs/operating.md, "Restoring PostgreSQL"), by merchant. They would
-- be sent next, but some may have ended after the restore point without an order: cancelled, or refused for lack of money. What a bank has
-- (reported_order) or a statement shows as paid is in the list of restored-orders.sql.
SELECT p.business_id, b.business_name, p.payout_id, p.transaction_id, p.merchant_reference_id, p.status, p.response_code, p.rail,
       p.amount_paise, p.beneficiary_name, p.created_at
  FROM payout p JOIN business b ON b.business_id = p.business_id
 WHERE p.status IN (3, 4)
   AND NOT EXISTS (SELECT FROM bank_attempt a
                    WHERE a.business_id = p.business_id AND a.payout_id = p.payout_id AND a.state <> 'NOT_SENT')
   AND NOT EXISTS (SELECT FROM bank_statement_line l
                 JOIN bank_statement s ON s.bank_statement_id = l.bank_statement_id
                WHERE l.direction = 'DEBIT' AND l.reference = reference_of_payout(p.payout_id)
                  AND CASE WHEN s.status = 'WITHDRAWN' THEN NOT is_statement_replaced(s.bank_statement_id) ELSE true END)
   AND reference_of_payout(p.payout_id) NOT IN (SELECT reference FROM reported_order)
 ORDER BY p.business_id, p.payout_id;
