-- The bank had reported a payment by a callback or a file, and two people refunded the payout as never paid without seeing it. The request adds
-- it to the history of the break now, before another person decides.
ALTER TABLE reconciliation_break_event
  DROP CONSTRAINT reconciliation_break_event_kind_check,
  ADD CONSTRAINT reconciliation_break_event_kind_check CHECK (kind IN ('OPENED', 'CHANGED', 'CLOSED', 'REOPENED', 'OWNED', 'CARRIED',
    'RESOLVED', 'REVOKED', 'REPORTED')) NOT VALID;

-- Callbacks about an order were looked for among all of its bank, also when another bank gives the order up.
CREATE INDEX bank_callback_of_order ON bank_callback (reference);
