CREATE TABLE dead_letter_replay (
  topic       text        NOT NULL,
  put_offset  bigint      NOT NULL CHECK (put_offset >= 0),
  put_at      timestamptz NOT NULL,
  replayed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (topic, put_offset, put_at)
);

COMMENT ON TABLE dead_letter_replay IS 'Dead letters that were sent to their topic again; Kafka cannot strike one record out.';
COMMENT ON COLUMN dead_letter_replay.topic IS 'The topic of the work, without its .dlt.';
COMMENT ON COLUMN dead_letter_replay.put_offset IS 'Offset in the dead-letter topic, which has one partition.';
COMMENT ON COLUMN dead_letter_replay.put_at IS 'The record''s own time: a topic that was made anew counts its offsets from 0 again.';
