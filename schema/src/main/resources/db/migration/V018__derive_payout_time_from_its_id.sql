-- Newest first is then the order of the primary key, and a window of time a range of it: lists need no index of their own.
ALTER TABLE payout DROP COLUMN created_at;
ALTER TABLE payout ADD COLUMN created_at timestamptz NOT NULL GENERATED ALWAYS AS (uuid_extract_timestamp(payout_id)) STORED;

CREATE INDEX payout_open ON payout (created_at) WHERE status IN (3, 4);

-- The id is drawn from the clock while the statement runs; now() would lie before it.
ALTER TABLE payout ALTER COLUMN updated_at SET DEFAULT clock_timestamp();
ALTER TABLE payout_event ALTER COLUMN created_at SET DEFAULT clock_timestamp();

-- Lists count off deep offsets in the index alone, which needs pages that vacuum has seen.
ALTER TABLE payout SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

COMMENT ON COLUMN payout.created_at IS 'When the payout was accepted, UTC with milliseconds: the time in its UUIDv7.';
