-- A word of a narration decided that a line is a charge or a return, although payees are named like charges and remitters write "return".
-- A line whose kind comes from a code of the bank is what the code says; one whose kind comes from a word is a payment or a top-up if
-- reference, UTR and amount say so. Lines that are loaded already keep the kind they have.
ALTER TABLE bank_statement_line ADD COLUMN kind_from_narration boolean NOT NULL DEFAULT false;

COMMENT ON COLUMN bank_statement_line.kind_from_narration IS 'A pattern of the narration decided the kind, and no code of the bank.';
COMMENT ON COLUMN reconciliation_open_line.kind IS 'That of the line; but PAYMENT or CREDIT if only a word of its narration says charge, tax or return, and reference or UTR and amount are those of a payout, or virtual account and UTR those of a top-up.';
