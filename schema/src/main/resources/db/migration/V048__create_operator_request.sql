CREATE TABLE operator_request (
  request_id    uuid        PRIMARY KEY DEFAULT uuidv7(),
  kind          text        NOT NULL CHECK (kind ~ '^[A-Z][A-Z_]{2,60}$'),
  arguments     jsonb       NOT NULL CHECK (jsonb_typeof(arguments) = 'object' AND length(arguments::text) <= 10000),
  person_id     uuid        NOT NULL REFERENCES person,
  asked_by      text        NOT NULL CHECK (length(asked_by) BETWEEN 1 AND 254),
  reason        text        CHECK (length(reason) BETWEEN 5 AND 500),
  state         text        NOT NULL DEFAULT 'PENDING' CHECK (state IN ('PENDING', 'DONE', 'REFUSED', 'FAILED')),
  attempt_count integer     NOT NULL DEFAULT 0 CHECK (attempt_count >= 0),
  claim_id      uuid,
  result        jsonb,
  failure       text        CHECK (length(failure) <= 500),
  created_at    timestamptz NOT NULL DEFAULT now(),
  due_at        timestamptz DEFAULT now(),
  ended_at      timestamptz,
  CONSTRAINT operator_request_reads_need_no_reason CHECK ((reason IS NULL) = (kind LIKE 'READ\_%')),
  CONSTRAINT operator_request_pending_is_due CHECK ((state = 'PENDING') = (due_at IS NOT NULL) AND (state = 'PENDING') = (ended_at IS NULL)),
  CONSTRAINT operator_request_only_pending_is_claimed CHECK (claim_id IS NULL OR state = 'PENDING'),
  CONSTRAINT operator_request_done_has_result CHECK ((state = 'DONE') = (result IS NOT NULL)),
  CONSTRAINT operator_request_says_why_not CHECK (state NOT IN ('REFUSED', 'FAILED') OR failure IS NOT NULL)
);

CREATE INDEX operator_request_due ON operator_request (kind, due_at) WHERE state = 'PENDING';
CREATE INDEX operator_request_kind ON operator_request (kind, request_id);
CREATE INDEX operator_request_ended ON operator_request (ended_at) WHERE state <> 'PENDING';

COMMENT ON TABLE operator_request IS 'What the staff portal asks another process to do, such as to replay a Kafka message. The process claims the row, acts and records the result. A claim that expires without a result is claimed again, so every kind may be carried out twice.';
COMMENT ON COLUMN operator_request.kind IS 'dev.hundi.operator.RequestKind. READ_… changes nothing and needs no reason.';
COMMENT ON COLUMN operator_request.person_id IS 'Who asked; the act is also in the audit trail.';
COMMENT ON COLUMN operator_request.asked_by IS 'The e-mail address of the person, which never changes: what the carried-out act records as its author.';
COMMENT ON COLUMN operator_request.state IS 'PENDING until it ends as DONE (see result), REFUSED (the act is not possible, see failure) or FAILED (every attempt failed).';
COMMENT ON COLUMN operator_request.attempt_count IS 'Claims so far.';
COMMENT ON COLUMN operator_request.failure IS 'Why it was refused, or why the last attempt failed.';
COMMENT ON COLUMN operator_request.due_at IS 'When it may be claimed; a claim moves it by the length of its lease.';

-- What was asked for does not change, and what has ended does not begin again.
CREATE FUNCTION keep_operator_request() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.request_id, NEW.kind, NEW.arguments, NEW.person_id, NEW.asked_by, NEW.reason, NEW.created_at)
     IS DISTINCT FROM (OLD.request_id, OLD.kind, OLD.arguments, OLD.person_id, OLD.asked_by, OLD.reason, OLD.created_at) THEN
    RAISE EXCEPTION 'what operator request % asks for does not change', OLD.request_id USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.state <> 'PENDING' THEN
    RAISE EXCEPTION 'operator request % has ended', OLD.request_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER operator_request_keeps_its_content BEFORE UPDATE ON operator_request
  FOR EACH ROW EXECUTE FUNCTION keep_operator_request();
