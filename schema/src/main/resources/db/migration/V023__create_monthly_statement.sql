CREATE TABLE monthly_export (
  business_id uuid        NOT NULL REFERENCES business,
  month       date        NOT NULL CHECK (extract(day FROM month) = 1),
  format      text        NOT NULL CHECK (format IN ('CSV', 'PDF')),
  export_id   uuid        NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (business_id, month, format),
  FOREIGN KEY (business_id, export_id) REFERENCES wallet_export
);

CREATE INDEX monthly_export_export ON monthly_export (business_id, export_id);

COMMENT ON TABLE monthly_export IS 'The export that is, or will be, the statement of a business for a month of Asia/Kolkata. A month without a row is due.';
COMMENT ON COLUMN monthly_export.month IS 'First day of the month.';
