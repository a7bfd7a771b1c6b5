-- batch-jobs had the right to change number and profile of a nodal account since before people could enter them, and V118 excepted its role. It
-- only locks the rows. The number decides which statements prove the books, so every change, of any column and by any role, needs two people.
DROP TRIGGER nodal_account_statements_need_two_people ON nodal_account;
DROP TRIGGER nodal_account_needs_two_people ON nodal_account;

CREATE TRIGGER nodal_account_needs_two_people BEFORE INSERT OR UPDATE ON nodal_account
  FOR EACH ROW EXECUTE FUNCTION require_agreement('NODAL_ACCOUNT');
