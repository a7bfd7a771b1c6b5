CREATE TABLE reconciliation_break (
  break_id          bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  nodal_account_id  bigint      NOT NULL REFERENCES nodal_account,
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
  CONSTRAINT reconciliation_break_closed_says_why CHECK ((closed_on IS NULL) = (closed_why IS NULL))
);

CREATE INDEX reconciliation_break_open ON reconciliation_break (nodal_account_id, type) WHERE closed_on IS NULL;

COMMENT ON TABLE reconciliation_break IS 'What bank and ledger do not agree on, under a key that stays the same as long as it is about the same thing.';
COMMENT ON COLUMN reconciliation_break.difference_paise IS 'What the bank has more than the ledger because of this, in paise.';
COMMENT ON COLUMN reconciliation_break.amount_paise IS 'The money it is about, in paise, also where nothing is missing.';
COMMENT ON COLUMN reconciliation_break.opened_on IS 'Asia/Kolkata; business date of the run that opened it, from which its age counts in bank days.';

CREATE TABLE reconciliation_break_event (
  event_id    bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  break_id    bigint      NOT NULL REFERENCES reconciliation_break,
  kind        text        NOT NULL CHECK (kind IN ('OPENED', 'CHANGED', 'CLOSED', 'REOPENED', 'OWNED', 'CARRIED', 'RESOLVED', 'REVOKED')),
  run_id      bigint      REFERENCES reconciliation_run,
  by_whom     text        CHECK (length(by_whom) BETWEEN 1 AND 100),
  detail      text        NOT NULL CHECK (length(detail) BETWEEN 1 AND 500),
  happened_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX reconciliation_break_event_of_break ON reconciliation_break_event (break_id, event_id);
CREATE TRIGGER reconciliation_break_event_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON reconciliation_break_event
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER reconciliation_break_is_never_deleted BEFORE DELETE OR TRUNCATE ON reconciliation_break
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE reconciliation_violation (
  run_id  bigint NOT NULL REFERENCES reconciliation_run,
  rule    text   NOT NULL,
  subject text   NOT NULL,
  PRIMARY KEY (run_id, rule, subject)
);

COMMENT ON TABLE reconciliation_violation IS 'Rows of money_violation as a run found them.';

CREATE TABLE reconciliation_run_break (
  run_id           bigint  NOT NULL REFERENCES reconciliation_run,
  break_id         bigint  NOT NULL REFERENCES reconciliation_break,
  type             text    NOT NULL,
  difference_paise bigint  NOT NULL,
  amount_paise     bigint  NOT NULL,
  bank_days        integer NOT NULL CHECK (bank_days >= 0),
  detail           text    NOT NULL,
  PRIMARY KEY (run_id, break_id)
);

COMMENT ON TABLE reconciliation_run_break IS 'The breaks that were open at the end of a run, as they were then.';
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
  CONSTRAINT reconciliation_resolution_takes_two CHECK (checker IS NULL OR lower(btrim(checker)) <> lower(btrim(maker))),
  CONSTRAINT reconciliation_resolution_is_decided_by_someone CHECK (num_nulls(decision, checker, checked_at) IN (0, 3)),
  CONSTRAINT reconciliation_resolution_has_what_it_needs CHECK (
    (action = 'ADJUST_WALLET') = (business_id IS NOT NULL)
    AND (action = 'CARRY_FORWARD') = (carry_to IS NOT NULL)
    AND (action = 'REVOKE') = (revokes_match_id IS NOT NULL)
    AND (action = 'REVOKE') = (cardinality(break_ids) = 0))
);

COMMENT ON TABLE reconciliation_resolution IS 'What one person wants done about breaks and another has allowed. Nothing happens before the second.';
COMMENT ON COLUMN reconciliation_resolution.posted_for IS 'Business of the posting, which is the platform itself for suspense and write-offs.';
COMMENT ON COLUMN reconciliation_resolution.amount_paise IS 'What was posted, in paise; plus made the ledger''s money at the bank more.';

CREATE FUNCTION check_resolution_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.match_id IS NOT NULL
     OR (OLD.decision IS NOT NULL AND (OLD.decision, OLD.checker, OLD.checked_at) IS DISTINCT FROM (NEW.decision, NEW.checker, NEW.checked_at))
     OR (to_jsonb(OLD) - '{decision,checker,checked_at,amount_paise,posted_for,transaction_id,match_id}'::text[])
       IS DISTINCT FROM (to_jsonb(NEW) - '{decision,checker,checked_at,amount_paise,posted_for,transaction_id,match_id}'::text[]) THEN
    RAISE EXCEPTION 'resolution % is decided or may not change so', OLD.resolution_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER reconciliation_resolution_is_decided_once BEFORE UPDATE ON reconciliation_resolution
  FOR EACH ROW EXECUTE FUNCTION check_resolution_changes();
CREATE TRIGGER reconciliation_resolution_is_never_deleted BEFORE DELETE OR TRUNCATE ON reconciliation_resolution
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION check_day_is_not_signed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM reconciliation_run WHERE run_id = OLD.run_id AND state = 'SIGNED') THEN
    RAISE EXCEPTION 'the day of run % is signed off', OLD.run_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;

CREATE TRIGGER reconciliation_run_signed_stays BEFORE UPDATE OR DELETE ON reconciliation_run
  FOR EACH ROW WHEN (OLD.state = 'SIGNED') EXECUTE FUNCTION check_day_is_not_signed();
CREATE TRIGGER reconciliation_figure_signed_stays BEFORE UPDATE OR DELETE ON reconciliation_figure
  FOR EACH ROW EXECUTE FUNCTION check_day_is_not_signed();
CREATE TRIGGER reconciliation_run_break_signed_stays BEFORE UPDATE OR DELETE ON reconciliation_run_break
  FOR EACH ROW EXECUTE FUNCTION check_day_is_not_signed();
CREATE TRIGGER reconciliation_match_signed_stays BEFORE UPDATE OR DELETE ON reconciliation_match_item
  FOR EACH ROW WHEN (OLD.run_id IS NOT NULL) EXECUTE FUNCTION check_day_is_not_signed();
