-- On a table without statistics every index that begins with business_id costs the same for a lookup by the primary key, and the planner
-- took the newest: it read all payouts of the business for each event and posting, until the first ANALYZE and in sessions with that
-- plan (docs/decisions/0061-checks-and-plans-read-what-they-need.md). The columns of these keys are always given together.
CREATE UNIQUE INDEX payout_transaction_id_key ON payout (transaction_id, business_id);
ALTER TABLE payout DROP CONSTRAINT payout_business_id_transaction_id_key,
  ADD CONSTRAINT payout_transaction_id_key UNIQUE USING INDEX payout_transaction_id_key;

CREATE UNIQUE INDEX beneficiary_bank_target ON beneficiary (account_number, ifsc, business_id);
ALTER TABLE beneficiary DROP CONSTRAINT beneficiary_bank_target_key;
ALTER TABLE beneficiary ADD CONSTRAINT beneficiary_bank_target_key UNIQUE USING INDEX beneficiary_bank_target;

DROP INDEX wallet_movement_id;
CREATE UNIQUE INDEX wallet_movement_id ON wallet_movement (movement_id, business_id);

-- The plan of a check is made by the first statement of a session. Made for one row, a nested loop of the rows before and after compares
-- each with each: four million comparisons for a debit of 2,000 payouts.
ALTER FUNCTION check_payout_changes() SET enable_nestloop = off;
