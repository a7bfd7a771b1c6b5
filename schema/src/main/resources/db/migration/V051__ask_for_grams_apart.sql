-- Grams that overlap say little more than one of them: of 'ramesh kumar' the three of the surname were asked for, as rare among
-- the newest payouts as any, and every payout to a Kumar had them. Grams apart from each other come from both names.
CREATE FUNCTION search_gram(bytes bytea, start integer) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT (get_byte(bytes, start - 1)::bigint << 24) | (get_byte(bytes, start) << 16) | (get_byte(bytes, start + 1) << 8) | get_byte(bytes, start + 2)
$$;

COMMENT ON FUNCTION search_gram IS 'The four bytes from start, which counts from 1, as search_grams gives them but without a bucket.';

CREATE OR REPLACE FUNCTION search_phrase_grams(business uuid, phrase text) RETURNS bigint[] LANGUAGE plpgsql STABLE STRICT PARALLEL UNSAFE AS $$
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

COMMENT ON FUNCTION search_phrase_grams IS 'Up to three grams, without a bucket, that every text with the phrase has: those that are rare among the newest payouts first, apart from each other while there are such; of a phrase of three bytes, all of which a text has one.';
