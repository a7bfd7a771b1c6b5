CREATE TABLE bulk_approval_tier (
  business_id uuid     NOT NULL REFERENCES business,
  above_paise bigint   NOT NULL CHECK (above_paise >= 0),
  people      smallint NOT NULL CHECK (people IN (1, 2)),
  PRIMARY KEY (business_id, above_paise)
);

COMMENT ON TABLE bulk_approval_tier IS 'How many people must approve a bulk file of a business. The tier with the highest bound below the total of the valid rows applies; without one, one person is enough.';
COMMENT ON COLUMN bulk_approval_tier.above_paise IS 'The tier applies to files that pay more than this many paise.';

CREATE TABLE bulk_file (
  business_id          uuid        NOT NULL REFERENCES business,
  bulk_file_id         uuid        NOT NULL DEFAULT uuidv7(),
  file_name            text        NOT NULL CHECK (length(file_name) BETWEEN 1 AND 255),
  client_reference     text        CHECK (length(client_reference) BETWEEN 1 AND 128),
  format               text        NOT NULL CHECK (format IN ('CSV', 'XLSX', 'PAIN001')),
  size_bytes           bigint      NOT NULL CHECK (size_bytes > 0),
  sha256               bytea       NOT NULL CHECK (length(sha256) = 32),
  stored_as            text        UNIQUE,
  release_mode         text        NOT NULL CHECK (release_mode IN ('VALID_ROWS', 'ALL_OR_NOTHING')),
  declared_rows        integer     CHECK (declared_rows >= 0),
  declared_total_paise bigint      CHECK (declared_total_paise >= 0),
  status               text        NOT NULL DEFAULT 'LOADING',
  changed_by           text        NOT NULL CHECK (length(changed_by) BETWEEN 1 AND 64),
  uploaded_by          text        NOT NULL,
  released_by          text,
  people_needed        smallint    CHECK (people_needed IN (1, 2)),
  headings             text[],
  rows_read            integer     NOT NULL DEFAULT 0 CHECK (rows_read >= 0),
  valid_rows           integer     NOT NULL DEFAULT 0 CHECK (valid_rows >= 0),
  invalid_rows         integer     NOT NULL DEFAULT 0 CHECK (invalid_rows >= 0),
  duplicate_rows       integer     NOT NULL DEFAULT 0 CHECK (duplicate_rows >= 0),
  released_rows        integer     NOT NULL DEFAULT 0 CHECK (released_rows BETWEEN 0 AND rows_read),
  successful_rows      integer     NOT NULL DEFAULT 0 CHECK (successful_rows >= 0),
  failed_rows          integer     NOT NULL DEFAULT 0 CHECK (failed_rows >= 0),
  total_paise          bigint      NOT NULL DEFAULT 0 CHECK (total_paise >= 0),
  valid_paise          bigint      NOT NULL DEFAULT 0 CHECK (valid_paise >= 0),
  debit_paise          bigint      NOT NULL DEFAULT 0 CHECK (debit_paise >= valid_paise),
  released_paise       bigint      NOT NULL DEFAULT 0 CHECK (released_paise >= 0),
  successful_paise     bigint      NOT NULL DEFAULT 0 CHECK (successful_paise >= 0),
  failed_paise         bigint      NOT NULL DEFAULT 0 CHECK (failed_paise >= 0),
  reason_code          text        CHECK (reason_code ~ '^[A-Z0-9_]{1,40}$'),
  reason               text        CHECK (length(reason) <= 500),
  claim_id             uuid,
  due_at               timestamptz DEFAULT now(),
  attempt_count        integer     NOT NULL DEFAULT 0 CHECK (attempt_count >= 0),
  created_at           timestamptz NOT NULL DEFAULT now(),
  loaded_at            timestamptz,
  released_at          timestamptz,
  completed_at         timestamptz,
  PRIMARY KEY (business_id, bulk_file_id),
  CONSTRAINT bulk_file_checker_is_not_maker CHECK (released_by IS NULL OR people_needed = 1 OR released_by <> uploaded_by),
  CONSTRAINT bulk_file_released_has_releaser CHECK (
    status NOT IN ('RELEASING', 'PROCESSING', 'COMPLETED', 'PARTIALLY_COMPLETED', 'FAILED')
    OR (released_by IS NOT NULL AND released_at IS NOT NULL AND people_needed IS NOT NULL)),
  CONSTRAINT bulk_file_rows_add_up CHECK (loaded_at IS NULL OR valid_rows + invalid_rows + duplicate_rows = rows_read),
  CONSTRAINT bulk_file_rejected_has_reason CHECK (status <> 'REJECTED' OR (reason_code IS NOT NULL AND reason IS NOT NULL)),
  CONSTRAINT bulk_file_ended_has_completed_at CHECK (
    (status IN ('COMPLETED', 'PARTIALLY_COMPLETED', 'FAILED', 'REJECTED', 'CANCELLED')) = (completed_at IS NOT NULL))
);

CREATE UNIQUE INDEX bulk_file_content ON bulk_file (business_id, sha256) WHERE status NOT IN ('REJECTED', 'CANCELLED');
CREATE UNIQUE INDEX bulk_file_client_reference ON bulk_file (business_id, client_reference)
  WHERE client_reference IS NOT NULL AND status NOT IN ('REJECTED', 'CANCELLED');
CREATE INDEX bulk_file_due ON bulk_file (due_at) WHERE due_at IS NOT NULL;

COMMENT ON TABLE bulk_file IS 'A file of payouts that a business uploaded, from its arrival to the final status of its last payout.';
COMMENT ON COLUMN bulk_file.changed_by IS 'Author of the last status change: an API key, or the name of a job.';
COMMENT ON COLUMN bulk_file.uploaded_by IS 'The maker: the API key that signed the upload.';
COMMENT ON COLUMN bulk_file.released_by IS 'The checker: the API key that signed the release; where two people are needed, not the maker.';
COMMENT ON COLUMN bulk_file.headings IS 'The merchant''s own columns, in their order.';
COMMENT ON COLUMN bulk_file.total_paise IS 'Sum of every amount that could be read, in paise.';
COMMENT ON COLUMN bulk_file.valid_paise IS 'Sum of the amounts of valid rows, in paise.';
COMMENT ON COLUMN bulk_file.debit_paise IS 'Wallet debit for the valid rows including commission and GST, in paise.';
COMMENT ON COLUMN bulk_file.due_at IS 'When batch-jobs has work for it; while claimed, the end of the lease.';

CREATE TABLE bulk_file_transition (
  from_status text NOT NULL,
  to_status   text NOT NULL,
  PRIMARY KEY (from_status, to_status)
);

COMMENT ON TABLE bulk_file_transition IS 'Every legal change of bulk_file.status; BulkStatus in Java holds the same table and a test compares them.';

INSERT INTO bulk_file_transition (from_status, to_status) VALUES
  ('LOADING', 'AWAITING_RELEASE'),
  ('LOADING', 'REJECTED'),
  ('LOADING', 'CANCELLED'),
  ('AWAITING_RELEASE', 'RELEASING'),
  ('AWAITING_RELEASE', 'CANCELLED'),
  ('RELEASING', 'PROCESSING'),
  ('RELEASING', 'REJECTED'),
  ('PROCESSING', 'COMPLETED'),
  ('PROCESSING', 'PARTIALLY_COMPLETED'),
  ('PROCESSING', 'FAILED'),
  ('COMPLETED', 'PARTIALLY_COMPLETED'),
  ('COMPLETED', 'FAILED'),
  ('PARTIALLY_COMPLETED', 'FAILED');

CREATE TABLE bulk_file_event (
  business_id  uuid        NOT NULL,
  bulk_file_id uuid        NOT NULL,
  event_id     uuid        NOT NULL DEFAULT uuidv7(),
  from_status  text,
  status       text        NOT NULL,
  changed_by   text        NOT NULL,
  reason_code  text,
  created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (business_id, bulk_file_id, event_id),
  FOREIGN KEY (business_id, bulk_file_id) REFERENCES bulk_file
);

COMMENT ON TABLE bulk_file_event IS 'Append-only history of bulk files: every status change with its author and time.';

CREATE TRIGGER bulk_file_event_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON bulk_file_event
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bulk_file_is_never_deleted BEFORE DELETE OR TRUNCATE ON bulk_file
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION record_bulk_file_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.status <> 'LOADING' THEN
      RAISE EXCEPTION 'a bulk file starts in LOADING, not %', NEW.status USING ERRCODE = 'check_violation';
    END IF;
    INSERT INTO bulk_file_event (business_id, bulk_file_id, status, changed_by)
    VALUES (NEW.business_id, NEW.bulk_file_id, NEW.status, NEW.changed_by);
    RETURN NULL;
  END IF;
  IF NOT EXISTS (SELECT FROM bulk_file_transition t WHERE t.from_status = OLD.status AND t.to_status = NEW.status) THEN
    RAISE EXCEPTION 'bulk file % may not change from % to %', NEW.bulk_file_id, OLD.status, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  INSERT INTO bulk_file_event (business_id, bulk_file_id, from_status, status, changed_by, reason_code)
  VALUES (NEW.business_id, NEW.bulk_file_id, OLD.status, NEW.status, NEW.changed_by, NEW.reason_code);
  RETURN NULL;
END $$;

CREATE TRIGGER bulk_file_records_start AFTER INSERT ON bulk_file FOR EACH ROW EXECUTE FUNCTION record_bulk_file_status();
CREATE TRIGGER bulk_file_records_transition AFTER UPDATE ON bulk_file FOR EACH ROW WHEN (OLD.status <> NEW.status)
  EXECUTE FUNCTION record_bulk_file_status();

CREATE FUNCTION check_bulk_file_upload() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'bulk file % may not change its upload or its releaser', NEW.bulk_file_id USING ERRCODE = 'check_violation';
END $$;

CREATE TRIGGER bulk_file_keeps_upload BEFORE UPDATE ON bulk_file FOR EACH ROW
  WHEN ((OLD.sha256, OLD.format, OLD.uploaded_by, OLD.release_mode, OLD.created_at)
          IS DISTINCT FROM (NEW.sha256, NEW.format, NEW.uploaded_by, NEW.release_mode, NEW.created_at)
        OR (OLD.released_by IS NOT NULL AND OLD.released_by IS DISTINCT FROM NEW.released_by)
        OR (OLD.people_needed IS NOT NULL AND OLD.people_needed IS DISTINCT FROM NEW.people_needed))
  EXECUTE FUNCTION check_bulk_file_upload();

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
  described_by          integer CHECK (described_by >= 1 AND described_by < row_number),
  PRIMARY KEY (business_id, bulk_file_id, row_number),
  CONSTRAINT bulk_row_valid_is_complete CHECK (status <> 'VALID' OR (
    rail IS NOT NULL AND amount_paise > 0 AND commission_paise >= 0 AND gst_paise >= 0
    AND (beneficiary_id IS NOT NULL OR beneficiary_code IS NOT NULL
         OR (name IS NOT NULL AND phone_number IS NOT NULL
             AND ((account_number IS NOT NULL AND ifsc IS NOT NULL AND vpa IS NULL)
                  OR (account_number IS NULL AND ifsc IS NULL AND vpa IS NOT NULL)))))),
  CONSTRAINT bulk_row_errors_unless_valid CHECK ((status = 'VALID') = (errors IS NULL))
) WITH (autovacuum_vacuum_insert_scale_factor = 0.05);

COMMENT ON TABLE bulk_row IS 'One row of a bulk file. Written only in transactions that hold the claim of the file. The payout of a row refers to it (payout.bulk_row_number), so releasing a row does not update it.';
COMMENT ON COLUMN bulk_row.row_number IS 'Position among the non-blank rows of the file, from 1, without the headings.';
COMMENT ON COLUMN bulk_row.cells IS 'The original cells, in the order of bulk_file.headings.';
COMMENT ON COLUMN bulk_row.amount_paise IS 'Amount to the beneficiary in paise.';
COMMENT ON COLUMN bulk_row.commission_paise IS 'Commission in paise, fixed when the file was checked: the total that is released is the total that was shown.';
COMMENT ON COLUMN bulk_row.fingerprint IS 'Equal for rows that make the same payment: a digest of the merchant reference, or without one of everything that the row pays.';
COMMENT ON COLUMN bulk_row.errors IS 'Every error as {column, code, message, value}; the value is masked.';
COMMENT ON COLUMN bulk_row.described_by IS 'The lowest valid row that pays to the same account or VPA with another name, phone number or e-mail address; a beneficiary that is registered for both takes its details from that row.';
