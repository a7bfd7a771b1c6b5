CREATE FUNCTION rupees(paise bigint) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN paise < 0 THEN '−' ELSE '' END || '₹'
         || regexp_replace((abs(paise) / 100)::text, '(\d)(?=(\d\d)+\d$)', '\1,', 'g') || '.' || lpad((abs(paise) % 100)::text, 2, '0')
$$;

COMMENT ON FUNCTION rupees IS 'An amount as people read it, such as ₹12,34,567.89, in texts that the database writes.';
