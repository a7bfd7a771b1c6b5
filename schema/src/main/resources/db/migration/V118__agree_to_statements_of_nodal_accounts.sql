-- The number of a nodal account in the bank's statements decides which file proves its books, so two people agree to it, to the
-- profile and to the other details, which a proposal for a known number replaces.
DROP TRIGGER nodal_account_needs_two_people ON nodal_account;

CREATE TRIGGER nodal_account_needs_two_people
  BEFORE INSERT OR UPDATE OF account_holder_name, ifsc, bank_name, branch_name, account_type, supported_modes, active ON nodal_account
  FOR EACH ROW EXECUTE FUNCTION require_agreement('NODAL_ACCOUNT');

-- Not for batch-jobs, whose role has had the right to these two columns since before people could enter them.
CREATE TRIGGER nodal_account_statements_need_two_people BEFORE UPDATE OF account_number, statement_profile ON nodal_account
  FOR EACH ROW WHEN (current_user <> 'hundi_batch') EXECUTE FUNCTION require_agreement('NODAL_ACCOUNT');
