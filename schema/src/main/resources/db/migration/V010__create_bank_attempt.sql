CREATE TABLE bank_attempt (
  business_id      uuid        NOT NULL,
  payout_id        uuid        NOT NULL,
  attempt_number   integer     NOT NULL CHECK (attempt_number >= 1),
  bank             text        NOT NULL CHECK (length(bank) BETWEEN 1 AND 40),
  reference        text        NOT NULL CHECK (length(reference) BETWEEN 1 AND 35),
  state            text        NOT NULL CHECK (state IN ('CLAIMED', 'PENDING', 'IN_DOUBT', 'SUCCEEDED', 'FAILED', 'NOT_SENT')),
  claimed_at       timestamptz NOT NULL DEFAULT now(),
  due_at           timestamptz,
  enquiry_count    integer     NOT NULL DEFAULT 0 CHECK (enquiry_count >= 0),
  not_found_count  integer     NOT NULL DEFAULT 0 CHECK (not_found_count >= 0),
  bank_reference   text,
  utr              text,
  response_code    text,
  response_message text,
  updated_at       timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (business_id, payout_id, attempt_number),
  FOREIGN KEY (business_id, payout_id) REFERENCES payout,
  CONSTRAINT bank_attempt_settled_is_not_due CHECK (state IN ('CLAIMED', 'PENDING', 'IN_DOUBT') OR due_at IS NULL)
);

CREATE UNIQUE INDEX bank_attempt_one_live_per_payout ON bank_attempt (business_id, payout_id)
  WHERE state IN ('CLAIMED', 'PENDING', 'IN_DOUBT', 'SUCCEEDED');
CREATE INDEX bank_attempt_due ON bank_attempt (due_at) WHERE due_at IS NOT NULL;

COMMENT ON COLUMN bank_attempt.reference IS 'Our reference at the bank, computed from the payout id alone: every attempt and enquiry of a payout carries the same one.';
COMMENT ON COLUMN bank_attempt.due_at IS 'When somebody must look: the end of the lease while CLAIMED, the next enquiry while PENDING or IN_DOUBT. Null while PENDING or IN_DOUBT: left to a person.';
COMMENT ON COLUMN bank_attempt.not_found_count IS 'Enquiries in a row that the bank answered with "no such reference".';
