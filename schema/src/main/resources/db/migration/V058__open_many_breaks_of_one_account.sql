-- A break is of the account of the run that opens it, which the run refers to and which no row ever loses. A day opens tens of
-- thousands, and asking for that one account once a break takes as long as writing the breaks.
ALTER TABLE reconciliation_break DROP CONSTRAINT reconciliation_break_nodal_account_id_fkey;

COMMENT ON COLUMN reconciliation_break.nodal_account_id IS 'That of the runs that found it. No foreign key: runs refer to the account and are never deleted, and a day may open tens of thousands.';
