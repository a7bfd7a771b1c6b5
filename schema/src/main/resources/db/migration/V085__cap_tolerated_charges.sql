-- What a run has tolerated is added up before it tolerates more.
CREATE INDEX reconciliation_match_tolerated ON reconciliation_match_item (run_id) WHERE rule = 'TOLERANCE';

COMMENT ON TABLE reconciliation_rules IS 'Append-only: within how many bank days rules match, which bank charges a run posts, and what they add up to at most (1,000,000 paise where a version states nothing). A day is closed with the highest version whose first day is not after it.';
