-- Banks write one UTR in several forms. A credit reported once as TWEF6CF816 and once as twef6cf816 topped a wallet up twice.
CREATE FUNCTION is_canonical_utr(value text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN value ~ '^[0-9A-Z]+$';

COMMENT ON FUNCTION is_canonical_utr IS 'Whether a UTR or a virtual account number has its canonical form: letters in upper case and digits only. dev.hundi.utr.Utr converts to it.';

CREATE FUNCTION canonical_utr(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN nullif(upper(regexp_replace(value, '[^0-9A-Za-z]', '', 'g') COLLATE "C"), '');

-- Values that are compared change. Events, movements and status files keep the words in which they were told.
UPDATE payout SET utr = canonical_utr(utr) WHERE NOT is_canonical_utr(utr);
UPDATE bank_attempt SET utr = canonical_utr(utr) WHERE NOT is_canonical_utr(utr);
UPDATE reconciliation_open_entry SET utr = canonical_utr(utr) WHERE NOT is_canonical_utr(utr);
UPDATE reconciliation_open_line SET utr = canonical_utr(utr), virtual_account_number = canonical_utr(virtual_account_number)
 WHERE NOT is_canonical_utr(utr) OR NOT is_canonical_utr(virtual_account_number);

ALTER TABLE bank_statement_line DISABLE TRIGGER bank_statement_line_is_append_only;
UPDATE bank_statement_line SET utr = canonical_utr(utr), virtual_account_number = canonical_utr(virtual_account_number)
 WHERE NOT is_canonical_utr(utr) OR NOT is_canonical_utr(virtual_account_number);
ALTER TABLE bank_statement_line ENABLE TRIGGER bank_statement_line_is_append_only;

-- Of top-ups that were posted under several forms of one UTR, one takes the canonical form, so that no form is posted again.
-- The others keep theirs; they need a correction by two people.
ALTER TABLE ledger_transaction DISABLE TRIGGER ledger_transaction_is_append_only;
UPDATE ledger_transaction t SET reference = canonical_utr(t.reference)
  FROM (SELECT DISTINCT ON (canonical_utr(reference)) business_id, transaction_id
          FROM ledger_transaction
         WHERE kind = 'TOPUP' AND NOT is_canonical_utr(reference) AND canonical_utr(reference) IS NOT NULL
         ORDER BY canonical_utr(reference), transaction_id) AS first
 WHERE t.business_id = first.business_id AND t.transaction_id = first.transaction_id
   AND NOT EXISTS (SELECT FROM ledger_transaction o WHERE o.kind = 'TOPUP' AND o.reference = canonical_utr(t.reference));
ALTER TABLE ledger_transaction ENABLE TRIGGER ledger_transaction_is_append_only;

ALTER TABLE payout ADD CONSTRAINT payout_utr_is_canonical CHECK (is_canonical_utr(utr));
ALTER TABLE bank_attempt ADD CONSTRAINT bank_attempt_utr_is_canonical CHECK (is_canonical_utr(utr));
ALTER TABLE reconciliation_open_entry ADD CONSTRAINT reconciliation_open_entry_utr_is_canonical CHECK (is_canonical_utr(utr));
ALTER TABLE reconciliation_open_line
  ADD CONSTRAINT reconciliation_open_line_utr_is_canonical CHECK (is_canonical_utr(utr)),
  ADD CONSTRAINT reconciliation_open_line_virtual_account_is_canonical CHECK (is_canonical_utr(virtual_account_number));
ALTER TABLE bank_statement_line
  ADD CONSTRAINT bank_statement_line_utr_is_canonical CHECK (is_canonical_utr(utr)),
  ADD CONSTRAINT bank_statement_line_virtual_account_is_canonical CHECK (is_canonical_utr(virtual_account_number));
-- These are append-only and may hold other forms from before.
ALTER TABLE payout_event ADD CONSTRAINT payout_event_utr_is_canonical CHECK (is_canonical_utr(utr)) NOT VALID;
ALTER TABLE bank_file_status ADD CONSTRAINT bank_file_status_utr_is_canonical CHECK (is_canonical_utr(utr)) NOT VALID;
ALTER TABLE ledger_transaction ADD CONSTRAINT ledger_transaction_top_up_utr_is_canonical
  CHECK (kind <> 'TOPUP' OR is_canonical_utr(reference)) NOT VALID;

DROP FUNCTION canonical_utr;
