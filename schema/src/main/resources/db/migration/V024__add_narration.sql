ALTER TABLE payout ADD COLUMN narration text;
-- Not validated: no earlier payout has a narration, and the table is large.
ALTER TABLE payout ADD CONSTRAINT payout_narration_is_carried_by_every_rail
  CHECK (length(narration) <= 30 AND narration ~ '^[0-9A-Za-z]+( [0-9A-Za-z]+)*$') NOT VALID;

COMMENT ON COLUMN payout.narration IS 'What the bank passes on to the beneficiary, at most 30 letters, digits and blanks: the cleaned remarks of a bulk row. Null: the transaction id.';

CREATE OR REPLACE FUNCTION check_payout_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  illegal record;
BEGIN
  SELECT n.payout_id, o.status AS from_status, n.status AS to_status INTO illegal
    FROM new_rows n
    LEFT JOIN old_rows o ON o.business_id = n.business_id AND o.payout_id = n.payout_id
    LEFT JOIN payout_status_transition t ON t.from_status = o.status AND t.to_status = n.status
   WHERE o.payout_id IS NULL OR (o.status <> n.status AND (t.from_status IS NULL
     OR (t.posting_kind IS NOT NULL AND NOT EXISTS (
          SELECT FROM ledger_transaction l
           WHERE l.business_id = n.business_id AND l.payout_id = n.payout_id AND l.kind = t.posting_kind))
     OR (t.posting_kind IS NULL AND EXISTS (
          SELECT FROM ledger_transaction l WHERE l.business_id = n.business_id AND l.payout_id = n.payout_id)))) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'payout % may not change from status % to % without its posting', illegal.payout_id, illegal.from_status, illegal.to_status
      USING ERRCODE = 'check_violation';
  END IF;

  SELECT n.payout_id INTO illegal
    FROM new_rows n
    JOIN old_rows o ON o.business_id = n.business_id AND o.payout_id = n.payout_id
   WHERE (o.transaction_id, o.beneficiary_id, o.beneficiary_name, o.rail, o.amount_paise, o.commission_paise, o.gst_paise, o.source, o.created_at)
         IS DISTINCT FROM
         (n.transaction_id, n.beneficiary_id, n.beneficiary_name, n.rail, n.amount_paise, n.commission_paise, n.gst_paise, n.source, n.created_at)
      OR (o.account_number, o.ifsc, o.vpa, o.merchant_reference_id, o.idempotency_key, o.narration, o.bulk_file_id, o.bulk_row_number)
         IS DISTINCT FROM
         (n.account_number, n.ifsc, n.vpa, n.merchant_reference_id, n.idempotency_key, n.narration, n.bulk_file_id, n.bulk_row_number) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'payout % may not change what was accepted', illegal.payout_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION payout_search_text(p payout, OUT accepted text, OUT bank text) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT lower(concat_ws(E'\n', p.transaction_id, p.payout_id, p.merchant_reference_id, p.beneficiary_name, p.account_number, p.ifsc, p.vpa,
                         p.narration)),
         lower(concat_ws(E'\n', p.utr, p.bank_reference))
$$;

ALTER TABLE bank_file_order ADD COLUMN narration text;

COMMENT ON COLUMN bank_file_order.narration IS 'The narration of the payout; null: the file carries the transaction id.';

ALTER TABLE bulk_file ADD COLUMN warned_rows integer NOT NULL DEFAULT 0 CHECK (warned_rows >= 0);

COMMENT ON COLUMN bulk_file.warned_rows IS 'Number of valid rows with warnings, which a person should read before the release.';

ALTER TABLE bulk_row ADD COLUMN narration text;

COMMENT ON COLUMN bulk_row.narration IS 'The narration of the row''s payout: its remarks, cleaned.';
COMMENT ON COLUMN bulk_row.phone_number IS 'Null in a valid row if the beneficiary is registered.';

-- A registered beneficiary has a phone number, so a row that pays it needs none. Not validated: earlier rows satisfy a stricter rule.
ALTER TABLE bulk_row DROP CONSTRAINT bulk_row_valid_is_complete;
ALTER TABLE bulk_row ADD CONSTRAINT bulk_row_valid_is_complete CHECK (status <> 'VALID' OR (
  rail IS NOT NULL AND amount_paise > 0 AND commission_paise >= 0 AND gst_paise >= 0
  AND (beneficiary_id IS NOT NULL OR beneficiary_code IS NOT NULL
       OR (name IS NOT NULL
           AND ((account_number IS NOT NULL AND ifsc IS NOT NULL AND vpa IS NULL)
                OR (account_number IS NULL AND ifsc IS NULL AND vpa IS NOT NULL)))))) NOT VALID;
