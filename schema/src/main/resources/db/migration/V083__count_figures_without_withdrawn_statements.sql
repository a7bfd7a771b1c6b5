-- Runs add their figures up while they work. What a statement counted in them is subtracted once it is withdrawn; nothing of a signed run is.
CREATE INDEX reconciliation_revoked_item_of_run ON reconciliation_revoked_item (run_id);
CREATE INDEX reconciliation_statement_of_run ON reconciliation_statement (run_id);

CREATE VIEW reconciliation_present_figure AS
SELECT run_id, section, name, sum(item_count)::bigint AS item_count, sum(amount_paise)::bigint AS amount_paise
  FROM (
    SELECT run_id, section, name, item_count, amount_paise FROM reconciliation_figure
    UNION ALL
    SELECT t.run_id, 'LINES', 'Lines of new statements', -s.line_count, s.debit_paise - s.credit_paise
      FROM reconciliation_statement t
      JOIN bank_statement s ON s.bank_statement_id = t.bank_statement_id AND s.status = 'WITHDRAWN'
    UNION ALL
    -- A total counts its payouts, every other match its lines.
    SELECT i.run_id, 'MATCHED', i.rule, -count(CASE i.rule WHEN 'BATCH_TOTAL' THEN i.transaction_id::text ELSE i.line_number::text END),
           -coalesce(sum(CASE l.direction WHEN 'CREDIT' THEN l.amount_paise ELSE -l.amount_paise END), 0)
      FROM reconciliation_revoked_item i
      LEFT JOIN bank_statement_line l ON l.bank_statement_id = i.bank_statement_id AND l.line_number = i.line_number
     GROUP BY i.run_id, i.rule
    UNION ALL
    SELECT i.run_id, 'EFFECT',
           CASE WHEN i.rule = 'TOLERANCE' THEN l.kind || '_TOLERATED'
                ELSE CASE WHEN coalesce(t.payout_id, again.payout_id) IS NULL THEN 'TOPUP' WHEN l.direction = 'CREDIT' THEN 'RETURNED' ELSE 'SETTLED' END
                  || CASE WHEN again.restored_transaction_id IS NOT NULL THEN '_RESTORED' WHEN late.posted_here THEN '' ELSE '_FOUND' END END,
           -1, CASE l.direction WHEN 'CREDIT' THEN -l.amount_paise ELSE l.amount_paise END
      FROM reconciliation_revoked_item i
      JOIN bank_statement_line l ON l.bank_statement_id = i.bank_statement_id AND l.line_number = i.line_number
      LEFT JOIN ledger_transaction t ON t.business_id = i.business_id AND t.transaction_id = i.transaction_id
      LEFT JOIN reconciliation_reversal again ON again.restored_transaction_id = i.transaction_id
      LEFT JOIN reconciliation_late_entry late ON late.transaction_id = i.transaction_id
     WHERE i.rule IN ('EFFECT', 'TOLERANCE')
  ) AS counted
 WHERE run_id IS NOT NULL
 GROUP BY run_id, section, name
HAVING section NOT IN ('LINES', 'MATCHED', 'EFFECT') OR (sum(item_count), sum(amount_paise)) <> (0, 0);

COMMENT ON VIEW reconciliation_present_figure IS 'The figures of runs without what withdrawn statements counted in them.';
