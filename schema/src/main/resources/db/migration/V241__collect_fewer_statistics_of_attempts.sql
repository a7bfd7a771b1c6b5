-- Attempts are only read by their delivery. Autovacuum sorted samples of all their columns, each time a partition had grown by a tenth: 24 µs of a
-- payout, a sixth of what it spends on payouts. V099 did the same for the other tables of payouts; a partition has settings of its own.
CREATE OR REPLACE FUNCTION create_month_partition(parent text, key text, month date) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  name    text := parent || to_char(month, '_YYYY_MM');
  from_id uuid := first_uuid_at(month::timestamp AT TIME ZONE 'UTC');
  to_id   uuid := first_uuid_at((month + interval '1 month') AT TIME ZONE 'UTC');
BEGIN
  IF to_regclass(name) IS NOT NULL THEN
    RETURN false;
  END IF;
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES INCLUDING STORAGE)', name, parent);
  PERFORM collect_key_statistics(name);
  EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', parent || '_default');
  EXECUTE format('WITH moved AS (DELETE FROM %I WHERE %I >= %L AND %I < %L RETURNING *) INSERT INTO %I SELECT * FROM moved',
                 parent || '_default', key, from_id, key, to_id, name);
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, name, from_id, to_id);
  RETURN true;
END $$;

CREATE FUNCTION collect_key_statistics(partition text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE (SELECT format('ALTER TABLE %I SET (autovacuum_analyze_scale_factor = 0.2)', partition)
                    || string_agg(format(', ALTER COLUMN %I SET STATISTICS 0', a.attname), '' ORDER BY a.attnum)
             FROM pg_attribute a
            WHERE a.attrelid = partition::regclass AND a.attnum > 0 AND NOT a.attisdropped
              AND NOT EXISTS (SELECT FROM pg_index i
                               WHERE i.indrelid = a.attrelid AND i.indisprimary AND a.attnum = ANY (i.indkey)));
END $$;
REVOKE ALL ON FUNCTION collect_key_statistics FROM PUBLIC;

COMMENT ON FUNCTION collect_key_statistics IS 'Lets autovacuum collect statistics of the columns of a partition''s primary key only, which are those that its readers name.';

SELECT collect_key_statistics(inhrelid::regclass::text) FROM pg_inherits WHERE inhparent = 'webhook_attempt'::regclass;

-- Their rows are found by unique keys.
ALTER TABLE payout_utr SET (autovacuum_analyze_scale_factor = 0.2);
ALTER TABLE request_nonce SET (autovacuum_analyze_scale_factor = 0.2);
