-- No membership names a person who left the team of a draft. The invitation does, also after its address is erased.

-- Deferred: the invitation is used up before its person is stored, so that of two attempts one finds it used.
ALTER TABLE invitation ADD used_by uuid REFERENCES person DEFERRABLE INITIALLY DEFERRED CHECK (used_by IS NULL OR used_at IS NOT NULL);
COMMENT ON COLUMN invitation.used_by IS 'Who joined or recovered by it; null while it is open.';

UPDATE invitation i SET used_by = p.person_id
  FROM person p
 WHERE i.used_at IS NOT NULL AND lower(p.email) = lower(i.email) AND p.audience = i.audience;

CREATE INDEX invitation_used_by ON invitation (used_by) WHERE used_by IS NOT NULL;

-- People who belong or belonged to the business and to no other one, unless that is an erased draft too, and took part in no approval.
CREATE OR REPLACE FUNCTION people_of_draft_only(of_business uuid) RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  SELECT c.person_id FROM (SELECT m.person_id FROM membership m WHERE m.business_id = of_business
                           UNION
                           SELECT i.used_by FROM invitation i WHERE i.business_id = of_business AND i.used_by IS NOT NULL) AS c (person_id)
   WHERE NOT EXISTS (SELECT FROM membership o
                      WHERE o.person_id = c.person_id AND o.business_id <> of_business AND NOT is_onboarding_erased(o.business_id))
     AND NOT EXISTS (SELECT FROM invitation o
                      WHERE o.used_by = c.person_id AND o.business_id <> of_business AND NOT is_onboarding_erased(o.business_id))
     AND NOT EXISTS (SELECT FROM approval a WHERE a.maker_id = c.person_id)
     AND NOT EXISTS (SELECT FROM approval_decision d WHERE d.checker_id = c.person_id OR d.on_behalf_of = c.person_id)
$$;

COMMENT ON FUNCTION people_of_draft_only IS 'People of a draft, also those who left it, who belong and belonged to no other business.';
