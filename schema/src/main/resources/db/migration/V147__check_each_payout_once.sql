-- A statement that debits and claims a payout writes two of its events: their payout is looked up once.
CREATE OR REPLACE FUNCTION check_has_payout() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  orphan uuid;
BEGIN
  SELECT i.payout_id INTO orphan FROM (SELECT DISTINCT business_id, payout_id FROM inserted) i
   WHERE (SELECT p.status FROM payout p WHERE p.business_id = i.business_id AND p.payout_id = i.payout_id) IS NULL LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'payout % of a row of % does not exist', orphan, TG_TABLE_NAME USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;
