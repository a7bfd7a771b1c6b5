-- A search index of bits instead of grams. A full bucket is sealed once: every payout sets the bits of what its text contains in slices of the
-- bucket, so one slice tells for all its payouts whether they may contain three or four bytes. A gram of a payout cost an index entry of its own; a
-- sealed bucket costs 512 bytes a payout, written in one go. Payouts of buckets that are not full are read.
-- A process of an earlier version can neither search payouts nor write the index from here on: it fails, and does not miss payouts. Until its
-- buckets are sealed, which takes seconds for a million payouts, a search reads them.
DROP INDEX payout_search_grams;
DROP FUNCTION flush_search_index, search_grams, search_phrase_grams, search_short_phrase_grams, search_gram;

ALTER TABLE search_bucket
  ADD COLUMN payout_ids bytea,
  ADD COLUMN late_rows  integer NOT NULL DEFAULT 0 CHECK (late_rows >= 0),
  ADD COLUMN late_since timestamptz,
  ADD CONSTRAINT search_bucket_late CHECK ((late_rows > 0) = (late_since IS NOT NULL)),
  ADD CONSTRAINT search_bucket_late_if_sealed CHECK (late_since IS NULL OR payout_ids IS NOT NULL);
-- Not compressed: a search reads the ids of its candidates, not those of the whole bucket.
ALTER TABLE search_bucket ALTER COLUMN payout_ids SET STORAGE EXTERNAL;

CREATE INDEX search_bucket_unsealed ON search_bucket (payouts) WHERE payout_ids IS NULL;
CREATE INDEX search_bucket_late ON search_bucket (late_since) WHERE late_since IS NOT NULL;

COMMENT ON COLUMN search_bucket.payout_ids IS 'The ids of the payouts of a sealed bucket, 16 bytes each, in the order of their bits in search_slice; null before it is sealed.';
COMMENT ON COLUMN search_bucket.late_rows IS 'Rows of payout_search that were added or changed since the bucket was sealed and that its slices lack.';
COMMENT ON COLUMN search_bucket.late_since IS 'When the first of late_rows was written.';

CREATE TABLE search_slice (
  bucket_id   integer     NOT NULL,
  number      smallint    NOT NULL CHECK (number BETWEEN 0 AND 4095),
  business_id uuid        NOT NULL,
  payouts     bit varying NOT NULL,
  PRIMARY KEY (bucket_id, number)
);

COMMENT ON TABLE search_slice IS 'The slices of sealed buckets (SearchSlices): three or four consecutive bytes of a text belong to two slices, and the text has both bits. Bits of erased texts go when the bucket is sealed again, a day later at most.';
COMMENT ON COLUMN search_slice.payouts IS 'Bit n is of the n-th of search_bucket.payout_ids. 1: its text contains bytes of this slice.';

ALTER TABLE search_slice ENABLE ROW LEVEL SECURITY;
CREATE POLICY permit ON search_slice USING (true) WITH CHECK (true);
CREATE POLICY of_the_business ON search_slice AS RESTRICTIVE TO hundi_portal_merchant USING (business_id = acting_business());

-- No default from here on: a process of an earlier version must not add a row to a sealed bucket.
ALTER TABLE payout_search ADD COLUMN is_late boolean NOT NULL DEFAULT false;
ALTER TABLE payout_search ALTER COLUMN is_late DROP DEFAULT;

CREATE INDEX payout_search_late ON payout_search (business_id, payout_id) WHERE is_late;

COMMENT ON COLUMN payout_search.is_late IS 'Whether the slices of the sealed bucket lack the text, so that a search reads it.';

CREATE OR REPLACE VIEW merchant.payout_search AS
SELECT business_id, payout_id, part, text, bucket_id, is_late FROM public.payout_search WHERE business_id = acting_business();

-- Before a text is changed it takes the lock of the bucket, so that a seal reads either the old text before this or the new one after it.
CREATE FUNCTION count_late_row() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- A seal that is not committed does not show in the snapshot of an update, which would pass the bucket over.
  PERFORM FROM search_bucket WHERE bucket_id = NEW.bucket_id FOR NO KEY UPDATE;
  UPDATE search_bucket SET late_rows = late_rows + 1, late_since = coalesce(late_since, now())
   WHERE bucket_id = NEW.bucket_id AND payout_ids IS NOT NULL;
  NEW.is_late := FOUND;
  RETURN NEW;
END $$;

REVOKE ALL ON FUNCTION count_late_row FROM PUBLIC;

CREATE TRIGGER payout_search_added AFTER INSERT ON payout_search
  FOR EACH ROW WHEN (NEW.is_late) EXECUTE FUNCTION count_late_row();
CREATE TRIGGER payout_search_changed BEFORE UPDATE OF text ON payout_search
  FOR EACH ROW WHEN (OLD.text <> NEW.text) EXECUTE FUNCTION count_late_row();

-- Not parallel safe: a search reads many buckets for a short time each and would start workers for every one.
CREATE FUNCTION search_candidates(bucket integer, bits bit varying) RETURNS uuid[] LANGUAGE plpgsql STABLE STRICT PARALLEL UNSAFE AS $$
DECLARE
  places     integer[] := '{}';
  place      integer := 0;
  candidates uuid[];
BEGIN
  FOR i IN 1 .. bit_count(bits) LOOP
    place := place + position(B'1' IN substring(bits FROM place + 1));
    places := places || place;
  END LOOP;
  SELECT array_agg(encode(substring(b.payout_ids FROM 16 * taken - 15 FOR 16), 'hex')::uuid) INTO candidates
    FROM search_bucket b
   CROSS JOIN unnest(places) AS taken
   WHERE b.bucket_id = bucket;
  RETURN candidates;
END $$;

COMMENT ON FUNCTION search_candidates IS 'The payouts of a sealed bucket whose bits are set. Those of the slices of a phrase, joined by "and", are set for every payout whose text contains it.';
