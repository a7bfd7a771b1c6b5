-- What statements say about a payout was read from all matches of a day, because the BRIN index on match_id covers nothing of what a run has
-- inserted since the last VACUUM. Most matches have one row, which is found by its item; only the others are looked up by their number.
CREATE INDEX reconciliation_match_of_several ON reconciliation_match_item (match_id, bank_statement_id)
  WHERE rule IN ('BATCH_TOTAL', 'BY_HAND', 'REVOKED');

-- A payout has few reversals, and reconciliation_reversal_by_payout finds all of them.
DROP INDEX reconciliation_reversal_of_payout;
