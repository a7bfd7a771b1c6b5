CREATE TABLE bank_calendar (
  day     date    PRIMARY KEY,
  is_open boolean NOT NULL,
  name    text    NOT NULL CHECK (length(name) BETWEEN 1 AND 100)
);

COMMENT ON TABLE bank_calendar IS 'Exceptions to the weekly rule: holidays, and Saturdays or Sundays on which banks work. All other days follow is_bank_day.';

CREATE FUNCTION is_bank_day(of_day date) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(
    (SELECT is_open FROM bank_calendar WHERE day = of_day),
    extract(isodow FROM of_day) <> 7
      AND NOT (extract(isodow FROM of_day) = 6 AND (extract(day FROM of_day)::integer - 1) / 7 IN (1, 3)))
$$;

COMMENT ON FUNCTION is_bank_day IS 'Whether banks in India work that day: not on Sundays or on second and fourth Saturdays, unless bank_calendar has the day.';

CREATE FUNCTION bank_days_between(after_day date, to_day date) RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT count(*)::integer FROM generate_series(after_day + 1, to_day, interval '1 day') AS day WHERE is_bank_day(day::date)
$$;

COMMENT ON FUNCTION bank_days_between IS 'Bank days after the first day up to and including the second.';

CREATE TABLE reconciliation_book (
  nodal_account_id bigint PRIMARY KEY REFERENCES nodal_account,
  first_date       date   NOT NULL,
  baseline_paise   bigint NOT NULL,
  collected_to     date   NOT NULL,
  ledger_paise     bigint NOT NULL,
  CONSTRAINT reconciliation_book_goes_forward CHECK (collected_to >= first_date - 1)
);

COMMENT ON TABLE reconciliation_book IS 'How far the books of an account are reconciled. Runs and operators change matches under the lock of this row.';
COMMENT ON COLUMN reconciliation_book.first_date IS 'Asia/Kolkata; the day of the first statement. Earlier amounts are in baseline_paise.';
COMMENT ON COLUMN reconciliation_book.baseline_paise IS 'Money at the bank by the ledger before first_date: minus the sum of the entries of the account nodal.';
COMMENT ON COLUMN reconciliation_book.collected_to IS 'Asia/Kolkata; ledger transactions up to the end of this day, by the time in their ids, are matched or open.';
COMMENT ON COLUMN reconciliation_book.ledger_paise IS 'Money at the bank by the ledger at the end of collected_to, in paise.';

CREATE TABLE reconciliation_run (
  run_id             bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  nodal_account_id   bigint      NOT NULL REFERENCES nodal_account,
  business_date      date        NOT NULL,
  is_dry             boolean     NOT NULL DEFAULT false,
  requested_by       text        NOT NULL CHECK (length(requested_by) BETWEEN 1 AND 100),
  round              integer     NOT NULL DEFAULT 1 CHECK (round >= 1),
  state              text        NOT NULL DEFAULT 'DUE' CHECK (state IN ('DUE', 'RUNNING', 'DONE', 'FAILED', 'SIGNED')),
  claim_id           uuid,
  due_at             timestamptz DEFAULT now(),
  attempt_count      integer     NOT NULL DEFAULT 0 CHECK (attempt_count >= 0),
  step               text,
  steps_done         integer     NOT NULL DEFAULT 0 CHECK (steps_done >= 0),
  failure            text        CHECK (length(failure) <= 500),
  bank_opening_paise bigint,
  bank_closing_paise bigint,
  ledger_paise       bigint,
  late_paise         bigint,
  breaks_paise       bigint,
  unexplained_paise  bigint      GENERATED ALWAYS AS (bank_closing_paise - ledger_paise - late_paise - breaks_paise) STORED,
  violation_count    integer,
  created_at         timestamptz NOT NULL DEFAULT now(),
  started_at         timestamptz,
  completed_at       timestamptz,
  signed_at          timestamptz,
  signed_by          text        CHECK (length(signed_by) BETWEEN 1 AND 100),
  CONSTRAINT reconciliation_run_open_is_due CHECK ((state IN ('DUE', 'RUNNING')) = (due_at IS NOT NULL)),
  CONSTRAINT reconciliation_run_running_is_claimed CHECK ((state = 'RUNNING') = (claim_id IS NOT NULL)),
  CONSTRAINT reconciliation_run_signed_has_signer CHECK ((state = 'SIGNED') = (signed_at IS NOT NULL) AND (signed_at IS NULL) = (signed_by IS NULL)),
  CONSTRAINT reconciliation_run_signed_is_explained CHECK (state <> 'SIGNED' OR (NOT is_dry AND unexplained_paise = 0 AND violation_count = 0))
);

CREATE UNIQUE INDEX reconciliation_run_once_a_day ON reconciliation_run (nodal_account_id, business_date) WHERE NOT is_dry;
CREATE INDEX reconciliation_run_due ON reconciliation_run (due_at) WHERE due_at IS NOT NULL;

COMMENT ON TABLE reconciliation_run IS 'The closing of one day of one account. A day without a row becomes due when its statement is loaded.';
COMMENT ON COLUMN reconciliation_run.business_date IS 'Asia/Kolkata.';
COMMENT ON COLUMN reconciliation_run.is_dry IS 'Dry run: all work is rolled back and only its figures are kept.';
COMMENT ON COLUMN reconciliation_run.round IS 'How often the day was requested; each round is a separate job instance.';
COMMENT ON COLUMN reconciliation_run.bank_opening_paise IS 'Opening balance of the day''s first statement, null without one; positive is money in the account.';
COMMENT ON COLUMN reconciliation_run.bank_closing_paise IS 'Closing balance of the newest statement up to the day.';
COMMENT ON COLUMN reconciliation_run.ledger_paise IS 'Money at the bank by the ledger at the end of the day.';
COMMENT ON COLUMN reconciliation_run.late_paise IS 'Posted after the day for lines of the day, such as top-ups that the run found.';
COMMENT ON COLUMN reconciliation_run.breaks_paise IS 'Sum of the open breaks; each is what the bank has in excess of the ledger.';
COMMENT ON COLUMN reconciliation_run.unexplained_paise IS 'Must be 0: bank less ledger less late less breaks.';

CREATE TABLE reconciliation_figure (
  run_id       bigint  NOT NULL REFERENCES reconciliation_run,
  section      text    NOT NULL CHECK (section IN ('LINES', 'ENTRIES', 'MATCHED', 'EFFECT', 'PROPOSED', 'BREAK', 'CLOSED', 'SUSPENSE', 'VIOLATION')),
  name         text    NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  item_count   bigint  NOT NULL,
  amount_paise bigint  NOT NULL,
  PRIMARY KEY (run_id, section, name)
);

COMMENT ON TABLE reconciliation_figure IS 'Results of a run, for its report.';

CREATE TABLE reconciliation_statement (
  bank_statement_id uuid   PRIMARY KEY REFERENCES bank_statement,
  run_id            bigint NOT NULL REFERENCES reconciliation_run
);

COMMENT ON TABLE reconciliation_statement IS 'Statements whose lines are matched or open, with the run that collected them.';

CREATE SEQUENCE reconciliation_match_id CACHE 100;

CREATE TABLE reconciliation_match_item (
  match_id          bigint NOT NULL,
  rule              text   NOT NULL CHECK (rule IN ('UTR_AMOUNT', 'REFERENCE_AMOUNT', 'BATCH_TOTAL', 'DEBIT_RETURN', 'EFFECT', 'BY_HAND', 'REVOKED')),
  run_id            bigint,
  resolution_id     bigint,
  bank_statement_id uuid,
  line_number       integer,
  business_id       uuid,
  transaction_id    uuid,
  CONSTRAINT reconciliation_match_line_once UNIQUE (bank_statement_id, line_number),
  CONSTRAINT reconciliation_match_entry_once UNIQUE (transaction_id),
  CONSTRAINT reconciliation_match_has_an_item CHECK (
    num_nulls(bank_statement_id, line_number) IN (0, 2) AND num_nulls(business_id, transaction_id) IN (0, 2)
    AND (bank_statement_id IS NOT NULL OR transaction_id IS NOT NULL)),
  CONSTRAINT reconciliation_match_has_run_or_resolution CHECK (num_nonnulls(run_id, resolution_id) = 1)
);

CREATE INDEX reconciliation_match_by_id ON reconciliation_match_item USING brin (match_id);

COMMENT ON TABLE reconciliation_match_item IS 'Confirmed matches. A row holds a line, a ledger transaction or one of each; rows with the same match_id belong together, and their lines and entries have the same sum. Each item is in at most one match. No foreign keys: lines and ledger transactions are never deleted, and a day has a million.';
COMMENT ON COLUMN reconciliation_match_item.run_id IS 'The run that confirmed it; null for a resolution by two people.';

CREATE TABLE reconciliation_open_line (
  bank_statement_id      uuid    NOT NULL,
  line_number            integer NOT NULL,
  nodal_account_id       bigint  NOT NULL,
  business_date          date    NOT NULL,
  booked_on              date    NOT NULL,
  signed_paise           bigint  NOT NULL,
  kind                   text    NOT NULL,
  utr                    text,
  reference              text,
  bank_reference         text,
  virtual_account_number text,
  counterparty_account   text,
  item_count             integer,
  by_hand_only           boolean NOT NULL DEFAULT false,
  break_id               bigint,
  PRIMARY KEY (bank_statement_id, line_number)
);

COMMENT ON TABLE reconciliation_open_line IS 'Lines of collected statements that are in no match.';
COMMENT ON COLUMN reconciliation_open_line.signed_paise IS 'Paise; positive is money in.';
COMMENT ON COLUMN reconciliation_open_line.by_hand_only IS 'An operator removed it from a match; no rule matches it again.';

CREATE TABLE reconciliation_open_entry (
  transaction_id   uuid    NOT NULL PRIMARY KEY,
  nodal_account_id bigint  NOT NULL,
  business_id      uuid    NOT NULL,
  kind             text    NOT NULL,
  payout_id        uuid,
  booked_on        date    NOT NULL,
  signed_paise     bigint  NOT NULL,
  utr              text,
  reference        text,
  account_number   text,
  by_hand_only     boolean NOT NULL DEFAULT false,
  break_id         bigint
);

COMMENT ON TABLE reconciliation_open_entry IS 'Ledger transactions of collected days that touch nodal and are in no match.';
COMMENT ON COLUMN reconciliation_open_entry.signed_paise IS 'Paise as the bank should report them: positive is money in.';
COMMENT ON COLUMN reconciliation_open_entry.reference IS 'Our reference of the payout at the bank.';
COMMENT ON COLUMN reconciliation_open_entry.account_number IS 'Account or VPA that the payout pays to.';

CREATE TABLE reconciliation_late_entry (
  transaction_id   uuid        PRIMARY KEY,
  nodal_account_id bigint      NOT NULL,
  business_id      uuid        NOT NULL,
  run_id           bigint      REFERENCES reconciliation_run,
  resolution_id    bigint,
  business_date    date        NOT NULL,
  signed_paise     bigint      NOT NULL,
  posted_here      boolean     NOT NULL,
  is_outside       boolean     NOT NULL,
  created_at       timestamptz NOT NULL DEFAULT now()
);

COMMENT ON TABLE reconciliation_late_entry IS 'Ledger transactions matched before their own day was collected: posted by a run or a resolution, or posted by the stream meanwhile.';
COMMENT ON COLUMN reconciliation_late_entry.is_outside IS 'Its day was collected before it was posted, so no day counts it.';
COMMENT ON COLUMN reconciliation_late_entry.business_date IS 'Asia/Kolkata; the day for which it was matched.';

CREATE TABLE reconciliation_proposal (
  bank_statement_id uuid    NOT NULL,
  line_number       integer NOT NULL,
  transaction_id    uuid    NOT NULL,
  run_id            bigint  NOT NULL REFERENCES reconciliation_run,
  days_apart        integer NOT NULL,
  PRIMARY KEY (bank_statement_id, line_number, transaction_id)
);

COMMENT ON TABLE reconciliation_proposal IS 'Lines and entries of the same amount and account within three days: an operator may confirm them, a run never does.';

CREATE TABLE reconciliation_break (
  break_id          bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  nodal_account_id  bigint      NOT NULL,
  break_key         text        NOT NULL CHECK (length(break_key) BETWEEN 1 AND 200),
  type              text        NOT NULL CHECK (type IN ('EXPECTED_TIMING', 'MISSING_IN_BANK', 'MISSING_IN_LEDGER', 'AMOUNT', 'STATUS',
                                                         'DUPLICATE_DEBIT', 'RETURN_UNPOSTED', 'BANK_CHARGE', 'AMBIGUOUS', 'UNKNOWN_CREDIT',
                                                         'LEDGER_AGAINST_PAYOUT', 'STATEMENT_GAP')),
  difference_paise  bigint      NOT NULL,
  amount_paise      bigint      NOT NULL CHECK (amount_paise >= 0),
  line_count        integer     NOT NULL,
  entry_count       integer     NOT NULL,
  business_id       uuid,
  payout_id         uuid,
  bank_statement_id uuid,
  line_number       integer,
  transaction_id    uuid,
  detail            text        NOT NULL CHECK (length(detail) BETWEEN 1 AND 500),
  opened_on         date        NOT NULL,
  closed_on         date,
  closed_why        text        CHECK (length(closed_why) BETWEEN 1 AND 500),
  owner             text        CHECK (length(owner) BETWEEN 1 AND 100),
  carried_to        date,
  updated_at        timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT reconciliation_break_key_once UNIQUE (nodal_account_id, break_key),
  CONSTRAINT reconciliation_break_closed_has_reason CHECK ((closed_on IS NULL) = (closed_why IS NULL))
);

CREATE INDEX reconciliation_break_open ON reconciliation_break (nodal_account_id, type) WHERE closed_on IS NULL;
CREATE TRIGGER reconciliation_break_is_never_deleted BEFORE DELETE OR TRUNCATE ON reconciliation_break
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

COMMENT ON TABLE reconciliation_break IS 'A difference between bank and ledger, under a key that stays the same while the cause is the same.';
COMMENT ON COLUMN reconciliation_break.nodal_account_id IS 'The account of the runs that found it. No foreign key: runs refer to the account and are never deleted, and a day may open tens of thousands.';
COMMENT ON COLUMN reconciliation_break.difference_paise IS 'What the bank has in excess of the ledger because of this break, in paise.';
COMMENT ON COLUMN reconciliation_break.amount_paise IS 'The money concerned, in paise, also where nothing is missing.';
COMMENT ON COLUMN reconciliation_break.opened_on IS 'Asia/Kolkata; business date of the run that opened it. Its age counts bank days from here.';

CREATE TABLE reconciliation_break_event (
  event_id    bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  break_id    bigint      NOT NULL,
  kind        text        NOT NULL CHECK (kind IN ('OPENED', 'CHANGED', 'CLOSED', 'REOPENED', 'OWNED', 'CARRIED', 'RESOLVED', 'REVOKED')),
  run_id      bigint,
  by_whom     text        CHECK (length(by_whom) BETWEEN 1 AND 100),
  detail      text        NOT NULL CHECK (length(detail) BETWEEN 1 AND 500),
  happened_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX reconciliation_break_event_of_break ON reconciliation_break_event (break_id, event_id);
CREATE TRIGGER reconciliation_break_event_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON reconciliation_break_event
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

COMMENT ON TABLE reconciliation_break_event IS 'Append-only history of breaks. No foreign keys: breaks and runs are never deleted, and a day may open tens of thousands.';

CREATE TABLE reconciliation_violation (
  run_id  bigint NOT NULL REFERENCES reconciliation_run,
  rule    text   NOT NULL,
  subject text   NOT NULL,
  PRIMARY KEY (run_id, rule, subject)
);

COMMENT ON TABLE reconciliation_violation IS 'Rows of money_violation as a run found them.';

CREATE TABLE reconciliation_run_break (
  run_id           bigint  NOT NULL,
  break_id         bigint  NOT NULL,
  type             text    NOT NULL,
  difference_paise bigint  NOT NULL,
  amount_paise     bigint  NOT NULL,
  bank_days        integer NOT NULL CHECK (bank_days >= 0),
  detail           text    NOT NULL,
  PRIMARY KEY (run_id, break_id)
);

COMMENT ON TABLE reconciliation_run_break IS 'Snapshot of the breaks that were open at the end of a run. No foreign keys, as for reconciliation_break_event.';
COMMENT ON COLUMN reconciliation_run_break.bank_days IS 'Age in bank days.';

CREATE TABLE reconciliation_resolution (
  resolution_id    bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  nodal_account_id bigint      NOT NULL REFERENCES nodal_account,
  action           text        NOT NULL CHECK (action IN ('MATCH', 'SUSPENSE', 'WRITE_OFF', 'ADJUST_WALLET', 'CARRY_FORWARD', 'REVOKE')),
  break_ids        bigint[]    NOT NULL,
  business_id      uuid        REFERENCES business,
  carry_to         date,
  revokes_match_id bigint,
  reason           text        NOT NULL CHECK (length(reason) BETWEEN 3 AND 1000),
  evidence         text        NOT NULL CHECK (length(evidence) BETWEEN 3 AND 2000),
  maker            text        NOT NULL CHECK (length(maker) BETWEEN 1 AND 100),
  made_at          timestamptz NOT NULL DEFAULT now(),
  decision         text        CHECK (decision IN ('APPROVED', 'REJECTED')),
  checker          text        CHECK (length(checker) BETWEEN 1 AND 100),
  checked_at       timestamptz,
  amount_paise     bigint,
  posted_for       uuid,
  transaction_id   uuid,
  match_id         bigint,
  CONSTRAINT reconciliation_resolution_checker_is_not_maker CHECK (checker IS NULL OR lower(btrim(checker)) <> lower(btrim(maker))),
  CONSTRAINT reconciliation_resolution_decision_is_complete CHECK (num_nulls(decision, checker, checked_at) IN (0, 3)),
  CONSTRAINT reconciliation_resolution_matches_action CHECK (
    (action = 'ADJUST_WALLET') = (business_id IS NOT NULL)
    AND (action = 'CARRY_FORWARD') = (carry_to IS NOT NULL)
    AND (action = 'REVOKE') = (revokes_match_id IS NOT NULL)
    AND (action = 'REVOKE') = (cardinality(break_ids) = 0))
);

COMMENT ON TABLE reconciliation_resolution IS 'An action on breaks that one person proposed and a second approved. It takes effect only after approval.';
COMMENT ON COLUMN reconciliation_resolution.posted_for IS 'Business of the posting; the platform itself for suspense and write-offs.';
COMMENT ON COLUMN reconciliation_resolution.amount_paise IS 'Posted amount in paise; positive increases the money at the bank by the ledger.';

CREATE FUNCTION check_resolution_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.match_id IS NOT NULL
     OR (OLD.decision IS NOT NULL AND (OLD.decision, OLD.checker, OLD.checked_at) IS DISTINCT FROM (NEW.decision, NEW.checker, NEW.checked_at))
     OR (to_jsonb(OLD) - '{decision,checker,checked_at,amount_paise,posted_for,transaction_id,match_id}'::text[])
       IS DISTINCT FROM (to_jsonb(NEW) - '{decision,checker,checked_at,amount_paise,posted_for,transaction_id,match_id}'::text[]) THEN
    RAISE EXCEPTION 'resolution % is decided or this change is not allowed', OLD.resolution_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER reconciliation_resolution_is_decided_once BEFORE UPDATE ON reconciliation_resolution
  FOR EACH ROW EXECUTE FUNCTION check_resolution_changes();
CREATE TRIGGER reconciliation_resolution_is_never_deleted BEFORE DELETE OR TRUNCATE ON reconciliation_resolution
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER reconciliation_run_is_never_deleted BEFORE DELETE OR TRUNCATE ON reconciliation_run
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION check_day_is_not_signed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM reconciliation_run WHERE run_id = OLD.run_id AND state = 'SIGNED') THEN
    RAISE EXCEPTION 'the day of run % is signed off', OLD.run_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;

CREATE TRIGGER reconciliation_run_signed_is_immutable BEFORE UPDATE OR DELETE ON reconciliation_run
  FOR EACH ROW WHEN (OLD.state = 'SIGNED') EXECUTE FUNCTION check_day_is_not_signed();
CREATE TRIGGER reconciliation_figure_signed_is_immutable BEFORE UPDATE OR DELETE ON reconciliation_figure
  FOR EACH ROW EXECUTE FUNCTION check_day_is_not_signed();
CREATE TRIGGER reconciliation_run_break_signed_is_immutable BEFORE UPDATE OR DELETE ON reconciliation_run_break
  FOR EACH ROW EXECUTE FUNCTION check_day_is_not_signed();
CREATE TRIGGER reconciliation_match_signed_is_immutable BEFORE UPDATE OR DELETE ON reconciliation_match_item
  FOR EACH ROW WHEN (OLD.run_id IS NOT NULL) EXECUTE FUNCTION check_day_is_not_signed();
