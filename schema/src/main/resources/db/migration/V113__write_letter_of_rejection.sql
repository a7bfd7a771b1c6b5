ALTER TABLE letter DROP CONSTRAINT letter_kind_check,
  ADD CONSTRAINT letter_kind_check CHECK (kind IN ('INVITATION', 'RECOVERY', 'NEW_DEVICE', 'KEY_CREATED', 'IP_RULE_CHANGED', 'KYC_RETURNED',
                                                   'KYC_APPROVED', 'KYC_REJECTED', 'CREDENTIALS_CHANGED', 'LOW_BALANCE')) NOT VALID;
