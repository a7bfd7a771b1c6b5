-- A file may be delivered twice: a process that dies after the rename has not recorded it. The bank executes the first copy and may reject
-- the second for a reason that names no duplicate. That rejection refunded orders that the bank had paid.
ALTER TABLE bank_file ADD COLUMN deliveries smallint NOT NULL DEFAULT 0 CHECK (deliveries >= 0);

COMMENT ON COLUMN bank_file.deliveries IS 'How often the bank may have got it: counted before a delivery begins, and taken back if it certainly failed. From two on, a rejection of its orders may be that of a duplicate.';

UPDATE bank_file SET deliveries = 1 WHERE begun_at IS NOT NULL OR written_at IS NOT NULL;
