CREATE TABLE search_progress (
  name       text PRIMARY KEY,
  indexed_to uuid NOT NULL
);

COMMENT ON COLUMN search_progress.indexed_to IS 'Every event up to this event_id is in the search index; no open transaction can add one below it.';

INSERT INTO search_progress (name, indexed_to) VALUES ('payout', '00000000-0000-0000-0000-000000000000');

-- Every gram in the index starts with its bucket. A search reads bucket after bucket, newest first, and stops when its page is
-- full. A plain trigram index returned all 100,000 old payouts that share a part of a running reference when the newest 50 were wanted.
CREATE TABLE search_bucket (
  bucket_id      integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  business_id    uuid    NOT NULL REFERENCES business,
  from_payout_id uuid    NOT NULL,
  payouts        integer NOT NULL CHECK (payouts >= 1),
  UNIQUE (business_id, from_payout_id)
);

COMMENT ON TABLE search_bucket IS 'A bucket holds the payouts of its business from from_payout_id up to the start of the next bucket; the first starts below every id.';
COMMENT ON COLUMN search_bucket.payouts IS 'Payouts added while it was the newest bucket; at 8,192 the next bucket starts.';

CREATE FUNCTION search_grams(bucket_id integer, text text) RETURNS bigint[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  bytes  bytea := convert_to(text || E'\n', 'UTF8');
  bucket bigint := bucket_id::bigint << 32;
  gram   bigint := 0;
  run    integer := 0;
  byte   integer;
  grams  bigint[] := '{}';
BEGIN
  FOR i IN 0 .. length(bytes) - 1 LOOP
    byte := get_byte(bytes, i);
    gram := ((gram << 8) | byte) & 4294967295;
    run := run + 1;
    IF run >= 4 THEN
      grams := grams || (bucket | gram);
    END IF;
    IF byte = 10 THEN
      run := 0;
    END IF;
  END LOOP;
  RETURN grams;
END $$;

COMMENT ON FUNCTION search_grams IS 'Every four consecutive bytes (UTF-8) of a line of the text, the line feed included; each with the bucket in its upper half.';

CREATE TABLE payout_search (
  business_id uuid     NOT NULL,
  payout_id   uuid     NOT NULL,
  part        smallint NOT NULL CHECK (part IN (0, 1)),
  text        text     NOT NULL,
  bucket_id   integer  NOT NULL,
  PRIMARY KEY (business_id, payout_id, part)
);

CREATE INDEX payout_search_grams ON payout_search USING gin (search_grams(bucket_id, text));

COMMENT ON TABLE payout_search IS 'The searchable text of a payout in lower case, one field per line. Written asynchronously after the accepts, many payouts at once, because an index of grams costs more than all other indexes together; a search reads payouts that are not here yet directly (search_progress).';
COMMENT ON COLUMN payout_search.part IS '0: known at acceptance. 1: UTR and bank reference.';
COMMENT ON COLUMN payout_search.bucket_id IS 'The bucket that contains payout_id.';

CREATE FUNCTION payout_search_text(p payout, OUT accepted text, OUT bank text) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT lower(concat_ws(E'\n', p.transaction_id, p.payout_id, p.merchant_reference_id, p.beneficiary_name, p.account_number, p.ifsc, p.vpa)),
         lower(concat_ws(E'\n', p.utr, p.bank_reference))
$$;

COMMENT ON FUNCTION payout_search_text IS 'The searchable fields of a payout (docs/specification.md, "GET /v1/payouts"), as payout_search holds them.';

CREATE FUNCTION search_gram(bytes bytea, start integer) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT (get_byte(bytes, start - 1)::bigint << 24) | (get_byte(bytes, start) << 16) | (get_byte(bytes, start + 1) << 8) | get_byte(bytes, start + 2)
$$;

COMMENT ON FUNCTION search_gram IS 'The four bytes from start, which counts from 1, as search_grams encodes them but without a bucket.';

-- Overlapping grams add little selectivity: for 'ramesh kumar' three grams of the surname were chosen, and every payout to a Kumar
-- contains them. Grams at a distance from each other come from both names.
-- Deliberately not parallel safe: a search reads many buckets for a short time each and would start workers for every one.
CREATE FUNCTION search_phrase_grams(business uuid, phrase text) RETURNS bigint[] LANGUAGE plpgsql STABLE STRICT PARALLEL UNSAFE AS $$
DECLARE
  wanted bytea := convert_to(phrase, 'UTF8');
  rare   integer[];
  chosen integer[] := '{}';
  apart  integer;
  place  integer;
BEGIN
  IF length(wanted) = 3 THEN
    RETURN (SELECT array_agg((search_gram(wanted || '\x00', 1)) | following) FROM generate_series(1, 255) AS following);
  END IF;

  WITH newest AS MATERIALIZED (
    SELECT convert_to(text, 'UTF8') AS bytes FROM payout_search
     WHERE business_id = business ORDER BY payout_id DESC LIMIT 100
  ), gram AS (
    SELECT start, (SELECT count(*) FROM newest WHERE position(substring(wanted FROM start FOR 4) IN newest.bytes) > 0) AS common
      FROM generate_series(greatest(1, length(wanted) - 35), length(wanted) - 3) AS start
  )
  SELECT coalesce(array_agg(start ORDER BY rank) FILTER (WHERE rank = 1 OR common < 13), '{}')
    INTO rare
    FROM (SELECT start, common, row_number() OVER (ORDER BY common, start DESC) AS rank FROM gram) AS ranked;

  FOREACH apart IN ARRAY '{4,1}'::integer[] LOOP
    FOREACH place IN ARRAY rare LOOP
      IF cardinality(chosen) < 3 AND NOT EXISTS (SELECT FROM unnest(chosen) AS other WHERE abs(other - place) < apart) THEN
        chosen := chosen || place;
      END IF;
    END LOOP;
  END LOOP;
  RETURN (SELECT array_agg(search_gram(wanted, start)) FROM unnest(chosen) AS start);
END $$;

COMMENT ON FUNCTION search_phrase_grams IS 'Up to three grams, without a bucket, that every text with the phrase contains: those that are rare among the newest payouts first, preferably without overlap. For a phrase of three bytes: all grams that start with it, of which a text contains at least one.';
