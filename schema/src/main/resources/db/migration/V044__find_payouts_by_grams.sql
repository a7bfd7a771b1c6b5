-- What a business has in the search index, in stretches of payouts that follow each other. Every gram in the index begins with
-- its bucket, so a search asks for bucket after bucket, newest first, and stops when its page is full: a trigram index gave
-- all 100,000 old payouts that share a part of a running reference when the newest 50 of them were wanted.
CREATE TABLE search_bucket (
  bucket_id      integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  business_id    uuid    NOT NULL REFERENCES business,
  from_payout_id uuid    NOT NULL,
  payouts        integer NOT NULL CHECK (payouts >= 1),
  UNIQUE (business_id, from_payout_id)
);

COMMENT ON TABLE search_bucket IS 'A bucket holds the payouts of its business from from_payout_id up to where the next begins; the first begins below every id.';
COMMENT ON COLUMN search_bucket.payouts IS 'Payouts put into it while it was the newest; with 8,192 the next one is begun.';

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

COMMENT ON FUNCTION search_grams IS 'Every four bytes (UTF-8) that stand together in a line of the text, the line feed with the line before it; each with the bucket in its upper half.';

-- Not parallel safe on purpose: a search looks into many buckets for a moment each, and would start workers for every one.
CREATE FUNCTION search_phrase_grams(business uuid, phrase text) RETURNS bigint[] LANGUAGE sql STABLE STRICT PARALLEL UNSAFE AS $$
  WITH newest AS MATERIALIZED (
    SELECT convert_to(text, 'UTF8') AS bytes FROM payout_search
     WHERE business_id = business ORDER BY payout_id DESC LIMIT 100
  ), gram AS (
    SELECT place, substring(bytes FROM place FOR 4) AS bytes
      FROM convert_to(phrase, 'UTF8') AS bytes
     CROSS JOIN generate_series(greatest(1, length(bytes) - 35), length(bytes) - 3) AS place
  ), ranked AS (
    SELECT bytes, common, row_number() OVER (ORDER BY common, place DESC) AS rank
      FROM gram
     CROSS JOIN LATERAL (SELECT count(*) AS common FROM newest WHERE position(gram.bytes IN newest.bytes) > 0) AS seen
  )
  SELECT array_agg((get_byte(bytes, 0)::bigint << 24) | (get_byte(bytes, 1) << 16) | (get_byte(bytes, 2) << 8) | get_byte(bytes, 3))
    FROM (SELECT bytes FROM ranked WHERE rank = 1 OR (rank <= 3 AND common < 13)
          UNION ALL
          SELECT convert_to(phrase, 'UTF8') || set_byte('\x00', 0, following)
            FROM generate_series(1, 255) AS following
           WHERE octet_length(phrase) = 3) AS chosen
$$;

COMMENT ON FUNCTION search_phrase_grams IS 'Up to three grams, without a bucket, that every text with the phrase has, those that are rare among the newest payouts first; of a phrase of three bytes, all of which a text has one.';

ALTER TABLE payout_search ADD COLUMN bucket_id integer;
DROP INDEX payout_search_text;

INSERT INTO search_bucket (business_id, from_payout_id, payouts)
SELECT business_id, CASE place WHEN 0 THEN '00000000-0000-0000-0000-000000000000' ELSE (array_agg(payout_id ORDER BY payout_id))[1] END, count(*)
  FROM (SELECT business_id, payout_id, (row_number() OVER (PARTITION BY business_id ORDER BY payout_id) - 1) / 8192 AS place
          FROM payout_search WHERE part = 0) AS payout
 GROUP BY business_id, place
 ORDER BY business_id, place;

UPDATE payout_search s
   SET bucket_id = (SELECT b.bucket_id FROM search_bucket b
                     WHERE b.business_id = s.business_id AND b.from_payout_id <= s.payout_id
                     ORDER BY b.from_payout_id DESC LIMIT 1);

ALTER TABLE payout_search ALTER COLUMN bucket_id SET NOT NULL;

CREATE INDEX payout_search_grams ON payout_search USING gin (search_grams(bucket_id, text));

COMMENT ON TABLE payout_search IS 'What a payout is found by, in lower case, one field a line. Written behind the accepts, many payouts at once, because an index of grams costs more than all other indexes together; what is not here yet is found by reading it (search_progress).';
COMMENT ON COLUMN payout_search.bucket_id IS 'The bucket that the payout_id lies in.';
