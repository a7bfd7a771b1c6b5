-- The copy that sweeps is not always the copy that leads the relay, and either may be killed between finding a gap and sweeping.
CREATE TABLE stream_gap (
  gap_id   uuid        NOT NULL PRIMARY KEY DEFAULT uuidv7(),
  reason   text        NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  found_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz CHECK (ended_at >= found_at),
  swept_at timestamptz CHECK (swept_at >= ended_at)
);

CREATE INDEX stream_gap_unswept ON stream_gap (ended_at) WHERE swept_at IS NULL;

COMMENT ON TABLE stream_gap IS 'Times in which events may have been committed that are never published, because the slot, the publication or the topics were missing.';
COMMENT ON COLUMN stream_gap.reason IS 'What was missing.';
COMMENT ON COLUMN stream_gap.found_at IS 'When the relay found it missing. Events of any earlier time may be lost.';
COMMENT ON COLUMN stream_gap.ended_at IS 'From when on events are published again; null until the relay has made what was missing.';
COMMENT ON COLUMN stream_gap.swept_at IS 'When a sweep over everything open that began after the end was complete.';

CREATE OR REPLACE FUNCTION ensure_event_publication() RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM pg_publication p
              WHERE p.pubname = 'hundi_events' AND p.pubinsert AND NOT p.puballtables
                AND (SELECT array_agg(format('%s.%s(%s) %s', t.schemaname, t.tablename, array_to_string(t.attnames, ','), t.rowfilter)
                                      ORDER BY t.tablename)
                       FROM pg_publication_tables t WHERE t.pubname = p.pubname)
                  = ARRAY['public.beneficiary_event(business_id,beneficiary_id,sequence,event_id,kind,created_at) ',
                          'public.payout_event(business_id,payout_id,sequence,event_id,stage,created_at) '
                          '((stage <> ALL (ARRAY[''DISPATCHED''::text, ''BANK_ACKNOWLEDGED''::text, ''IN_DOUBT''::text])) AND (NOT claimed))']) THEN
    RETURN false;
  END IF;
  DROP PUBLICATION IF EXISTS hundi_events;
  CREATE PUBLICATION hundi_events FOR TABLE
    public.payout_event (business_id, payout_id, sequence, event_id, stage, created_at)
      WHERE (stage NOT IN ('DISPATCHED', 'BANK_ACKNOWLEDGED', 'IN_DOUBT') AND NOT claimed),
    public.beneficiary_event (business_id, beneficiary_id, sequence, event_id, kind, created_at)
    WITH (publish = 'insert');
  -- In the same transaction, so that a crash of the caller does not hide the gap.
  INSERT INTO public.stream_gap (reason) VALUES ('publication hundi_events was missing or differed');
  RETURN true;
END $$;
