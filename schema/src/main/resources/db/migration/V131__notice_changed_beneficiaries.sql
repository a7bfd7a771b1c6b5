-- A row may name its beneficiary by id or code alone. What people approve before the release is the beneficiary as it was when the file
-- was loaded, so a file remembers its state. The state is a number: the account itself stays with the beneficiary, as does its erasure.
CREATE TABLE bulk_payee (
  business_id    uuid    NOT NULL,
  bulk_file_id   uuid    NOT NULL,
  beneficiary_id uuid    NOT NULL,
  last_sequence  integer NOT NULL CHECK (last_sequence >= 1),
  PRIMARY KEY (business_id, bulk_file_id, beneficiary_id)
);

COMMENT ON TABLE bulk_payee IS 'The beneficiaries that rows of a bulk file name by id or code. A row is paid only if name, account and VPA are still those of that time.';
COMMENT ON COLUMN bulk_payee.last_sequence IS 'beneficiary.last_sequence when the file was loaded.';

CREATE TRIGGER bulk_payee_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON bulk_payee
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Files that wait for their release while this migration runs: their beneficiaries as they are now.
INSERT INTO bulk_payee (business_id, bulk_file_id, beneficiary_id, last_sequence)
SELECT f.business_id, f.bulk_file_id, b.beneficiary_id, b.last_sequence
  FROM bulk_file f
  JOIN bulk_row r ON r.business_id = f.business_id AND r.bulk_file_id = f.bulk_file_id
  JOIN beneficiary b ON b.business_id = r.business_id AND b.beneficiary_id = r.beneficiary_id
 WHERE f.status IN ('LOADING', 'AWAITING_RELEASE', 'RELEASING')
 UNION
SELECT f.business_id, f.bulk_file_id, b.beneficiary_id, b.last_sequence
  FROM bulk_file f
  JOIN bulk_row r ON r.business_id = f.business_id AND r.bulk_file_id = f.bulk_file_id AND r.beneficiary_id IS NULL
  JOIN beneficiary b ON b.business_id = r.business_id AND b.beneficiary_code = r.beneficiary_code
 WHERE f.status IN ('LOADING', 'AWAITING_RELEASE', 'RELEASING');

CREATE FUNCTION is_payee_changed(of_business uuid, of_beneficiary uuid, since integer) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  SELECT NOT EXISTS (SELECT FROM beneficiary b
                       JOIN beneficiary_event e ON e.business_id = b.business_id AND e.beneficiary_id = b.beneficiary_id AND e.sequence = since
                      WHERE b.business_id = of_business AND b.beneficiary_id = of_beneficiary
                        AND (e.snapshot ->> 'name', e.snapshot ->> 'accountNumber', e.snapshot ->> 'ifsc', e.snapshot ->> 'vpa')
                            IS NOT DISTINCT FROM (b.name, b.account_number, b.ifsc, b.vpa))
$$;

COMMENT ON FUNCTION is_payee_changed IS 'Whether name, account or VPA of a beneficiary differ from those of one of its events. The role of batch-jobs reads no events.';

-- A verification is of a name and a target. Once the beneficiary has others, it tells nothing of it, and another one may be requested.
ALTER TABLE name_verification ADD COLUMN idempotency_key text CHECK (length(idempotency_key) BETWEEN 1 AND 255);

COMMENT ON COLUMN name_verification.idempotency_key IS 'The merchant''s key of the request, if it sent one: a repeated request returns this verification.';

DROP INDEX name_verification_running;
CREATE UNIQUE INDEX name_verification_running
  ON name_verification (beneficiary_id, business_id, name, coalesce(account_number, vpa), coalesce(ifsc, ''))
  WHERE result IS NULL AND beneficiary_id IS NOT NULL;

CREATE FUNCTION is_verified_payee_changed(of_business uuid, of_verification uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM name_verification v
                   JOIN beneficiary b ON b.business_id = v.business_id AND b.beneficiary_id = v.beneficiary_id
                  WHERE v.business_id = of_business AND v.verification_id = of_verification
                    AND (b.name, b.account_number, b.ifsc, b.vpa) IS DISTINCT FROM (v.name, v.account_number, v.ifsc, v.vpa))
$$;

COMMENT ON FUNCTION is_verified_payee_changed IS 'Whether the beneficiary of a verification has another name, account or VPA by now. The role of stream-processors reads no beneficiary.';
