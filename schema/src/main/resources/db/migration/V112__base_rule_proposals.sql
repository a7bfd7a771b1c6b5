ALTER TABLE payout_rule_proposal ADD COLUMN based_on text CHECK (based_on ~ '^[0-9a-f]{64}$');

COMMENT ON COLUMN payout_rule_proposal.based_on IS 'SHA-256 of the ids of the rules that the proposal replaces. Null for proposals before this column, which expire within seven days.';
