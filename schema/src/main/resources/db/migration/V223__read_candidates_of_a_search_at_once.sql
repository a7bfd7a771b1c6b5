-- The ids of a bucket are stored in 66 parts. Each candidate had its part looked up, which took 9 µs; the whole value is read for many of them.
-- The search passes the value, so that nothing looks up the row of the bucket again. Processes of an earlier version call the function of the
-- bucket's number, which stays until no such process can run.
CREATE FUNCTION search_candidates(ids bytea, bits bit varying) RETURNS uuid[] LANGUAGE plpgsql STABLE STRICT PARALLEL UNSAFE AS $$
DECLARE
  known      bytea := CASE WHEN bit_count(bits) > 40 THEN ids || ''::bytea ELSE ids END;
  place      integer := 0;
  candidates uuid[] := '{}';
BEGIN
  FOR i IN 1 .. bit_count(bits) LOOP
    place := place + position(B'1' IN substring(bits FROM place + 1));
    candidates := candidates || encode(substring(known FROM 16 * place - 15 FOR 16), 'hex')::uuid;
  END LOOP;
  RETURN candidates;
END $$;

COMMENT ON FUNCTION search_candidates(bytea, bit varying) IS 'The payouts of a sealed bucket, from its payout_ids, whose bits are set. Those of slices of a phrase, joined by "and", are set for every payout whose text contains it.';
COMMENT ON FUNCTION search_candidates(integer, bit varying) IS 'As the other function of this name, for a bucket by its number. No process of this version calls it.';
