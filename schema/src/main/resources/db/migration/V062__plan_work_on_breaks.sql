-- The worklist of breaks: who works on a break until when, and what people say about it.
ALTER TABLE reconciliation_break ADD COLUMN due_on date;

COMMENT ON COLUMN reconciliation_break.due_on IS 'Asia/Kolkata; the day until which its owner is to resolve it. A break that is carried forward is due on carried_to.';

UPDATE reconciliation_break SET due_on = carried_to WHERE carried_to IS NOT NULL;

-- One index for each order of the worklist. The counts by type read the first one only.
DROP INDEX reconciliation_break_open;
CREATE INDEX reconciliation_break_open ON reconciliation_break (nodal_account_id, type) INCLUDE (difference_paise) WHERE closed_on IS NULL;
CREATE INDEX reconciliation_break_oldest ON reconciliation_break (opened_on, break_id) WHERE closed_on IS NULL;
CREATE INDEX reconciliation_break_largest ON reconciliation_break (amount_paise, break_id) WHERE closed_on IS NULL;
CREATE INDEX reconciliation_break_due ON reconciliation_break ((coalesce(due_on, 'infinity'::date)), break_id) WHERE closed_on IS NULL;
CREATE INDEX reconciliation_break_of_owner ON reconciliation_break (owner, opened_on, break_id) WHERE closed_on IS NULL AND owner IS NOT NULL;
CREATE INDEX reconciliation_break_closed ON reconciliation_break (closed_on, break_id) WHERE closed_on IS NOT NULL;
CREATE INDEX reconciliation_resolution_waiting ON reconciliation_resolution (resolution_id) WHERE decision IS NULL;
CREATE INDEX reconciliation_resolution_of_break ON reconciliation_resolution USING gin (break_ids);

CREATE TABLE reconciliation_comment (
  comment_id bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  break_id   bigint      NOT NULL REFERENCES reconciliation_break,
  comment    text        NOT NULL CHECK (length(comment) BETWEEN 1 AND 2000),
  by_whom    text        NOT NULL CHECK (length(by_whom) BETWEEN 1 AND 100),
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX reconciliation_comment_of_break ON reconciliation_comment (break_id, comment_id);
CREATE TRIGGER reconciliation_comment_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON reconciliation_comment
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

COMMENT ON TABLE reconciliation_comment IS 'Append-only: what people of finance say about a break.';
COMMENT ON COLUMN reconciliation_comment.by_whom IS 'E-mail address of the person.';
