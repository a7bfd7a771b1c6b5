-- The page of the audit trail shows the events of some days. Without an index it read every later event of the chain.
CREATE INDEX audit_event_day ON audit_event (chain, happened_at, sequence);
