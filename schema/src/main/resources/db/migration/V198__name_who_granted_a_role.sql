-- SQL that ran as the role of the merchants' portal chose who had granted a role. It is the acting person, or who invited the acting person:
-- in the transaction that uses an invitation up, its roles, and only those, come from who sent it.
CREATE POLICY by_the_person ON membership AS RESTRICTIVE FOR INSERT TO hundi_portal_merchant
  WITH CHECK (granted_by = acting_person()
    OR (person_id = acting_person() AND EXISTS (
      SELECT FROM invitation i
       WHERE i.used_by = membership.person_id AND i.business_id = membership.business_id AND i.purpose = 'JOIN'
         AND i.invited_by IS NOT DISTINCT FROM membership.granted_by AND membership.role = ANY (i.roles) AND i.used_at >= now())));
