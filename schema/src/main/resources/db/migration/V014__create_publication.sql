CREATE PUBLICATION hundi_events FOR TABLE payout_event, beneficiary_event WITH (publish = 'insert');

DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${relayUsername}') THEN
    CREATE ROLE "${relayUsername}" LOGIN REPLICATION PASSWORD '${relayPassword}';
  END IF;
END $$;
