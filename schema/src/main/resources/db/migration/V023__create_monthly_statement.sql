CREATE TABLE monthly_statement (
  business_id uuid        NOT NULL REFERENCES business,
  month       date        NOT NULL CHECK (extract(day FROM month) = 1),
  format      text        NOT NULL CHECK (format IN ('CSV', 'PDF')),
  export_id   uuid        NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (business_id, month, format),
  FOREIGN KEY (business_id, export_id) REFERENCES wallet_export
);

CREATE INDEX monthly_statement_export ON monthly_statement (business_id, export_id);

COMMENT ON TABLE monthly_statement IS 'The export that is, or will be, the statement of a business for a month of Asia/Kolkata. A month without a row is due.';
COMMENT ON COLUMN monthly_statement.month IS 'First day of the month.';
