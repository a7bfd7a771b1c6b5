-- Until the end of November 2026, the reason of a rejected statement file quoted the cell that could not be read. Where columns had shifted,
-- that is a payee or an account. New reasons show only its form, letters as a and digits as 9; so do the old ones from now on. What is signed
-- stays: the lists and the reports of signed runs are not changed.
CREATE FUNCTION mask_quoted_cell(reason text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT left(reason, at + 2) || regexp_replace(regexp_replace(substr(reason, at + 3), '[0-9]', '9', 'g'), '[A-Za-z]|[^\u0001-\u007f]', 'a', 'g')
    FROM strpos(reason, ': "') AS at
$$;

CREATE FUNCTION quotes_cell(reason text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT reason ~ '(Not a date|Not an account number|Not an amount in rupees and paise|Neither a debit nor a credit|Not a balance|Not a field|Not a statement line|Not a statement number): "'
$$;

ALTER TABLE bank_statement_problem DISABLE TRIGGER bank_statement_problem_is_append_only;
UPDATE bank_statement_problem SET reason = mask_quoted_cell(reason) WHERE quotes_cell(reason);
ALTER TABLE bank_statement_problem ENABLE TRIGGER bank_statement_problem_is_append_only;

UPDATE statement_file SET failure = mask_quoted_cell(failure) WHERE quotes_cell(failure);

UPDATE reconciliation_break SET detail = mask_quoted_cell(detail) WHERE break_key LIKE 'file:%' AND quotes_cell(detail);

ALTER TABLE reconciliation_break_event DISABLE TRIGGER USER;
UPDATE reconciliation_break_event e SET detail = mask_quoted_cell(e.detail)
  FROM reconciliation_break b
 WHERE b.break_id = e.break_id AND b.break_key LIKE 'file:%' AND quotes_cell(e.detail);
ALTER TABLE reconciliation_break_event ENABLE TRIGGER USER;

DROP FUNCTION mask_quoted_cell, quotes_cell;
