-- The payouts of a bulk file have no payout_detail, so the approvals that rules asked for had no maker. The person who uploaded a file, with the
-- roles MAKER and CHECKER, could release it and approve its payouts alone. An uploading API key stays no maker, as of single payouts (decision 63).
CREATE FUNCTION uploading_person(of_business uuid, of_file uuid) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT substr(f.uploaded_by, 8)::uuid FROM bulk_file f
   WHERE f.business_id = of_business AND f.bulk_file_id = of_file AND f.uploaded_by LIKE 'person:%'
$$;

COMMENT ON FUNCTION uploading_person IS 'The person who uploaded a bulk file in the portal; null for one that an API key uploaded, and for no file.';

CREATE OR REPLACE FUNCTION ask_for_payout_approval() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  asked approval;
BEGIN
  INSERT INTO approval (kind, business_id, content_hash, summary, maker_id, rule, people_needed, expires_at)
  SELECT 'PAYOUT', p.business_id, payout_content_hash(p.business_id, p.payout_id),
         format('Payout %s of INR %s', p.transaction_id, to_char(p.amount_paise / 100.0, 'FM999999999999990.00')),
         coalesce(d.maker_id, uploading_person(p.business_id, p.bulk_file_id)),
         coalesce(r.description, 'Its maker wants an approval'), coalesce(r.people_needed, 1),
         now() + make_interval(hours => coalesce(r.valid_hours, 72))
    FROM payout p
    LEFT JOIN payout_detail d ON d.business_id = p.business_id AND d.payout_id = p.payout_id
    LEFT JOIN LATERAL payout_approval_rule(p.business_id, p.amount_paise, NEW.rule_id) r ON true
   WHERE p.business_id = NEW.business_id AND p.payout_id = NEW.payout_id
  RETURNING * INTO STRICT asked;
  INSERT INTO approval_checker (approval_id, person_id)
  SELECT DISTINCT asked.approval_id, checker
    FROM payout p, payout_approval_rule(p.business_id, p.amount_paise, NEW.rule_id) r, unnest(r.checkers) AS checker
   WHERE p.business_id = NEW.business_id AND p.payout_id = NEW.payout_id;
  UPDATE payout_hold SET approval_id = asked.approval_id, decide_until = asked.expires_at
   WHERE business_id = NEW.business_id AND payout_id = NEW.payout_id;
  RETURN NULL;
END $$;

-- Those that still wait, which no other change may touch.
ALTER TABLE approval DISABLE TRIGGER approval_keeps_its_content;
UPDATE approval a SET maker_id = uploading_person(p.business_id, p.bulk_file_id)
  FROM payout_hold h
  JOIN payout p ON p.business_id = h.business_id AND p.payout_id = h.payout_id
 WHERE h.reason = 'APPROVAL' AND h.approval_id = a.approval_id AND a.state = 'OPEN' AND a.maker_id IS NULL
   AND uploading_person(p.business_id, p.bulk_file_id) IS NOT NULL;
ALTER TABLE approval ENABLE TRIGGER approval_keeps_its_content;

COMMENT ON COLUMN approval.maker_id IS 'Who asked: of a payout its maker, and of one of a bulk file the person who uploaded the file.';
