CREATE TABLE approval (
  approval_id   uuid        PRIMARY KEY DEFAULT uuidv7(),
  kind          text        NOT NULL CHECK (kind ~ '^[A-Z][A-Z_]{2,40}$'),
  business_id   uuid        REFERENCES business,
  content_hash  bytea       NOT NULL CHECK (octet_length(content_hash) = 32),
  summary       text        NOT NULL CHECK (length(summary) BETWEEN 1 AND 500),
  maker_id      uuid        REFERENCES person,
  maker_api_key text        REFERENCES api_key,
  rule          text        NOT NULL CHECK (length(rule) BETWEEN 1 AND 200),
  people_needed smallint    NOT NULL CHECK (people_needed BETWEEN 1 AND 5),
  state         text        NOT NULL DEFAULT 'OPEN' CHECK (state IN ('OPEN', 'AGREED', 'REFUSED', 'WITHDRAWN')),
  created_at    timestamptz NOT NULL DEFAULT now(),
  expires_at    timestamptz NOT NULL CHECK (expires_at > created_at),
  closed_at     timestamptz CHECK ((closed_at IS NULL) = (state = 'OPEN')),
  executed_at   timestamptz CHECK (executed_at IS NULL OR state = 'AGREED'),
  CHECK (num_nonnulls(maker_id, maker_api_key) = 1)
);

CREATE INDEX approval_business ON approval (business_id, created_at);

COMMENT ON TABLE approval IS 'What one person or API key asked for and other people agree to or refuse.';
COMMENT ON COLUMN approval.business_id IS 'Null for what concerns Hundi itself.';
COMMENT ON COLUMN approval.content_hash IS 'SHA-256 of exactly what is asked for. A decision names the same hash, and what is done must have it.';
COMMENT ON COLUMN approval.rule IS 'The rule that made the approval necessary.';
COMMENT ON COLUMN approval.people_needed IS 'Checkers who must agree; one refusal closes the approval.';
COMMENT ON COLUMN approval.executed_at IS 'When what was agreed was done; once.';

CREATE TABLE approval_decision (
  approval_id  uuid        NOT NULL REFERENCES approval,
  checker_id   uuid        NOT NULL REFERENCES person,
  decision     text        NOT NULL CHECK (decision IN ('AGREE', 'REFUSE')),
  content_hash bytea       NOT NULL,
  reason       text        CHECK (length(reason) BETWEEN 1 AND 500),
  decided_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (approval_id, checker_id),
  CHECK (decision = 'AGREE' OR reason IS NOT NULL)
);

COMMENT ON TABLE approval_decision IS 'Append-only: who agreed or refused. A checker decides once and is never the maker.';

CREATE TRIGGER approval_decision_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON approval_decision
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER approval_is_never_deleted BEFORE DELETE OR TRUNCATE ON approval
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- An approval begins open and without effect.
CREATE FUNCTION begin_approval() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state <> 'OPEN' OR NEW.closed_at IS NOT NULL OR NEW.executed_at IS NOT NULL THEN
    RAISE EXCEPTION 'an approval begins OPEN' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER approval_begins_open BEFORE INSERT ON approval FOR EACH ROW EXECUTE FUNCTION begin_approval();

CREATE FUNCTION keep_approval() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.approval_id, NEW.kind, NEW.business_id, NEW.content_hash, NEW.summary, NEW.maker_id, NEW.maker_api_key, NEW.rule,
      NEW.people_needed, NEW.created_at, NEW.expires_at)
     IS DISTINCT FROM
     (OLD.approval_id, OLD.kind, OLD.business_id, OLD.content_hash, OLD.summary, OLD.maker_id, OLD.maker_api_key, OLD.rule,
      OLD.people_needed, OLD.created_at, OLD.expires_at) THEN
    RAISE EXCEPTION 'what was asked for in approval % does not change', OLD.approval_id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.state <> OLD.state AND OLD.state <> 'OPEN' THEN
    RAISE EXCEPTION 'approval % is % already', OLD.approval_id, OLD.state USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.executed_at IS NOT NULL AND NEW.executed_at IS DISTINCT FROM OLD.executed_at THEN
    RAISE EXCEPTION 'approval % is executed already', OLD.approval_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER approval_keeps_its_content BEFORE UPDATE ON approval FOR EACH ROW EXECUTE FUNCTION keep_approval();

-- Locks the approval, so that decisions are counted one after another. Applications may not set its state themselves.
CREATE FUNCTION decide_approval() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  asked approval;
BEGIN
  SELECT * INTO asked FROM approval WHERE approval_id = NEW.approval_id FOR UPDATE;
  IF asked.maker_id = NEW.checker_id THEN
    RAISE EXCEPTION 'approval %: the maker cannot be a checker', NEW.approval_id USING ERRCODE = 'check_violation';
  END IF;
  IF asked.content_hash IS DISTINCT FROM NEW.content_hash THEN
    RAISE EXCEPTION 'approval %: the decision is on other content than was asked for', NEW.approval_id USING ERRCODE = 'check_violation';
  END IF;
  IF asked.state <> 'OPEN' OR asked.expires_at <= clock_timestamp() THEN
    RAISE EXCEPTION 'approval % is closed', NEW.approval_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER approval_decision_is_allowed BEFORE INSERT ON approval_decision FOR EACH ROW EXECUTE FUNCTION decide_approval();

CREATE FUNCTION count_decisions() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE approval a
     SET state = CASE NEW.decision WHEN 'REFUSE' THEN 'REFUSED' ELSE 'AGREED' END, closed_at = clock_timestamp()
   WHERE a.approval_id = NEW.approval_id
     AND (NEW.decision = 'REFUSE'
          OR (SELECT count(*) FROM approval_decision d WHERE d.approval_id = NEW.approval_id) >= a.people_needed);
  RETURN NULL;
END $$;

CREATE TRIGGER approval_decision_counts AFTER INSERT ON approval_decision FOR EACH ROW EXECUTE FUNCTION count_decisions();

-- By its maker, while it is open.
CREATE FUNCTION withdraw_approval(id uuid, maker uuid) RETURNS boolean
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH withdrawn AS (
    UPDATE approval SET state = 'WITHDRAWN', closed_at = clock_timestamp()
     WHERE approval_id = id AND maker_id = maker AND state = 'OPEN' RETURNING 1)
  SELECT EXISTS (SELECT FROM withdrawn)
$$;

ALTER TABLE invitation ADD FOREIGN KEY (approval_id) REFERENCES approval;
