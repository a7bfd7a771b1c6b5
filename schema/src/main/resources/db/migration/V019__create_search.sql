CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

CREATE TABLE payout_search (
  business_id uuid     NOT NULL,
  payout_id   uuid     NOT NULL,
  part        smallint NOT NULL CHECK (part IN (0, 1)),
  text        text     NOT NULL,
  PRIMARY KEY (business_id, payout_id, part)
);

CREATE INDEX payout_search_text ON payout_search USING gin (business_id, text gin_trgm_ops);

COMMENT ON TABLE payout_search IS 'What a payout is found by, in lower case, one field a line. Written behind the accepts, many payouts at once, because a trigram index costs more than all other indexes together; what is not here yet is found by reading it (search_progress).';
COMMENT ON COLUMN payout_search.part IS '0: what is known at acceptance. 1: UTR and bank reference.';

CREATE TABLE search_progress (
  name       text PRIMARY KEY,
  indexed_to uuid NOT NULL
);

COMMENT ON COLUMN search_progress.indexed_to IS 'Every event up to this event_id is in the search index; no transaction under way can add one below it.';

INSERT INTO search_progress (name, indexed_to) VALUES ('payout', '00000000-0000-0000-0000-000000000000');

CREATE FUNCTION payout_search_text(p payout, OUT accepted text, OUT bank text) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT lower(concat_ws(E'\n', p.transaction_id, p.payout_id, p.merchant_reference_id, p.beneficiary_name, p.account_number, p.ifsc, p.vpa)),
         lower(concat_ws(E'\n', p.utr, p.bank_reference))
$$;

COMMENT ON FUNCTION payout_search_text IS 'The fields that a payout is found by (specification, "GET /v1/payouts"), as payout_search holds them.';

ALTER TABLE beneficiary ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (
  lower(beneficiary_code || E'\n' || name || E'\n' || coalesce(email, '') || E'\n' || phone_number || E'\n'
        || coalesce(account_number, '') || E'\n' || coalesce(ifsc, '') || E'\n' || coalesce(vpa, ''))) STORED;

CREATE INDEX beneficiary_search_text ON beneficiary USING gin (business_id, search_text gin_trgm_ops);

COMMENT ON COLUMN beneficiary.search_text IS 'The fields that a beneficiary is found by (specification, "GET /v1/beneficiaries"), in lower case, one a line.';

CREATE FUNCTION beneficiary_snapshot(b beneficiary) RETURNS jsonb LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT jsonb_build_object(
    'beneficiaryId', b.beneficiary_id, 'beneficiaryCode', b.beneficiary_code, 'name', b.name, 'email', b.email,
    'phoneNumber', b.phone_number, 'accountNumber', b.account_number, 'ifsc', b.ifsc, 'vpa', b.vpa,
    'status', CASE b.status WHEN 1 THEN 'active' ELSE 'inactive' END,
    'createdAt', to_char(b.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
$$;

COMMENT ON FUNCTION beneficiary_snapshot IS 'A beneficiary as its events and the API show it.';
