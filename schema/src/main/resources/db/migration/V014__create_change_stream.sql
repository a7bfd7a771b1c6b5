CREATE PUBLICATION hundi_events FOR TABLE payout_event, beneficiary_event WITH (publish = 'insert');

DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${relayUsername}') THEN
    CREATE ROLE "${relayUsername}" LOGIN REPLICATION PASSWORD '${relayPassword}';
  END IF;
END $$;

CREATE TABLE dead_letter_replay (
  topic       text        NOT NULL,
  put_offset  bigint      NOT NULL CHECK (put_offset >= 0),
  put_at      timestamptz NOT NULL,
  replayed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (topic, put_offset, put_at)
);

COMMENT ON TABLE dead_letter_replay IS 'Dead letters that were published to their topic again; Kafka cannot delete a single record.';
COMMENT ON COLUMN dead_letter_replay.topic IS 'The original topic, without the suffix .dlt.';
COMMENT ON COLUMN dead_letter_replay.put_offset IS 'Offset in the dead-letter topic, which has one partition.';
COMMENT ON COLUMN dead_letter_replay.put_at IS 'Timestamp of the record: a topic that was created again counts its offsets from 0 again.';
