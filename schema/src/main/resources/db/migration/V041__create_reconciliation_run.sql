CREATE TABLE reconciliation_book (
  nodal_account_id bigint PRIMARY KEY REFERENCES nodal_account,
  first_date       date   NOT NULL,
  baseline_paise   bigint NOT NULL,
  collected_to     date   NOT NULL,
  ledger_paise     bigint NOT NULL,
  CONSTRAINT reconciliation_book_goes_forward CHECK (collected_to >= first_date - 1)
);

COMMENT ON TABLE reconciliation_book IS 'How far the books of an account are reconciled. Its row is the lock under which runs and people change matches.';
COMMENT ON COLUMN reconciliation_book.first_date IS 'Asia/Kolkata; the day of the first statement. What is older is in baseline_paise.';
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
  CONSTRAINT reconciliation_run_is_due_until_it_ends CHECK ((state IN ('DUE', 'RUNNING')) = (due_at IS NOT NULL)),
  CONSTRAINT reconciliation_run_runs_under_a_claim CHECK ((state = 'RUNNING') = (claim_id IS NOT NULL)),
  CONSTRAINT reconciliation_run_is_signed_by_someone CHECK ((state = 'SIGNED') = (signed_at IS NOT NULL) AND (signed_at IS NULL) = (signed_by IS NULL)),
  CONSTRAINT reconciliation_run_signed_is_explained CHECK (state <> 'SIGNED' OR (NOT is_dry AND unexplained_paise = 0 AND violation_count = 0))
);

CREATE UNIQUE INDEX reconciliation_run_once_a_day ON reconciliation_run (nodal_account_id, business_date) WHERE NOT is_dry;
CREATE INDEX reconciliation_run_due ON reconciliation_run (due_at) WHERE due_at IS NOT NULL;

COMMENT ON TABLE reconciliation_run IS 'The closing of one day of one account. A day without a row is due once its statement is there.';
COMMENT ON COLUMN reconciliation_run.business_date IS 'Asia/Kolkata.';
COMMENT ON COLUMN reconciliation_run.is_dry IS 'Everything is done and rolled back; only its figures stay.';
COMMENT ON COLUMN reconciliation_run.round IS 'How often the day was asked for; each is a job instance of its own.';
COMMENT ON COLUMN reconciliation_run.bank_opening_paise IS 'Opening balance of the day''s first statement, null without one; plus is money in the account.';
COMMENT ON COLUMN reconciliation_run.bank_closing_paise IS 'Closing balance of the newest statement up to the day.';
COMMENT ON COLUMN reconciliation_run.ledger_paise IS 'Money at the bank by the ledger at the end of the day.';
COMMENT ON COLUMN reconciliation_run.late_paise IS 'What was posted after the day for lines of the day, such as top-ups that the run found.';
COMMENT ON COLUMN reconciliation_run.breaks_paise IS 'Sum of the open breaks, each what the bank has more than the ledger.';
COMMENT ON COLUMN reconciliation_run.unexplained_paise IS 'Must be 0: bank less ledger less late less breaks.';

CREATE TABLE reconciliation_figure (
  run_id       bigint  NOT NULL REFERENCES reconciliation_run,
  section      text    NOT NULL CHECK (section IN ('LINES', 'ENTRIES', 'MATCHED', 'EFFECT', 'PROPOSED', 'BREAK', 'CLOSED', 'SUSPENSE', 'VIOLATION')),
  name         text    NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  item_count   bigint  NOT NULL,
  amount_paise bigint  NOT NULL,
  PRIMARY KEY (run_id, section, name)
);

COMMENT ON TABLE reconciliation_figure IS 'What a run came to, for its report.';

CREATE TABLE reconciliation_statement (
  bank_statement_id uuid   PRIMARY KEY REFERENCES bank_statement,
  run_id            bigint NOT NULL REFERENCES reconciliation_run
);

COMMENT ON TABLE reconciliation_statement IS 'Statements whose lines are matched or open, and the run that took them.';
