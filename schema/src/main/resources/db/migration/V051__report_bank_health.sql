CREATE TABLE bank_health (
  process_id      uuid        NOT NULL,
  bank            text        NOT NULL CHECK (length(bank) BETWEEN 1 AND 40),
  rail            text        NOT NULL CHECK (rail IN ('I', 'N', 'R', 'S', 'U')),
  breaker         text        NOT NULL CHECK (breaker IN ('CLOSED', 'HALF_OPEN', 'OPEN')),
  parks           boolean     NOT NULL,
  calls_in_flight integer     NOT NULL CHECK (calls_in_flight >= 0),
  accepted        integer     NOT NULL CHECK (accepted >= 0),
  refused         integer     NOT NULL CHECK (refused >= 0),
  not_sent        integer     NOT NULL CHECK (not_sent >= 0),
  unanswered      integer     NOT NULL CHECK (unanswered >= 0),
  unusable        integer     NOT NULL CHECK (unusable >= 0),
  last_answer     text        CHECK (last_answer IN ('ACCEPTED', 'REFUSED', 'NOT_SENT', 'UNANSWERED', 'UNUSABLE')),
  last_answer_at  timestamptz,
  reported_at     timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (process_id, bank, rail),
  CONSTRAINT bank_health_last_answer_has_time CHECK ((last_answer IS NULL) = (last_answer_at IS NULL))
);

COMMENT ON TABLE bank_health IS 'What each copy of stream-processors sees of each bank and rail, reported every few seconds. Rows of copies that have ended are removed after an hour.';
COMMENT ON COLUMN bank_health.process_id IS 'A copy of stream-processors; a restart is another one.';
COMMENT ON COLUMN bank_health.breaker IS 'The circuit breaker of the bank in this copy, for all its rails.';
COMMENT ON COLUMN bank_health.parks IS 'Whether payouts are parked for the bank.';
COMMENT ON COLUMN bank_health.calls_in_flight IS 'Calls of this copy to the bank, for all its rails.';
COMMENT ON COLUMN bank_health.accepted IS 'Payments of the last ten minutes that the bank paid, or accepted for payment. The other counts are of the same minutes.';
COMMENT ON COLUMN bank_health.refused IS 'Payments that the bank refused for good.';
COMMENT ON COLUMN bank_health.not_sent IS 'Payments that did not reach the bank.';
COMMENT ON COLUMN bank_health.unanswered IS 'Payments without an answer; the bank may have paid.';
COMMENT ON COLUMN bank_health.unusable IS 'Payments whose answer was malformed or implausible.';
COMMENT ON COLUMN bank_health.last_answer IS 'What became of the last payment of this copy, also if it is older than ten minutes; null before the first.';

-- Lists of the staff over all businesses, newest first.
CREATE UNIQUE INDEX wallet_export_newest ON wallet_export (export_id);
CREATE INDEX wallet_export_failed ON wallet_export (export_id) WHERE status = 'FAILED';
CREATE INDEX webhook_delivery_failed ON webhook_delivery (delivery_id) WHERE state = 'FAILED';
CREATE INDEX batch_job_execution_failed ON batch_job_execution (job_execution_id) WHERE status = 'FAILED';

-- As their owner: the staff portal changes the calendar and may neither lock the book nor read the runs.
ALTER FUNCTION check_calendar() SECURITY DEFINER SET search_path = public, pg_temp;

CREATE TABLE dead_letter_discard (
  topic        text        NOT NULL,
  put_offset   bigint      NOT NULL CHECK (put_offset >= 0),
  put_at       timestamptz NOT NULL,
  discarded_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (topic, put_offset, put_at)
);

COMMENT ON TABLE dead_letter_discard IS 'Dead letters that an operator decided not to replay; who and why is in operator_request and in the audit trail. The columns are those of dead_letter_replay.';
