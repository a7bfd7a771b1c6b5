-- Half of the grams find the same: what contains a phrase contains the grams from the phrase's first, third, ... byte, or those from its
-- second, fourth, ... byte. The index is built anew under its old name, while searches still read the old one.
-- A process of an earlier version cannot search payouts from here on: it fails, because search_phrase_grams answers otherwise than before,
-- and does not miss payouts.
CREATE OR REPLACE FUNCTION search_grams(bucket_id integer, text text) RETURNS bigint[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  bytes  bytea := convert_to(text || E'\n', 'UTF8');
  bucket bigint := bucket_id::bigint << 32;
  line   integer := 1;
  feed   integer;
  grams  bigint[] := '{}';
BEGIN
  WHILE line <= length(bytes) LOOP
    feed := line - 1 + position('\x0a'::bytea IN substring(bytes FROM line));
    FOR i IN line .. feed - 3 BY 2 LOOP
      grams := grams || (bucket | substring(bytes FROM i FOR 4)::bigint);
    END LOOP;
    line := feed + 1;
  END LOOP;
  RETURN grams;
END $$;

COMMENT ON FUNCTION search_grams IS 'Four consecutive bytes (UTF-8) from every second byte of each line of the text, the line feed included; each with the bucket in its upper half.';

SET LOCAL maintenance_work_mem = '256MB';

CREATE INDEX payout_search_half_grams ON payout_search USING gin (search_grams(bucket_id, text));
DROP INDEX payout_search_grams;
ALTER INDEX payout_search_half_grams RENAME TO payout_search_grams;
ALTER INDEX payout_search_grams ALTER COLUMN 1 SET STATISTICS 0;

DROP FUNCTION search_phrase_grams;

-- Overlapping grams add little selectivity: for 'ramesh kumar' three grams of the surname were chosen, and every payout to a Kumar
-- contains them. Grams at a distance from each other come from both names.
-- Deliberately not parallel safe: a search reads many buckets for a short time each and would start workers for every one.
CREATE FUNCTION search_phrase_grams(business uuid, phrase text, OUT odd bigint[], OUT even bigint[]) LANGUAGE plpgsql STABLE STRICT PARALLEL UNSAFE AS $$
DECLARE
  wanted  bytea := convert_to(phrase, 'UTF8');
  places  integer[];
  commons integer[];
  chosen  integer[];
  apart   integer;
BEGIN
  WITH newest AS MATERIALIZED (
    SELECT convert_to(text, 'UTF8') AS bytes FROM payout_search
     WHERE business_id = business ORDER BY payout_id DESC LIMIT 100
  ), gram AS (
    SELECT start, (SELECT count(*) FROM newest WHERE position(substring(wanted FROM start FOR 4) IN newest.bytes) > 0) AS common
      FROM generate_series(greatest(1, length(wanted) - 35), length(wanted) - 3) AS start
  )
  SELECT array_agg(start ORDER BY common, start DESC), array_agg(common ORDER BY common, start DESC)
    INTO places, commons
    FROM gram;

  FOR parity IN 0 .. 1 LOOP
    chosen := '{}';
    FOREACH apart IN ARRAY '{4,1}'::integer[] LOOP
      FOR i IN 1 .. coalesce(cardinality(places), 0) LOOP
        IF places[i] % 2 = parity AND (chosen = '{}' OR commons[i] < 13) AND cardinality(chosen) < 3
           AND NOT EXISTS (SELECT FROM unnest(chosen) AS other WHERE abs(other - places[i]) < apart) THEN
          chosen := chosen || places[i];
        END IF;
      END LOOP;
    END LOOP;
    IF parity = 1 THEN
      odd := (SELECT array_agg(search_gram(wanted, start)) FROM unnest(chosen) AS start);
    ELSE
      even := (SELECT array_agg(search_gram(wanted, start)) FROM unnest(chosen) AS start);
    END IF;
  END LOOP;
END $$;

COMMENT ON FUNCTION search_phrase_grams IS 'For a phrase of at least five bytes: grams, without a bucket, from its odd and from its even bytes. A text with the phrase contains all of one or all of the other. At most three of each: those that are rare among the newest payouts first, preferably without overlap.';

-- The bytes of UTF-8 before a character are at most 191: a greater one begins a character.
CREATE FUNCTION search_short_phrase_grams(phrase text) RETURNS bigint[] LANGUAGE sql IMMUTABLE STRICT PARALLEL UNSAFE AS $$
  SELECT array_agg((before::bigint << 24) | substring(wanted FROM 1 FOR 3)::bigint)
         || CASE WHEN length(wanted) >= 4 THEN ARRAY[substring(wanted FROM 1 FOR 4)::bigint]
                 ELSE (SELECT array_agg((wanted::bigint << 8) | after) FROM generate_series(1, 255) AS after) END
    FROM convert_to(phrase, 'UTF8') AS wanted, generate_series(1, 191) AS before
   GROUP BY wanted
$$;

COMMENT ON FUNCTION search_short_phrase_grams IS 'For a phrase of three or four bytes: grams, without a bucket, of which a text with the phrase contains at least one.';
