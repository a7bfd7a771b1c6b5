CREATE TABLE bulk_row (
  business_id           uuid    NOT NULL,
  bulk_file_id          uuid    NOT NULL,
  row_number            integer NOT NULL CHECK (row_number >= 1),
  status                text    NOT NULL CHECK (status IN ('VALID', 'INVALID', 'DUPLICATE')),
  cells                 text[]  NOT NULL,
  beneficiary_id        uuid,
  beneficiary_code      text,
  name                  text,
  phone_number          text,
  email                 text,
  account_number        text,
  ifsc                  text,
  vpa                   text,
  rail                  text,
  amount_paise          bigint,
  commission_paise      bigint,
  gst_paise             bigint,
  merchant_reference_id text,
  fingerprint           uuid,
  errors                jsonb,
  PRIMARY KEY (business_id, bulk_file_id, row_number),
  CONSTRAINT bulk_row_valid_is_whole CHECK (status <> 'VALID' OR (
    rail IS NOT NULL AND amount_paise > 0 AND commission_paise >= 0 AND gst_paise >= 0
    AND (beneficiary_id IS NOT NULL OR beneficiary_code IS NOT NULL
         OR (name IS NOT NULL AND phone_number IS NOT NULL
             AND ((account_number IS NOT NULL AND ifsc IS NOT NULL AND vpa IS NULL)
                  OR (account_number IS NULL AND ifsc IS NULL AND vpa IS NOT NULL)))))),
  CONSTRAINT bulk_row_bad_says_why CHECK ((status = 'VALID') = (errors IS NULL))
) WITH (autovacuum_vacuum_insert_scale_factor = 0.05);

COMMENT ON TABLE bulk_row IS 'One row of a bulk file. Written only in transactions that hold the claim of the file; the payout of a row names it (payout.bulk_row_number), so that releasing a row writes no second version of it.';
COMMENT ON COLUMN bulk_row.row_number IS 'Place among the rows of the file that are not blank, from 1, without the headings.';
COMMENT ON COLUMN bulk_row.cells IS 'What the merchant wrote, in the order of bulk_file.headings.';
COMMENT ON COLUMN bulk_row.amount_paise IS 'Amount to the beneficiary in paise.';
COMMENT ON COLUMN bulk_row.commission_paise IS 'Commission in paise, fixed when the file was checked: the total that is released is the total that was shown.';
COMMENT ON COLUMN bulk_row.fingerprint IS 'Equal for rows that pay the same again: of the merchant reference, or without one of everything that the row pays.';
COMMENT ON COLUMN bulk_row.errors IS 'Every error as {column, code, message, value}; the value is masked.';
