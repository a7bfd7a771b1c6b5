-- A process died after it had created a file and before it wrote it. Meanwhile another bank called back about one of the orders, or a statement
-- showed it as paid: the file was written with it all the same, and the payout was paid twice.
ALTER TABLE bank_file ADD COLUMN begun_at timestamptz;

COMMENT ON COLUMN bank_file.begun_at IS 'When its bytes were about to get their name, so the bank may have them; until then an order may leave it.';
COMMENT ON COLUMN bank_file.written_at IS 'When it was written; of a file that every order has left, when the last one did.';

-- The bank may have those that are not recorded as written.
UPDATE bank_file SET begun_at = now() WHERE written_at IS NULL;

CREATE OR REPLACE FUNCTION check_order_keeps_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.beneficiary_name, NEW.account_number, NEW.narration) IS NOT DISTINCT FROM ('ERASED', 'ERASED', NULL::text)
     AND to_jsonb(OLD) - '{beneficiary_name,account_number,narration}'::text[]
         = to_jsonb(NEW) - '{beneficiary_name,account_number,narration}'::text[]
     AND EXISTS (SELECT FROM payout p
                  WHERE p.business_id = OLD.business_id AND p.payout_id = OLD.payout_id AND p.account_number = 'ERASED') THEN
    RETURN NEW;
  END IF;
  IF NEW.message_id IS NULL AND to_jsonb(OLD) - 'message_id' = to_jsonb(NEW) - 'message_id'
     AND EXISTS (SELECT FROM bank_file f
                  WHERE f.bank = OLD.bank AND f.message_id = OLD.message_id AND f.begun_at IS NULL AND f.written_at IS NULL) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'order % is in file % and cannot move to another', OLD.reference, OLD.message_id USING ERRCODE = 'check_violation';
END $$;
