-- Two requests with one key at the same time must not both be charged. Erased rows have no target.
CREATE UNIQUE INDEX name_verification_key
  ON name_verification (beneficiary_id, business_id, idempotency_key, name, coalesce(account_number, vpa), coalesce(ifsc, ''))
  WHERE idempotency_key IS NOT NULL AND beneficiary_id IS NOT NULL AND num_nonnulls(account_number, vpa) = 1;
