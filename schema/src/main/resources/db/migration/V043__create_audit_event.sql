CREATE TABLE audit_chain (
  chain         text   PRIMARY KEY,
  last_sequence bigint NOT NULL CHECK (last_sequence >= 0),
  last_hash     bytea  NOT NULL CHECK (octet_length(last_hash) = 32)
);

COMMENT ON TABLE audit_chain IS 'The last event of each chain. Locked while an event is appended.';
COMMENT ON COLUMN audit_chain.chain IS 'The business_id, or staff.';

CREATE TABLE audit_event (
  chain         text        NOT NULL REFERENCES audit_chain,
  sequence      bigint      NOT NULL CHECK (sequence > 0),
  business_id   uuid        REFERENCES business,
  happened_at   timestamptz NOT NULL,
  person_id     uuid        REFERENCES person,
  session_mark  text        CHECK (length(session_mark) <= 64),
  address       text        CHECK (length(address) <= 64),
  act           text        NOT NULL CHECK (act ~ '^[A-Z][A-Z_]{2,60}$'),
  object        text        CHECK (length(object) <= 200),
  before_value  jsonb,
  after_value   jsonb,
  previous_hash bytea       NOT NULL CHECK (octet_length(previous_hash) = 32),
  hash          bytea       NOT NULL CHECK (octet_length(hash) = 32),
  PRIMARY KEY (chain, sequence)
);

CREATE INDEX audit_event_person ON audit_event (person_id, happened_at);

COMMENT ON TABLE audit_event IS 'Append-only: every act of a person, written in the transaction of the act. One chain of hashes for each business and one for the staff.';
COMMENT ON COLUMN audit_event.person_id IS 'Null if the person is not known, such as a sign-in that failed.';
COMMENT ON COLUMN audit_event.session_mark IS 'Identifies the session without revealing its id.';
COMMENT ON COLUMN audit_event.before_value IS 'Without secrets and full account numbers, as is after_value.';
COMMENT ON COLUMN audit_event.hash IS 'SHA-256 of previous_hash and the other columns; see hash_audit_event.';

-- Every value with its length in bytes, so that no two rows have the same text. Null is a minus sign.
CREATE FUNCTION hash_audit_event(event audit_event) RETURNS bytea LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT sha256(event.previous_hash || convert_to(string_agg(coalesce(octet_length(value) || ':' || value, '-'), ',' ORDER BY position), 'UTF8'))
    FROM unnest(ARRAY[event.chain, event.sequence::text, event.business_id::text,
                      to_char(event.happened_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), event.person_id::text,
                      event.session_mark, event.address, event.act, event.object, event.before_value::text, event.after_value::text])
         WITH ORDINALITY AS part (value, position)
$$;

-- Applications give the content; place, time and hashes are set here.
CREATE FUNCTION append_audit_event() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  NEW.chain := coalesce(NEW.business_id::text, 'staff');
  NEW.happened_at := clock_timestamp();
  INSERT INTO audit_chain (chain, last_sequence, last_hash) VALUES (NEW.chain, 0, sha256(convert_to(NEW.chain, 'UTF8')))
    ON CONFLICT DO NOTHING;
  SELECT last_sequence + 1, last_hash INTO NEW.sequence, NEW.previous_hash FROM audit_chain WHERE chain = NEW.chain FOR UPDATE;
  NEW.hash := hash_audit_event(NEW);
  UPDATE audit_chain SET last_sequence = NEW.sequence, last_hash = NEW.hash WHERE chain = NEW.chain;
  RETURN NEW;
END $$;

CREATE TRIGGER audit_event_is_chained BEFORE INSERT ON audit_event FOR EACH ROW EXECUTE FUNCTION append_audit_event();
CREATE TRIGGER audit_event_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_event
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_chain_is_never_deleted BEFORE DELETE OR TRUNCATE ON audit_chain
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
