CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;

-- The claim and the state are in a key, so a transaction that holds FOR KEY SHARE on its run keeps others from claiming, ending and
-- signing it, while the lease, which is in no key, is renewed.
ALTER TABLE reconciliation_run ADD CONSTRAINT reconciliation_run_claim_key UNIQUE (run_id, state, claim_id);
ALTER TABLE reconciliation_run
  ADD COLUMN wants_full_proof boolean NOT NULL DEFAULT false,
  ADD COLUMN proved_after     date,
  ADD COLUMN proved_at        timestamptz;

COMMENT ON COLUMN reconciliation_run.wants_full_proof IS 'The proof of the books reads every row, also those that a signed day proved.';
COMMENT ON COLUMN reconciliation_run.proved_after IS 'Asia/Kolkata; the signed day whose proof this run''s proof continues. Null: it read every row.';
COMMENT ON COLUMN reconciliation_run.proved_at IS 'When the books were proved, UTC.';

-- A run's session names its run and claim in the settings hundi.run_id and hundi.claim_id. Rows of a run are written only by the
-- session that holds its claim: not after sign-off, and not by a process that lost the claim.
CREATE FUNCTION check_run_is_claimed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  claimed_run bigint := nullif(current_setting('hundi.run_id', true), '')::bigint;
BEGIN
  IF claimed_run IS NULL THEN
    -- Rows of a run are refused one by one; those of a resolution are not of a run.
    RETURN NULL;
  END IF;
  PERFORM FROM reconciliation_run
    WHERE run_id = claimed_run AND state = 'RUNNING' AND claim_id::text = current_setting('hundi.claim_id', true) FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the claim on run % is lost', claimed_run USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION refuse_row_of_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'run % is signed off or not claimed by this session, so % of % is refused',
    CASE TG_OP WHEN 'INSERT' THEN NEW.run_id ELSE OLD.run_id END, TG_OP, TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;

DO $$
DECLARE
  guarded text;
BEGIN
  FOREACH guarded IN ARRAY ARRAY['reconciliation_figure', 'reconciliation_run_break', 'reconciliation_violation', 'reconciliation_statement',
                                 'reconciliation_match_item', 'reconciliation_late_entry', 'reconciliation_proposal',
                                 'reconciliation_break_event'] LOOP
    EXECUTE format('CREATE TRIGGER %1$s_needs_claim BEFORE INSERT ON %1$s FOR EACH STATEMENT EXECUTE FUNCTION check_run_is_claimed()', guarded);
    EXECUTE format('CREATE TRIGGER %1$s_of_claimed_run BEFORE INSERT ON %1$s FOR EACH ROW
      WHEN (NEW.run_id IS NOT NULL AND NEW.run_id::text IS DISTINCT FROM current_setting(''hundi.run_id'', true))
      EXECUTE FUNCTION refuse_row_of_run()', guarded);
  END LOOP;
  FOREACH guarded IN ARRAY ARRAY['reconciliation_figure', 'reconciliation_run_break', 'reconciliation_violation'] LOOP
    EXECUTE format('CREATE TRIGGER %1$s_changes_need_claim BEFORE UPDATE OR DELETE ON %1$s FOR EACH STATEMENT EXECUTE FUNCTION check_run_is_claimed()', guarded);
    EXECUTE format('CREATE TRIGGER %1$s_changes_of_claimed_run BEFORE UPDATE OR DELETE ON %1$s FOR EACH ROW
      WHEN (OLD.run_id::text IS DISTINCT FROM current_setting(''hundi.run_id'', true))
      EXECUTE FUNCTION refuse_row_of_run()', guarded);
  END LOOP;
END $$;

-- Matches may also be revoked by two people, but not those of a signed day.
CREATE OR REPLACE FUNCTION check_day_is_not_signed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  run_state text;
BEGIN
  SELECT state INTO run_state FROM reconciliation_run WHERE run_id = OLD.run_id FOR KEY SHARE;
  IF run_state = 'SIGNED' THEN
    RAISE EXCEPTION 'the day of run % is signed off', OLD.run_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;

CREATE TRIGGER reconciliation_statement_signed_is_immutable BEFORE UPDATE OR DELETE ON reconciliation_statement
  FOR EACH ROW EXECUTE FUNCTION check_day_is_not_signed();

-- What the proof of the books of a run read and summed. A proof after sign-off continues from here.
CREATE TABLE reconciliation_proved_balance (
  run_id        bigint NOT NULL REFERENCES reconciliation_run,
  account_id    bigint NOT NULL REFERENCES ledger_account,
  amount_paise  bigint NOT NULL,
  last_sequence bigint NOT NULL CHECK (last_sequence >= 0),
  PRIMARY KEY (run_id, account_id)
);

COMMENT ON TABLE reconciliation_proved_balance IS 'Balances of ledger accounts at the end of the business date of a run, as its proof of the books summed them.';
COMMENT ON COLUMN reconciliation_proved_balance.amount_paise IS 'Sum of the entries up to the end of the day, by the time in their ids, in paise.';
COMMENT ON COLUMN reconciliation_proved_balance.last_sequence IS 'Newest movement of the wallet that the proof read; 0 for other accounts.';

CREATE TRIGGER reconciliation_proved_balance_needs_claim BEFORE INSERT OR UPDATE OR DELETE ON reconciliation_proved_balance
  FOR EACH STATEMENT EXECUTE FUNCTION check_run_is_claimed();
CREATE TRIGGER reconciliation_proved_balance_of_claimed_run BEFORE INSERT ON reconciliation_proved_balance
  FOR EACH ROW WHEN (NEW.run_id::text IS DISTINCT FROM current_setting('hundi.run_id', true)) EXECUTE FUNCTION refuse_row_of_run();
CREATE TRIGGER reconciliation_proved_balance_changes_of_claimed_run BEFORE UPDATE OR DELETE ON reconciliation_proved_balance
  FOR EACH ROW WHEN (OLD.run_id::text IS DISTINCT FROM current_setting('hundi.run_id', true)) EXECUTE FUNCTION refuse_row_of_run();

CREATE FUNCTION first_id_of(of_day date) RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT (lpad(to_hex((extract(epoch FROM of_day::timestamp AT TIME ZONE 'Asia/Kolkata') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;

COMMENT ON FUNCTION first_id_of IS 'Not above any UUIDv7 of the day in Asia/Kolkata, and above all of earlier days.';

CREATE OR REPLACE VIEW balance_violation AS
WITH signed AS MATERIALIZED (
  SELECT run_id, first_id_of(business_date + 1) AS after_id FROM reconciliation_run
   WHERE state = 'SIGNED' ORDER BY business_date DESC LIMIT 1
), account_sum AS MATERIALIZED (
  SELECT business_id, account_id, sum(amount_paise) AS amount_paise,
         sum(amount_paise) FILTER (WHERE transaction_id < (SELECT after_id FROM signed)) AS signed_paise
    FROM ledger_entry GROUP BY business_id, account_id
)
SELECT 'wallet differs from its ledger entries' AS rule, w.business_id::text AS subject
  FROM wallet w
  LEFT JOIN account_sum e ON e.business_id = w.business_id AND e.account_id = w.account_id
 WHERE w.balance_paise <> coalesce(e.amount_paise, 0)
UNION ALL
SELECT 'clearing holds what is not in flight', a.code
  FROM ledger_account a
  LEFT JOIN (SELECT account_id, sum(amount_paise) AS amount_paise FROM account_sum GROUP BY account_id) e ON e.account_id = a.account_id
  LEFT JOIN (SELECT rail, sum(amount_paise) AS amount_paise FROM payout WHERE status = 4 GROUP BY rail) p
    ON p.rail = CASE split_part(a.code, ':', 2) WHEN 'IMPS' THEN 'I' WHEN 'NEFT' THEN 'N' WHEN 'RTGS' THEN 'R' WHEN 'SELF' THEN 'S' WHEN 'UPI' THEN 'U' END
 WHERE a.code LIKE 'clearing:%' AND coalesce(e.amount_paise, 0) <> coalesce(p.amount_paise, 0)
UNION ALL
SELECT 'entries differ from what a signed day proved', a.code
  FROM ledger_account a
  JOIN reconciliation_proved_balance b ON b.account_id = a.account_id AND b.run_id = (SELECT run_id FROM signed)
  LEFT JOIN (SELECT account_id, sum(signed_paise) AS signed_paise FROM account_sum GROUP BY account_id) e ON e.account_id = a.account_id
 WHERE b.amount_paise <> coalesce(e.signed_paise, 0);

-- The files of a run's report, written when it was signed and served from here.
CREATE TABLE reconciliation_report (
  run_id     bigint      NOT NULL REFERENCES reconciliation_run,
  format     text        NOT NULL CHECK (format IN ('CSV', 'XLS', 'PDF')),
  content    bytea       NOT NULL CHECK (length(content) > 0),
  sha256     bytea       NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (run_id, format),
  CONSTRAINT reconciliation_report_has_its_digest CHECK (sha256 = sha256(content))
);
ALTER TABLE reconciliation_report ALTER COLUMN content SET STORAGE EXTERNAL;

COMMENT ON TABLE reconciliation_report IS 'Reports of signed runs, byte for byte as they were at sign-off.';

CREATE FUNCTION check_report_is_of_unsigned_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM reconciliation_run WHERE run_id = NEW.run_id AND state = 'DONE' AND NOT is_dry FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'run % is not about to be signed off', NEW.run_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER reconciliation_report_is_of_unsigned_run BEFORE INSERT ON reconciliation_report
  FOR EACH ROW EXECUTE FUNCTION check_report_is_of_unsigned_run();
CREATE TRIGGER reconciliation_report_is_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON reconciliation_report
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION check_run_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.run_id, OLD.nodal_account_id, OLD.business_date, OLD.is_dry) IS DISTINCT FROM (NEW.run_id, NEW.nodal_account_id, NEW.business_date, NEW.is_dry) THEN
    RAISE EXCEPTION 'the day of run % cannot change', OLD.run_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF NEW.state = 'RUNNING' AND NEW.claim_id IS DISTINCT FROM OLD.claim_id AND (OLD.state NOT IN ('DUE', 'RUNNING') OR OLD.due_at > now()) THEN
    RAISE EXCEPTION 'run % is not due or claimed by another process', OLD.run_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF (OLD.bank_opening_paise, OLD.bank_closing_paise, OLD.ledger_paise, OLD.late_paise, OLD.breaks_paise, OLD.violation_count, OLD.proved_after)
     IS DISTINCT FROM
     (NEW.bank_opening_paise, NEW.bank_closing_paise, NEW.ledger_paise, NEW.late_paise, NEW.breaks_paise, NEW.violation_count, NEW.proved_after)
     AND (OLD.state <> 'RUNNING' OR OLD.run_id::text IS DISTINCT FROM current_setting('hundi.run_id', true)
          OR OLD.claim_id::text IS DISTINCT FROM current_setting('hundi.claim_id', true)) THEN
    RAISE EXCEPTION 'the claim on run % is lost', OLD.run_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF NEW.state = 'SIGNED' AND (
       OLD.state <> 'DONE' OR lower(btrim(NEW.signed_by)) = lower(btrim(NEW.requested_by))
       OR EXISTS (SELECT FROM reconciliation_run earlier
                   WHERE earlier.nodal_account_id = NEW.nodal_account_id AND NOT earlier.is_dry
                     AND earlier.business_date < NEW.business_date AND earlier.state <> 'SIGNED')
       OR (SELECT count(*) FROM reconciliation_report WHERE run_id = NEW.run_id) <> 3) THEN
    RAISE EXCEPTION 'run % cannot be signed off: it must be done, with its reports stored, after every earlier day, by another person',
      NEW.run_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER reconciliation_run_transitions_are_legal BEFORE UPDATE ON reconciliation_run
  FOR EACH ROW EXECUTE FUNCTION check_run_changes();

CREATE FUNCTION check_run_starts_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a run starts due, not %', NEW.state USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER reconciliation_run_starts_due BEFORE INSERT ON reconciliation_run
  FOR EACH ROW WHEN (NEW.state <> 'DUE') EXECUTE FUNCTION check_run_starts_due();

-- A break whose difference changes is closed, and another one continues it, so no difference is ever rewritten.
ALTER TABLE reconciliation_break
  ADD COLUMN continues_break_id bigint,
  ADD COLUMN is_continued       boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT reconciliation_break_continued_is_closed CHECK (NOT is_continued OR closed_on IS NOT NULL),
  DROP CONSTRAINT reconciliation_break_key_once;
CREATE UNIQUE INDEX reconciliation_break_key_once ON reconciliation_break (nodal_account_id, break_key) WHERE NOT is_continued;

COMMENT ON COLUMN reconciliation_break.continues_break_id IS 'The break with the same key and another difference before this one.';
COMMENT ON COLUMN reconciliation_break.is_continued IS 'Its difference changed, so another break with its key has replaced it.';

CREATE FUNCTION refuse_new_difference() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'key and difference of break % cannot change', OLD.break_id USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER reconciliation_break_difference_is_immutable BEFORE UPDATE ON reconciliation_break FOR EACH ROW
  WHEN ((OLD.difference_paise, OLD.break_key, OLD.nodal_account_id, OLD.continues_break_id)
        IS DISTINCT FROM (NEW.difference_paise, NEW.break_key, NEW.nodal_account_id, NEW.continues_break_id)
        OR OLD.is_continued AND NOT NEW.is_continued)
  EXECUTE FUNCTION refuse_new_difference();

CREATE FUNCTION check_break_is_of_claimed_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM inserted) AND NOT EXISTS (
       SELECT FROM reconciliation_run
        WHERE run_id = nullif(current_setting('hundi.run_id', true), '')::bigint AND state = 'RUNNING'
          AND claim_id::text = current_setting('hundi.claim_id', true)
          AND NOT EXISTS (SELECT FROM inserted WHERE opened_on > business_date OR inserted.nodal_account_id <> reconciliation_run.nodal_account_id)) THEN
    RAISE EXCEPTION 'breaks are opened only by the run of their day' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER reconciliation_break_is_of_claimed_day AFTER INSERT ON reconciliation_break
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION check_break_is_of_claimed_day();

-- A resolution belongs to the run that was open when it was decided, and stands in its report.
ALTER TABLE reconciliation_resolution ADD COLUMN run_id bigint REFERENCES reconciliation_run;
ALTER TABLE reconciliation_resolution ADD CONSTRAINT reconciliation_resolution_carries_to_the_future
  CHECK (carry_to >= (made_at AT TIME ZONE 'Asia/Kolkata')::date) NOT VALID;

COMMENT ON COLUMN reconciliation_resolution.run_id IS 'The run in whose report the decision stands: the newest one, unless it was signed before the decision; then the next.';

ALTER TABLE reconciliation_resolution DISABLE TRIGGER reconciliation_resolution_is_decided_once;
UPDATE reconciliation_resolution r SET run_id = (
  SELECT run.run_id FROM reconciliation_run run
   WHERE run.nodal_account_id = r.nodal_account_id AND NOT run.is_dry AND run.business_date >= (r.checked_at AT TIME ZONE 'Asia/Kolkata')::date - 1
   ORDER BY run.business_date LIMIT 1) WHERE r.decision IS NOT NULL;
ALTER TABLE reconciliation_resolution ENABLE TRIGGER reconciliation_resolution_is_decided_once;

CREATE OR REPLACE FUNCTION check_resolution_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  run_state text;
BEGIN
  IF (OLD.match_id IS NOT NULL AND to_jsonb(OLD) - 'run_id' IS DISTINCT FROM to_jsonb(NEW) - 'run_id')
     OR (OLD.decision IS NOT NULL AND (OLD.decision, OLD.checker, OLD.checked_at) IS DISTINCT FROM (NEW.decision, NEW.checker, NEW.checked_at))
     OR (OLD.run_id IS NOT NULL AND OLD.run_id IS DISTINCT FROM NEW.run_id)
     OR (to_jsonb(OLD) - '{decision,checker,checked_at,amount_paise,posted_for,transaction_id,match_id,run_id}'::text[])
       IS DISTINCT FROM (to_jsonb(NEW) - '{decision,checker,checked_at,amount_paise,posted_for,transaction_id,match_id,run_id}'::text[]) THEN
    RAISE EXCEPTION 'resolution % is decided or this change is not allowed', OLD.resolution_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF NEW.run_id IS DISTINCT FROM OLD.run_id THEN
    SELECT state INTO run_state FROM reconciliation_run WHERE run_id = NEW.run_id FOR KEY SHARE;
    IF run_state = 'SIGNED' THEN
      RAISE EXCEPTION 'the day of run % is signed off', NEW.run_id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
  END IF;
  RETURN NEW;
END $$;

-- The calendar decides the age of breaks and which statements are missing.
CREATE TABLE bank_calendar_change (
  change_id  bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  day        date        NOT NULL,
  is_open    boolean     NOT NULL,
  name       text        NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  maker      text        NOT NULL CHECK (length(maker) BETWEEN 1 AND 100),
  made_at    timestamptz NOT NULL DEFAULT now(),
  decision   text        CHECK (decision IN ('APPROVED', 'REJECTED')),
  checker    text        CHECK (length(checker) BETWEEN 1 AND 100),
  checked_at timestamptz,
  CONSTRAINT bank_calendar_change_checker_is_not_maker CHECK (checker IS NULL OR lower(btrim(checker)) <> lower(btrim(maker))),
  CONSTRAINT bank_calendar_change_decision_is_complete CHECK (num_nulls(decision, checker, checked_at) IN (0, 3))
);

COMMENT ON TABLE bank_calendar_change IS 'Changes of the bank calendar: requested by one person, decided by another. Never removed.';
COMMENT ON COLUMN bank_calendar_change.day IS 'Asia/Kolkata.';

CREATE FUNCTION check_calendar_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.decision IS NOT NULL OR (to_jsonb(OLD) - '{decision,checker,checked_at}'::text[]) IS DISTINCT FROM (to_jsonb(NEW) - '{decision,checker,checked_at}'::text[]) THEN
    RAISE EXCEPTION 'calendar change % is decided or this change is not allowed', OLD.change_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER bank_calendar_change_is_decided_once BEFORE UPDATE ON bank_calendar_change
  FOR EACH ROW EXECUTE FUNCTION check_calendar_change();
CREATE TRIGGER bank_calendar_change_is_never_deleted BEFORE DELETE OR TRUNCATE ON bank_calendar_change
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE bank_calendar ADD COLUMN change_id bigint REFERENCES bank_calendar_change;
COMMENT ON COLUMN bank_calendar.change_id IS 'The approved change that it comes from; null for days entered before changes needed two people.';

CREATE FUNCTION check_calendar() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.day <> NEW.day OR NOT EXISTS (
       SELECT FROM bank_calendar_change c
        WHERE c.change_id = NEW.change_id AND c.decision = 'APPROVED' AND (c.day, c.is_open, c.name) = (NEW.day, NEW.is_open, NEW.name)) THEN
    RAISE EXCEPTION 'the calendar of % changes only by a change that two people made', NEW.day USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  -- Sign-off locks the book, so no day is signed meanwhile.
  PERFORM FROM reconciliation_book FOR SHARE;
  IF EXISTS (SELECT FROM reconciliation_run WHERE state = 'SIGNED' AND business_date >= NEW.day) THEN
    RAISE EXCEPTION 'the calendar of % cannot change: that day is signed off', NEW.day USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER bank_calendar_needs_change BEFORE INSERT OR UPDATE ON bank_calendar
  FOR EACH ROW EXECUTE FUNCTION check_calendar();
CREATE TRIGGER bank_calendar_is_never_deleted BEFORE DELETE OR TRUNCATE ON bank_calendar
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Lines and entries of one amount may be proposed by their accounts or by their UTRs.
ALTER TABLE reconciliation_proposal ADD COLUMN basis text NOT NULL DEFAULT 'ACCOUNT' CHECK (basis IN ('ACCOUNT', 'UTR'));
ALTER TABLE reconciliation_proposal ALTER COLUMN basis DROP DEFAULT;
COMMENT ON TABLE reconciliation_proposal IS 'Lines and entries of one amount within three days that have one account, or UTRs at most two letters apart. Two people may confirm them; a run never does.';
COMMENT ON COLUMN reconciliation_proposal.basis IS 'What they have in common besides the amount: ACCOUNT or UTR.';
