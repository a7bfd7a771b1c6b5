-- The same grams in the same order as before with a third of the expressions: no byte of a line needs to be asked whether the line has ended.
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
    FOR i IN line .. feed - 3 LOOP
      grams := grams || (bucket | substring(bytes FROM i FOR 4)::bigint);
    END LOOP;
    line := feed + 1;
  END LOOP;
  RETURN grams;
END $$;

-- ANALYZE computed the grams of up to 30,000 rows for statistics that no plan uses: searches compare with values that the planner does not know.
ALTER INDEX payout_search_grams ALTER COLUMN 1 SET STATISTICS 0;
