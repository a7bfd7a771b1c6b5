-- A page that shows an older line must not undo what another person has set meanwhile. Sets the line if it is still what the page showed.
CREATE FUNCTION replace_low_balance_line(of_business uuid, shown_paise bigint, line_paise bigint) RETURNS boolean LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '2s' AS $$
BEGIN
  PERFORM require_acting_business(of_business);
  UPDATE wallet SET low_balance_paise = line_paise
   WHERE business_id = of_business AND low_balance_paise IS NOT DISTINCT FROM shown_paise;
  RETURN FOUND;
END $$;

COMMENT ON FUNCTION replace_low_balance_line IS 'Sets wallet.low_balance_paise, in paise, and returns true, if it is shown_paise; null for no alert. Roles of the portals may not update wallets.';

DROP FUNCTION set_low_balance_line;
