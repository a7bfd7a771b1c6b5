-- Of two rules with the same number of people and the same bound, the one by which the payout is held names the people who decide.
CREATE OR REPLACE FUNCTION payout_approval_rule(of_business uuid, of_amount_paise bigint, given uuid,
  OUT description text, OUT people_needed smallint, OUT valid_hours smallint, OUT checkers uuid[]) RETURNS SETOF record LANGUAGE sql STABLE AS $$
  SELECT CASE r.scope WHEN 'DAY' THEN 'Above INR ' || to_char(r.above_paise / 100.0, 'FM999999999999990.00') || ' on one day'
                      ELSE 'Above INR ' || to_char(r.above_paise / 100.0, 'FM999999999999990.00') END,
         r.people_needed, r.valid_hours, r.checkers
    FROM payout_rule r
   WHERE r.business_id = of_business
     AND (r.rule_id = given OR (r.ended_at IS NULL AND r.scope = 'PAYOUT' AND r.above_paise < of_amount_paise))
   ORDER BY r.people_needed DESC, r.above_paise DESC, r.rule_id = given DESC NULLS LAST LIMIT 1
$$;
