-- Only dispatch reads the event of a debit. A debit that has also claimed its payout for a bank leaves nothing to dispatch.
ALTER TABLE payout_event ADD COLUMN claimed boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT payout_event_claimed_by_debit CHECK (NOT claimed OR stage = 'WALLET_DEBITED') NOT VALID;

COMMENT ON COLUMN payout_event.claimed IS 'Whether the transaction that debited the payout also claimed it for a bank. Such an event is not published.';

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
  RETURN true;
END $$;

SELECT ensure_event_publication();
