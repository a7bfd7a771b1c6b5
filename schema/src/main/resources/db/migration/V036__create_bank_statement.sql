ALTER TABLE nodal_account
  ADD COLUMN account_number    text CHECK (account_number ~ '^[0-9A-Z]{4,34}$'),
  ADD COLUMN statement_profile text CHECK (statement_profile ~ '^[a-z][a-z0-9-]{0,39}$');

CREATE UNIQUE INDEX nodal_account_number ON nodal_account (account_number) WHERE account_number IS NOT NULL;

COMMENT ON COLUMN nodal_account.account_number IS 'What the bank''s statements call the account; null while no statement of it can be loaded.';
COMMENT ON COLUMN nodal_account.statement_profile IS 'How to read CSV and narrations of its bank; null reads neither.';

CREATE TABLE statement_file (
  statement_file_id uuid        PRIMARY KEY DEFAULT uuidv7(),
  sha256            bytea       NOT NULL UNIQUE CHECK (length(sha256) = 32),
  file_name         text        NOT NULL CHECK (length(file_name) BETWEEN 1 AND 255),
  stored_as         text        NOT NULL UNIQUE CHECK (length(stored_as) BETWEEN 1 AND 200),
  source            text        NOT NULL CHECK (source IN ('FOLDER', 'UPLOAD', 'BANK')),
  account_number    text        CHECK (account_number ~ '^[0-9A-Z]{4,34}$'),
  status            text        NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'RUNNING', 'LOADED', 'REJECTED')),
  claim_id          uuid,
  due_at            timestamptz DEFAULT now(),
  attempt_count     integer     NOT NULL DEFAULT 0 CHECK (attempt_count >= 0),
  received_count    integer     NOT NULL DEFAULT 1 CHECK (received_count >= 1),
  failure           text        CHECK (length(failure) <= 500),
  size_bytes        bigint      NOT NULL CHECK (size_bytes >= 0),
  received_at       timestamptz NOT NULL DEFAULT now(),
  ended_at          timestamptz,
  CONSTRAINT statement_file_is_due_until_it_ends CHECK ((status IN ('PENDING', 'RUNNING')) = (due_at IS NOT NULL)),
  CONSTRAINT statement_file_ends CHECK ((status IN ('LOADED', 'REJECTED')) = (ended_at IS NOT NULL)),
  CONSTRAINT statement_file_runs_under_a_claim CHECK ((status = 'RUNNING') = (claim_id IS NOT NULL)),
  CONSTRAINT statement_file_rejected_says_why CHECK (status <> 'REJECTED' OR failure IS NOT NULL)
);

CREATE INDEX statement_file_due ON statement_file (due_at) WHERE due_at IS NOT NULL;

COMMENT ON TABLE statement_file IS 'A file of statements that came in, and how its loading stands. The same bytes are one row, however often they come.';
COMMENT ON COLUMN statement_file.account_number IS 'Whose statement the sender says it is, where the file itself may not say it.';
COMMENT ON COLUMN statement_file.received_count IS 'How often these bytes have come.';

CREATE TABLE bank_statement (
  bank_statement_id   uuid        PRIMARY KEY DEFAULT uuidv7(),
  nodal_account_id    bigint      NOT NULL REFERENCES nodal_account,
  business_date       date        NOT NULL,
  statement_reference text        NOT NULL CHECK (length(statement_reference) BETWEEN 1 AND 100),
  page                integer     NOT NULL DEFAULT 1 CHECK (page >= 1),
  format              text        NOT NULL CHECK (format IN ('CAMT053', 'MT940', 'CSV')),
  source              text        NOT NULL CHECK (source IN ('FOLDER', 'UPLOAD', 'BANK')),
  file_name           text        NOT NULL CHECK (length(file_name) BETWEEN 1 AND 255),
  sha256              bytea       NOT NULL CHECK (length(sha256) = 32),
  file_position       integer     NOT NULL DEFAULT 1 CHECK (file_position >= 1),
  opening_paise       bigint      NOT NULL,
  closing_paise       bigint      NOT NULL,
  line_count          integer     CHECK (line_count >= 0),
  credit_paise        bigint      CHECK (credit_paise >= 0),
  debit_paise         bigint      CHECK (debit_paise >= 0),
  loaded_at           timestamptz NOT NULL DEFAULT now(),
  UNIQUE (sha256, file_position),
  UNIQUE (nodal_account_id, business_date, statement_reference, page),
  CONSTRAINT bank_statement_is_open_or_totalled CHECK (num_nulls(line_count, credit_paise, debit_paise) IN (0, 3))
);

CREATE INDEX bank_statement_of_account ON bank_statement (nodal_account_id, business_date, page);

COMMENT ON TABLE bank_statement IS 'What a bank says of a day of an account. Loaded in one transaction: inserted without totals, then its lines, then its totals; visible only whole.';
COMMENT ON COLUMN bank_statement.business_date IS 'Asia/Kolkata; the date of its closing balance.';
COMMENT ON COLUMN bank_statement.page IS 'Where a statement comes in several parts, which one.';
COMMENT ON COLUMN bank_statement.file_position IS 'Its place among the statements of one file, from 1.';
COMMENT ON COLUMN bank_statement.opening_paise IS 'Booked balance before its lines, as the bank says; plus is money in the account.';
COMMENT ON COLUMN bank_statement.closing_paise IS 'Booked balance after its lines, as the bank says; plus is money in the account.';

CREATE TABLE bank_statement_line (
  bank_statement_id      uuid    NOT NULL,
  line_number            integer NOT NULL CHECK (line_number >= 1),
  nodal_account_id       bigint  NOT NULL,
  business_date          date    NOT NULL,
  direction              text    NOT NULL CHECK (direction IN ('DEBIT', 'CREDIT')),
  amount_paise           bigint  NOT NULL CHECK (amount_paise > 0),
  booked_on              date    NOT NULL,
  value_on               date    NOT NULL,
  kind                   text    NOT NULL CHECK (kind IN ('PAYMENT', 'RETURN', 'CREDIT', 'CHARGE', 'GST', 'BATCH', 'REVERSAL', 'OTHER')),
  rail                   text    CHECK (rail IN ('IMPS', 'NEFT', 'RTGS', 'SELF', 'UPI')),
  utr                    text    CHECK (length(utr) BETWEEN 1 AND 35),
  reference              text    CHECK (length(reference) BETWEEN 1 AND 100),
  bank_reference         text    CHECK (length(bank_reference) BETWEEN 1 AND 100),
  virtual_account_number text    CHECK (length(virtual_account_number) BETWEEN 1 AND 100),
  counterparty_account   text    CHECK (length(counterparty_account) BETWEEN 1 AND 300),
  counterparty_name      text    CHECK (length(counterparty_name) BETWEEN 1 AND 200),
  item_count             integer CHECK (item_count >= 1),
  bank_code              text    CHECK (length(bank_code) BETWEEN 1 AND 60),
  return_reason          text    CHECK (length(return_reason) BETWEEN 1 AND 300),
  narration              text    CHECK (length(narration) BETWEEN 1 AND 2000),
  PRIMARY KEY (bank_statement_id, line_number)
);

CREATE INDEX bank_statement_line_of_day ON bank_statement_line (nodal_account_id, business_date);
CREATE INDEX bank_statement_line_utr ON bank_statement_line (utr) WHERE utr IS NOT NULL;
CREATE INDEX bank_statement_line_reference ON bank_statement_line (reference) WHERE reference IS NOT NULL;

COMMENT ON TABLE bank_statement_line IS 'Money that moved, as the bank says. Its statement is checked once per statement of SQL and not once per row, so that a million lines load in seconds.';
COMMENT ON COLUMN bank_statement_line.kind IS 'BATCH: one total for item_count payments; REVERSAL: the bank takes back an entry of its own; OTHER: the bank''s code says nothing we know.';
COMMENT ON COLUMN bank_statement_line.reference IS 'Our reference at the bank: bank_attempt.reference; of a BATCH the id of the file or batch.';
COMMENT ON COLUMN bank_statement_line.bank_code IS 'The bank''s own code for what this is, such as PMNT/ICDT/DMCT or NTRF.';

CREATE TABLE bank_statement_problem (
  problem_id        uuid        PRIMARY KEY DEFAULT uuidv7(),
  kind              text        NOT NULL CHECK (kind IN ('GAP', 'WRONG_SUM', 'DUPLICATE', 'REJECTED')),
  statement_file_id uuid        REFERENCES statement_file,
  nodal_account_id  bigint      REFERENCES nodal_account,
  bank_statement_id uuid        REFERENCES bank_statement,
  business_date     date,
  amount_paise      bigint,
  file_name         text        NOT NULL,
  line_number       bigint      CHECK (line_number >= 1),
  reason            text        NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  found_at          timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX bank_statement_problem_of_day ON bank_statement_problem (nodal_account_id, business_date);
CREATE INDEX bank_statement_problem_of_file ON bank_statement_problem (statement_file_id);

COMMENT ON TABLE bank_statement_problem IS 'What was found when a file was loaded, for ever: whether a gap is open still says the view bank_statement_gap.';
COMMENT ON COLUMN bank_statement_problem.amount_paise IS 'GAP: opening minus the closing before; WRONG_SUM: closing as stated minus opening and lines.';
COMMENT ON COLUMN bank_statement_problem.line_number IS 'Of the file, as an editor counts; not that of a statement''s line.';

CREATE TRIGGER bank_statement_problem_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON bank_statement_problem
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bank_statement_line_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON bank_statement_line
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bank_statement_is_never_deleted BEFORE DELETE OR TRUNCATE ON bank_statement
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_file_is_never_deleted BEFORE DELETE OR TRUNCATE ON statement_file
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION check_statement_is_open() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  closed uuid;
BEGIN
  SELECT i.bank_statement_id INTO closed
    FROM (SELECT DISTINCT bank_statement_id, nodal_account_id, business_date FROM inserted) i
   WHERE NOT EXISTS (
     SELECT FROM bank_statement s
      WHERE s.bank_statement_id = i.bank_statement_id AND s.nodal_account_id = i.nodal_account_id
        AND s.business_date = i.business_date AND s.line_count IS NULL) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'statement % takes no such lines', closed USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER bank_statement_line_is_of_an_open_statement AFTER INSERT ON bank_statement_line
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION check_statement_is_open();

CREATE FUNCTION check_statement_totals() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  counted record;
BEGIN
  IF OLD.line_count IS NOT NULL OR (to_jsonb(OLD) - '{line_count,credit_paise,debit_paise}'::text[])
       IS DISTINCT FROM (to_jsonb(NEW) - '{line_count,credit_paise,debit_paise}'::text[]) THEN
    RAISE EXCEPTION 'statement % is loaded and does not change', OLD.bank_statement_id USING ERRCODE = 'integrity_constraint_violation';
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

CREATE TRIGGER bank_statement_totals_are_its_lines BEFORE UPDATE ON bank_statement
  FOR EACH ROW EXECUTE FUNCTION check_statement_totals();

CREATE FUNCTION check_statement_is_whole() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM bank_statement WHERE bank_statement_id = NEW.bank_statement_id AND line_count IS NULL;
  IF FOUND THEN
    RAISE EXCEPTION 'statement % is not whole', NEW.bank_statement_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER bank_statement_is_committed_whole AFTER INSERT ON bank_statement
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_statement_is_whole();

CREATE VIEW bank_statement_gap AS
SELECT bank_statement_id, nodal_account_id, business_date, statement_reference, opening_paise, previous_statement_id,
       previous_business_date, previous_closing_paise, opening_paise - previous_closing_paise AS gap_paise
  FROM (
    SELECT s.*, lag(s.bank_statement_id) OVER earlier AS previous_statement_id,
           lag(s.business_date) OVER earlier AS previous_business_date, lag(s.closing_paise) OVER earlier AS previous_closing_paise
      FROM bank_statement s
    WINDOW earlier AS (PARTITION BY s.nodal_account_id ORDER BY s.business_date, s.page, s.bank_statement_id)
  ) AS followed
 WHERE opening_paise <> previous_closing_paise;

COMMENT ON VIEW bank_statement_gap IS 'Statements that do not begin where the one before ends, as of now: a day that is loaded late closes its gap.';
