-- The relay's role owns no table, so it may create the publication only through this function.
CREATE FUNCTION ensure_event_publication() RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM pg_publication p
              WHERE p.pubname = 'hundi_events' AND p.pubinsert AND NOT p.puballtables
                AND (SELECT coalesce(array_agg(r.prrelid ORDER BY r.prrelid), '{}') FROM pg_publication_rel r
                      WHERE r.prpubid = p.oid AND r.prqual IS NULL AND r.prattrs IS NULL)
                  = (SELECT array_agg(t.oid ORDER BY t.oid) FROM pg_class t
                      WHERE t.oid IN ('public.payout_event'::regclass, 'public.beneficiary_event'::regclass))) THEN
    RETURN false;
  END IF;
  DROP PUBLICATION IF EXISTS hundi_events;
  CREATE PUBLICATION hundi_events FOR TABLE public.payout_event, public.beneficiary_event WITH (publish = 'insert');
  RETURN true;
END $$;

COMMENT ON FUNCTION ensure_event_publication() IS 'Creates the publication hundi_events if it is missing or differs; returns whether it did.';

REVOKE ALL ON FUNCTION ensure_event_publication() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ensure_event_publication() TO "${relayUsername}";
