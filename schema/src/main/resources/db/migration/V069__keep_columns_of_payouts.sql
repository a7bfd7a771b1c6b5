CREATE TABLE payout_columns (
  person_id uuid   PRIMARY KEY REFERENCES person,
  columns   text[] NOT NULL CHECK (cardinality(columns) BETWEEN 1 AND 20)
);

COMMENT ON TABLE payout_columns IS 'The columns that a person chose for the list of payouts. Without a row the list shows the usual ones.';

ALTER TABLE payout_columns ENABLE ROW LEVEL SECURITY;
CREATE POLICY permit ON payout_columns USING (true) WITH CHECK (true);
CREATE POLICY of_the_person ON payout_columns AS RESTRICTIVE TO hundi_portal_merchant USING (person_id = acting_person());

-- The page of a payout shows the acts of people on it.
CREATE INDEX audit_event_object ON audit_event (object, chain) WHERE object IS NOT NULL;
