-- What the merchants' portal reads of payouts, wallets, beneficiaries and files, confined to the business of the session as in V044.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['payout', 'payout_event', 'bank_attempt', 'wallet', 'wallet_movement', 'wallet_export', 'monthly_export', 'beneficiary',
                              'beneficiary_event', 'beneficiary_verification', 'bulk_file', 'search_bucket'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    IF NOT EXISTS (SELECT FROM pg_policies WHERE schemaname = 'public' AND tablename = name AND policyname = 'permit') THEN
      EXECUTE format('CREATE POLICY permit ON %I USING (true) WITH CHECK (true)', name);
    END IF;
    IF NOT EXISTS (SELECT FROM pg_policies WHERE schemaname = 'public' AND tablename = name AND policyname = 'of_the_business') THEN
      EXECUTE format('CREATE POLICY of_the_business ON %I AS RESTRICTIVE TO hundi_portal_merchant USING (business_id = acting_business())', name);
    END IF;
  END LOOP;
END $$;

-- Two tables can't have row-level security. PostgreSQL refuses COPY into such a table, and batch-jobs copies rows into bulk_row. And it
-- would not use the index of grams of payout_search, because the index's operators are not leakproof. The merchants' portal reads them as views of
-- the same names, which its transactions find first, and has no right to the tables.
CREATE SCHEMA merchant;

CREATE VIEW merchant.payout_search AS
SELECT business_id, payout_id, part, text, bucket_id FROM public.payout_search WHERE business_id = acting_business();

CREATE VIEW merchant.bulk_row AS
SELECT business_id, bulk_file_id, row_number, status, cells, beneficiary_id, beneficiary_code, name, account_number, ifsc, vpa, merchant_reference_id,
       amount_paise, errors, warnings, narration
  FROM public.bulk_row WHERE business_id = acting_business();

COMMENT ON SCHEMA merchant IS 'First in the search path of the merchants'' portal: tables of public as views of the business of its transaction.';

CREATE TABLE saved_view (
  business_id uuid        NOT NULL REFERENCES business,
  view_id     uuid        NOT NULL DEFAULT uuidv7(),
  name        text        NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  filter      text        NOT NULL CHECK (length(filter) <= 1000),
  created_by  uuid        NOT NULL REFERENCES person,
  created_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (business_id, view_id)
);

CREATE UNIQUE INDEX saved_view_name ON saved_view (lower(name), business_id);

COMMENT ON TABLE saved_view IS 'Named filters of the list of payouts, for all people of a business.';
COMMENT ON COLUMN saved_view.filter IS 'The query of the list''s address, in its canonical form.';

ALTER TABLE saved_view ENABLE ROW LEVEL SECURITY;
CREATE POLICY permit ON saved_view USING (true) WITH CHECK (true);
CREATE POLICY of_the_business ON saved_view AS RESTRICTIVE TO hundi_portal_merchant USING (business_id = acting_business());
