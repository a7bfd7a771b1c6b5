-- An attempt is counted before it is checked and given back if it was right, also if it was the first.
ALTER TABLE sign_in_throttle DROP CONSTRAINT sign_in_throttle_failures_check, ADD CONSTRAINT sign_in_throttle_failures_check CHECK (failures >= 0);

COMMENT ON COLUMN sign_in_throttle.failures IS 'Failed sign-ins, and those that are being checked.';
