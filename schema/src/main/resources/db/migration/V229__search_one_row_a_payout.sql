-- A payout has one row in the search index, with the references of its bank. Before, they were a row of their own, although most
-- payouts have ended before they are indexed. Rows of both kinds are found.
COMMENT ON COLUMN payout_search.part IS '0: all searchable fields. 1: UTR and bank reference, of payouts whose references were indexed before V229.';

CREATE OR REPLACE FUNCTION erase_payouts(from_time timestamp with time zone, before timestamp with time zone, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path = public, pg_temp
AS $function$
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
  UPDATE payout_search s SET text = concat_ws(E'\n', present.accepted, nullif(present.bank, ''))
    FROM unnest(businesses, payouts) AS due (business_id, payout_id)
    JOIN payout p ON p.business_id = due.business_id AND p.payout_id = due.payout_id
   CROSS JOIN LATERAL payout_search_text(p) AS present
   WHERE s.business_id = due.business_id AND s.payout_id = due.payout_id AND s.part = 0;
  UPDATE bank_file_order o SET beneficiary_name = 'ERASED', account_number = 'ERASED', narration = NULL
    FROM unnest(businesses, payouts) AS due (business_id, payout_id)
    JOIN bank_attempt a ON a.business_id = due.business_id AND a.payout_id = due.payout_id
   WHERE o.bank = a.bank AND o.reference = a.reference;
  UPDATE reconciliation_open_entry e SET account_number = NULL
    FROM unnest(businesses, payouts) AS due (business_id, payout_id)
   WHERE e.business_id = due.business_id AND e.payout_id = due.payout_id;
  UPDATE payout_detail d SET notes = '{}', tags = '{}', purpose = NULL
    FROM unnest(businesses, payouts) AS due (business_id, payout_id)
   WHERE d.business_id = due.business_id AND d.payout_id = due.payout_id;
  RETURN cardinality(payouts);
END $function$;
