-- Two people revoked a match, and the figures of its run counted it for ever, because its items were removed without a trace. They are kept
-- now as those of withdrawn statements are. What a run posted stays posted when its match is revoked, so it counts as an effect until the
-- statement is withdrawn.
COMMENT ON TABLE reconciliation_revoked_item IS 'Items of the matches that two people revoked, or the withdrawal of a statement, as they were in reconciliation_match_item.';
COMMENT ON COLUMN reconciliation_revoked_item.resolution_id IS 'The revocation or the withdrawal.';

-- A withdrawal finds the postings of those matches of its lines that were revoked before it.
CREATE INDEX reconciliation_revoked_item_of_statement ON reconciliation_revoked_item (bank_statement_id);
CREATE INDEX reconciliation_revoked_item_of_match ON reconciliation_revoked_item (match_id);

CREATE OR REPLACE VIEW reconciliation_present_figure AS
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
      JOIN bank_statement s ON s.bank_statement_id = i.bank_statement_id AND s.status = 'WITHDRAWN'
      LEFT JOIN ledger_transaction t ON t.business_id = i.business_id AND t.transaction_id = i.transaction_id
      LEFT JOIN reconciliation_reversal again ON again.restored_transaction_id = i.transaction_id
      LEFT JOIN reconciliation_late_entry late ON late.transaction_id = i.transaction_id
     WHERE i.rule IN ('EFFECT', 'TOLERANCE')
  ) AS counted
 WHERE run_id IS NOT NULL
 GROUP BY run_id, section, name
HAVING section NOT IN ('LINES', 'MATCHED', 'EFFECT') OR (sum(item_count), sum(amount_paise)) <> (0, 0);

COMMENT ON VIEW reconciliation_present_figure IS 'The figures of runs without the matches that two people revoked, and without what withdrawn statements counted in them.';
