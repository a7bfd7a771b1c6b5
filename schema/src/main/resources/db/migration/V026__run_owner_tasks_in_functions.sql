-- Applications do not own the schema. What needs its owner's rights is a function that does exactly this.

CREATE FUNCTION create_webhook_attempt_partitions(months_ahead integer) RETURNS integer LANGUAGE sql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  SELECT count(*) FILTER (WHERE create_month_partition('webhook_attempt', 'delivery_id', month::date))::integer
    FROM generate_series(date_trunc('month', now() AT TIME ZONE 'UTC'),
                         now() AT TIME ZONE 'UTC' + least(months_ahead, 24) * interval '1 month', interval '1 month') AS month
$$;

COMMENT ON FUNCTION create_webhook_attempt_partitions IS 'Creates the missing partitions of this month and of the next months in UTC. Returns how many it created.';

CREATE FUNCTION drop_oldest_webhook_attempt_partition(age interval) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  oldest text;
BEGIN
  SELECT c.relname INTO oldest
    FROM pg_inherits i
    JOIN pg_class c ON c.oid = i.inhrelid
   WHERE i.inhparent = 'webhook_attempt'::regclass AND c.relname ~ '_\d{4}_\d{2}$'
     AND (to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month') AT TIME ZONE 'UTC' <= now() - greatest(age, interval '0')
   ORDER BY c.relname
   LIMIT 1;
  IF oldest IS NULL THEN
    RETURN 0;
  END IF;
  EXECUTE format('DROP TABLE %I', oldest);
  RETURN 1;
END $$;

COMMENT ON FUNCTION drop_oldest_webhook_attempt_partition IS 'Drops the oldest partition whose month ended longer ago than age. Returns how many it dropped, 0 or 1.';

-- PostgreSQL hides when transactions of other roles began: without this right a NULL would mean "no transaction".
CREATE FUNCTION oldest_writing_since() RETURNS timestamptz LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT pg_has_role('pg_read_all_stats', 'USAGE') THEN
    RAISE 'The owner of the schema must be a member of pg_read_all_stats' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN (SELECT min(xact_start)
            FROM pg_stat_activity
           WHERE datname = current_database() AND backend_xid IS NOT NULL AND pid <> pg_backend_pid());
END $$;

COMMENT ON FUNCTION oldest_writing_since IS 'When the oldest open transaction that has written began, or NULL if none is open; without the caller''s.';

DO $$
BEGIN
  IF NOT pg_has_role('pg_read_all_stats', 'USAGE') THEN
    RAISE 'The owner of the schema must be a member of pg_read_all_stats: GRANT pg_read_all_stats TO %', current_user;
  END IF;
END $$;
