-- The proof of the books continues that of a signed day with all payouts that are open. The index of open payouts leaves out the held
-- ones, so without an index of these the proof read every payout.
CREATE INDEX payout_held ON payout (business_id, payout_id) WHERE held;
