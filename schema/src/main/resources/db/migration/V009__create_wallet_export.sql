CREATE TABLE wallet_export (
  business_id   uuid        NOT NULL REFERENCES business,
  export_id     uuid        NOT NULL DEFAULT uuidv7(),
  kind          text        NOT NULL CHECK (kind IN ('REQUESTED', 'STATEMENT')),
  format        text        NOT NULL CHECK (format IN ('CSV', 'XLS', 'PDF')),
  search        text        CHECK (length(search) BETWEEN 1 AND 500),
  since         timestamptz,
  until         timestamptz,
  last_sequence bigint      NOT NULL CHECK (last_sequence >= 0),
  file_name     text        NOT NULL CHECK (file_name ~ '^wallet-BIZ[0-9A-Z]{8}-[0-9]{8}-[0-9]{8}\.(csv|xls|pdf)$'),
  status        text        NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'RUNNING', 'DONE', 'FAILED', 'EXPIRED')),
  claim_id      uuid,
  due_at        timestamptz DEFAULT now(),
  attempt_count integer     NOT NULL DEFAULT 0 CHECK (attempt_count >= 0),
  rows_written  integer     NOT NULL DEFAULT 0 CHECK (rows_written >= 0),
  rows_expected integer     CHECK (rows_expected >= 0),
  row_count     integer     CHECK (row_count BETWEEN 0 AND 50000),
  truncated     boolean,
  size_bytes    bigint      CHECK (size_bytes >= 0),
  sha256        bytea       CHECK (length(sha256) = 32),
  stored_as     text,
  failure       text        CHECK (length(failure) <= 500),
  created_at    timestamptz NOT NULL DEFAULT now(),
  completed_at  timestamptz,
  expires_at    timestamptz,
  PRIMARY KEY (business_id, export_id),
  CONSTRAINT wallet_export_open_is_due CHECK ((status IN ('PENDING', 'RUNNING')) = (due_at IS NOT NULL)),
  CONSTRAINT wallet_export_running_is_claimed CHECK ((status = 'RUNNING') = (claim_id IS NOT NULL)),
  CONSTRAINT wallet_export_ended_has_completed_at CHECK ((status IN ('PENDING', 'RUNNING')) = (completed_at IS NULL)),
  CONSTRAINT wallet_export_done_has_file_details CHECK (
    status NOT IN ('DONE', 'EXPIRED')
    OR (row_count IS NOT NULL AND truncated IS NOT NULL AND size_bytes IS NOT NULL AND sha256 IS NOT NULL AND expires_at IS NOT NULL)),
  CONSTRAINT wallet_export_done_is_stored CHECK (status <> 'DONE' OR stored_as IS NOT NULL)
);

-- The same request with the same last movement returns the same file instead of starting a second job.
CREATE UNIQUE INDEX wallet_export_once ON wallet_export (business_id, kind, format, search, since, until, last_sequence)
  NULLS NOT DISTINCT WHERE status IN ('PENDING', 'RUNNING', 'DONE');
CREATE INDEX wallet_export_open ON wallet_export (due_at) WHERE status IN ('PENDING', 'RUNNING');
CREATE INDEX wallet_export_expiring ON wallet_export (expires_at) WHERE status = 'DONE';
CREATE INDEX wallet_export_stored ON wallet_export (stored_as) WHERE stored_as IS NOT NULL;

COMMENT ON TABLE wallet_export IS 'Files of wallet movements, requested by a business or due at the end of a month, in progress and done.';
COMMENT ON COLUMN wallet_export.last_sequence IS 'Newest movement of the window when the export was requested; later ones are never in the file.';
COMMENT ON COLUMN wallet_export.file_name IS 'Download name: business code, first and last day in Asia/Kolkata.';
COMMENT ON COLUMN wallet_export.due_at IS 'When the export may be claimed: at once, after a failed attempt, or when the lease of the current holder expires.';
COMMENT ON COLUMN wallet_export.truncated IS 'True: more rows matched than the 50,000 oldest, which are in the file.';
COMMENT ON COLUMN wallet_export.stored_as IS 'Name in the file store; null once the file is removed.';

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

COMMENT ON TABLE monthly_export IS 'The export of a business for a month of Asia/Kolkata. A month without a row is due.';
COMMENT ON COLUMN monthly_export.month IS 'First day of the month.';
