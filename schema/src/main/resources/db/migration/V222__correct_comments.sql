COMMENT ON TABLE sign_in_throttle IS 'Failed sign-ins of people of businesses by e-mail address and by network, and failed confirmations by person, shared by all copies of the portal.';
COMMENT ON COLUMN sign_in_throttle.throttle_key IS 'SHA-256 of audience, kind and what is counted: an e-mail address, whether or not a person has it, a network, or the id of a person who confirms an act.';
COMMENT ON COLUMN staff_sign_in_throttle.throttle_key IS 'SHA-256 of audience, kind and what is counted: an e-mail address, whether or not a person has it, a network, or the id of a person who confirms an act.';
COMMENT ON FUNCTION reference_of_payout IS 'The reference of a payout at a bank, as dev.hundi.bank.BankReference derives it from the id. Used by functions that compare payouts with lines of statements, and by the scripts for a restored database.';
COMMENT ON COLUMN sign_in_throttle.failures IS 'Failed attempts, and those that are being checked.';
COMMENT ON COLUMN staff_sign_in_throttle.failures IS 'Failed attempts, and those that are being checked.';
