-- A search adds up all movements of the payouts it finds: 2,000 for a holder's name. From the index alone it needs no page of the table for each.
DROP INDEX wallet_movement_payout;
CREATE INDEX wallet_movement_payout ON wallet_movement (business_id, payout_id) INCLUDE (sequence, type, direction, total_paise)
  WHERE payout_id IS NOT NULL;
