-- The page of the audit trail lists the people of a chain, also those who have left, and shows the events of one of them.
CREATE INDEX audit_event_person_of_chain ON audit_event (chain, person_id, sequence) WHERE person_id IS NOT NULL;
