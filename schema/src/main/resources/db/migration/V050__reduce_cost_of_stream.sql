-- Only the owner of an index may clean its pending list: without this function every round of the indexer failed and was repeated.
CREATE FUNCTION flush_search_index() RETURNS bigint LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT gin_clean_pending_list('payout_search_grams')
$$;

COMMENT ON FUNCTION flush_search_index IS 'Moves the pending entries of payout_search_grams into the index. Returns the number of cleaned pages.';
