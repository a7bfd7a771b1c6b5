CREATE TABLE letter (
  letter_id        uuid        PRIMARY KEY,
  kind             text        NOT NULL CHECK (kind IN ('INVITATION', 'RECOVERY', 'NEW_DEVICE', 'KEY_CREATED', 'IP_RULE_CHANGED',
                                                        'KYC_RETURNED', 'KYC_APPROVED', 'CREDENTIALS_CHANGED')),
  audience         text        NOT NULL CHECK (audience IN ('MERCHANT', 'STAFF')),
  business_id      uuid        REFERENCES business,
  invitation_id    uuid        REFERENCES invitation CHECK ((invitation_id IS NOT NULL) = (kind IN ('INVITATION', 'RECOVERY'))),
  recipient        text        NOT NULL CHECK (length(recipient) <= 254 AND recipient ~ '^[^@[:space:]]+@[^@[:space:]]+$'),
  parameters       jsonb       NOT NULL CHECK (jsonb_typeof(parameters) = 'array'),
  token_ciphertext bytea,
  state            text        NOT NULL DEFAULT 'PENDING' CHECK (state IN ('PENDING', 'SENT', 'FAILED')),
  attempt_count    integer     NOT NULL DEFAULT 0 CHECK (attempt_count >= 0),
  failure          text        CHECK (length(failure) <= 500),
  created_at       timestamptz NOT NULL DEFAULT now(),
  due_at           timestamptz DEFAULT now(),
  ended_at         timestamptz,
  CONSTRAINT letter_pending_is_due CHECK ((state = 'PENDING') = (due_at IS NOT NULL) AND (state = 'PENDING') = (ended_at IS NULL)),
  CONSTRAINT letter_keeps_token_while_pending CHECK ((token_ciphertext IS NOT NULL) = (state = 'PENDING' AND invitation_id IS NOT NULL))
);

CREATE INDEX letter_due ON letter (audience, due_at) WHERE state = 'PENDING';
CREATE INDEX letter_invitation ON letter (invitation_id) WHERE invitation_id IS NOT NULL;
CREATE INDEX letter_ended ON letter (ended_at) WHERE state <> 'PENDING';

COMMENT ON TABLE letter IS 'Mail to people, written in the transaction of the act and sent by the portal of the audience, which removes them 30 days after they ended.';
COMMENT ON COLUMN letter.parameters IS 'Texts that the letter names, in the order of the message bundle; no secret.';
COMMENT ON COLUMN letter.token_ciphertext IS 'Token of the link of an invitation, encrypted for this row; erased when the letter is sent or given up.';
COMMENT ON COLUMN letter.attempt_count IS 'Claims so far. A result counts only for the last claim.';
COMMENT ON COLUMN letter.failure IS 'Why the last attempt failed.';
COMMENT ON COLUMN letter.due_at IS 'When it may be claimed; a claim moves it by the length of its lease.';

CREATE TABLE person_device (
  person_id     uuid        NOT NULL REFERENCES person,
  device_hash   bytea       NOT NULL CHECK (octet_length(device_hash) = 32),
  first_used_at timestamptz NOT NULL DEFAULT now(),
  last_used_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (person_id, device_hash)
);

COMMENT ON TABLE person_device IS 'Browsers from which a person has signed in. A sign-in from another one sends a letter.';
COMMENT ON COLUMN person_device.device_hash IS 'SHA-256 of the random value in the cookie of the browser.';

CREATE TABLE submitted_form (
  form_id      uuid        PRIMARY KEY,
  person_id    uuid        NOT NULL REFERENCES person,
  submitted_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX submitted_form_person ON submitted_form (person_id, submitted_at);

COMMENT ON TABLE submitted_form IS 'Forms that have acted, so that sending one twice acts once. Rows of a person are removed a day later.';

CREATE TABLE developer_request (
  approval_id uuid NOT NULL PRIMARY KEY REFERENCES approval,
  business_id uuid NOT NULL REFERENCES business,
  content     text NOT NULL CHECK (length(content) BETWEEN 1 AND 2000)
);

CREATE TRIGGER developer_request_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON developer_request
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

COMMENT ON TABLE developer_request IS 'What an approval of a first key or a first IP rule is about.';
COMMENT ON COLUMN developer_request.content IS 'JSON of the rules of the key, or the network; content_hash of the approval is the SHA-256 of kind, a bar and this text.';

-- A key that was revoked or that has expired does not come back.
CREATE FUNCTION keep_key_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS DISTINCT FROM OLD.revoked_at
     OR OLD.expires_at IS NOT NULL AND (NEW.expires_at IS NULL OR NEW.expires_at > OLD.expires_at) THEN
    RAISE EXCEPTION 'key % ends when it was said to end, or earlier', OLD.api_key USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER api_key_stays_ended BEFORE UPDATE OF revoked_at, expires_at ON api_key FOR EACH ROW EXECUTE FUNCTION keep_key_ended();

-- A test event has no subject.
ALTER TABLE webhook_delivery
  DROP CONSTRAINT webhook_delivery_event_check,
  DROP CONSTRAINT webhook_delivery_has_one_subject,
  ADD CONSTRAINT webhook_delivery_event_check CHECK (event IN ('Initiated', 'Successful', 'Failed', 'BulkCompleted', 'Test')),
  ADD CONSTRAINT webhook_delivery_has_one_subject CHECK (
    (event = 'BulkCompleted') = (bulk_file_id IS NOT NULL)
    AND (event IN ('BulkCompleted', 'Test')) = (payout_id IS NULL) AND (payout_id IS NULL) = (event_id IS NULL));

COMMENT ON COLUMN webhook_delivery.bulk_file_id IS 'The subject of BulkCompleted; Test has none, every other event is about a payout.';

CREATE INDEX webhook_delivery_business ON webhook_delivery (business_id, delivery_id);

-- A second index that begins with business_id would misguide plans of tables without statistics (decision 61).
CREATE UNIQUE INDEX webhook_delivery_event ON webhook_delivery (payout_id, event_id, endpoint_id, business_id);
ALTER TABLE webhook_delivery DROP CONSTRAINT webhook_delivery_once_per_event;
ALTER TABLE webhook_delivery ADD CONSTRAINT webhook_delivery_once_per_event UNIQUE USING INDEX webhook_delivery_event;
COMMENT ON CONSTRAINT webhook_delivery_once_per_event ON webhook_delivery IS 'An event belongs to one payout and an endpoint to one business, so the four columns are as unique as event and endpoint; the first finds the deliveries of a payout.';

-- The second lock of the merchant portal, as in V044.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['api_key', 'ip_rule', 'webhook_endpoint', 'webhook_endpoint_failure', 'webhook_delivery', 'webhook_attempt',
                              'letter', 'person_device', 'submitted_form', 'developer_request'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY permit ON %I USING (true) WITH CHECK (true)', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['api_key', 'ip_rule', 'webhook_endpoint', 'webhook_endpoint_failure', 'webhook_delivery', 'developer_request'] LOOP
    EXECUTE format('CREATE POLICY of_the_business ON %I AS RESTRICTIVE TO hundi_portal_merchant USING (business_id = acting_business())', name);
  END LOOP;
END $$;

CREATE POLICY of_the_business ON webhook_attempt AS RESTRICTIVE TO hundi_portal_merchant
  USING (EXISTS (SELECT FROM webhook_delivery d WHERE d.delivery_id = webhook_attempt.delivery_id));
CREATE POLICY of_the_person ON person_device AS RESTRICTIVE TO hundi_portal_merchant
  USING (person_id = acting_person());
CREATE POLICY of_the_person ON submitted_form AS RESTRICTIVE TO hundi_portal_merchant
  USING (person_id = acting_person());

-- Letters are sent outside any session; a session sees those of its business, and writes to them or to its own person.
CREATE POLICY of_the_business ON letter AS RESTRICTIVE TO hundi_portal_merchant
  USING (audience = 'MERCHANT' AND (acting_person() IS NULL OR business_id = acting_business()))
  WITH CHECK (audience = 'MERCHANT' AND (acting_person() IS NULL OR business_id = acting_business()
              OR recipient = (SELECT email FROM person WHERE person_id = acting_person())));
