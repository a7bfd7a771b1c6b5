-- Runtime roles read single columns of payouts. An argument of type payout would require the right to read whole rows.

CREATE FUNCTION payout_search_text(transaction_id text, payout_id uuid, merchant_reference_id text, beneficiary_name text,
    account_number text, ifsc text, vpa text, narration text, utr text, bank_reference text, OUT accepted text, OUT bank text)
  LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT lower(concat_ws(E'\n', transaction_id, payout_id, merchant_reference_id, beneficiary_name, account_number, ifsc, vpa, narration)),
         lower(concat_ws(E'\n', utr, bank_reference))
$$;

CREATE OR REPLACE FUNCTION payout_search_text(p payout, OUT accepted text, OUT bank text) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT t.accepted, t.bank
    FROM payout_search_text(p.transaction_id, p.payout_id, p.merchant_reference_id, p.beneficiary_name, p.account_number, p.ifsc, p.vpa,
                            p.narration, p.utr, p.bank_reference) AS t
$$;

COMMENT ON FUNCTION payout_search_text(text, uuid, text, text, text, text, text, text, text, text) IS 'The searchable fields of a payout (docs/specification.md, "GET /v1/payouts"), as payout_search holds them.';
COMMENT ON FUNCTION payout_search_text(payout) IS 'The same for whole rows, which only the owner reads.';

-- What housekeeping counts in columns that it may not read.

CREATE FUNCTION unerased_payouts(before timestamptz) RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT (SELECT count(*) FROM payout
           WHERE payout_id < first_uuid_at(before) AND completed_at < before
             AND (beneficiary_name <> 'ERASED' OR beneficiary_phone <> 'ERASED' OR beneficiary_email IS NOT NULL
                  OR coalesce(account_number, vpa) <> 'ERASED' OR narration IS NOT NULL))
       + (SELECT count(*) FROM payout_search s
            JOIN payout p ON p.business_id = s.business_id AND p.payout_id = s.payout_id
           WHERE s.payout_id < first_uuid_at(before) AND p.completed_at < before AND s.part = 0
             AND position(E'\nerased\n' IN s.text) = 0)
       + (SELECT count(*) FROM payout_detail d
            JOIN payout p ON p.business_id = d.business_id AND p.payout_id = d.payout_id
           WHERE d.payout_id < first_uuid_at(before) AND p.completed_at < before
             AND (d.notes <> '{}' OR d.tags <> '{}' OR d.purpose IS NOT NULL))
       + (SELECT count(*) FROM bank_file_order o
            JOIN payout p ON p.business_id = o.business_id AND p.payout_id = o.payout_id
           WHERE o.payout_id < first_uuid_at(before) AND p.completed_at < before
             AND (o.beneficiary_name <> 'ERASED' OR o.account_number <> 'ERASED' OR o.narration IS NOT NULL))
$$;

COMMENT ON FUNCTION unerased_payouts IS 'Payouts that ended before a time, and rows that repeat them, with personal data. Counted by conditions of its own, not those of erase_payouts.';

CREATE FUNCTION unerased_statement_lines(before date) RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT count(*) FROM bank_statement_line l
   WHERE l.business_date < before
     AND (l.counterparty_account IS NOT NULL OR l.counterparty_name IS NOT NULL OR l.narration IS NOT NULL)
     AND NOT EXISTS (SELECT FROM reconciliation_open_line o
                      WHERE o.bank_statement_id = l.bank_statement_id AND o.line_number = l.line_number)
$$;

COMMENT ON FUNCTION unerased_statement_lines IS 'Statement lines before an Indian day that are not open and name their counterparty.';
