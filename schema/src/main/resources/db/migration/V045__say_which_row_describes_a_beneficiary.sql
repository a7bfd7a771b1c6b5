ALTER TABLE bulk_row ADD COLUMN described_by integer CHECK (described_by >= 1 AND described_by < row_number);

COMMENT ON COLUMN bulk_row.described_by IS 'The lowest valid row that pays to the same account or VPA, where it says another name, phone number or e-mail address than this one: a beneficiary that is registered for both is described as there.';
