ALTER TABLE bulk_row ADD COLUMN warnings jsonb;

COMMENT ON COLUMN bulk_row.warnings IS 'What a person should know of the row before its release, as {column, code, message, value}; the value is masked. A warning prevents no payment.';
