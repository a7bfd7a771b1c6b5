-- Another bank called back that it had paid an order that it had declined, while the next order waited for a file. The order was written to
-- the file all the same, and the payout was paid twice.
ALTER TABLE bank_file_order ADD COLUMN recalled_at timestamptz, ADD CONSTRAINT bank_file_order_recalled_has_no_file
  CHECK (recalled_at IS NULL OR message_id IS NULL);

COMMENT ON COLUMN bank_file_order.recalled_at IS 'When the order was taken out of the queue, because another bank may have paid it; null again once it is queued again.';
