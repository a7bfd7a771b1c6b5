ALTER TABLE payout
  ADD COLUMN bulk_row_number integer CHECK (bulk_row_number >= 1),
  ADD CONSTRAINT payout_bulk_names_its_row CHECK ((bulk_file_id IS NULL) = (bulk_row_number IS NULL));

-- One payout for a row, whatever crashes and whoever believes to hold the claim. Payouts of the API are not in it.
CREATE UNIQUE INDEX payout_bulk_row ON payout (business_id, bulk_file_id, bulk_row_number) WHERE bulk_file_id IS NOT NULL;

COMMENT ON COLUMN payout.bulk_row_number IS 'The row of bulk_file_id that this payout pays.';

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
    RAISE EXCEPTION 'payout % may not go from status % to % without its posting', illegal.payout_id, illegal.from_status, illegal.to_status
      USING ERRCODE = 'check_violation';
  END IF;

  SELECT n.payout_id INTO illegal
    FROM new_rows n
    JOIN old_rows o ON o.business_id = n.business_id AND o.payout_id = n.payout_id
   WHERE (o.transaction_id, o.beneficiary_id, o.beneficiary_name, o.rail, o.amount_paise, o.commission_paise, o.gst_paise, o.source, o.created_at)
         IS DISTINCT FROM
         (n.transaction_id, n.beneficiary_id, n.beneficiary_name, n.rail, n.amount_paise, n.commission_paise, n.gst_paise, n.source, n.created_at)
      OR (o.account_number, o.ifsc, o.vpa, o.merchant_reference_id, o.idempotency_key, o.bulk_file_id, o.bulk_row_number)
         IS DISTINCT FROM
         (n.account_number, n.ifsc, n.vpa, n.merchant_reference_id, n.idempotency_key, n.bulk_file_id, n.bulk_row_number) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'payout % may not change what was accepted', illegal.payout_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
