-- A bank that pays an order twice gives the second payment another UTR, so only our reference finds all lines of a payout.
CREATE INDEX bank_statement_line_by_reference ON bank_statement_line (reference) WHERE reference IS NOT NULL;
DROP INDEX bank_statement_line_reference;
