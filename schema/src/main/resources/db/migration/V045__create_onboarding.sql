CREATE TABLE onboarding_rule (
  business_type text    NOT NULL CHECK (business_type IN ('COMPANY', 'PARTNERSHIP', 'PROPRIETORSHIP', 'TRUST')),
  requirement   text    NOT NULL CHECK (requirement ~ '^[A-Z][A-Z_]{1,60}$'),
  kind          text    NOT NULL CHECK (kind IN ('FIELD', 'DOCUMENT')),
  required      boolean NOT NULL,
  PRIMARY KEY (business_type, requirement)
);

COMMENT ON TABLE onboarding_rule IS 'What a business must give, by its type: the table of the specification, "Business profile and onboarding data".';
COMMENT ON COLUMN onboarding_rule.business_type IS 'COMPANY: private or public limited. PARTNERSHIP: partnership or LLP. TRUST: trust, society or NGO.';

INSERT INTO onboarding_rule (business_type, requirement, kind, required)
SELECT business_type, requirement, kind, required
  FROM unnest(ARRAY['COMPANY', 'PARTNERSHIP', 'PROPRIETORSHIP', 'TRUST']) AS business_type,
       (VALUES ('BUSINESS_TYPE', 'FIELD', true), ('LEGAL_NAME', 'FIELD', true), ('DESCRIPTION', 'FIELD', true), ('EMAIL', 'FIELD', true),
               ('PHONE', 'FIELD', true), ('PAN', 'FIELD', true), ('GSTIN', 'FIELD', true), ('WEBSITE_URL', 'FIELD', true),
               ('REFUND_POLICY_URL', 'FIELD', true), ('ADDRESS_LINE', 'FIELD', true), ('CITY', 'FIELD', true), ('STATE', 'FIELD', true),
               ('POSTAL_CODE', 'FIELD', true), ('ACCOUNT_HOLDER', 'FIELD', true), ('ACCOUNT_NUMBER', 'FIELD', true), ('IFSC', 'FIELD', true),
               ('PAN_CARD', 'DOCUMENT', true), ('ADDRESS_PROOF', 'DOCUMENT', true), ('BANK_PROOF', 'DOCUMENT', true),
               ('BANK_STATEMENT', 'DOCUMENT', true), ('PRINCIPALS_IDENTITY', 'DOCUMENT', true), ('GST_CERTIFICATE', 'DOCUMENT', false))
         AS common (requirement, kind, required)
UNION ALL
VALUES ('COMPANY', 'CIN', 'FIELD', true), ('COMPANY', 'INCORPORATION_CERTIFICATE', 'DOCUMENT', true),
       ('COMPANY', 'MEMORANDUM', 'DOCUMENT', true), ('COMPANY', 'ARTICLES', 'DOCUMENT', true),
       ('COMPANY', 'MCA_REGISTRATION', 'DOCUMENT', true), ('COMPANY', 'BOARD_RESOLUTION', 'DOCUMENT', true),
       ('PARTNERSHIP', 'PARTNERSHIP_DEED', 'DOCUMENT', true), ('PARTNERSHIP', 'AUTHORISATION', 'DOCUMENT', true),
       ('PROPRIETORSHIP', 'UDYAM_CERTIFICATE', 'DOCUMENT', false),
       ('TRUST', 'BOARD_RESOLUTION', 'DOCUMENT', true), ('TRUST', 'AUTHORISATION', 'DOCUMENT', true),
       ('TRUST', 'REGISTRATION_CERTIFICATE', 'DOCUMENT', true);

CREATE TABLE onboarding_case (
  business_id      uuid        PRIMARY KEY REFERENCES business,
  state            text        NOT NULL DEFAULT 'UNSTARTED' CHECK (state IN ('UNSTARTED', 'IN_REVIEW', 'APPROVED', 'REJECTED')),
  with_merchant    boolean     NOT NULL DEFAULT true,
  assignee_id      uuid        REFERENCES person,
  reviewer_id      uuid        REFERENCES person,
  approver_id      uuid        REFERENCES person,
  approval_id      uuid        REFERENCES approval,
  rejection_reason text        CHECK (length(rejection_reason) BETWEEN 1 AND 1000),
  created_at       timestamptz NOT NULL DEFAULT now(),
  submitted_at     timestamptz,
  submissions      integer     NOT NULL DEFAULT 0 CHECK (submissions >= 0),
  returned_at      timestamptz,
  closed_at        timestamptz,
  version          bigint      NOT NULL DEFAULT 0,
  CHECK (reviewer_id <> approver_id),
  CHECK ((state = 'UNSTARTED') = (submitted_at IS NULL)),
  CHECK ((state IN ('APPROVED', 'REJECTED')) = (closed_at IS NOT NULL)),
  CHECK (state <> 'UNSTARTED' OR with_merchant),
  CHECK (state IN ('UNSTARTED', 'IN_REVIEW') OR NOT with_merchant),
  CHECK ((state = 'REJECTED') = (rejection_reason IS NOT NULL)),
  CHECK (state <> 'REJECTED' OR reviewer_id IS NOT NULL),
  CHECK (state <> 'APPROVED' OR num_nonnulls(reviewer_id, approver_id, approval_id) = 3)
);

CREATE INDEX onboarding_case_submitted_at ON onboarding_case (submitted_at) WHERE state = 'IN_REVIEW';

COMMENT ON TABLE onboarding_case IS 'The onboarding of a business: what it gives about itself, and the review by two people of the staff.';
COMMENT ON COLUMN onboarding_case.with_merchant IS 'True: the business fills in or answers. False: the case is with the staff, or closed.';
COMMENT ON COLUMN onboarding_case.assignee_id IS 'Who of the staff works on the case.';
COMMENT ON COLUMN onboarding_case.reviewer_id IS 'Who proposed the approval, or rejected the case.';
COMMENT ON COLUMN onboarding_case.approver_id IS 'Who agreed to the approval: never the reviewer.';
COMMENT ON COLUMN onboarding_case.approval_id IS 'The approval that the reviewer asked for last.';
COMMENT ON COLUMN onboarding_case.submitted_at IS 'The last submission.';
COMMENT ON COLUMN onboarding_case.returned_at IS 'The last return to the business.';
COMMENT ON COLUMN onboarding_case.version IS 'Grows with each change, so that the second of two people who change the case at once notices the first.';

CREATE TABLE onboarding_requirement (
  business_id uuid        NOT NULL REFERENCES onboarding_case,
  requirement text        NOT NULL,
  state       text        NOT NULL DEFAULT 'MISSING' CHECK (state IN ('MISSING', 'GIVEN', 'ACCEPTED', 'REFUSED')),
  value       text        CHECK (length(value) BETWEEN 1 AND 4000),
  reason_code text        CHECK (reason_code IN ('ILLEGIBLE', 'WRONG_DOCUMENT', 'INCOMPLETE', 'EXPIRED', 'NOT_SIGNED', 'NAME_DIFFERS',
                                                 'DIFFERS_FROM_REGISTER', 'DIFFERS_FROM_DOCUMENT', 'NOT_REACHABLE', 'INFECTED', 'UNREADABLE', 'OTHER')),
  reason      text        CHECK (length(reason) BETWEEN 1 AND 1000),
  open        boolean     NOT NULL DEFAULT true,
  changed_at  timestamptz NOT NULL DEFAULT now(),
  version     bigint      NOT NULL DEFAULT 0,
  PRIMARY KEY (business_id, requirement),
  CHECK ((state = 'REFUSED') = (reason_code IS NOT NULL)),
  CHECK (reason IS NULL OR reason_code IS NOT NULL),
  CHECK (reason_code <> 'OTHER' OR reason IS NOT NULL),
  CHECK (requirement <> 'BUSINESS_TYPE' OR value IN ('COMPANY', 'PARTNERSHIP', 'PROPRIETORSHIP', 'TRUST'))
);

COMMENT ON TABLE onboarding_requirement IS 'A field or a document of a case. Rows that the rules of the present business type do not name do not count.';
COMMENT ON COLUMN onboarding_requirement.value IS 'What the business gave for a field; null for a document.';
COMMENT ON COLUMN onboarding_requirement.open IS 'The business may change it while the case is with the business. A submission closes all, a return opens the refused ones.';
COMMENT ON COLUMN onboarding_requirement.reason IS 'Words of the reviewer beside the listed reason; the business reads them.';

CREATE TABLE onboarding_principal (
  principal_id   uuid        PRIMARY KEY DEFAULT uuidv7(),
  business_id    uuid        NOT NULL REFERENCES onboarding_case,
  principal_name text        NOT NULL CHECK (length(principal_name) BETWEEN 1 AND 200),
  designation    text        NOT NULL CHECK (length(designation) BETWEEN 1 AND 100),
  pan            text        NOT NULL CHECK (pan ~ '^[A-Z]{3}P[A-Z][0-9]{4}[A-Z]$'),
  aadhaar        text        NOT NULL CHECK (aadhaar ~ '^XXXX XXXX [0-9]{4}$'),
  created_at     timestamptz NOT NULL DEFAULT now(),
  removed_at     timestamptz,
  UNIQUE (business_id, principal_id)
);

COMMENT ON TABLE onboarding_principal IS 'Directors, owners and authorised persons of a business.';
COMMENT ON COLUMN onboarding_principal.aadhaar IS 'The masked number; the full one is never stored.';

CREATE TABLE onboarding_document (
  document_id    uuid        PRIMARY KEY,
  business_id    uuid        NOT NULL REFERENCES onboarding_case,
  requirement    text        NOT NULL,
  principal_id   uuid,
  principal_part text        CHECK (principal_part IN ('PAN', 'AADHAAR')),
  file_name      text        NOT NULL CHECK (length(file_name) BETWEEN 1 AND 200),
  media_type     text        NOT NULL CHECK (media_type IN ('application/pdf', 'image/jpeg', 'image/png')),
  size_bytes     bigint      NOT NULL CHECK (size_bytes BETWEEN 1 AND 10485760),
  sha256         bytea       NOT NULL CHECK (octet_length(sha256) = 32),
  key_ciphertext bytea,
  scan_state     text        NOT NULL CHECK (scan_state IN ('QUARANTINED', 'CLEAN', 'NOT_SCANNED', 'INFECTED', 'UNREADABLE')),
  page_count     integer     CHECK (page_count BETWEEN 1 AND 50),
  created_at     timestamptz NOT NULL DEFAULT now(),
  created_by     uuid        REFERENCES person,
  removed_at     timestamptz,
  FOREIGN KEY (business_id, principal_id) REFERENCES onboarding_principal (business_id, principal_id),
  CHECK ((requirement = 'PRINCIPALS_IDENTITY') = (principal_id IS NOT NULL)),
  CHECK ((principal_id IS NULL) = (principal_part IS NULL)),
  CHECK ((scan_state IN ('CLEAN', 'NOT_SCANNED')) = (page_count IS NOT NULL)),
  CHECK (key_ciphertext IS NOT NULL OR removed_at IS NOT NULL OR scan_state IN ('INFECTED', 'UNREADABLE'))
);

CREATE INDEX onboarding_document_business ON onboarding_document (business_id, requirement);
CREATE INDEX onboarding_document_quarantined ON onboarding_document (created_at) WHERE scan_state = 'QUARANTINED' AND removed_at IS NULL;

COMMENT ON TABLE onboarding_document IS 'Uploaded documents. The file store has the encrypted file onboarding/ID.original and the pages onboarding/ID-N.page.';
COMMENT ON COLUMN onboarding_document.principal_part IS 'Which document of the principal it is.';
COMMENT ON COLUMN onboarding_document.file_name IS 'As the browser named it.';
COMMENT ON COLUMN onboarding_document.sha256 IS 'Of the file before encryption.';
COMMENT ON COLUMN onboarding_document.key_ciphertext IS 'The key of this document, encrypted under a key of the key file. Null: erased; the file cannot be decrypted any more.';
COMMENT ON COLUMN onboarding_document.scan_state IS 'QUARANTINED: not scanned yet, without pages. CLEAN, INFECTED: as the virus scanner found. UNREADABLE: clean, and cannot be shown. NOT_SCANNED: shown without a scan, in a sandbox only.';
COMMENT ON COLUMN onboarding_document.removed_at IS 'Removed or replaced by the business. A document that was submitted before stays readable for the staff.';

CREATE TABLE onboarding_page (
  document_id uuid    NOT NULL REFERENCES onboarding_document,
  page        integer NOT NULL CHECK (page BETWEEN 1 AND 50),
  business_id uuid    NOT NULL REFERENCES onboarding_case,
  width       integer NOT NULL CHECK (width BETWEEN 1 AND 4000),
  height      integer NOT NULL CHECK (height BETWEEN 1 AND 4000),
  PRIMARY KEY (document_id, page)
);

COMMENT ON TABLE onboarding_page IS 'Pages of documents as pictures; the file itself is never shown.';
COMMENT ON COLUMN onboarding_page.width IS 'Pixels, as is height.';

CREATE TABLE onboarding_note (
  note_id     uuid        PRIMARY KEY DEFAULT uuidv7(),
  business_id uuid        NOT NULL REFERENCES onboarding_case,
  author_id   uuid        NOT NULL REFERENCES person,
  note        text        NOT NULL CHECK (length(note) BETWEEN 1 AND 4000),
  created_at  timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX onboarding_note_business ON onboarding_note (business_id, note_id);

COMMENT ON TABLE onboarding_note IS 'Append-only: notes of the staff, which the business does not see.';

CREATE TRIGGER onboarding_rule_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON onboarding_rule
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER onboarding_note_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON onboarding_note
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER onboarding_page_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON onboarding_page
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER onboarding_case_is_never_deleted BEFORE DELETE OR TRUNCATE ON onboarding_case
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER onboarding_requirement_is_never_deleted BEFORE DELETE OR TRUNCATE ON onboarding_requirement
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER onboarding_principal_is_never_deleted BEFORE DELETE OR TRUNCATE ON onboarding_principal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER onboarding_document_is_never_deleted BEFORE DELETE OR TRUNCATE ON onboarding_document
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What a case needs for its business type and does not have. Empty business type: everything.
CREATE FUNCTION onboarding_gaps(business uuid) RETURNS SETOF text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT rule.requirement
    FROM onboarding_rule rule
    LEFT JOIN onboarding_requirement r ON r.business_id = business AND r.requirement = rule.requirement
   WHERE rule.required
     AND rule.business_type = coalesce((SELECT value FROM onboarding_requirement t WHERE t.business_id = business AND t.requirement = 'BUSINESS_TYPE'),
                                       'COMPANY')
     AND (r.state IS NULL OR r.state IN ('MISSING', 'REFUSED')
          OR rule.kind = 'FIELD' AND r.value IS NULL
          OR rule.kind = 'DOCUMENT' AND NOT EXISTS (
               SELECT FROM onboarding_document d
                WHERE d.business_id = business AND d.requirement = rule.requirement AND d.removed_at IS NULL AND d.scan_state NOT IN ('INFECTED', 'UNREADABLE'))
          OR rule.requirement = 'PRINCIPALS_IDENTITY' AND EXISTS (
               SELECT FROM onboarding_principal p
                WHERE p.business_id = business AND p.removed_at IS NULL
                  AND (SELECT count(DISTINCT d.principal_part) FROM onboarding_document d
                        WHERE d.principal_id = p.principal_id AND d.removed_at IS NULL AND d.scan_state NOT IN ('INFECTED', 'UNREADABLE')) < 2))
$$;

-- SHA-256 of all that is reviewed: an approval is for exactly this. The approval itself names no business, because it concerns the staff only.
CREATE FUNCTION hash_onboarding_case(business uuid) RETURNS bytea LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT sha256(convert_to(coalesce(jsonb_agg(part ORDER BY part::text), '[]')::text, 'UTF8'))
    FROM (SELECT jsonb_build_array('business', business) AS part
          UNION ALL
          SELECT jsonb_build_array('requirement', requirement, state, value)
            FROM onboarding_requirement WHERE business_id = business
          UNION ALL
          SELECT jsonb_build_array('principal', principal_id, principal_name, designation, pan, aadhaar)
            FROM onboarding_principal WHERE business_id = business AND removed_at IS NULL
          UNION ALL
          SELECT jsonb_build_array('document', document_id, requirement, principal_id, principal_part, encode(sha256, 'hex'), scan_state)
            FROM onboarding_document WHERE business_id = business AND removed_at IS NULL) AS content
$$;

CREATE FUNCTION begin_onboarding() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state <> 'UNSTARTED' OR num_nonnulls(NEW.reviewer_id, NEW.approver_id, NEW.approval_id) > 0 THEN
    RAISE EXCEPTION 'an onboarding case begins UNSTARTED' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER onboarding_case_begins_unstarted BEFORE INSERT ON onboarding_case FOR EACH ROW EXECUTE FUNCTION begin_onboarding();

CREATE FUNCTION move_onboarding() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  gap text;
BEGIN
  IF NEW.business_id <> OLD.business_id OR NEW.created_at <> OLD.created_at OR OLD.state IN ('APPROVED', 'REJECTED')
     OR (OLD.state, NEW.state) NOT IN (('UNSTARTED', 'UNSTARTED'), ('UNSTARTED', 'IN_REVIEW'), ('IN_REVIEW', 'IN_REVIEW'),
                                       ('IN_REVIEW', 'APPROVED'), ('IN_REVIEW', 'REJECTED')) THEN
    RAISE EXCEPTION 'onboarding case % does not go from % to %', OLD.business_id, OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.with_merchant AND NOT NEW.with_merchant AND NEW.state = 'IN_REVIEW' THEN
    SELECT g INTO gap FROM onboarding_gaps(OLD.business_id) AS g LIMIT 1;
    IF FOUND THEN
      RAISE EXCEPTION 'onboarding case % lacks %', OLD.business_id, gap USING ERRCODE = 'check_violation';
    END IF;
  ELSIF OLD.with_merchant AND NEW.state IN ('APPROVED', 'REJECTED') THEN
    RAISE EXCEPTION 'onboarding case % is with the business', OLD.business_id USING ERRCODE = 'check_violation';
  ELSIF NOT OLD.with_merchant AND NEW.with_merchant
        AND NOT EXISTS (SELECT FROM onboarding_requirement WHERE business_id = OLD.business_id AND state = 'REFUSED') THEN
    RAISE EXCEPTION 'onboarding case % is returned without a refused requirement', OLD.business_id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.state = 'APPROVED' THEN
    PERFORM FROM onboarding_requirement r JOIN onboarding_rule rule ON rule.requirement = r.requirement
      WHERE r.business_id = OLD.business_id
        AND rule.business_type = (SELECT value FROM onboarding_requirement t WHERE t.business_id = OLD.business_id AND t.requirement = 'BUSINESS_TYPE')
        AND (r.state = 'GIVEN' OR rule.required AND r.state <> 'ACCEPTED');
    IF FOUND OR EXISTS (SELECT FROM onboarding_gaps(OLD.business_id)) THEN
      RAISE EXCEPTION 'onboarding case % has requirements that are not accepted', OLD.business_id USING ERRCODE = 'check_violation';
    END IF;
    IF NOT EXISTS (
         SELECT FROM approval a
           JOIN approval_decision d ON d.approval_id = a.approval_id
           JOIN person maker ON maker.person_id = a.maker_id AND maker.audience = 'STAFF'
           JOIN person checker ON checker.person_id = d.checker_id AND checker.audience = 'STAFF'
          WHERE a.approval_id = NEW.approval_id AND a.kind = 'KYC_APPROVAL' AND a.business_id IS NULL
            AND a.state = 'AGREED' AND a.executed_at IS NOT NULL AND a.maker_id = NEW.reviewer_id
            AND a.content_hash = hash_onboarding_case(NEW.business_id)
            AND d.decision = 'AGREE' AND d.checker_id = NEW.approver_id) THEN
      RAISE EXCEPTION 'onboarding case % has no approval by two people for its present content', OLD.business_id USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;

CREATE TRIGGER onboarding_case_moves BEFORE UPDATE ON onboarding_case FOR EACH ROW EXECUTE FUNCTION move_onboarding();

CREATE FUNCTION open_requirements() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE onboarding_requirement SET open = (NEW.with_merchant AND state = 'REFUSED')
   WHERE business_id = NEW.business_id AND open IS DISTINCT FROM (NEW.with_merchant AND state = 'REFUSED');
  RETURN NULL;
END $$;

CREATE TRIGGER onboarding_case_opens_requirements AFTER UPDATE ON onboarding_case FOR EACH ROW
  WHEN (OLD.with_merchant <> NEW.with_merchant) EXECUTE FUNCTION open_requirements();

-- A submitted case is locked, except what was refused once the case is returned.
CREATE FUNCTION guard_requirement() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  onboarding onboarding_case;
BEGIN
  SELECT * INTO onboarding FROM onboarding_case WHERE business_id = NEW.business_id FOR SHARE;
  IF onboarding.state IN ('APPROVED', 'REJECTED') THEN
    RAISE EXCEPTION 'onboarding case % is closed', NEW.business_id USING ERRCODE = 'check_violation';
  END IF;
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'MISSING' OR NOT onboarding.with_merchant OR onboarding.state <> 'UNSTARTED' AND NOT EXISTS (
         SELECT FROM onboarding_requirement t WHERE t.business_id = NEW.business_id AND t.requirement = 'BUSINESS_TYPE' AND t.open) THEN
      RAISE EXCEPTION 'requirement % cannot be added to onboarding case %', NEW.requirement, NEW.business_id USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF (NEW.business_id, NEW.requirement) IS DISTINCT FROM (OLD.business_id, OLD.requirement) THEN
    RAISE EXCEPTION 'a requirement keeps its case' USING ERRCODE = 'check_violation';
  END IF;
  -- What a later scan finds is refused whoever has the case.
  IF NEW.reason_code IN ('INFECTED', 'UNREADABLE') AND NEW.state = 'REFUSED' AND OLD.state <> 'MISSING' AND NEW.value IS NOT DISTINCT FROM OLD.value THEN
    NEW.open := onboarding.with_merchant;
    NEW.changed_at := clock_timestamp();
    NEW.version := OLD.version + 1;
    RETURN NEW;
  END IF;
  IF (NEW.state, NEW.value, NEW.reason_code, NEW.reason) IS DISTINCT FROM (OLD.state, OLD.value, OLD.reason_code, OLD.reason) THEN
    IF onboarding.with_merchant AND (NOT OLD.open OR NEW.state = 'ACCEPTED' OR NEW.state = 'REFUSED' AND OLD.state <> 'REFUSED') THEN
      RAISE EXCEPTION 'requirement % of onboarding case % is locked', OLD.requirement, OLD.business_id USING ERRCODE = 'check_violation';
    END IF;
    IF NOT onboarding.with_merchant AND (NEW.value IS DISTINCT FROM OLD.value OR OLD.state = 'MISSING' OR NEW.state = 'MISSING') THEN
      RAISE EXCEPTION 'requirement % of onboarding case % is under review', OLD.requirement, OLD.business_id USING ERRCODE = 'check_violation';
    END IF;
    NEW.changed_at := clock_timestamp();
    NEW.version := OLD.version + 1;
  END IF;
  IF NEW.state <> 'REFUSED' THEN
    NEW.reason_code := NULL;
    NEW.reason := NULL;
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER onboarding_requirement_is_guarded BEFORE INSERT OR UPDATE ON onboarding_requirement
  FOR EACH ROW EXECUTE FUNCTION guard_requirement();

CREATE FUNCTION is_open_for_merchant(business uuid, name text) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM onboarding_case c JOIN onboarding_requirement r ON r.business_id = c.business_id
                  WHERE c.business_id = business AND c.with_merchant AND r.requirement = name AND r.open)
$$;

CREATE FUNCTION guard_document() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' OR NEW.removed_at IS DISTINCT FROM OLD.removed_at THEN
    PERFORM FROM onboarding_case WHERE business_id = NEW.business_id FOR SHARE;
    IF NOT is_open_for_merchant(NEW.business_id, NEW.requirement) THEN
      RAISE EXCEPTION 'requirement % of onboarding case % is locked', NEW.requirement, NEW.business_id USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  IF TG_OP = 'UPDATE' AND ((NEW.document_id, NEW.business_id, NEW.requirement, NEW.principal_id, NEW.principal_part, NEW.media_type,
                            NEW.size_bytes, NEW.sha256, NEW.created_at)
                           IS DISTINCT FROM
                           (OLD.document_id, OLD.business_id, OLD.requirement, OLD.principal_id, OLD.principal_part, OLD.media_type,
                            OLD.size_bytes, OLD.sha256, OLD.created_at)
                           OR OLD.removed_at IS NOT NULL AND NEW.removed_at IS DISTINCT FROM OLD.removed_at
                           OR NEW.scan_state <> OLD.scan_state AND OLD.scan_state <> 'QUARANTINED') THEN
    RAISE EXCEPTION 'document % does not change', OLD.document_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER onboarding_document_is_guarded BEFORE INSERT OR UPDATE ON onboarding_document
  FOR EACH ROW EXECUTE FUNCTION guard_document();

CREATE FUNCTION guard_principal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM onboarding_case WHERE business_id = NEW.business_id FOR SHARE;
  IF NOT is_open_for_merchant(NEW.business_id, 'PRINCIPALS_IDENTITY') THEN
    RAISE EXCEPTION 'the principals of onboarding case % are locked', NEW.business_id USING ERRCODE = 'check_violation';
  END IF;
  IF TG_OP = 'UPDATE' AND ((NEW.principal_id, NEW.business_id) IS DISTINCT FROM (OLD.principal_id, OLD.business_id)
                           OR OLD.removed_at IS NOT NULL) THEN
    RAISE EXCEPTION 'principal % does not change', OLD.principal_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER onboarding_principal_is_guarded BEFORE INSERT OR UPDATE ON onboarding_principal
  FOR EACH ROW EXECUTE FUNCTION guard_principal();

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['onboarding_case', 'onboarding_requirement', 'onboarding_principal', 'onboarding_document', 'onboarding_page'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY permit ON %I USING (true) WITH CHECK (true)', name);
    EXECUTE format('CREATE POLICY of_the_business ON %I AS RESTRICTIVE TO hundi_portal_merchant USING (business_id = acting_business())', name);
  END LOOP;
END $$;
