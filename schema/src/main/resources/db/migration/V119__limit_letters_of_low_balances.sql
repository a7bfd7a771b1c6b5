-- A balance that hovers at its line crosses it many times a second. Each crossing is an event, but a letter each time would delay the letters
-- of everybody, because they are sent one after another. The wallet is locked by the update that crosses, so crossings see each other's letters.
CREATE INDEX letter_of_low_balance ON letter (business_id, created_at) WHERE kind = 'LOW_BALANCE';

-- People wait for these two at the screen.
CREATE INDEX letter_due_by_urgency ON letter (audience, (kind IN ('INVITATION', 'RECOVERY')) DESC, due_at, letter_id) WHERE state = 'PENDING';
DROP INDEX letter_due;

CREATE OR REPLACE FUNCTION alert_low_balance() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM record_business_event(NEW.business_id, 'LowBalance', row_to_json(d), NULL, NULL)
     FROM (SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "timestamp", NEW.business_id AS "businessId",
                  NEW.balance_paise::text AS "balancePaise", NEW.low_balance_paise::text AS "lowBalancePaise") d;
  INSERT INTO letter (letter_id, kind, audience, business_id, recipient, parameters)
  SELECT uuidv7(), 'LOW_BALANCE', 'MERCHANT', NEW.business_id, o.email,
         jsonb_build_array(b.business_name, to_char(NEW.balance_paise / 100.0, 'FM999999999999990.00'),
                           to_char(NEW.low_balance_paise / 100.0, 'FM999999999999990.00'))
    FROM (SELECT DISTINCT p.email FROM membership m JOIN person p ON p.person_id = m.person_id
           WHERE m.business_id = NEW.business_id AND m.role = 'OWNER') o
    JOIN business b ON b.business_id = NEW.business_id
   WHERE NOT EXISTS (SELECT FROM letter l
                      WHERE l.business_id = NEW.business_id AND l.kind = 'LOW_BALANCE' AND l.created_at > now() - interval '1 hour');
  RETURN NULL;
END $$;
