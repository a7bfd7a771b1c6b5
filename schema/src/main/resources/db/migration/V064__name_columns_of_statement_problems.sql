ALTER TABLE bank_statement_problem ADD column_name text CHECK (has_length(column_name, 100));

COMMENT ON COLUMN bank_statement_problem.column_name IS 'Column of a CSV as its header names it; null for other formats and for whole lines.';
