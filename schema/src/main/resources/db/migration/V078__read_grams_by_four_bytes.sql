-- The same grams in the same order as before, in half of the time: one expression for four bytes instead of five for each byte.
CREATE OR REPLACE FUNCTION search_grams(bucket_id integer, text text) RETURNS bigint[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  bytes  bytea := convert_to(text || E'\n', 'UTF8');
  bucket bigint := bucket_id::bigint << 32;
  gram   bytea;
  grams  bigint[] := '{}';
BEGIN
  FOR i IN 1 .. length(bytes) - 3 LOOP
    gram := substring(bytes FROM i FOR 4);
    IF position('\x0a'::bytea IN gram) IN (0, 4) THEN
      grams := grams || (bucket | gram::bigint);
    END IF;
  END LOOP;
  RETURN grams;
END $$;
