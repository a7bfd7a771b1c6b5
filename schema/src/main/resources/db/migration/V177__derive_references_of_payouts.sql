-- For the scripts of docs/operating, which compare payouts with what banks and statements name.
CREATE FUNCTION reference_of_payout(id uuid) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT 'HND' || string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(bits, 1 + 5 * digit, 5)::bit(5)::integer + 1, 1), '' ORDER BY digit)
    FROM (SELECT '00' || ('x' || replace(id::text, '-', ''))::bit(128)::text AS bits) AS payout, generate_series(0, 25) AS digit
$$;

COMMENT ON FUNCTION reference_of_payout IS 'The reference of a payout at a bank, as dev.hundi.bank.BankReference derives it from the id. Used by the scripts for a restored database.';
