-- Personal data ends, money records stay (docs/personal-data.md). An erased text is ERASED, which is no account number, VPA or phone
-- number, or null. Triggers of protected tables accept this change only, and only when the law no longer requires the data. Whatever
-- a caller asks for, the functions erase nothing younger.

CREATE FUNCTION transactions_kept_from() RETURNS timestamptz LANGUAGE sql STABLE
  RETURN now() - interval '5 years';

COMMENT ON FUNCTION transactions_kept_from IS 'Particulars of later transactions must be kept: five years from the transaction (Prevention of Money-laundering Act 2002, section 12; RBI Master Direction KYC 2016, section 46).';

CREATE FUNCTION books_kept_from() RETURNS date LANGUAGE sql STABLE
  RETURN (date_trunc('year', (now() AT TIME ZONE 'Asia/Kolkata') - interval '3 months') + interval '3 months' - interval '8 years')::date;

COMMENT ON FUNCTION books_kept_from IS 'Asia/Kolkata. Vouchers of this and later days must be kept: eight financial years before the current one (Companies Act 2013, section 128(5)).';

-- What housekeeping counted after its last run of a step.
CREATE TABLE housekeeping_proof (
  step         text        PRIMARY KEY CHECK (length(step) BETWEEN 1 AND 100),
  overdue      bigint      NOT NULL CHECK (overdue >= 0),
  proved_at    timestamptz NOT NULL DEFAULT now(),
  clean_before timestamptz CHECK (clean_before IS NULL OR overdue = 0)
);

COMMENT ON TABLE housekeeping_proof IS 'Whether what housekeeping has to remove is gone, counted after the last run of each step.';
COMMENT ON COLUMN housekeeping_proof.overdue IS 'Rows or files that should have been removed and are still there; must be 0.';
COMMENT ON COLUMN housekeeping_proof.clean_before IS 'Nothing due before this time is left, so the next run starts here; null: it reads everything.';

CREATE TABLE personal_data_request (
  request_id   bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind         text        NOT NULL CHECK (kind IN ('EXPORT', 'ERASURE')),
  found_by     text        NOT NULL CHECK (found_by IN ('ACCOUNT', 'VPA', 'PHONE', 'EMAIL')),
  requested_by text        NOT NULL CHECK (length(requested_by) BETWEEN 1 AND 100),
  reason       text        NOT NULL CHECK (length(reason) BETWEEN 3 AND 1000),
  found_rows   bigint      NOT NULL CHECK (found_rows >= 0),
  requested_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE personal_data_erasure (
  erasure_id bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  request_id bigint      NOT NULL REFERENCES personal_data_request,
  table_name text        NOT NULL,
  row_key    jsonb       NOT NULL,
  what       text        NOT NULL CHECK (length(what) BETWEEN 1 AND 200),
  erased_at  timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX personal_data_erasure_of_request ON personal_data_erasure (request_id);
CREATE TRIGGER personal_data_request_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON personal_data_request
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER personal_data_erasure_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON personal_data_erasure
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

COMMENT ON TABLE personal_data_request IS 'Append-only audit of ./hundi personal-data: who exported or erased the data of a person, when and why. Never the data itself, nor what the person was found by.';
COMMENT ON COLUMN personal_data_request.found_by IS 'The kind of identifier; its value is not stored.';
COMMENT ON TABLE personal_data_erasure IS 'Append-only: the rows that an erasure changed, without what was erased.';
COMMENT ON COLUMN personal_data_erasure.row_key IS 'Primary key of the row.';

COMMENT ON COLUMN beneficiary.search_text IS 'Personal data: the searchable fields (docs/specification.md, "GET /v1/beneficiaries") in lower case, one per line.';
COMMENT ON COLUMN beneficiary_event.snapshot IS 'Personal data: the beneficiary after the change, as the API returns it; only ids and status once it is erased.';
COMMENT ON COLUMN payout_search.text IS 'Personal data: the searchable fields of the payout.';
COMMENT ON COLUMN bank_callback.body IS 'Personal data: the body as the bank signed it; {} once it is erased.';
COMMENT ON COLUMN bulk_row.cells IS 'Personal data: the original cells, in the order of bulk_file.headings; empty texts once they are erased.';
COMMENT ON COLUMN bulk_row.errors IS 'Personal data: every error as {column, code, message, value}; the value is masked.';
COMMENT ON COLUMN bulk_row.warnings IS 'Personal data: what a person should know of the cells before the release.';
COMMENT ON COLUMN bulk_row.fingerprint IS 'Personal data: equal for rows that make the same payment, a digest of the merchant reference, or without one of everything that the row pays.';
COMMENT ON COLUMN wallet_export.search IS 'Personal data: the phrase of the search, which may be a name or an account number.';
COMMENT ON COLUMN webhook_attempt.response_body IS 'Personal data, if the merchant answers with any: first 20 kB of the response.';
COMMENT ON COLUMN bank_statement_line.counterparty_account IS 'Personal data: account or VPA of the other party, as the bank writes it.';

-- Payouts

CREATE OR REPLACE FUNCTION check_payout_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  illegal record;
BEGIN
  SELECT n.payout_id, o.status AS from_status, n.status AS to_status INTO illegal
    FROM new_rows n
    LEFT JOIN old_rows o ON o.business_id = n.business_id AND o.payout_id = n.payout_id
    LEFT JOIN payout_status_transition t ON t.from_status = o.status AND t.to_status = n.status
   WHERE o.payout_id IS NULL OR (o.status <> n.status AND (t.from_status IS NULL
     OR (t.posting_kind IS NOT NULL AND NOT EXISTS (
          SELECT FROM ledger_transaction l
           WHERE l.business_id = n.business_id AND l.payout_id = n.payout_id AND l.kind = t.posting_kind))
     OR (t.posting_kind IS NULL AND EXISTS (
          SELECT FROM ledger_transaction l WHERE l.business_id = n.business_id AND l.payout_id = n.payout_id)))) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'payout % may not change from status % to % without its posting', illegal.payout_id, illegal.from_status, illegal.to_status
      USING ERRCODE = 'check_violation';
  END IF;

  SELECT n.payout_id INTO illegal
    FROM new_rows n
    JOIN old_rows o ON o.business_id = n.business_id AND o.payout_id = n.payout_id
   WHERE (o.transaction_id, o.beneficiary_id, o.rail, o.amount_paise, o.commission_paise, o.gst_paise, o.source, o.created_at)
         IS DISTINCT FROM
         (n.transaction_id, n.beneficiary_id, n.rail, n.amount_paise, n.commission_paise, n.gst_paise, n.source, n.created_at)
      OR (o.ifsc, o.merchant_reference_id, o.idempotency_key, o.bulk_file_id, o.bulk_row_number)
         IS DISTINCT FROM
         (n.ifsc, n.merchant_reference_id, n.idempotency_key, n.bulk_file_id, n.bulk_row_number)
      OR ((o.beneficiary_name, o.account_number, o.vpa, o.narration)
            IS DISTINCT FROM (n.beneficiary_name, n.account_number, n.vpa, n.narration)
          AND (o.completed_at < transactions_kept_from() AND n.beneficiary_name = 'ERASED' AND n.narration IS NULL
               AND n.account_number IS NOT DISTINCT FROM CASE WHEN o.account_number IS NOT NULL THEN 'ERASED' END
               AND n.vpa IS NOT DISTINCT FROM CASE WHEN o.vpa IS NOT NULL THEN 'ERASED' END) IS NOT TRUE)
      OR ((o.beneficiary_phone, o.beneficiary_email) IS DISTINCT FROM (n.beneficiary_phone, n.beneficiary_email)
          AND (o.completed_at IS NULL OR n.beneficiary_phone <> 'ERASED' OR n.beneficiary_email IS NOT NULL)) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'payout % may not change what was accepted', illegal.payout_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

COMMENT ON FUNCTION check_payout_changes IS 'Legal status changes only, and what was accepted stays. Exceptions are erasures: phone number and e-mail address of an ended payout, which no law requires, and five years later its payee and narration.';

CREATE OR REPLACE FUNCTION check_order_keeps_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.beneficiary_name, NEW.account_number, NEW.narration) IS NOT DISTINCT FROM ('ERASED', 'ERASED', NULL::text)
     AND to_jsonb(OLD) - '{beneficiary_name,account_number,narration}'::text[]
         = to_jsonb(NEW) - '{beneficiary_name,account_number,narration}'::text[]
     AND EXISTS (SELECT FROM payout p
                  WHERE p.business_id = OLD.business_id AND p.payout_id = OLD.payout_id AND p.account_number = 'ERASED') THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'order % is in file % and cannot move to another', OLD.reference, OLD.message_id USING ERRCODE = 'check_violation';
END $$;

CREATE FUNCTION erase_payouts(from_time timestamptz, before timestamptz, most integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  until_time timestamptz := least(before, transactions_kept_from());
  businesses uuid[];
  payouts    uuid[];
BEGIN
  -- The start of the range only bounds what is read; a payout may end weeks after its acceptance.
  SELECT array_agg(due.business_id), array_agg(due.payout_id) INTO businesses, payouts FROM (
    SELECT p.business_id, p.payout_id
      FROM business b
     CROSS JOIN LATERAL (
       SELECT business_id, payout_id FROM payout
        WHERE business_id = b.business_id AND payout_id < first_uuid_at(until_time) AND completed_at < until_time
          AND payout_id >= first_uuid_at(greatest(from_time - interval '60 days', to_timestamp(0)))
          AND (beneficiary_name <> 'ERASED' OR beneficiary_phone <> 'ERASED' OR num_nonnulls(beneficiary_email, narration) > 0
               OR account_number <> 'ERASED' OR vpa <> 'ERASED')
        ORDER BY payout_id LIMIT most FOR NO KEY UPDATE) AS p
     LIMIT most) AS due;
  IF payouts IS NULL THEN
    RETURN 0;
  END IF;

  UPDATE payout p
     SET beneficiary_name = 'ERASED', beneficiary_phone = 'ERASED', beneficiary_email = NULL, narration = NULL,
         account_number = CASE WHEN account_number IS NOT NULL THEN 'ERASED' END, vpa = CASE WHEN vpa IS NOT NULL THEN 'ERASED' END
    FROM unnest(businesses, payouts) AS due (business_id, payout_id)
   WHERE p.business_id = due.business_id AND p.payout_id = due.payout_id;
  UPDATE payout_search s SET text = (payout_search_text(p)).accepted
    FROM unnest(businesses, payouts) AS due (business_id, payout_id), payout p
   WHERE s.business_id = due.business_id AND s.payout_id = due.payout_id AND s.part = 0
     AND p.business_id = due.business_id AND p.payout_id = due.payout_id;
  UPDATE bank_file_order o SET beneficiary_name = 'ERASED', account_number = 'ERASED', narration = NULL
    FROM unnest(businesses, payouts) AS due (business_id, payout_id)
    JOIN bank_attempt a ON a.business_id = due.business_id AND a.payout_id = due.payout_id
   WHERE o.bank = a.bank AND o.reference = a.reference;
  UPDATE reconciliation_open_entry e SET account_number = NULL
    FROM unnest(businesses, payouts) AS due (business_id, payout_id)
   WHERE e.business_id = due.business_id AND e.payout_id = due.payout_id;
  RETURN cardinality(payouts);
END $$;

COMMENT ON FUNCTION erase_payouts IS 'Erases payee, contact and narration of payouts that ended before a time, and what repeats them: search text and orders of bank files. Returns the number of payouts.';

CREATE FUNCTION erase_payout_contact(of_business uuid, of_payout uuid) RETURNS void LANGUAGE sql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  UPDATE payout SET beneficiary_phone = 'ERASED', beneficiary_email = NULL WHERE business_id = of_business AND payout_id = of_payout
$$;

COMMENT ON FUNCTION erase_payout_contact IS 'Erases phone number and e-mail address of a payout that has ended.';

-- Beneficiaries

ALTER TABLE beneficiary ADD COLUMN erased_at timestamptz;

COMMENT ON COLUMN beneficiary.erased_at IS 'When its personal data was erased: it has no target and never becomes active again.';

-- Not validated: existing rows satisfy the stricter rule.
ALTER TABLE beneficiary DROP CONSTRAINT beneficiary_has_one_target;
ALTER TABLE beneficiary ADD CONSTRAINT beneficiary_has_one_target CHECK (
  (account_number IS NOT NULL AND ifsc IS NOT NULL AND vpa IS NULL)
  OR (account_number IS NULL AND ifsc IS NULL AND vpa IS NOT NULL)
  OR (erased_at IS NOT NULL AND num_nonnulls(account_number, ifsc, vpa) = 0)) NOT VALID;
ALTER TABLE beneficiary ADD CONSTRAINT beneficiary_erased_is_empty CHECK (erased_at IS NULL OR (
  status = 0 AND num_nonnulls(email, account_number, ifsc, vpa) = 0 AND name = 'ERASED' AND phone_number = '0000000000')) NOT VALID;

CREATE FUNCTION check_beneficiary_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.erased_at IS NOT NULL OR OLD.status <> 0 THEN
    RAISE EXCEPTION 'beneficiary % is active or erased already', OLD.beneficiary_id USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.updated_at >= transactions_kept_from() AND EXISTS (
       SELECT FROM payout p WHERE p.business_id = OLD.business_id AND p.beneficiary_id = OLD.beneficiary_id
          AND (p.completed_at IS NULL OR p.completed_at >= transactions_kept_from())) THEN
    RAISE EXCEPTION 'beneficiary % was paid in the last five years', OLD.beneficiary_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER beneficiary_erasure_is_due BEFORE UPDATE OF erased_at ON beneficiary
  FOR EACH ROW WHEN (NEW.erased_at IS DISTINCT FROM OLD.erased_at) EXECUTE FUNCTION check_beneficiary_erasure();

COMMENT ON FUNCTION check_beneficiary_erasure IS 'An inactive beneficiary is not paid, so one that has not changed for five years was not paid for as long.';

CREATE FUNCTION erased_snapshot(snapshot jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN snapshot - '{name,email,phoneNumber,accountNumber,ifsc,vpa}'::text[];

DROP TRIGGER beneficiary_event_is_append_only ON beneficiary_event;
CREATE TRIGGER beneficiary_event_is_append_only BEFORE DELETE OR TRUNCATE ON beneficiary_event
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION check_event_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.snapshot IS DISTINCT FROM erased_snapshot(OLD.snapshot) OR to_jsonb(OLD) - 'snapshot' <> to_jsonb(NEW) - 'snapshot'
     OR NOT EXISTS (SELECT FROM beneficiary b WHERE b.business_id = OLD.business_id AND b.beneficiary_id = OLD.beneficiary_id
                       AND b.erased_at IS NOT NULL) THEN
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER beneficiary_event_erases_only BEFORE UPDATE ON beneficiary_event
  FOR EACH ROW EXECUTE FUNCTION check_event_erasure();

CREATE FUNCTION erase_beneficiary(of_business uuid, of_beneficiary uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE beneficiary
     SET name = 'ERASED', email = NULL, phone_number = '0000000000', account_number = NULL, ifsc = NULL, vpa = NULL, erased_at = now()
   WHERE business_id = of_business AND beneficiary_id = of_beneficiary;
  UPDATE beneficiary_event SET snapshot = erased_snapshot(snapshot)
   WHERE business_id = of_business AND beneficiary_id = of_beneficiary;
  -- The key contains a digest of name and target, so each row needs another name.
  UPDATE beneficiary_verification
     SET name = 'ERASED ' || target_version, account_number = NULL, ifsc = NULL, vpa = NULL, registered_name = NULL,
         registration_id = NULL, problem = NULL, note = CASE WHEN note IS NOT NULL THEN 'ERASED' END,
         state = CASE state WHEN 'DUE' THEN 'NOT_OFFERED' ELSE state END, due_at = NULL, answered_at = coalesce(answered_at, now())
   WHERE business_id = of_business AND beneficiary_id = of_beneficiary;
END $$;

COMMENT ON FUNCTION erase_beneficiary IS 'Erases an inactive beneficiary with its history; refused while the law requires it.';

CREATE FUNCTION erase_beneficiaries(before timestamptz, most integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  due    record;
  erased integer := 0;
BEGIN
  FOR due IN SELECT business_id, beneficiary_id FROM beneficiary
              WHERE status = 0 AND erased_at IS NULL AND updated_at < least(before, transactions_kept_from())
              ORDER BY business_id, beneficiary_id LIMIT most FOR UPDATE SKIP LOCKED LOOP
    PERFORM erase_beneficiary(due.business_id, due.beneficiary_id);
    erased := erased + 1;
  END LOOP;
  RETURN erased;
END $$;

COMMENT ON FUNCTION erase_beneficiaries IS 'Erases beneficiaries that are inactive and unchanged since before a time. Returns their number.';

CREATE FUNCTION unerased_beneficiaries(before timestamptz) RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  SELECT (SELECT count(*) FROM beneficiary
           WHERE status = 0 AND updated_at < before
             AND (name <> 'ERASED' OR phone_number <> '0000000000' OR num_nonnulls(email, account_number, vpa) > 0))
       + (SELECT count(*) FROM beneficiary b JOIN beneficiary_event e USING (business_id, beneficiary_id)
           WHERE b.status = 0 AND b.updated_at < before
             AND jsonb_exists_any(e.snapshot, ARRAY['name', 'phoneNumber', 'email', 'accountNumber', 'vpa']))
       + (SELECT count(*) FROM beneficiary b JOIN beneficiary_verification v USING (business_id, beneficiary_id)
           WHERE b.status = 0 AND b.updated_at < before
             AND (v.name NOT LIKE 'ERASED%' OR num_nonnulls(v.registered_name, v.account_number, v.vpa) > 0))
$$;

COMMENT ON FUNCTION unerased_beneficiaries IS 'Rows with personal data of beneficiaries that are inactive and unchanged since before a time: for a caller that may not read them.';

-- Bulk files

CREATE FUNCTION without_values(findings jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN findings IS NOT NULL THEN (
    SELECT coalesce(jsonb_agg(finding - 'value' ORDER BY position), '[]')
      FROM jsonb_array_elements(findings) WITH ORDINALITY AS found (finding, position)) END;

COMMENT ON FUNCTION without_values IS 'Errors or warnings of a bulk row without the masked cells.';

CREATE FUNCTION erase_bulk_row(of_business uuid, of_file uuid, of_row integer) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM bulk_file f WHERE f.business_id = of_business AND f.bulk_file_id = of_file
                AND (f.completed_at IS NULL OR f.completed_at >= transactions_kept_from()
                     AND EXISTS (SELECT FROM payout p WHERE p.business_id = of_business AND p.bulk_file_id = of_file
                                    AND p.bulk_row_number = of_row))) THEN
    RAISE EXCEPTION 'row % of bulk file % is open or was paid in the last five years', of_row, of_file USING ERRCODE = 'check_violation';
  END IF;
  UPDATE bulk_row
     SET cells = array_fill(''::text, ARRAY[cardinality(cells)]), name = CASE WHEN name IS NOT NULL THEN 'ERASED' END,
         phone_number = NULL, email = NULL, account_number = CASE WHEN account_number IS NOT NULL THEN 'ERASED' END,
         vpa = CASE WHEN vpa IS NOT NULL THEN 'ERASED' END, narration = NULL, fingerprint = NULL,
         errors = without_values(errors), warnings = without_values(warnings)
   WHERE business_id = of_business AND bulk_file_id = of_file AND row_number = of_row;
END $$;

COMMENT ON FUNCTION erase_bulk_row IS 'Erases a row of an ended bulk file, of which the law keeps the paid rows for five years. Amounts, references and error codes stay.';

CREATE FUNCTION erase_bulk_rows(from_time timestamptz, before timestamptz, most integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  due    record;
  erased integer := 0;
BEGIN
  FOR due IN SELECT r.business_id, r.bulk_file_id, r.row_number
               FROM bulk_file f
               JOIN bulk_row r ON r.business_id = f.business_id AND r.bulk_file_id = f.bulk_file_id
              WHERE f.completed_at < least(before, transactions_kept_from()) AND f.completed_at >= from_time
                AND (array_to_string(r.cells, '') <> '' OR r.name <> 'ERASED' OR r.fingerprint IS NOT NULL)
              LIMIT most FOR UPDATE OF r LOOP
    PERFORM erase_bulk_row(due.business_id, due.bulk_file_id, due.row_number);
    erased := erased + 1;
  END LOOP;
  RETURN erased;
END $$;

COMMENT ON FUNCTION erase_bulk_rows IS 'Erases rows of bulk files that ended from a time to another. Returns their number.';

-- Banks

CREATE FUNCTION erase_bank_callbacks(before timestamptz, most integer) RETURNS integer LANGUAGE sql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  WITH erased AS (
    UPDATE bank_callback SET body = '{}'
     WHERE ctid = ANY (ARRAY(SELECT ctid FROM bank_callback
                              WHERE last_received_at < least(before, transactions_kept_from()) AND body <> '{}' AND judge_at IS NULL
                              LIMIT most FOR UPDATE SKIP LOCKED))
    RETURNING 1)
  SELECT count(*)::integer FROM erased
$$;

COMMENT ON FUNCTION erase_bank_callbacks IS 'Empties bodies of callbacks that were last received before a time. Returns their number.';

CREATE FUNCTION unerased_bank_callbacks(before timestamptz) RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp
  RETURN (SELECT count(*) FROM bank_callback WHERE last_received_at < before AND length(body) > 2 AND judge_at IS NULL);

COMMENT ON FUNCTION unerased_bank_callbacks IS 'Callbacks with a body that were last received before a time: for a caller that may not read them.';

DROP TRIGGER bank_statement_line_is_append_only ON bank_statement_line;
CREATE TRIGGER bank_statement_line_is_append_only BEFORE DELETE OR TRUNCATE ON bank_statement_line
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION check_line_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.business_date >= books_kept_from() OR num_nonnulls(NEW.counterparty_account, NEW.counterparty_name, NEW.narration) > 0
     OR to_jsonb(OLD) - '{counterparty_account,counterparty_name,narration}'::text[]
        <> to_jsonb(NEW) - '{counterparty_account,counterparty_name,narration}'::text[] THEN
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER bank_statement_line_erases_only BEFORE UPDATE ON bank_statement_line
  FOR EACH ROW EXECUTE FUNCTION check_line_erasure();

CREATE FUNCTION erase_statement_lines(from_day date, before date, most integer) RETURNS integer LANGUAGE sql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  WITH due AS MATERIALIZED (
    SELECT l.bank_statement_id, l.line_number
      FROM bank_statement s
      JOIN bank_statement_line l ON l.bank_statement_id = s.bank_statement_id
     WHERE s.business_date >= from_day AND s.business_date < least(before, books_kept_from())
       AND num_nonnulls(l.counterparty_account, l.counterparty_name, l.narration) > 0
       AND NOT EXISTS (SELECT FROM reconciliation_open_line o
                        WHERE o.bank_statement_id = l.bank_statement_id AND o.line_number = l.line_number)
     LIMIT most
  ), erased AS (
    UPDATE bank_statement_line l SET counterparty_account = NULL, counterparty_name = NULL, narration = NULL
      FROM due WHERE l.bank_statement_id = due.bank_statement_id AND l.line_number = due.line_number
    RETURNING 1)
  SELECT count(*)::integer FROM erased
$$;

COMMENT ON FUNCTION erase_statement_lines IS 'Erases counterparty and narration of matched lines of statements from a day up to but without another. Returns their number.';

ALTER TABLE statement_file ADD COLUMN file_removed_at timestamptz;

COMMENT ON COLUMN statement_file.file_removed_at IS 'When the file was removed from the file store after its retention; null while it is there.';
