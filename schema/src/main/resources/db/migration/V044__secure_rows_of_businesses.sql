-- The second lock of the merchant portal: its role sees the rows of the business and the person that the transaction names,
-- and none if it names neither. All other roles keep their rights: policies without a role permit, and only the restrictive
-- policies of hundi_portal_merchant take away.

CREATE FUNCTION acting_business() RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT nullif(current_setting('hundi.business_id', true), '')::uuid
$$;

CREATE FUNCTION acting_person() RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT nullif(current_setting('hundi.person_id', true), '')::uuid
$$;

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['business', 'person', 'membership', 'person_password', 'person_totp', 'recovery_code', 'user_entities',
                              'user_credentials', 'invitation', 'approval', 'approval_decision', 'audit_event'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY permit ON %I USING (true) WITH CHECK (true)', name);
  END LOOP;
END $$;

CREATE POLICY of_the_business ON membership AS RESTRICTIVE TO hundi_portal_merchant
  USING (business_id = acting_business() OR person_id = acting_person())
  WITH CHECK (business_id = acting_business());

CREATE POLICY of_the_business ON business AS RESTRICTIVE TO hundi_portal_merchant
  USING (business_id = acting_business() OR EXISTS (SELECT FROM membership m WHERE m.business_id = business.business_id));

-- Before sign-in no business is known, and a person is searched by e-mail address.
CREATE POLICY of_the_business ON person AS RESTRICTIVE TO hundi_portal_merchant
  USING (audience = 'MERCHANT'
         AND (acting_person() IS NULL OR person_id = acting_person()
              OR EXISTS (SELECT FROM membership m WHERE m.person_id = person.person_id AND m.business_id = acting_business())))
  WITH CHECK (audience = 'MERCHANT' AND person_id = acting_person());

CREATE POLICY of_the_person ON person_password AS RESTRICTIVE TO hundi_portal_merchant
  USING ((acting_person() IS NULL OR person_id = acting_person()) AND EXISTS (SELECT FROM person p WHERE p.person_id = person_password.person_id));
CREATE POLICY of_the_person ON person_totp AS RESTRICTIVE TO hundi_portal_merchant
  USING ((acting_person() IS NULL OR person_id = acting_person()) AND EXISTS (SELECT FROM person p WHERE p.person_id = person_totp.person_id));
CREATE POLICY of_the_person ON recovery_code AS RESTRICTIVE TO hundi_portal_merchant
  USING ((acting_person() IS NULL OR person_id = acting_person()) AND EXISTS (SELECT FROM person p WHERE p.person_id = recovery_code.person_id));
CREATE POLICY of_the_person ON user_entities AS RESTRICTIVE TO hundi_portal_merchant
  USING ((acting_person() IS NULL OR name = acting_person()::text) AND EXISTS (SELECT FROM person p WHERE p.person_id::text = name));
CREATE POLICY of_the_person ON user_credentials AS RESTRICTIVE TO hundi_portal_merchant
  USING (EXISTS (SELECT FROM user_entities u WHERE u.id = user_entity_user_id));

CREATE POLICY of_the_business ON invitation AS RESTRICTIVE TO hundi_portal_merchant USING (business_id = acting_business());
CREATE POLICY of_the_business ON approval AS RESTRICTIVE TO hundi_portal_merchant USING (business_id = acting_business());
CREATE POLICY of_the_business ON approval_decision AS RESTRICTIVE TO hundi_portal_merchant
  USING (EXISTS (SELECT FROM approval a WHERE a.approval_id = approval_decision.approval_id));
CREATE POLICY of_the_business ON audit_event AS RESTRICTIVE TO hundi_portal_merchant USING (business_id = acting_business());
