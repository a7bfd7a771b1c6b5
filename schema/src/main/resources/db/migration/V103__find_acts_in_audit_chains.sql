-- The page of the audit trail lists the acts of a chain and shows the events of one act. Without an index it read the whole chain.
CREATE INDEX audit_event_act ON audit_event (chain, act, sequence);
