CREATE TABLE sweep_progress (
  name     text        PRIMARY KEY,
  swept_to timestamptz NOT NULL
);

COMMENT ON TABLE sweep_progress IS 'How far a sweep over append-only rows has come, so that it need not read them all again.';
