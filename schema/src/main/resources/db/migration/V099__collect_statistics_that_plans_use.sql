-- In a young database, autovacuum analyzed for a sixth of the time that PostgreSQL worked, nearly all of it to sort samples of columns, many of which no
-- condition, join or order names. Columns without statistics here are only shown or summed. Those of keys and filters keep theirs.
ALTER TABLE payout
  ALTER COLUMN beneficiary_code SET STATISTICS 0, ALTER COLUMN beneficiary_name SET STATISTICS 0, ALTER COLUMN beneficiary_email SET STATISTICS 0,
  ALTER COLUMN beneficiary_phone SET STATISTICS 0, ALTER COLUMN account_number SET STATISTICS 0, ALTER COLUMN ifsc SET STATISTICS 0,
  ALTER COLUMN vpa SET STATISTICS 0, ALTER COLUMN commission_paise SET STATISTICS 0, ALTER COLUMN gst_paise SET STATISTICS 0,
  ALTER COLUMN total_debit_paise SET STATISTICS 0, ALTER COLUMN last_sequence SET STATISTICS 0, ALTER COLUMN response_message SET STATISTICS 0,
  ALTER COLUMN utr SET STATISTICS 0, ALTER COLUMN bank_reference SET STATISTICS 0, ALTER COLUMN narration SET STATISTICS 0,
  ALTER COLUMN updated_at SET STATISTICS 0;

ALTER TABLE payout_event
  ALTER COLUMN from_status SET STATISTICS 0, ALTER COLUMN response_code SET STATISTICS 0, ALTER COLUMN response_message SET STATISTICS 0,
  ALTER COLUMN utr SET STATISTICS 0, ALTER COLUMN created_at SET STATISTICS 0, ALTER COLUMN claimed SET STATISTICS 0;

ALTER TABLE bank_attempt
  ALTER COLUMN claimed_at SET STATISTICS 0, ALTER COLUMN bank_reference SET STATISTICS 0, ALTER COLUMN utr SET STATISTICS 0,
  ALTER COLUMN response_code SET STATISTICS 0, ALTER COLUMN response_message SET STATISTICS 0, ALTER COLUMN implausible_reason SET STATISTICS 0;

ALTER TABLE wallet_movement
  ALTER COLUMN commission_paise SET STATISTICS 0, ALTER COLUMN gst_paise SET STATISTICS 0, ALTER COLUMN total_paise SET STATISTICS 0,
  ALTER COLUMN balance_before_paise SET STATISTICS 0, ALTER COLUMN balance_after_paise SET STATISTICS 0,
  ALTER COLUMN total_credit_paise SET STATISTICS 0, ALTER COLUMN credit_count SET STATISTICS 0, ALTER COLUMN description SET STATISTICS 0,
  ALTER COLUMN metadata SET STATISTICS 0;

ALTER TABLE ledger_entry ALTER COLUMN amount_paise SET STATISTICS 0;

ALTER TABLE payout_search ALTER COLUMN text SET STATISTICS 0;

ALTER TABLE webhook_delivery
  ALTER COLUMN body SET STATISTICS 0, ALTER COLUMN webhook_id SET STATISTICS 0, ALTER COLUMN attempt_count SET STATISTICS 0,
  ALTER COLUMN counted_attempts SET STATISTICS 0, ALTER COLUMN begun_at SET STATISTICS 0, ALTER COLUMN claim_id SET STATISTICS 0,
  ALTER COLUMN claimed_until SET STATISTICS 0;

-- The rest changes slowly: the newest value of a key is read from its index. A payout is written three times, so 0.4 is 0.13 of its rows.
ALTER TABLE payout SET (autovacuum_analyze_scale_factor = 0.4);
ALTER TABLE bank_attempt SET (autovacuum_analyze_scale_factor = 0.4);
ALTER TABLE payout_event SET (autovacuum_analyze_scale_factor = 0.2);
ALTER TABLE ledger_transaction SET (autovacuum_analyze_scale_factor = 0.2);
ALTER TABLE ledger_entry SET (autovacuum_analyze_scale_factor = 0.2);
ALTER TABLE wallet_movement SET (autovacuum_analyze_scale_factor = 0.2);
ALTER TABLE payout_search SET (autovacuum_analyze_scale_factor = 0.2);
ALTER TABLE webhook_delivery SET (autovacuum_analyze_scale_factor = 0.2);
