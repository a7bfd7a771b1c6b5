-- Under row-level security, PostgreSQL does not use the index of trigrams of beneficiary.search_text, because LIKE is not leakproof: the
-- merchants' portal read all beneficiaries of a business. As for payout_search (V055), it reads a view of its own.
CREATE VIEW beneficiary_search AS
SELECT business_id, beneficiary_id, status, created_at, search_text FROM beneficiary;

CREATE VIEW merchant.beneficiary_search AS
SELECT business_id, beneficiary_id, status, created_at, search_text FROM public.beneficiary WHERE business_id = acting_business();

COMMENT ON VIEW beneficiary_search IS 'The searchable fields of beneficiaries.';
COMMENT ON COLUMN beneficiary_search.search_text IS 'Personal data: as in beneficiary.';
