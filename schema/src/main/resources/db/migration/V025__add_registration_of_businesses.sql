ALTER TABLE business
  ADD COLUMN gstin              text CHECK (gstin ~ '^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$'),
  ADD COLUMN registered_address text CHECK (length(registered_address) BETWEEN 1 AND 300),
  ADD CONSTRAINT business_registration_is_whole CHECK ((gstin IS NULL) = (registered_address IS NULL));

COMMENT ON COLUMN business.gstin IS 'GST identification number: state, PAN, entity, Z and check digit; null until onboarding has recorded it. Printed on statements.';
COMMENT ON COLUMN business.registered_address IS 'Registered address as statements print it: address line, city, state, postal code.';
