-- Files that people attach to breaks, stored as onboarding documents are: encrypted, with pictures of their pages.
CREATE TABLE reconciliation_evidence (
  evidence_id    uuid        PRIMARY KEY,
  break_id       bigint      NOT NULL REFERENCES reconciliation_break,
  file_name      text        NOT NULL CHECK (length(file_name) BETWEEN 1 AND 200),
  media_type     text        NOT NULL CHECK (media_type IN ('application/pdf', 'image/jpeg', 'image/png')),
  size_bytes     bigint      NOT NULL CHECK (size_bytes BETWEEN 1 AND 10485760),
  sha256         bytea       NOT NULL CHECK (octet_length(sha256) = 32),
  key_ciphertext bytea,
  scan_state     text        NOT NULL CHECK (scan_state IN ('QUARANTINED', 'CLEAN', 'NOT_SCANNED', 'INFECTED', 'UNREADABLE')),
  page_count     integer     CHECK (page_count BETWEEN 1 AND 50),
  by_whom        text        NOT NULL CHECK (length(by_whom) BETWEEN 1 AND 100),
  created_at     timestamptz NOT NULL DEFAULT now(),
  UNIQUE (break_id, sha256),
  CHECK ((scan_state IN ('CLEAN', 'NOT_SCANNED')) = (page_count IS NOT NULL)),
  CHECK ((key_ciphertext IS NULL) = (scan_state IN ('INFECTED', 'UNREADABLE')))
);

CREATE INDEX reconciliation_evidence_quarantined ON reconciliation_evidence (created_at) WHERE scan_state = 'QUARANTINED';

COMMENT ON TABLE reconciliation_evidence IS 'Evidence about breaks. The file store has the encrypted file evidence/ID.original and the pages evidence/ID-N.page. Kept as long as the break.';
COMMENT ON COLUMN reconciliation_evidence.file_name IS 'As the browser named it.';
COMMENT ON COLUMN reconciliation_evidence.sha256 IS 'Of the file before encryption.';
COMMENT ON COLUMN reconciliation_evidence.key_ciphertext IS 'The key of this file, encrypted under a key of the key file. Null: erased by the virus scan.';
COMMENT ON COLUMN reconciliation_evidence.scan_state IS 'As of onboarding_document.';
COMMENT ON COLUMN reconciliation_evidence.by_whom IS 'E-mail address of the person.';

-- Only the virus scan changes a row, once; and a rewrap changes the encryption of its key.
CREATE FUNCTION check_evidence_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (to_jsonb(OLD) - '{key_ciphertext,scan_state,page_count}'::text[]) IS DISTINCT FROM (to_jsonb(NEW) - '{key_ciphertext,scan_state,page_count}'::text[])
     OR OLD.scan_state <> 'QUARANTINED' AND (OLD.scan_state, OLD.page_count) IS DISTINCT FROM (NEW.scan_state, NEW.page_count)
     OR OLD.key_ciphertext IS NULL AND NEW.key_ciphertext IS NOT NULL THEN
    RAISE EXCEPTION 'evidence % cannot change', OLD.evidence_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER reconciliation_evidence_changes_by_scan BEFORE UPDATE ON reconciliation_evidence
  FOR EACH ROW EXECUTE FUNCTION check_evidence_changes();
CREATE TRIGGER reconciliation_evidence_is_never_deleted BEFORE DELETE OR TRUNCATE ON reconciliation_evidence
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
