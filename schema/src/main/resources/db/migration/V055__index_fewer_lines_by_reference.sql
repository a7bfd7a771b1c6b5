-- Nearly every line is a payment with a UTR, which is found by its UTR; by our reference it is found through the payout. An index
-- of a million more entries a day would only make loading slower.
DROP INDEX bank_statement_line_reference;

CREATE INDEX bank_statement_line_reference ON bank_statement_line (reference)
  WHERE reference IS NOT NULL AND (utr IS NULL OR kind <> 'PAYMENT');
