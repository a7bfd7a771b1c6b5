-- The summary of an approval is never erased. It names people and businesses under onboarding by their ids; what is erased has no name then.

ALTER TABLE approval DISABLE TRIGGER approval_keeps_its_content;

UPDATE approval a SET summary = p.person_id::text
  FROM person p
 WHERE a.kind = 'OWNER_RECOVERY' AND p.audience = 'MERCHANT'
   AND a.content_hash = sha256(convert_to('OWNER_RECOVERY|' || p.person_id, 'UTF8'));

-- Only the last proposal of a case is known by its business.
UPDATE approval a
   SET summary = coalesce((SELECT c.business_id::text FROM onboarding_case c WHERE c.approval_id = a.approval_id), 'Onboarding of a business')
 WHERE a.kind = 'KYC_APPROVAL';

ALTER TABLE approval ENABLE TRIGGER approval_keeps_its_content;

COMMENT ON COLUMN approval.summary IS 'One sentence for the checkers. OWNER_RECOVERY: id of the person; KYC_APPROVAL: id of the business, because both can be erased and this cannot.';
