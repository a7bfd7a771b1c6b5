-- Effects were posted from statements with gaps and wrong sums, and a loaded statement could not be taken back. A statement now has
-- a status: only accepted ones are collected, so only their lines are matched, proved and posted.
ALTER TABLE bank_statement
  ADD COLUMN status        text NOT NULL DEFAULT 'LOADED' CHECK (status IN ('LOADED', 'ACCEPTED', 'HELD', 'WITHDRAWN')),
  ADD COLUMN hold_reason   text CHECK (hold_reason IN ('FUTURE', 'WRONG_SUM', 'GAP', 'PREDECESSOR_HELD', 'SUCCESSOR_DIFFERS', 'DUPLICATE')),
  ADD COLUMN day_position  integer CHECK (day_position >= 1),
  ADD COLUMN release_id    bigint REFERENCES reconciliation_resolution,
  ADD COLUMN withdrawal_id bigint REFERENCES reconciliation_resolution,
  ADD CONSTRAINT bank_statement_held_has_reason CHECK ((status = 'HELD') = (hold_reason IS NOT NULL)),
  ADD CONSTRAINT bank_statement_accepted_has_position CHECK ((status = 'ACCEPTED') = (day_position IS NOT NULL)),
  ADD CONSTRAINT bank_statement_withdrawn_by_resolution CHECK ((status = 'WITHDRAWN') = (withdrawal_id IS NOT NULL));

COMMENT ON COLUMN bank_statement.status IS 'LOADED: not compared with its predecessor yet; ACCEPTED: it adds up and follows its predecessor, or two people released it; HELD: nothing of it is matched or posted; WITHDRAWN: two people withdrew it.';
COMMENT ON COLUMN bank_statement.hold_reason IS 'FUTURE: it is dated after today; WRONG_SUM: it does not add up; GAP: it does not open where the accepted statement before it closes; PREDECESSOR_HELD: it follows a held statement; SUCCESSOR_DIFFERS: the accepted statement after it follows another one; DUPLICATE: the same reference and page is accepted.';
COMMENT ON COLUMN bank_statement.day_position IS 'Position among the accepted statements of its day, from 1; page numbers of files may be in another order.';
COMMENT ON COLUMN bank_statement.release_id IS 'The resolution that released it although it is held.';

ALTER TABLE bank_statement_problem
  DROP CONSTRAINT bank_statement_problem_kind_check,
  ADD CONSTRAINT bank_statement_problem_kind_check CHECK (kind IN ('GAP', 'FUTURE', 'WRONG_SUM', 'DUPLICATE', 'REJECTED'));

-- A withdrawn or held statement does not keep the right one of the same day, reference or bytes away.
DO $$
DECLARE
  name text;
BEGIN
  FOR name IN SELECT conname FROM pg_constraint WHERE conrelid = 'bank_statement'::regclass AND contype = 'u' LOOP
    EXECUTE format('ALTER TABLE bank_statement DROP CONSTRAINT %I', name);
  END LOOP;
END $$;
CREATE UNIQUE INDEX bank_statement_once_per_file ON bank_statement (sha256, file_position) WHERE status <> 'WITHDRAWN';
CREATE UNIQUE INDEX bank_statement_accepted_once ON bank_statement (nodal_account_id, business_date, statement_reference, page)
  WHERE status = 'ACCEPTED';
CREATE INDEX bank_statement_accepted ON bank_statement (nodal_account_id, business_date, day_position) WHERE status = 'ACCEPTED';

ALTER TABLE bank_statement DISABLE TRIGGER bank_statement_totals_match_lines;
UPDATE bank_statement s SET status = 'ACCEPTED', day_position = collected.position
  FROM (SELECT bank_statement_id,
               row_number() OVER (PARTITION BY nodal_account_id, business_date ORDER BY page, bank_statement_id) AS position
          FROM bank_statement JOIN reconciliation_statement USING (bank_statement_id)) AS collected
 WHERE collected.bank_statement_id = s.bank_statement_id;
ALTER TABLE bank_statement ENABLE TRIGGER bank_statement_totals_match_lines;

CREATE OR REPLACE FUNCTION check_statement_totals() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  counted record;
  totals constant text[] := '{line_count,credit_paise,debit_paise}';
  standing constant text[] := '{status,hold_reason,day_position,release_id,withdrawal_id}';
BEGIN
  IF (to_jsonb(OLD) - CASE WHEN OLD.line_count IS NULL THEN totals ELSE standing END)
       IS DISTINCT FROM (to_jsonb(NEW) - CASE WHEN OLD.line_count IS NULL THEN totals ELSE standing END)
     OR (OLD.line_count IS NOT NULL AND to_jsonb(OLD) = to_jsonb(NEW)) THEN
    RAISE EXCEPTION 'statement % is loaded and cannot change', OLD.bank_statement_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF OLD.line_count IS NOT NULL THEN
    RETURN NEW;
  END IF;
  SELECT count(*) AS lines, coalesce(sum(amount_paise) FILTER (WHERE direction = 'CREDIT'), 0) AS credit_paise,
         coalesce(sum(amount_paise) FILTER (WHERE direction = 'DEBIT'), 0) AS debit_paise
    INTO counted FROM bank_statement_line WHERE bank_statement_id = NEW.bank_statement_id;
  IF (NEW.line_count, NEW.credit_paise, NEW.debit_paise) IS DISTINCT FROM (counted.lines, counted.credit_paise, counted.debit_paise) THEN
    RAISE EXCEPTION 'statement % has % lines of % paise in and % paise out', NEW.bank_statement_id, counted.lines,
      counted.credit_paise, counted.debit_paise USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

ALTER TABLE reconciliation_resolution
  ADD COLUMN bank_statement_id     uuid REFERENCES bank_statement,
  ADD COLUMN replacement_file_id   uuid REFERENCES statement_file,
  ADD COLUMN uncovered_to_suspense boolean NOT NULL DEFAULT false,
  DROP CONSTRAINT reconciliation_resolution_action_check,
  ADD CONSTRAINT reconciliation_resolution_action_check CHECK (action IN ('MATCH', 'SUSPENSE', 'WRITE_OFF', 'ADJUST_WALLET',
    'CARRY_FORWARD', 'REVOKE', 'RELEASE_STATEMENT', 'WITHDRAW_STATEMENT')),
  DROP CONSTRAINT reconciliation_resolution_matches_action,
  ADD CONSTRAINT reconciliation_resolution_matches_action CHECK (
    (action = 'ADJUST_WALLET') = (business_id IS NOT NULL)
    AND (action = 'CARRY_FORWARD') = (carry_to IS NOT NULL)
    AND (action = 'REVOKE') = (revokes_match_id IS NOT NULL)
    AND (action IN ('RELEASE_STATEMENT', 'WITHDRAW_STATEMENT')) = (bank_statement_id IS NOT NULL)
    AND (action IN ('REVOKE', 'RELEASE_STATEMENT', 'WITHDRAW_STATEMENT')) = (cardinality(break_ids) = 0)
    AND (action = 'WITHDRAW_STATEMENT' OR (replacement_file_id IS NULL AND NOT uncovered_to_suspense)));

COMMENT ON COLUMN reconciliation_resolution.bank_statement_id IS 'The statement that is released or withdrawn.';
COMMENT ON COLUMN reconciliation_resolution.replacement_file_id IS 'A rejected file that is loaded again once the statement is withdrawn.';
COMMENT ON COLUMN reconciliation_resolution.uncovered_to_suspense IS 'Where a wallet does not cover the reversal of a posting, suspense is debited instead.';

CREATE FUNCTION check_statement_status() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  previous_paise bigint;
BEGIN
  IF OLD.status = 'WITHDRAWN' THEN
    RAISE EXCEPTION 'statement % is withdrawn', OLD.bank_statement_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF (NEW.release_id IS DISTINCT FROM OLD.release_id AND NOT EXISTS (
        SELECT FROM reconciliation_resolution WHERE resolution_id = NEW.release_id AND decision = 'APPROVED'
           AND action = 'RELEASE_STATEMENT' AND bank_statement_id = NEW.bank_statement_id))
     OR (NEW.withdrawal_id IS DISTINCT FROM OLD.withdrawal_id AND NOT EXISTS (
        SELECT FROM reconciliation_resolution WHERE resolution_id = NEW.withdrawal_id AND decision = 'APPROVED'
           AND action = 'WITHDRAW_STATEMENT' AND bank_statement_id = NEW.bank_statement_id)) THEN
    RAISE EXCEPTION 'two people must release or withdraw statement %', OLD.bank_statement_id USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.status = 'ACCEPTED' AND NEW.status <> 'ACCEPTED' THEN
    IF EXISTS (SELECT FROM reconciliation_statement JOIN reconciliation_run USING (run_id)
                WHERE bank_statement_id = OLD.bank_statement_id AND (state = 'SIGNED' OR NEW.status <> 'WITHDRAWN'))
       OR EXISTS (SELECT FROM reconciliation_match_item WHERE bank_statement_id = OLD.bank_statement_id)
       OR EXISTS (SELECT FROM reconciliation_open_line WHERE bank_statement_id = OLD.bank_statement_id) THEN
      RAISE EXCEPTION 'lines of statement % are matched, open or signed off', OLD.bank_statement_id
        USING ERRCODE = 'integrity_constraint_violation';
    END IF;
  ELSIF NEW.status = 'ACCEPTED' AND OLD.status <> 'ACCEPTED' AND NEW.release_id IS NULL THEN
    SELECT closing_paise INTO previous_paise FROM bank_statement
     WHERE nodal_account_id = NEW.nodal_account_id AND status = 'ACCEPTED'
       AND (business_date, day_position) < (NEW.business_date, NEW.day_position)
     ORDER BY business_date DESC, day_position DESC LIMIT 1;
    IF (FOUND AND previous_paise <> NEW.opening_paise)
       OR NEW.closing_paise <> NEW.opening_paise + NEW.credit_paise - NEW.debit_paise
       OR EXISTS (SELECT FROM bank_statement_problem WHERE bank_statement_id = NEW.bank_statement_id AND kind = 'WRONG_SUM') THEN
      RAISE EXCEPTION 'statement % does not add up or does not follow its predecessor', NEW.bank_statement_id
        USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER bank_statement_status_is_earned BEFORE UPDATE ON bank_statement
  FOR EACH ROW WHEN (OLD.status <> NEW.status OR OLD.release_id IS DISTINCT FROM NEW.release_id
                     OR OLD.withdrawal_id IS DISTINCT FROM NEW.withdrawal_id) EXECUTE FUNCTION check_statement_status();

-- FOR SHARE: a load that would hold the statement meanwhile waits, and then finds it collected.
CREATE FUNCTION check_collected_statement_is_accepted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM bank_statement WHERE bank_statement_id = NEW.bank_statement_id AND status = 'ACCEPTED' FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'statement % is not accepted', NEW.bank_statement_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER reconciliation_statement_is_accepted BEFORE INSERT ON reconciliation_statement
  FOR EACH ROW EXECUTE FUNCTION check_collected_statement_is_accepted();

-- The figures of the newest day still contain a statement that is withdrawn after it was closed.
CREATE FUNCTION check_signed_run_knows_withdrawals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM reconciliation_resolution
              WHERE nodal_account_id = NEW.nodal_account_id AND action = 'WITHDRAW_STATEMENT' AND decision = 'APPROVED'
                AND checked_at > NEW.completed_at)
     AND NOT EXISTS (SELECT FROM reconciliation_run
                      WHERE nodal_account_id = NEW.nodal_account_id AND NOT is_dry AND business_date > NEW.business_date) THEN
    RAISE EXCEPTION 'a statement was withdrawn after run % had closed its day; close the day again', NEW.run_id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER reconciliation_run_signed_knows_withdrawals BEFORE UPDATE ON reconciliation_run
  FOR EACH ROW WHEN (NEW.state = 'SIGNED' AND OLD.state <> 'SIGNED') EXECUTE FUNCTION check_signed_run_knows_withdrawals();

CREATE OR REPLACE VIEW bank_statement_gap AS
SELECT s.bank_statement_id, s.nodal_account_id, s.business_date, s.statement_reference, s.opening_paise,
       previous.bank_statement_id AS previous_statement_id, previous.business_date AS previous_business_date,
       previous.closing_paise AS previous_closing_paise, s.opening_paise - previous.closing_paise AS gap_paise
  FROM bank_statement s
 CROSS JOIN LATERAL (
   SELECT p.bank_statement_id, p.business_date, p.closing_paise FROM bank_statement p
    WHERE p.nodal_account_id = s.nodal_account_id AND p.status = 'ACCEPTED'
      AND (p.business_date, p.day_position) < (s.business_date, coalesce(s.day_position, 2147483647))
    ORDER BY p.business_date DESC, p.day_position DESC LIMIT 1) AS previous
 WHERE (s.status = 'ACCEPTED' OR s.hold_reason = 'GAP') AND s.opening_paise <> previous.closing_paise;

COMMENT ON VIEW bank_statement_gap IS 'Accepted and held statements whose opening balance differs from the closing balance of the accepted statement before them, as of now: loading a missing day closes its gap.';

CREATE TABLE reconciliation_revoked_item (
  resolution_id       bigint NOT NULL REFERENCES reconciliation_resolution,
  match_id            bigint NOT NULL,
  rule                text   NOT NULL,
  run_id              bigint,
  match_resolution_id bigint,
  bank_statement_id   uuid,
  line_number         integer,
  business_id         uuid,
  transaction_id      uuid
);

CREATE INDEX reconciliation_revoked_item_of_resolution ON reconciliation_revoked_item (resolution_id);
CREATE TRIGGER reconciliation_revoked_item_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON reconciliation_revoked_item
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

COMMENT ON TABLE reconciliation_revoked_item IS 'Items of the matches that the withdrawal of a statement revoked, as they were in reconciliation_match_item.';
COMMENT ON COLUMN reconciliation_revoked_item.resolution_id IS 'The withdrawal.';
COMMENT ON COLUMN reconciliation_revoked_item.match_resolution_id IS 'The resolution that made the match; null if a run made it.';

CREATE TABLE reconciliation_reversal (
  counter_transaction_id  uuid   PRIMARY KEY,
  root_transaction_id     uuid   NOT NULL,
  reversed_transaction_id uuid   NOT NULL UNIQUE,
  business_id             uuid   NOT NULL,
  payout_id               uuid,
  resolution_id           bigint NOT NULL REFERENCES reconciliation_resolution,
  restored_transaction_id uuid   UNIQUE,
  FOREIGN KEY (business_id, counter_transaction_id) REFERENCES ledger_transaction,
  FOREIGN KEY (business_id, reversed_transaction_id) REFERENCES ledger_transaction
);

CREATE UNIQUE INDEX reconciliation_reversal_open ON reconciliation_reversal (root_transaction_id) WHERE restored_transaction_id IS NULL;
CREATE INDEX reconciliation_reversal_of_payout ON reconciliation_reversal (payout_id) WHERE restored_transaction_id IS NULL;
CREATE TRIGGER reconciliation_reversal_is_never_deleted BEFORE DELETE OR TRUNCATE ON reconciliation_reversal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION check_reversal_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.restored_transaction_id IS NOT NULL
     OR (to_jsonb(OLD) - 'restored_transaction_id') IS DISTINCT FROM (to_jsonb(NEW) - 'restored_transaction_id') THEN
    RAISE EXCEPTION 'reversal % can only be restored, once', OLD.counter_transaction_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER reconciliation_reversal_is_restored_once BEFORE UPDATE ON reconciliation_reversal
  FOR EACH ROW EXECUTE FUNCTION check_reversal_changes();

COMMENT ON TABLE reconciliation_reversal IS 'Postings of statements that were withdrawn, each with its counter-posting, and the posting that restored it when a later statement proved it again.';
COMMENT ON COLUMN reconciliation_reversal.root_transaction_id IS 'The first posting: a top-up, a settlement or the refund of a return.';
COMMENT ON COLUMN reconciliation_reversal.restored_transaction_id IS 'Of a top-up it may belong to another business: the new statement decides wallet and amount.';
COMMENT ON COLUMN reconciliation_reversal.reversed_transaction_id IS 'The posting that was reversed: the root or what restored it.';

CREATE OR REPLACE VIEW money_violation AS
SELECT rule, subject FROM posting_violation
UNION ALL
SELECT rule, subject FROM balance_violation
UNION ALL
SELECT 'lines of a statement that is not accepted are matched or open', s.bank_statement_id::text
  FROM bank_statement s
 WHERE s.status <> 'ACCEPTED'
   AND (EXISTS (SELECT FROM reconciliation_match_item m WHERE m.bank_statement_id = s.bank_statement_id)
        OR EXISTS (SELECT FROM reconciliation_open_line l WHERE l.bank_statement_id = s.bank_statement_id));
