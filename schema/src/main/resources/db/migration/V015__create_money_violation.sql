-- Two views, because a sum that several rules share is computed once, by one process, before them: balances are proved by one query
-- and everything else by another, whose rules run in parallel workers.
CREATE VIEW posting_violation AS
SELECT 'entries do not sum to zero' AS rule, transaction_id::text AS subject
  FROM ledger_entry GROUP BY business_id, transaction_id HAVING sum(amount_paise) <> 0
UNION ALL
SELECT 'wallet differs from its newest movement', w.business_id::text
  FROM wallet w
  LEFT JOIN wallet_movement m ON m.business_id = w.business_id AND m.sequence = w.last_sequence
 WHERE w.balance_paise <> coalesce(m.balance_after_paise, 0) OR (w.last_sequence > 0 AND m.sequence IS NULL)
UNION ALL
SELECT 'movement sequence has a gap', m.business_id::text
  FROM wallet_movement m GROUP BY m.business_id HAVING max(m.sequence) <> count(*)
UNION ALL
SELECT 'payout status disagrees with its postings', p.payout_id::text
  FROM payout p
  LEFT JOIN (
    SELECT business_id, payout_id, count(*) FILTER (WHERE kind = 'PAYOUT_DEBIT') AS debits,
           count(*) FILTER (WHERE kind = 'PAYOUT_SETTLEMENT') AS settlements,
           count(*) FILTER (WHERE kind = 'PAYOUT_REVERSAL') AS reversals
      FROM ledger_transaction WHERE payout_id IS NOT NULL GROUP BY business_id, payout_id) l
    ON l.business_id = p.business_id AND l.payout_id = p.payout_id
 WHERE NOT CASE p.status
   WHEN 3 THEN l.payout_id IS NULL
   WHEN 4 THEN coalesce(l.debits = 1 AND l.settlements = 0 AND l.reversals = 0, false)
   WHEN 11 THEN coalesce(l.debits = 1 AND l.settlements = 1 AND l.reversals = 0, false)
   WHEN 12 THEN coalesce(l.debits = l.reversals AND l.settlements <= l.debits, true)
   END
UNION ALL
SELECT 'payout differs from its newest event', p.payout_id::text
  FROM payout p
  LEFT JOIN payout_event e ON e.business_id = p.business_id AND e.payout_id = p.payout_id AND e.sequence = p.last_sequence
 WHERE e.status IS DISTINCT FROM p.status
UNION ALL
SELECT 'payout events are not contiguous', e.payout_id::text
  FROM payout_event e GROUP BY e.business_id, e.payout_id HAVING max(e.sequence) <> count(*)
UNION ALL
SELECT 'payout took an illegal path', e.payout_id::text
  FROM payout_event e
 WHERE e.from_status <> e.status
   AND NOT EXISTS (SELECT FROM payout_status_transition t WHERE t.from_status = e.from_status AND t.to_status = e.status);

COMMENT ON VIEW posting_violation IS 'Rules of money_violation about single transactions, payouts and movements.';

CREATE VIEW balance_violation AS
WITH account_sum AS MATERIALIZED (
  SELECT business_id, account_id, sum(amount_paise) AS amount_paise FROM ledger_entry GROUP BY business_id, account_id
)
SELECT 'wallet differs from its ledger entries' AS rule, w.business_id::text AS subject
  FROM wallet w
  LEFT JOIN account_sum e ON e.business_id = w.business_id AND e.account_id = w.account_id
 WHERE w.balance_paise <> coalesce(e.amount_paise, 0)
UNION ALL
SELECT 'clearing holds what is not in flight', a.code
  FROM ledger_account a
  LEFT JOIN (SELECT account_id, sum(amount_paise) AS amount_paise FROM account_sum GROUP BY account_id) e ON e.account_id = a.account_id
  LEFT JOIN (SELECT rail, sum(amount_paise) AS amount_paise FROM payout WHERE status = 4 GROUP BY rail) p
    ON p.rail = CASE split_part(a.code, ':', 2) WHEN 'IMPS' THEN 'I' WHEN 'NEFT' THEN 'N' WHEN 'RTGS' THEN 'R' WHEN 'SELF' THEN 'S' WHEN 'UPI' THEN 'U' END
 WHERE a.code LIKE 'clearing:%' AND coalesce(e.amount_paise, 0) <> coalesce(p.amount_paise, 0);

COMMENT ON VIEW balance_violation IS 'Rules of money_violation about balances of accounts and wallets. Six million entries a day are summed once for both.';

CREATE VIEW money_violation AS
SELECT rule, subject FROM posting_violation
UNION ALL
SELECT rule, subject FROM balance_violation;

COMMENT ON VIEW money_violation IS 'Every breach of a money rule, one row each; always empty. Reads whole tables: for tests, the crash campaign and the end of day, not for requests.';
