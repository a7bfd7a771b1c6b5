-- Ends the payouts of open-restored.sql that are not in the table confirmed_payout (payout_id) (docs/operating.md, "Restoring
-- PostgreSQL"). Run it as the schema's owner in one transaction, while every rail is switched off and after restored-orders.sql knows the
-- orders of all banks: what was debited goes back to the wallet. What a bank has or a statement shows as paid stays, confirmed or not. But
-- what a bank has and waits here for an approval or its time ends: later it would be sent a second time. It may be run again; its list shows
-- what remains.
DO $$
DECLARE
  -- Without an attempt no bank can answer, so this is the only code of a debited payout that is not paid.
  code CONSTANT text := 'BANK_REJECTED';
  message CONSTANT text := 'Not sent to a bank: cancelled after the database was restored';
  p payout;
  w wallet;
  posting uuid;
BEGIN
  IF (SELECT count(*) FROM bank_switch WHERE bank IS NULL AND rail IN ('I', 'N', 'R', 'S', 'U')) < 5 THEN
    RAISE EXCEPTION 'switch every rail off first (hold-restored.sql)';
  END IF;

  PERFORM end_held_payout(business_id, payout_id, 'CANCELLED_BY_MERCHANT', 'Cancelled by the merchant before the debit', 'RESTORE')
     FROM payout WHERE status = 3 AND held
      AND (payout_id NOT IN (SELECT payout_id FROM confirmed_payout)
           OR reference_of_payout(payout_id) IN (SELECT reference FROM reported_order));
  PERFORM cancel_queued_payout(business_id, payout_id, 'CANCELLED_BY_MERCHANT', 'Cancelled by the merchant before the debit', 'RESTORE')
     FROM payout WHERE status = 3 AND queued AND payout_id NOT IN (SELECT payout_id FROM confirmed_payout)
      AND reference_of_payout(payout_id) NOT IN (SELECT reference FROM reported_order);

  FOR p IN SELECT * FROM payout WHERE status = 4 AND payout_id NOT IN (SELECT payout_id FROM confirmed_payout)
            ORDER BY business_id, payout_id FOR NO KEY UPDATE LOOP
    CONTINUE WHEN EXISTS (SELECT FROM bank_attempt a
                           WHERE a.business_id = p.business_id AND a.payout_id = p.payout_id AND a.state <> 'NOT_SENT');
    CONTINUE WHEN EXISTS (SELECT FROM bank_statement_line l
                     JOIN bank_statement s ON s.bank_statement_id = l.bank_statement_id
                    WHERE l.direction = 'DEBIT' AND l.reference = reference_of_payout(p.payout_id)
                      AND CASE WHEN s.status = 'WITHDRAWN' THEN NOT is_statement_replaced(s.bank_statement_id) ELSE true END);
    CONTINUE WHEN reference_of_payout(p.payout_id) IN (SELECT reference FROM reported_order);
    PERFORM FROM wallet WHERE business_id = p.business_id FOR NO KEY UPDATE;
    posting := uuidv7();
    UPDATE wallet
       SET balance_paise = balance_paise + p.total_debit_paise, last_sequence = last_sequence + 1,
           total_credit_paise = total_credit_paise + p.total_debit_paise, credit_count = credit_count + 1,
           updated_at = greatest(uuid_extract_timestamp(posting), updated_at)
     WHERE business_id = p.business_id
    RETURNING * INTO STRICT w;
    WITH reversal AS (
      INSERT INTO ledger_transaction (business_id, transaction_id, kind, payout_id)
      VALUES (p.business_id, posting, 'PAYOUT_REVERSAL', p.payout_id)
    )
    INSERT INTO ledger_entry (business_id, transaction_id, line, account_id, amount_paise)
    SELECT p.business_id, posting, line, account_id, amount_paise
      FROM (VALUES (1, w.account_id, p.total_debit_paise),
                   (2, (SELECT account_id FROM ledger_account
                         WHERE ledger_account.code = 'clearing:' || CASE p.rail WHEN 'I' THEN 'IMPS' WHEN 'N' THEN 'NEFT' WHEN 'R' THEN 'RTGS'
                                                                               WHEN 'S' THEN 'SELF' WHEN 'U' THEN 'UPI' END),
                    -p.amount_paise),
                   (3, (SELECT account_id FROM ledger_account WHERE ledger_account.code = 'revenue:commission'), -p.commission_paise),
                   (4, (SELECT account_id FROM ledger_account WHERE ledger_account.code = 'payable:gst'), -p.gst_paise))
           AS entry (line, account_id, amount_paise)
     WHERE amount_paise <> 0;
    INSERT INTO wallet_movement (business_id, sequence, type, direction, amount_paise, commission_paise, gst_paise, balance_before_paise,
                                 balance_after_paise, total_credit_paise, credit_count, ledger_transaction_id, payout_id, description,
                                 created_at)
    VALUES (p.business_id, w.last_sequence, 'PAYOUT_REVERSAL', 'CREDIT', p.amount_paise, p.commission_paise, p.gst_paise,
            w.balance_paise - p.total_debit_paise, w.balance_paise, w.total_credit_paise, w.credit_count, posting, p.payout_id,
            'Reversal of payout ' || p.transaction_id, w.updated_at);
    UPDATE payout
       SET status = 12, response_code = code, response_message = message, last_sequence = last_sequence + 1, updated_at = clock_timestamp(),
           completed_at = clock_timestamp()
     WHERE business_id = p.business_id AND payout_id = p.payout_id;
    INSERT INTO payout_event (business_id, payout_id, sequence, from_status, status, stage, source, response_code, response_message)
    VALUES (p.business_id, p.payout_id, p.last_sequence + 1, 4, 12, 'FAILED', 'RESTORE', code, message);
  END LOOP;
END $$;

-- What remains is being debited: run this again once it is. Or a bank has it or a statement shows it as paid: see the list of
-- restored-orders.sql.
SELECT p.business_id, p.payout_id, p.transaction_id, p.status, p.response_code
  FROM payout p
 WHERE p.status IN (3, 4) AND p.payout_id NOT IN (SELECT payout_id FROM confirmed_payout)
   AND NOT EXISTS (SELECT FROM bank_attempt a
                    WHERE a.business_id = p.business_id AND a.payout_id = p.payout_id AND a.state <> 'NOT_SENT')
 ORDER BY p.business_id, p.payout_id;
