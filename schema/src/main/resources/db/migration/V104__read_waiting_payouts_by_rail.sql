-- Payouts of a rail that no bank takes now are passed over in the index, without a look at their rows. The rail comes last: other reads of
-- open payouts follow payout_id whatever the rail is. A rail never changes, so no update of a payout writes more index entries than before.
CREATE INDEX payout_open_by_rail ON payout (response_code, queued, payout_id, rail) WHERE status IN (3, 4) AND NOT held;
DROP INDEX payout_open;
ALTER INDEX payout_open_by_rail RENAME TO payout_open;
