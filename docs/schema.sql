-- What the migrations in schema/src/main/resources/db/migration leave: tables, then views, then functions, each by name.
-- Generated; change it with a migration. Rights of the roles are in R__grant_runtime_roles.sql.

-- With what machines of a member of the staff call the staff portal. A token ends when it expires or is revoked, and when roles or credentials of its person change.
CREATE TABLE access_token (
  token_id uuid DEFAULT uuidv7() NOT NULL,
  person_id uuid NOT NULL,
  audience text DEFAULT 'STAFF'::text NOT NULL,
  token_name text NOT NULL,
  secret_hash bytea NOT NULL, -- SHA-256 of the token, which has 256 random bits.
  scope text NOT NULL, -- READ: reads. ACT: also acts. APPROVE: also acts that need a fresh second factor.
  groups text[] NOT NULL, -- The groups of commands that it may call.
  confirmed_at timestamp with time zone, -- When the person confirmed the device login with a second factor, which counts as fresh for five minutes; null for a personal token.
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  CONSTRAINT access_token_pkey PRIMARY KEY (token_id),
  CONSTRAINT access_token_secret_hash_key UNIQUE (secret_hash),
  CONSTRAINT access_token_person_id_audience_fkey FOREIGN KEY (person_id, audience) REFERENCES person(person_id, audience),
  CONSTRAINT access_token_audience_check CHECK (audience = 'STAFF'::text),
  CONSTRAINT access_token_groups_check CHECK (cardinality(groups) > 0 AND array_position(groups, NULL::text) IS NULL AND groups <@ ARRAY['WEBHOOKS'::text, 'STATEMENTS'::text, 'BULK'::text, 'RECONCILIATION'::text, 'REVIEWS'::text, 'DEAD_LETTERS'::text]),
  CONSTRAINT access_token_is_short_lived CHECK (expires_at > created_at AND expires_at <= (created_at + '90 days'::interval)),
  CONSTRAINT access_token_of_device_login CHECK (confirmed_at IS NULL OR scope = 'ACT'::text AND expires_at <= (created_at + '12:00:00'::interval)),
  CONSTRAINT access_token_scope_check CHECK (scope = ANY (ARRAY['READ'::text, 'ACT'::text, 'APPROVE'::text])),
  CONSTRAINT access_token_secret_hash_check CHECK (octet_length(secret_hash) = 32),
  CONSTRAINT access_token_token_name_check CHECK (length(token_name) >= 1 AND length(token_name) <= 60)
);
CREATE INDEX access_token_person ON public.access_token USING btree (person_id, created_at);
CREATE TRIGGER access_token_keeps_its_scope BEFORE UPDATE ON public.access_token FOR EACH ROW EXECUTE FUNCTION keep_access_token();

-- A business may hold two unrevoked keys during rotation.
CREATE TABLE api_key (
  api_key text NOT NULL,
  business_id uuid NOT NULL,
  signing_key_ciphertext bytea NOT NULL, -- Signing key encrypted with Tink AEAD, whose first 5 bytes name the key; the associated data is api_key|business_id|api_key, so the ciphertext decrypts in no other row and for no other business.
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  revoked_at timestamp with time zone, -- The key is rejected from this moment on.
  scopes text[] DEFAULT ARRAY['READ'::text, 'PAY'::text, 'BENEFICIARIES'::text, 'BULK_MAKE'::text, 'BULK_RELEASE'::text] NOT NULL, -- What the key may do: READ, PAY, BENEFICIARIES, BULK_MAKE, BULK_RELEASE.
  least_signature_version smallint DEFAULT 1 NOT NULL, -- 2: requests signed with version 1 are refused.
  expires_at timestamp with time zone, -- From this moment the key is rejected like a revoked one; null means never.
  last_used_at timestamp with time zone, -- A verified request used the key at this time or up to a minute later; null means never.
  chosen_expires_at timestamp with time zone, -- expires_at as it was chosen when the key was created; a rotation does not change it, and gives the new key the same time to live. Null means that none was chosen.
  CONSTRAINT api_key_pkey PRIMARY KEY (api_key),
  CONSTRAINT api_key_business_id_fkey FOREIGN KEY (business_id) REFERENCES business(business_id),
  CONSTRAINT api_key_api_key_check CHECK (api_key ~ '^[A-Za-z0-9_-]{8,64}$'::text),
  CONSTRAINT api_key_check CHECK (revoked_at >= created_at),
  CONSTRAINT api_key_check1 CHECK (expires_at > created_at),
  CONSTRAINT api_key_check2 CHECK (chosen_expires_at > created_at),
  CONSTRAINT api_key_least_signature_version_check CHECK (least_signature_version = ANY (ARRAY[1, 2])),
  CONSTRAINT api_key_scopes_check CHECK (cardinality(scopes) > 0 AND scopes <@ ARRAY['READ'::text, 'PAY'::text, 'BENEFICIARIES'::text, 'BULK_MAKE'::text, 'BULK_RELEASE'::text])
);
CREATE INDEX api_key_business ON public.api_key USING btree (business_id);
CREATE TRIGGER api_key_stays_ended BEFORE UPDATE OF revoked_at, expires_at ON public.api_key FOR EACH ROW EXECUTE FUNCTION keep_key_ended();
ALTER TABLE api_key ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_the_business ON api_key AS RESTRICTIVE TO hundi_portal_merchant USING ((business_id = acting_business()));
CREATE POLICY permit ON api_key TO public USING (true) WITH CHECK (true);

-- What one person or API key asked for and other people agree to or refuse.
CREATE TABLE approval (
  approval_id uuid DEFAULT uuidv7() NOT NULL,
  kind text NOT NULL,
  business_id uuid, -- Null for what concerns Hundi itself.
  content_hash bytea NOT NULL, -- SHA-256 of exactly what is asked for. A decision names the same hash, and what is done must have it.
  summary text NOT NULL, -- One sentence for the checkers. OWNER_RECOVERY: id of the person; KYC_APPROVAL: id of the business, because both can be erased and this cannot.
  maker_id uuid, -- Who asked: of a payout its maker, and of one of a bulk file the person who uploaded the file.
  maker_api_key text,
  rule text NOT NULL, -- The rule that made the approval necessary.
  people_needed smallint NOT NULL, -- Checkers who must agree; one refusal closes the approval.
  state text DEFAULT 'OPEN'::text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  closed_at timestamp with time zone,
  executed_at timestamp with time zone, -- When what was agreed was done; once.
  CONSTRAINT approval_pkey PRIMARY KEY (approval_id),
  CONSTRAINT approval_business_id_fkey FOREIGN KEY (business_id) REFERENCES business(business_id),
  CONSTRAINT approval_maker_api_key_fkey FOREIGN KEY (maker_api_key) REFERENCES api_key(api_key),
  CONSTRAINT approval_maker_id_fkey FOREIGN KEY (maker_id) REFERENCES person(person_id),
  CONSTRAINT approval_check CHECK (expires_at > created_at),
  CONSTRAINT approval_check1 CHECK ((closed_at IS NULL) = (state = 'OPEN'::text)),
  CONSTRAINT approval_check2 CHECK (executed_at IS NULL OR state = 'AGREED'::text),
  CONSTRAINT approval_content_hash_check CHECK (octet_length(content_hash) = 32),
  CONSTRAINT approval_has_maker CHECK (num_nonnulls(maker_id, maker_api_key) = 1 OR kind = 'PAYOUT'::text AND num_nonnulls(maker_id, maker_api_key) = 0),
  CONSTRAINT approval_kind_check CHECK (kind ~ '^[A-Z][A-Z_]{2,40}$'::text),
  CONSTRAINT approval_people_needed_check CHECK (people_needed >= 1 AND people_needed <= 5),
  CONSTRAINT approval_rule_check CHECK (length(rule) >= 1 AND length(rule) <= 200),
  CONSTRAINT approval_state_check CHECK (state = ANY (ARRAY['OPEN'::text, 'AGREED'::text, 'REFUSED'::text, 'WITHDRAWN'::text])),
  CONSTRAINT approval_summary_check CHECK (length(summary) >= 1 AND length(summary) <= 500)
);
CREATE INDEX approval_business ON public.approval USING btree (business_id, created_at);
CREATE INDEX approval_open ON public.approval USING btree (kind, business_id, approval_id) WHERE (state = 'OPEN'::text);
CREATE INDEX approval_refused ON public.approval USING btree (business_id, kind, closed_at) WHERE (state = 'REFUSED'::text);
CREATE TRIGGER approval_begins_open BEFORE INSERT ON public.approval FOR EACH ROW EXECUTE FUNCTION begin_approval();
CREATE TRIGGER approval_is_never_deleted BEFORE DELETE OR TRUNCATE ON public.approval FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER approval_keeps_its_content BEFORE UPDATE ON public.approval FOR EACH ROW EXECUTE FUNCTION keep_approval();
ALTER TABLE approval ENABLE ROW LEVEL SECURITY;
CREATE POLICY by_the_person ON approval AS RESTRICTIVE FOR INSERT TO hundi_portal_merchant WITH CHECK ((maker_id = acting_person()));
CREATE POLICY of_the_business ON approval AS RESTRICTIVE TO hundi_portal_merchant USING ((business_id = acting_business()));
CREATE POLICY permit ON approval TO public USING (true) WITH CHECK (true);

-- The people who may decide an approval. Without a row every checker of the business may.
CREATE TABLE approval_checker (
  approval_id uuid NOT NULL,
  person_id uuid NOT NULL,
  CONSTRAINT approval_checker_pkey PRIMARY KEY (approval_id, person_id),
  CONSTRAINT approval_checker_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES approval(approval_id),
  CONSTRAINT approval_checker_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(person_id)
);
ALTER TABLE approval_checker ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_the_business ON approval_checker AS RESTRICTIVE TO hundi_portal_merchant USING ((EXISTS ( SELECT
   FROM approval a
  WHERE (a.approval_id = approval_checker.approval_id))));
CREATE POLICY permit ON approval_checker TO public USING (true) WITH CHECK (true);

-- Append-only: who agreed or refused. A checker decides once and is never the maker.
CREATE TABLE approval_decision (
  approval_id uuid NOT NULL,
  checker_id uuid NOT NULL,
  decision text NOT NULL,
  content_hash bytea NOT NULL,
  reason text,
  decided_at timestamp with time zone DEFAULT now() NOT NULL,
  on_behalf_of uuid, -- The checker who delegated the right to decide; null if the person has it.
  CONSTRAINT approval_decision_pkey PRIMARY KEY (approval_id, checker_id),
  CONSTRAINT approval_decision_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES approval(approval_id),
  CONSTRAINT approval_decision_checker_id_fkey FOREIGN KEY (checker_id) REFERENCES person(person_id),
  CONSTRAINT approval_decision_on_behalf_of_fkey FOREIGN KEY (on_behalf_of) REFERENCES person(person_id),
  CONSTRAINT approval_decision_check CHECK (decision = 'AGREE'::text OR reason IS NOT NULL),
  CONSTRAINT approval_decision_decision_check CHECK (decision = ANY (ARRAY['AGREE'::text, 'REFUSE'::text])),
  CONSTRAINT approval_decision_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 500)
);
CREATE UNIQUE INDEX approval_decision_right ON public.approval_decision USING btree (approval_id, COALESCE(on_behalf_of, checker_id));
CREATE TRIGGER approval_decision_counts AFTER INSERT ON public.approval_decision FOR EACH ROW EXECUTE FUNCTION count_decisions();
CREATE TRIGGER approval_decision_is_allowed BEFORE INSERT ON public.approval_decision FOR EACH ROW EXECUTE FUNCTION decide_approval();
CREATE TRIGGER approval_decision_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.approval_decision FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER approval_decision_is_by_checker BEFORE INSERT ON public.approval_decision FOR EACH ROW EXECUTE FUNCTION check_checker();
ALTER TABLE approval_decision ENABLE ROW LEVEL SECURITY;
CREATE POLICY by_the_person ON approval_decision AS RESTRICTIVE FOR INSERT TO hundi_portal_merchant WITH CHECK ((checker_id = acting_person()));
CREATE POLICY of_the_business ON approval_decision AS RESTRICTIVE TO hundi_portal_merchant USING ((EXISTS ( SELECT
   FROM approval a
  WHERE (a.approval_id = approval_decision.approval_id))));
CREATE POLICY permit ON approval_decision TO public USING (true) WITH CHECK (true);

-- A checker who is away hands the right to approve payouts to a colleague for a period.
CREATE TABLE approval_delegation (
  delegation_id uuid DEFAULT uuidv7() NOT NULL,
  business_id uuid NOT NULL,
  from_person uuid NOT NULL,
  to_person uuid NOT NULL,
  starts_at timestamp with time zone NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  ended_at timestamp with time zone, -- When it was ended before its time: by a person, or with the roles that it needs.
  CONSTRAINT approval_delegation_pkey PRIMARY KEY (delegation_id),
  CONSTRAINT approval_delegation_business_id_fkey FOREIGN KEY (business_id) REFERENCES business(business_id),
  CONSTRAINT approval_delegation_from_person_fkey FOREIGN KEY (from_person) REFERENCES person(person_id),
  CONSTRAINT approval_delegation_to_person_fkey FOREIGN KEY (to_person) REFERENCES person(person_id),
  CONSTRAINT approval_delegation_check CHECK (from_person <> to_person),
  CONSTRAINT approval_delegation_check1 CHECK (ends_at > starts_at AND ends_at <= (starts_at + '93 days'::interval))
);
CREATE INDEX approval_delegation_to ON public.approval_delegation USING btree (to_person, business_id) WHERE (ended_at IS NULL);
CREATE TRIGGER approval_delegation_ends_once BEFORE UPDATE ON public.approval_delegation FOR EACH ROW EXECUTE FUNCTION check_delegation_end();
CREATE TRIGGER approval_delegation_is_never_deleted BEFORE DELETE OR TRUNCATE ON public.approval_delegation FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER approval_delegation_is_possible BEFORE INSERT ON public.approval_delegation FOR EACH ROW EXECUTE FUNCTION check_delegation();
ALTER TABLE approval_delegation ENABLE ROW LEVEL SECURITY;
CREATE POLICY by_the_person ON approval_delegation AS RESTRICTIVE FOR INSERT TO hundi_portal_merchant WITH CHECK ((from_person = acting_person()));
CREATE POLICY of_the_business ON approval_delegation AS RESTRICTIVE TO hundi_portal_merchant USING ((business_id = acting_business()));
CREATE POLICY permit ON approval_delegation TO public USING (true) WITH CHECK (true);

-- The last event of each chain. Locked while an event is appended.
CREATE TABLE audit_chain (
  chain text NOT NULL, -- The business_id, or staff.
  last_sequence bigint NOT NULL,
  last_hash bytea NOT NULL,
  CONSTRAINT audit_chain_pkey PRIMARY KEY (chain),
  CONSTRAINT audit_chain_last_hash_check CHECK (octet_length(last_hash) = 32),
  CONSTRAINT audit_chain_last_sequence_check CHECK (last_sequence >= 0)
);
CREATE TRIGGER audit_chain_is_never_deleted BEFORE DELETE OR TRUNCATE ON public.audit_chain FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Append-only: every act of a person, written in the transaction of the act. One chain of hashes for each business and one for the staff.
CREATE TABLE audit_event (
  chain text NOT NULL,
  sequence bigint NOT NULL,
  business_id uuid,
  happened_at timestamp with time zone NOT NULL,
  person_id uuid, -- Null if the person is not known, such as a sign-in that failed.
  session_mark text, -- Identifies the session without revealing its id.
  address text,
  act text NOT NULL,
  object text,
  before_value jsonb, -- Without secrets and full account numbers, as is after_value.
  after_value jsonb,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL, -- SHA-256 of previous_hash and the other columns; see hash_audit_event.
  CONSTRAINT audit_event_pkey PRIMARY KEY (chain, sequence),
  CONSTRAINT audit_event_business_id_fkey FOREIGN KEY (business_id) REFERENCES business(business_id),
  CONSTRAINT audit_event_chain_fkey FOREIGN KEY (chain) REFERENCES audit_chain(chain),
  CONSTRAINT audit_event_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(person_id),
  CONSTRAINT audit_event_act_check CHECK (act ~ '^[A-Z][A-Z_]{2,60}$'::text),
  CONSTRAINT audit_event_address_check CHECK (length(address) <= 64),
  CONSTRAINT audit_event_hash_check CHECK (octet_length(hash) = 32),
  CONSTRAINT audit_event_object_check CHECK (length(object) <= 200),
  CONSTRAINT audit_event_previous_hash_check CHECK (octet_length(previous_hash) = 32),
  CONSTRAINT audit_event_sequence_check CHECK (sequence > 0),
  CONSTRAINT audit_event_session_mark_check CHECK (length(session_mark) <= 64)
);
CREATE INDEX audit_event_act ON public.audit_event USING btree (chain, act, sequence);
CREATE INDEX audit_event_day ON public.audit_event USING btree (chain, happened_at, sequence);
CREATE INDEX audit_event_object ON public.audit_event USING btree (object, chain) WHERE (object IS NOT NULL);
CREATE INDEX audit_event_person ON public.audit_event USING btree (person_id, happened_at);
CREATE INDEX audit_event_person_of_chain ON public.audit_event USING btree (chain, person_id, sequence) WHERE (person_id IS NOT NULL);
CREATE TRIGGER audit_event_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_event_is_chained BEFORE INSERT ON public.audit_event FOR EACH ROW EXECUTE FUNCTION append_audit_event();
ALTER TABLE audit_event ENABLE ROW LEVEL SECURITY;
CREATE POLICY by_the_person ON audit_event AS RESTRICTIVE FOR INSERT TO hundi_portal_merchant WITH CHECK ((person_id = acting_person()));
CREATE POLICY of_the_business ON audit_event AS RESTRICTIVE TO hundi_portal_merchant USING ((business_id = acting_business()));
CREATE POLICY permit ON audit_event TO public USING (true) WITH CHECK (true);

CREATE TABLE bank_attempt (
  business_id uuid NOT NULL,
  payout_id uuid NOT NULL,
  attempt_number integer NOT NULL,
  bank text NOT NULL,
  reference text NOT NULL, -- Our reference at the bank, computed from the payout id alone: every attempt and enquiry of a payout carries the same one.
  state text NOT NULL,
  claimed_at timestamp with time zone DEFAULT now() NOT NULL,
  due_at timestamp with time zone, -- When work is due: the end of the lease while CLAIMED, the next enquiry while PENDING or IN_DOUBT, and an enquiry whether the money was returned while SUCCEEDED. Null while PENDING or IN_DOUBT: manual review.
  retry_at timestamp with time zone, -- While NOT_SENT: this bank is not tried again for the payout before this moment. Each failed attempt makes the pause longer.
  enquiry_count integer DEFAULT 0 NOT NULL,
  not_found_count integer DEFAULT 0 NOT NULL, -- Consecutive enquiries that the bank answered with "no such reference".
  bank_reference text,
  utr text,
  response_code text,
  response_message text,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  implausible_at timestamp with time zone, -- When the bank first gave an answer that cannot be about this order. Until a plausible answer settles the attempt it needs manual review and is never sent again.
  implausible_reason text, -- What was wrong with the most recent one.
  return_asked_at timestamp with time zone, -- When the current enquiries about a return began.
  confirmed_at timestamp with time zone, -- When the bank last answered that it had paid what was recorded as paid before.
  CONSTRAINT bank_attempt_pkey PRIMARY KEY (payout_id, business_id, attempt_number),
  CONSTRAINT bank_attempt_attempt_number_check CHECK (attempt_number >= 1),
  CONSTRAINT bank_attempt_bank_check CHECK (length(bank) >= 1 AND length(bank) <= 40),
  CONSTRAINT bank_attempt_enquiry_count_check CHECK (enquiry_count >= 0),
  CONSTRAINT bank_attempt_implausible_is_complete CHECK ((implausible_at IS NULL) = (implausible_reason IS NULL)),
  CONSTRAINT bank_attempt_implausible_is_open CHECK (implausible_at IS NULL OR (state = ANY (ARRAY['PENDING'::text, 'IN_DOUBT'::text]))),
  CONSTRAINT bank_attempt_implausible_reason_check CHECK (length(implausible_reason) >= 1 AND length(implausible_reason) <= 500),
  CONSTRAINT bank_attempt_not_found_count_check CHECK (not_found_count >= 0),
  CONSTRAINT bank_attempt_reference_check CHECK (length(reference) >= 1 AND length(reference) <= 35),
  CONSTRAINT bank_attempt_retry_only_unsent CHECK (retry_at IS NULL OR state = 'NOT_SENT'::text),
  CONSTRAINT bank_attempt_return_of_success CHECK (return_asked_at IS NULL OR state = 'SUCCEEDED'::text),
  CONSTRAINT bank_attempt_settled_is_not_due CHECK ((state = ANY (ARRAY['CLAIMED'::text, 'PENDING'::text, 'IN_DOUBT'::text, 'SUCCEEDED'::text])) OR due_at IS NULL),
  CONSTRAINT bank_attempt_state_check CHECK (state = ANY (ARRAY['CLAIMED'::text, 'PENDING'::text, 'IN_DOUBT'::text, 'SUCCEEDED'::text, 'FAILED'::text, 'NOT_SENT'::text])),
  CONSTRAINT bank_attempt_utr_is_canonical CHECK (is_canonical_utr(utr))
) WITH (autovacuum_analyze_scale_factor=0.4);
CREATE INDEX bank_attempt_enquiry ON public.bank_attempt USING btree (bank, due_at) WHERE ((due_at IS NOT NULL) AND (state = ANY (ARRAY['PENDING'::text, 'IN_DOUBT'::text, 'SUCCEEDED'::text])));
CREATE INDEX bank_attempt_expiring ON public.bank_attempt USING btree (due_at) WHERE (state = 'CLAIMED'::text);
CREATE INDEX bank_attempt_implausible ON public.bank_attempt USING btree (implausible_at) WHERE (implausible_at IS NOT NULL);
CREATE INDEX bank_attempt_manual_review ON public.bank_attempt USING btree (updated_at) WHERE ((due_at IS NULL) AND (state = ANY (ARRAY['PENDING'::text, 'IN_DOUBT'::text])));
CREATE UNIQUE INDEX bank_attempt_one_live_per_payout ON public.bank_attempt USING btree (payout_id, business_id) WHERE (state = ANY (ARRAY['CLAIMED'::text, 'PENDING'::text, 'IN_DOUBT'::text, 'SUCCEEDED'::text]));
CREATE INDEX bank_attempt_reference ON public.bank_attempt USING btree (reference);
CREATE TRIGGER bank_attempt_again AFTER INSERT ON public.bank_attempt FOR EACH ROW WHEN (((new.attempt_number > 1) OR (new.state = 'NOT_SENT'::text))) EXECUTE FUNCTION record_bank_retry();
CREATE TRIGGER bank_attempt_has_payout AFTER INSERT ON public.bank_attempt REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION check_has_payout();
CREATE TRIGGER bank_attempt_keeps_key BEFORE UPDATE OF business_id, payout_id, attempt_number ON public.bank_attempt FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bank_attempt_not_sent AFTER UPDATE OF state ON public.bank_attempt FOR EACH ROW WHEN (((new.state = 'NOT_SENT'::text) AND (old.state <> 'NOT_SENT'::text))) EXECUTE FUNCTION record_bank_retry();
CREATE TRIGGER bank_attempt_sent_after_all AFTER UPDATE OF state ON public.bank_attempt FOR EACH ROW WHEN (((old.state = 'NOT_SENT'::text) AND (new.state <> 'NOT_SENT'::text))) EXECUTE FUNCTION record_bank_retry();
CREATE TRIGGER bank_attempt_stays_with_asked_bank BEFORE INSERT ON public.bank_attempt FOR EACH ROW WHEN (((new.attempt_number > 1) AND (new.state = 'CLAIMED'::text) AND (new.due_at > now()))) EXECUTE FUNCTION skip_other_bank_of_doubt();
ALTER TABLE bank_attempt ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_the_business ON bank_attempt AS RESTRICTIVE TO hundi_portal_merchant USING ((business_id = acting_business()));
CREATE POLICY permit ON bank_attempt TO public USING (true) WITH CHECK (true);

-- Exceptions to the weekly rule: holidays, and Saturdays or Sundays on which banks work. All other days follow is_bank_day.
CREATE TABLE bank_calendar (
  day date NOT NULL,
  is_open boolean NOT NULL,
  name text NOT NULL,
  change_id bigint, -- The approved change that it comes from; null for days entered before changes needed two people.
  CONSTRAINT bank_calendar_pkey PRIMARY KEY (day),
  CONSTRAINT bank_calendar_change_id_fkey FOREIGN KEY (change_id) REFERENCES bank_calendar_change(change_id),
  CONSTRAINT bank_calendar_name_check CHECK (length(name) >= 1 AND length(name) <= 100)
);
CREATE TRIGGER bank_calendar_is_never_deleted BEFORE DELETE OR TRUNCATE ON public.bank_calendar FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bank_calendar_needs_change BEFORE INSERT OR UPDATE ON public.bank_calendar FOR EACH ROW EXECUTE FUNCTION check_calendar();

-- Changes of the bank calendar: requested by one person, decided by another. Never removed.
CREATE TABLE bank_calendar_change (
  change_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  day date NOT NULL, -- Asia/Kolkata.
  is_open boolean NOT NULL,
  name text NOT NULL,
  maker text NOT NULL,
  made_at timestamp with time zone DEFAULT now() NOT NULL,
  decision text,
  checker text,
  checked_at timestamp with time zone,
  CONSTRAINT bank_calendar_change_pkey PRIMARY KEY (change_id),
  CONSTRAINT bank_calendar_change_checker_check CHECK (length(checker) >= 1 AND length(checker) <= 100),
  CONSTRAINT bank_calendar_change_checker_is_not_maker CHECK (checker IS NULL OR lower(btrim(checker)) <> lower(btrim(maker))),
  CONSTRAINT bank_calendar_change_decision_check CHECK (decision = ANY (ARRAY['APPROVED'::text, 'REJECTED'::text])),
  CONSTRAINT bank_calendar_change_decision_is_complete CHECK (num_nulls(decision, checker, checked_at) = ANY (ARRAY[0, 3])),
  CONSTRAINT bank_calendar_change_maker_check CHECK (length(maker) >= 1 AND length(maker) <= 100),
  CONSTRAINT bank_calendar_change_name_check CHECK (length(name) >= 1 AND length(name) <= 100)
);
CREATE TRIGGER bank_calendar_change_is_decided_once BEFORE UPDATE ON public.bank_calendar_change FOR EACH ROW EXECUTE FUNCTION check_calendar_change();
CREATE TRIGGER bank_calendar_change_is_never_deleted BEFORE DELETE OR TRUNCATE ON public.bank_calendar_change FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Callbacks received from banks, each once. A callback never moves money: it makes an enquiry due, and the answer to the enquiry does.
CREATE TABLE bank_callback (
  bank text NOT NULL,
  event_id text NOT NULL,
  reference text NOT NULL,
  status text NOT NULL,
  body text NOT NULL, -- Personal data: the body as the bank signed it; {} once it is erased.
  verdict text NOT NULL, -- How it compared with the attempt when it was last judged: when received, on each repeat until it agrees, and at judge_at.
  times integer DEFAULT 1 NOT NULL,
  first_received_at timestamp with time zone DEFAULT now() NOT NULL,
  last_received_at timestamp with time zone DEFAULT now() NOT NULL,
  judge_at timestamp with time zone, -- When it is judged again, because the order was not final; null once it is.
  CONSTRAINT bank_callback_pkey PRIMARY KEY (bank, event_id, reference, status),
  CONSTRAINT bank_callback_bank_check CHECK (length(bank) >= 1 AND length(bank) <= 40),
  CONSTRAINT bank_callback_body_check CHECK (length(body) <= 16384),
  CONSTRAINT bank_callback_event_id_check CHECK (length(event_id) >= 1 AND length(event_id) <= 100),
  CONSTRAINT bank_callback_reference_check CHECK (length(reference) >= 1 AND length(reference) <= 100),
  CONSTRAINT bank_callback_status_check CHECK (status = ANY (ARRAY['PENDING'::text, 'SUCCESS'::text, 'FAILED'::text, 'RETURNED'::text])),
  CONSTRAINT bank_callback_times_check CHECK (times >= 1),
  CONSTRAINT bank_callback_verdict_check CHECK (verdict = ANY (ARRAY['ENQUIRED'::text, 'UNDER_WAY'::text, 'AGREES'::text, 'CONTRADICTS'::text, 'UNKNOWN_REFERENCE'::text]))
);
CREATE INDEX bank_callback_judge ON public.bank_callback USING btree (judge_at) WHERE (judge_at IS NOT NULL);
CREATE INDEX bank_callback_of_order ON public.bank_callback USING btree (reference);

-- Reports of a bank that contradict a final status. Nothing was changed; an operator asks the bank and records the result here.
CREATE TABLE bank_conflict (
  conflict_id uuid DEFAULT uuidv7() NOT NULL,
  business_id uuid NOT NULL,
  payout_id uuid NOT NULL,
  attempt_number integer NOT NULL,
  bank text NOT NULL,
  reported_by text NOT NULL,
  reported text NOT NULL,
  recorded text NOT NULL,
  detail text NOT NULL,
  times integer DEFAULT 1 NOT NULL,
  first_seen_at timestamp with time zone DEFAULT now() NOT NULL,
  last_seen_at timestamp with time zone DEFAULT now() NOT NULL,
  settled_at timestamp with time zone,
  settled_by text,
  note text,
  CONSTRAINT bank_conflict_pkey PRIMARY KEY (conflict_id),
  CONSTRAINT bank_conflict_business_id_payout_id_attempt_number_reported_key UNIQUE (business_id, payout_id, attempt_number, reported_by, reported),
  CONSTRAINT bank_conflict_business_id_payout_id_attempt_number_fkey FOREIGN KEY (business_id, payout_id, attempt_number) REFERENCES bank_attempt(business_id, payout_id, attempt_number),
  CONSTRAINT bank_conflict_detail_check CHECK (length(detail) <= 500),
  CONSTRAINT bank_conflict_note_check CHECK (length(note) >= 1 AND length(note) <= 2000),
  CONSTRAINT bank_conflict_reported_by_check CHECK (reported_by = ANY (ARRAY['PAYMENT'::text, 'ENQUIRY'::text, 'CALLBACK'::text, 'FILE'::text])),
  CONSTRAINT bank_conflict_settled_by_check CHECK (length(settled_by) >= 1 AND length(settled_by) <= 100),
  CONSTRAINT bank_conflict_settled_is_complete CHECK ((settled_at IS NULL) = (settled_by IS NULL) AND (settled_at IS NULL) = (note IS NULL)),
  CONSTRAINT bank_conflict_times_check CHECK (times >= 1)
);
CREATE INDEX bank_conflict_open ON public.bank_conflict USING btree (first_seen_at) WHERE (settled_at IS NULL);

-- A file of payment orders. Its rows determine its bytes, so a file that a crash interrupted is written again unchanged.
CREATE TABLE bank_file (
  bank text NOT NULL,
  message_id text NOT NULL,
  rail text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  written_at timestamp with time zone, -- When it was written; of a file that every order has left, when the last one did.
  begun_at timestamp with time zone, -- When its bytes were about to get their name, so the bank may have them; until then an order may leave it.
  deliveries smallint DEFAULT 0 NOT NULL, -- How often the bank may have got it: counted before a delivery begins, and taken back if it certainly failed. From two on, a rejection of its orders may be that of a duplicate.
  CONSTRAINT bank_file_pkey PRIMARY KEY (bank, message_id),
  CONSTRAINT bank_file_bank_check CHECK (length(bank) >= 1 AND length(bank) <= 40),
  CONSTRAINT bank_file_deliveries_check CHECK (deliveries >= 0),
  CONSTRAINT bank_file_message_id_check CHECK (length(message_id) >= 1 AND length(message_id) <= 35),
  CONSTRAINT bank_file_rail_check CHECK (rail = ANY (ARRAY['N'::text, 'R'::text]))
);
CREATE INDEX bank_file_unwritten ON public.bank_file USING btree (bank, created_at) WHERE (written_at IS NULL);

CREATE TABLE bank_file_order (
  bank text NOT NULL,
  reference text NOT NULL,
  business_id uuid NOT NULL,
  payout_id uuid NOT NULL,
  attempt_number integer NOT NULL,
  rail text NOT NULL,
  amount_paise bigint NOT NULL,
  beneficiary_name text NOT NULL,
  account_number text NOT NULL,
  ifsc text NOT NULL,
  transaction_id text NOT NULL,
  message_id text, -- The only file that the order is ever sent in; null while it waits for one.
  queued_at timestamp with time zone DEFAULT now() NOT NULL,
  narration text, -- The narration of the payout; null: the file carries the transaction id.
  recalled_at timestamp with time zone, -- When the order was taken out of the queue, because another bank may have paid it; null again once it is queued again.
  CONSTRAINT bank_file_order_pkey PRIMARY KEY (bank, reference),
  CONSTRAINT bank_file_order_bank_message_id_fkey FOREIGN KEY (bank, message_id) REFERENCES bank_file(bank, message_id),
  CONSTRAINT bank_file_order_business_id_payout_id_attempt_number_fkey FOREIGN KEY (business_id, payout_id, attempt_number) REFERENCES bank_attempt(business_id, payout_id, attempt_number),
  CONSTRAINT bank_file_order_amount_paise_check CHECK (amount_paise > 0),
  CONSTRAINT bank_file_order_bank_check CHECK (length(bank) >= 1 AND length(bank) <= 40),
  CONSTRAINT bank_file_order_rail_check CHECK (rail = ANY (ARRAY['N'::text, 'R'::text])),
  CONSTRAINT bank_file_order_recalled_has_no_file CHECK (recalled_at IS NULL OR message_id IS NULL),
  CONSTRAINT bank_file_order_reference_check CHECK (length(reference) >= 1 AND length(reference) <= 35)
);
CREATE INDEX bank_file_order_of_file ON public.bank_file_order USING btree (bank, message_id) WHERE (message_id IS NOT NULL);
CREATE INDEX bank_file_order_queued ON public.bank_file_order USING btree (bank, rail, queued_at) WHERE (message_id IS NULL);
CREATE TRIGGER bank_file_order_is_never_deleted BEFORE DELETE OR TRUNCATE ON public.bank_file_order FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bank_file_order_keeps_file BEFORE UPDATE ON public.bank_file_order FOR EACH ROW WHEN (((old.message_id IS NOT NULL) AND (new.* IS DISTINCT FROM old.*))) EXECUTE FUNCTION check_order_keeps_file();

CREATE TABLE bank_file_received (
  bank text NOT NULL,
  sha256 text NOT NULL,
  file_name text NOT NULL,
  received_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT bank_file_received_pkey PRIMARY KEY (bank, sha256),
  CONSTRAINT bank_file_received_bank_check CHECK (length(bank) >= 1 AND length(bank) <= 40),
  CONSTRAINT bank_file_received_sha256_check CHECK (sha256 ~ '^[0-9a-f]{64}$'::text)
);

-- What the status files of a bank reported about each order; enquiries about an order read it.
CREATE TABLE bank_file_status (
  bank text NOT NULL,
  sha256 text NOT NULL,
  line integer NOT NULL,
  reference text NOT NULL,
  status text NOT NULL,
  utr text,
  reason_code text,
  reason text,
  CONSTRAINT bank_file_status_pkey PRIMARY KEY (bank, sha256, line),
  CONSTRAINT bank_file_status_bank_sha256_fkey FOREIGN KEY (bank, sha256) REFERENCES bank_file_received(bank, sha256),
  CONSTRAINT bank_file_status_line_check CHECK (line >= 1),
  CONSTRAINT bank_file_status_reason_check CHECK (length(reason) <= 300),
  CONSTRAINT bank_file_status_reference_check CHECK (length(reference) >= 1 AND length(reference) <= 100),
  CONSTRAINT bank_file_status_status_check CHECK (status = ANY (ARRAY['ACCEPTED'::text, 'PAID'::text, 'REJECTED'::text, 'RETURNED'::text, 'UNCLEAR'::text])),
  CONSTRAINT bank_file_status_utr_check CHECK (length(utr) >= 1 AND length(utr) <= 35),
  CONSTRAINT bank_file_status_utr_is_canonical CHECK (is_canonical_utr(utr)) NOT VALID
);
CREATE INDEX bank_file_status_of_order ON public.bank_file_status USING btree (bank, reference);
CREATE TRIGGER bank_file_status_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.bank_file_status FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What each copy of stream-processors sees of each bank and rail, reported every few seconds. Rows of copies that have ended are removed after an hour.
CREATE TABLE bank_health (
  process_id uuid NOT NULL, -- A copy of stream-processors; a restart is another one.
  bank text NOT NULL,
  rail text NOT NULL,
  breaker text NOT NULL, -- The circuit breaker of the bank in this copy, for all its rails.
  parks boolean NOT NULL, -- Whether payouts are parked for the bank.
  calls_in_flight integer NOT NULL, -- Orders, enquiries and registrations of this copy that wait for the bank, for all its rails. Several orders may share a call.
  accepted integer NOT NULL, -- Payments of the last ten minutes that the bank paid, or accepted for payment. The other counts are of the same minutes.
  refused integer NOT NULL, -- Payments that the bank refused for good.
  not_sent integer NOT NULL, -- Payments that did not reach the bank.
  unanswered integer NOT NULL, -- Payments without an answer; the bank may have paid.
  unusable integer NOT NULL, -- Payments whose answer was malformed or implausible.
  last_answer text, -- What became of the last payment of this copy, also if it is older than ten minutes; null before the first.
  last_answer_at timestamp with time zone,
  reported_at timestamp with time zone DEFAULT now() NOT NULL,
  reached_at timestamp with time zone, -- When the bank last answered a payment or an enquiry of this copy; null before the first.
  CONSTRAINT bank_health_pkey PRIMARY KEY (process_id, bank, rail),
  CONSTRAINT bank_health_accepted_check CHECK (accepted >= 0),
  CONSTRAINT bank_health_bank_check CHECK (length(bank) >= 1 AND length(bank) <= 40),
  CONSTRAINT bank_health_breaker_check CHECK (breaker = ANY (ARRAY['CLOSED'::text, 'HALF_OPEN'::text, 'OPEN'::text])),
  CONSTRAINT bank_health_calls_in_flight_check CHECK (calls_in_flight >= 0),
  CONSTRAINT bank_health_last_answer_check CHECK (last_answer = ANY (ARRAY['ACCEPTED'::text, 'REFUSED'::text, 'NOT_SENT'::text, 'UNANSWERED'::text, 'UNUSABLE'::text])),
  CONSTRAINT bank_health_last_answer_has_time CHECK ((last_answer IS NULL) = (last_answer_at IS NULL)),
  CONSTRAINT bank_health_not_sent_check CHECK (not_sent >= 0),
  CONSTRAINT bank_health_rail_check CHECK (rail = ANY (ARRAY['I'::text, 'N'::text, 'R'::text, 'S'::text, 'U'::text])),
  CONSTRAINT bank_health_refused_check CHECK (refused >= 0),
  CONSTRAINT bank_health_unanswered_check CHECK (unanswered >= 0),
  CONSTRAINT bank_health_unusable_check CHECK (unusable >= 0)
);

-- Banks that no copy of stream-processors reaches now, for the events BankDown and BankUp. A row is removed when a copy reaches the bank again.
CREATE TABLE bank_outage (
  bank text NOT NULL,
  outage_id uuid NOT NULL, -- In both events, in place of the name of the bank, which merchants do not learn.
  transaction_types text[] NOT NULL, -- Codes of the rails of the bank: I, N, R, S, U.
  begun_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT bank_outage_pkey PRIMARY KEY (bank)
);

-- Payouts whose last order certainly did not reach its bank and that were not claimed again. Kept by triggers of bank_attempt. No foreign key: payouts are never deleted.
CREATE TABLE bank_retry (
  business_id uuid NOT NULL,
  payout_id uuid NOT NULL,
  CONSTRAINT bank_retry_pkey PRIMARY KEY (business_id, payout_id)
);
CREATE INDEX bank_retry_by_payout ON public.bank_retry USING btree (payout_id);

-- A bank's statement of an account for a day. Loaded in one transaction: inserted without totals, then its lines, then its totals; visible only when complete.
CREATE TABLE bank_statement (
  bank_statement_id uuid DEFAULT uuidv7() NOT NULL,
  nodal_account_id bigint NOT NULL,
  business_date date NOT NULL, -- Asia/Kolkata; the date of its closing balance.
  statement_reference text NOT NULL,
  page integer DEFAULT 1 NOT NULL, -- Part number of a statement that the bank sends in several parts.
  format text NOT NULL,
  source text NOT NULL,
  file_name text NOT NULL,
  sha256 bytea NOT NULL,
  file_position integer DEFAULT 1 NOT NULL, -- Position among the statements of one file, from 1.
  opening_paise bigint NOT NULL, -- Booked balance before its lines, as reported; positive is money in the account.
  closing_paise bigint NOT NULL, -- Booked balance after its lines, as reported; positive is money in the account.
  line_count integer,
  credit_paise bigint,
  debit_paise bigint,
  loaded_at timestamp with time zone DEFAULT now() NOT NULL,
  status text DEFAULT 'LOADED'::text NOT NULL, -- LOADED: not compared with its predecessor yet; ACCEPTED: it adds up and follows its predecessor, or two people released it; HELD: nothing of it is matched or posted; WITHDRAWN: two people withdrew it.
  hold_reason text, -- FUTURE: it is dated after today; WRONG_SUM: it does not add up; GAP: it does not open where the accepted statement before it closes; PREDECESSOR_HELD: it follows a held statement; SUCCESSOR_DIFFERS: the accepted statement after it follows another one; DUPLICATE: the same reference and page is accepted.
  day_position integer, -- Position among the accepted statements of its day, from 1; page numbers of files may be in another order.
  release_id bigint, -- The resolution that released it although it is held.
  withdrawal_id bigint,
  CONSTRAINT bank_statement_pkey PRIMARY KEY (bank_statement_id),
  CONSTRAINT bank_statement_nodal_account_id_fkey FOREIGN KEY (nodal_account_id) REFERENCES nodal_account(nodal_account_id),
  CONSTRAINT bank_statement_release_id_fkey FOREIGN KEY (release_id) REFERENCES reconciliation_resolution(resolution_id),
  CONSTRAINT bank_statement_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES reconciliation_resolution(resolution_id),
  CONSTRAINT bank_statement_accepted_has_position CHECK ((status = 'ACCEPTED'::text) = (day_position IS NOT NULL)),
  CONSTRAINT bank_statement_credit_paise_check CHECK (credit_paise >= 0),
  CONSTRAINT bank_statement_day_position_check CHECK (day_position >= 1),
  CONSTRAINT bank_statement_debit_paise_check CHECK (debit_paise >= 0),
  CONSTRAINT bank_statement_file_name_check CHECK (length(file_name) >= 1 AND length(file_name) <= 255),
  CONSTRAINT bank_statement_file_position_check CHECK (file_position >= 1),
  CONSTRAINT bank_statement_format_check CHECK (format = ANY (ARRAY['CAMT053'::text, 'MT940'::text, 'CSV'::text])),
  CONSTRAINT bank_statement_held_has_reason CHECK ((status = 'HELD'::text) = (hold_reason IS NOT NULL)),
  CONSTRAINT bank_statement_hold_reason_check CHECK (hold_reason = ANY (ARRAY['FUTURE'::text, 'WRONG_SUM'::text, 'GAP'::text, 'PREDECESSOR_HELD'::text, 'SUCCESSOR_DIFFERS'::text, 'DUPLICATE'::text])),
  CONSTRAINT bank_statement_line_count_check CHECK (line_count >= 0),
  CONSTRAINT bank_statement_page_check CHECK (page >= 1),
  CONSTRAINT bank_statement_sha256_check CHECK (length(sha256) = 32),
  CONSTRAINT bank_statement_source_check CHECK (source = ANY (ARRAY['FOLDER'::text, 'UPLOAD'::text, 'BANK'::text])),
  CONSTRAINT bank_statement_statement_reference_check CHECK (length(statement_reference) >= 1 AND length(statement_reference) <= 100),
  CONSTRAINT bank_statement_status_check CHECK (status = ANY (ARRAY['LOADED'::text, 'ACCEPTED'::text, 'HELD'::text, 'WITHDRAWN'::text])),
  CONSTRAINT bank_statement_totals_all_or_none CHECK (num_nulls(line_count, credit_paise, debit_paise) = ANY (ARRAY[0, 3])),
  CONSTRAINT bank_statement_withdrawn_by_resolution CHECK ((status = 'WITHDRAWN'::text) = (withdrawal_id IS NOT NULL))
);
CREATE INDEX bank_statement_accepted ON public.bank_statement USING btree (nodal_account_id, business_date, day_position) WHERE (status = 'ACCEPTED'::text);
CREATE UNIQUE INDEX bank_statement_accepted_once ON public.bank_statement USING btree (nodal_account_id, business_date, statement_reference, page) WHERE (status = 'ACCEPTED'::text);
CREATE INDEX bank_statement_of_account ON public.bank_statement USING btree (nodal_account_id, business_date, page);
CREATE UNIQUE INDEX bank_statement_once_per_file ON public.bank_statement USING btree (sha256, file_position) WHERE (status <> 'WITHDRAWN'::text);
CREATE CONSTRAINT TRIGGER bank_statement_is_committed_complete AFTER INSERT ON public.bank_statement DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_statement_is_complete();
CREATE TRIGGER bank_statement_is_never_deleted BEFORE DELETE OR TRUNCATE ON public.bank_statement FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bank_statement_status_is_earned BEFORE UPDATE ON public.bank_statement FOR EACH ROW WHEN (((old.status <> new.status) OR (old.release_id IS DISTINCT FROM new.release_id) OR (old.withdrawal_id IS DISTINCT FROM new.withdrawal_id))) EXECUTE FUNCTION check_statement_status();
CREATE TRIGGER bank_statement_totals_match_lines BEFORE UPDATE ON public.bank_statement FOR EACH ROW EXECUTE FUNCTION check_statement_totals();

-- Money movements as reported by the bank. The statement of the lines is checked once per SQL statement and not once per row, so a million lines load in seconds.
CREATE TABLE bank_statement_line (
  bank_statement_id uuid NOT NULL,
  line_number integer NOT NULL,
  nodal_account_id bigint NOT NULL,
  business_date date NOT NULL,
  direction text NOT NULL,
  amount_paise bigint NOT NULL,
  booked_on date NOT NULL,
  value_on date NOT NULL,
  kind text NOT NULL, -- BATCH: one total for item_count payments; REVERSAL: the bank reverses its own entry; OTHER: unknown bank code.
  rail text,
  utr text,
  reference text, -- Our reference at the bank: bank_attempt.reference; for a BATCH the id of the file or batch.
  bank_reference text,
  virtual_account_number text,
  counterparty_account text, -- Personal data: account or VPA of the other party, as the bank writes it.
  counterparty_name text,
  item_count integer,
  bank_code text, -- The bank's own transaction code, such as PMNT/ICDT/DMCT or NTRF.
  return_reason text,
  narration text,
  kind_from_narration boolean DEFAULT false NOT NULL, -- A pattern of the narration decided the kind, and no code of the bank.
  CONSTRAINT bank_statement_line_pkey PRIMARY KEY (bank_statement_id, line_number),
  CONSTRAINT bank_statement_line_amount_paise_check CHECK (amount_paise > 0),
  CONSTRAINT bank_statement_line_bank_code_check CHECK (has_length(bank_code, 60)),
  CONSTRAINT bank_statement_line_bank_reference_check CHECK (has_length(bank_reference, 100)),
  CONSTRAINT bank_statement_line_counterparty_account_check CHECK (has_length(counterparty_account, 300)),
  CONSTRAINT bank_statement_line_counterparty_name_check CHECK (has_length(counterparty_name, 200)),
  CONSTRAINT bank_statement_line_direction_check CHECK (direction = ANY (ARRAY['DEBIT'::text, 'CREDIT'::text])),
  CONSTRAINT bank_statement_line_item_count_check CHECK (item_count >= 1),
  CONSTRAINT bank_statement_line_kind_check CHECK (kind = ANY (ARRAY['PAYMENT'::text, 'RETURN'::text, 'CREDIT'::text, 'CHARGE'::text, 'GST'::text, 'BATCH'::text, 'REVERSAL'::text, 'OTHER'::text])),
  CONSTRAINT bank_statement_line_line_number_check CHECK (line_number >= 1),
  CONSTRAINT bank_statement_line_narration_check CHECK (has_length(narration, 2000)),
  CONSTRAINT bank_statement_line_rail_check CHECK (rail = ANY (ARRAY['IMPS'::text, 'NEFT'::text, 'RTGS'::text, 'SELF'::text, 'UPI'::text])),
  CONSTRAINT bank_statement_line_reference_check CHECK (has_length(reference, 100)),
  CONSTRAINT bank_statement_line_return_reason_check CHECK (has_length(return_reason, 300)),
  CONSTRAINT bank_statement_line_utr_check CHECK (has_length(utr, 35)),
  CONSTRAINT bank_statement_line_utr_is_canonical CHECK (is_canonical_utr(utr)),
  CONSTRAINT bank_statement_line_virtual_account_is_canonical CHECK (is_canonical_utr(virtual_account_number)),
  CONSTRAINT bank_statement_line_virtual_account_number_check CHECK (has_length(virtual_account_number, 100))
);
CREATE INDEX bank_statement_line_by_reference ON public.bank_statement_line USING btree (reference) WHERE (reference IS NOT NULL);
CREATE INDEX bank_statement_line_utr ON public.bank_statement_line USING btree (utr) WHERE (utr IS NOT NULL);
CREATE TRIGGER bank_statement_line_erases_only BEFORE UPDATE ON public.bank_statement_line FOR EACH ROW EXECUTE FUNCTION check_line_erasure();
CREATE TRIGGER bank_statement_line_is_append_only BEFORE DELETE OR TRUNCATE ON public.bank_statement_line FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bank_statement_line_of_open_statement AFTER INSERT ON public.bank_statement_line REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION check_statement_is_open();

-- Append-only record of problems found when a file was loaded; the view bank_statement_gap lists the gaps that are still open.
CREATE TABLE bank_statement_problem (
  problem_id uuid DEFAULT uuidv7() NOT NULL,
  kind text NOT NULL,
  statement_file_id uuid,
  nodal_account_id bigint,
  bank_statement_id uuid,
  business_date date,
  amount_paise bigint, -- GAP: opening minus the previous closing; WRONG_SUM: stated closing minus opening and lines.
  file_name text NOT NULL,
  line_number bigint, -- Line of the file, as an editor counts; not the number of a statement line.
  reason text NOT NULL,
  found_at timestamp with time zone DEFAULT now() NOT NULL,
  column_name text, -- Column of a CSV as its header names it; null for other formats and for whole lines.
  CONSTRAINT bank_statement_problem_pkey PRIMARY KEY (problem_id),
  CONSTRAINT bank_statement_problem_bank_statement_id_fkey FOREIGN KEY (bank_statement_id) REFERENCES bank_statement(bank_statement_id),
  CONSTRAINT bank_statement_problem_nodal_account_id_fkey FOREIGN KEY (nodal_account_id) REFERENCES nodal_account(nodal_account_id),
  CONSTRAINT bank_statement_problem_statement_file_id_fkey FOREIGN KEY (statement_file_id) REFERENCES statement_file(statement_file_id),
  CONSTRAINT bank_statement_problem_column_name_check CHECK (has_length(column_name, 100)),
  CONSTRAINT bank_statement_problem_kind_check CHECK (kind = ANY (ARRAY['GAP'::text, 'FUTURE'::text, 'WRONG_SUM'::text, 'DUPLICATE'::text, 'REJECTED'::text])),
  CONSTRAINT bank_statement_problem_line_number_check CHECK (line_number >= 1),
  CONSTRAINT bank_statement_problem_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 500)
);
CREATE INDEX bank_statement_problem_of_day ON public.bank_statement_problem USING btree (nodal_account_id, business_date);
CREATE INDEX bank_statement_problem_of_file ON public.bank_statement_problem USING btree (statement_file_id);
CREATE TRIGGER bank_statement_problem_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.bank_statement_problem FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What the staff has switched off: a row holds new orders back until it is deleted. The audit trail keeps who switched what and why.
CREATE TABLE bank_switch (
  switch_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  bank text, -- Null: every bank.
  rail text, -- Null: every rail of the bank.
  reason text NOT NULL,
  off_by text NOT NULL, -- E-mail address of the person of the staff.
  off_since timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT bank_switch_pkey PRIMARY KEY (switch_id),
  CONSTRAINT bank_switch_once UNIQUE NULLS NOT DISTINCT (bank, rail),
  CONSTRAINT bank_switch_bank_check CHECK (length(bank) >= 1 AND length(bank) <= 40),
  CONSTRAINT bank_switch_has_bank_or_rail CHECK (num_nonnulls(bank, rail) > 0),
  CONSTRAINT bank_switch_off_by_check CHECK (length(off_by) >= 1 AND length(off_by) <= 100),
  CONSTRAINT bank_switch_rail_check CHECK (rail = ANY (ARRAY['I'::text, 'N'::text, 'R'::text, 'S'::text, 'U'::text])),
  CONSTRAINT bank_switch_reason_check CHECK (length(reason) >= 5 AND length(reason) <= 500)
);

CREATE TABLE batch_job_execution (
  job_execution_id bigint NOT NULL,
  version bigint,
  job_instance_id bigint NOT NULL,
  create_time timestamp without time zone NOT NULL,
  start_time timestamp without time zone,
  end_time timestamp without time zone,
  status character varying(10),
  exit_code character varying(2500),
  exit_message character varying(2500),
  last_updated timestamp without time zone,
  CONSTRAINT batch_job_execution_pkey PRIMARY KEY (job_execution_id),
  CONSTRAINT job_inst_exec_fk FOREIGN KEY (job_instance_id) REFERENCES batch_job_instance(job_instance_id)
);
CREATE INDEX batch_job_execution_failed ON public.batch_job_execution USING btree (job_execution_id) WHERE ((status)::text = 'FAILED'::text);
CREATE INDEX batch_job_execution_instance ON public.batch_job_execution USING btree (job_instance_id);

CREATE TABLE batch_job_execution_context (
  job_execution_id bigint NOT NULL,
  short_context character varying(2500) NOT NULL,
  serialized_context text,
  CONSTRAINT batch_job_execution_context_pkey PRIMARY KEY (job_execution_id),
  CONSTRAINT job_exec_ctx_fk FOREIGN KEY (job_execution_id) REFERENCES batch_job_execution(job_execution_id)
);

CREATE TABLE batch_job_execution_params (
  job_execution_id bigint NOT NULL,
  parameter_name character varying(100) NOT NULL,
  parameter_type character varying(100) NOT NULL,
  parameter_value character varying(2500),
  identifying character(1) NOT NULL,
  CONSTRAINT job_exec_params_fk FOREIGN KEY (job_execution_id) REFERENCES batch_job_execution(job_execution_id)
);
CREATE INDEX batch_job_execution_params_execution ON public.batch_job_execution_params USING btree (job_execution_id);

CREATE TABLE batch_job_instance (
  job_instance_id bigint NOT NULL,
  version bigint,
  job_name character varying(100) NOT NULL,
  job_key character varying(32) NOT NULL,
  CONSTRAINT batch_job_instance_pkey PRIMARY KEY (job_instance_id),
  CONSTRAINT job_inst_un UNIQUE (job_name, job_key)
);

CREATE TABLE batch_step_execution (
  step_execution_id bigint NOT NULL,
  version bigint NOT NULL,
  step_name character varying(100) NOT NULL,
  job_execution_id bigint NOT NULL,
  create_time timestamp without time zone NOT NULL,
  start_time timestamp without time zone,
  end_time timestamp without time zone,
  status character varying(10),
  commit_count bigint,
  read_count bigint,
  filter_count bigint,
  write_count bigint,
  read_skip_count bigint,
  write_skip_count bigint,
  process_skip_count bigint,
  rollback_count bigint,
  exit_code character varying(2500),
  exit_message character varying(2500),
  last_updated timestamp without time zone,
  CONSTRAINT batch_step_execution_pkey PRIMARY KEY (step_execution_id),
  CONSTRAINT job_exec_step_fk FOREIGN KEY (job_execution_id) REFERENCES batch_job_execution(job_execution_id)
);
CREATE INDEX batch_step_execution_execution ON public.batch_step_execution USING btree (job_execution_id);

CREATE TABLE batch_step_execution_context (
  step_execution_id bigint NOT NULL,
  short_context character varying(2500) NOT NULL,
  serialized_context text,
  CONSTRAINT batch_step_execution_context_pkey PRIMARY KEY (step_execution_id),
  CONSTRAINT step_exec_ctx_fk FOREIGN KEY (step_execution_id) REFERENCES batch_step_execution(step_execution_id)
);

CREATE TABLE beneficiary (
  business_id uuid NOT NULL,
  beneficiary_id uuid DEFAULT uuidv7() NOT NULL,
  beneficiary_code text NOT NULL,
  name text NOT NULL,
  email text,
  phone_number text NOT NULL,
  account_number text,
  ifsc text,
  vpa text,
  status smallint DEFAULT 1 NOT NULL, -- 1 active, 0 inactive (archived). Uniqueness covers both.
  last_sequence integer DEFAULT 1 NOT NULL, -- Sequence of the newest beneficiary_event of this beneficiary.
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  search_text text GENERATED ALWAYS AS (lower(((((((((((((beneficiary_code || '
'::text) || name) || '
'::text) || COALESCE(email, ''::text)) || '
'::text) || phone_number) || '
'::text) || COALESCE(account_number, ''::text)) || '
'::text) || COALESCE(ifsc, ''::text)) || '
'::text) || COALESCE(vpa, ''::text)))) NOT NULL, -- Personal data: the searchable fields (docs/specification.md, "GET /v1/beneficiaries") in lower case, one per line.
  erased_at timestamp with time zone, -- When its personal data was erased: it has no target and never becomes active again.
  CONSTRAINT beneficiary_pkey PRIMARY KEY (business_id, beneficiary_id),
  CONSTRAINT beneficiary_bank_target_key UNIQUE (account_number, ifsc, business_id),
  CONSTRAINT beneficiary_beneficiary_code_key UNIQUE (beneficiary_code),
  CONSTRAINT beneficiary_business_id_fkey FOREIGN KEY (business_id) REFERENCES business(business_id),
  CONSTRAINT beneficiary_account_number_check CHECK (account_number ~ '^[0-9]{9,18}$'::text),
  CONSTRAINT beneficiary_beneficiary_code_check CHECK (beneficiary_code ~ '^BEN[0-9A-HJKMNP-TV-Z]{8}$'::text),
  CONSTRAINT beneficiary_email_check CHECK (length(email) >= 3 AND length(email) <= 254),
  CONSTRAINT beneficiary_erased_is_empty CHECK (erased_at IS NULL OR status = 0 AND num_nonnulls(email, account_number, ifsc, vpa) = 0 AND name = 'ERASED'::text AND phone_number = '0000000000'::text) NOT VALID,
  CONSTRAINT beneficiary_has_one_target CHECK (account_number IS NOT NULL AND ifsc IS NOT NULL AND vpa IS NULL OR account_number IS NULL AND ifsc IS NULL AND vpa IS NOT NULL OR erased_at IS NOT NULL AND num_nonnulls(account_number, ifsc, vpa) = 0) NOT VALID,
  CONSTRAINT beneficiary_ifsc_check CHECK (ifsc ~ '^[A-Z]{4}0[A-Z0-9]{6}$'::text),
  CONSTRAINT beneficiary_last_sequence_check CHECK (last_sequence >= 1),
  CONSTRAINT beneficiary_name_check CHECK (length(name) >= 1 AND length(name) <= 100),
  CONSTRAINT beneficiary_phone_number_check CHECK (length(phone_number) >= 10 AND length(phone_number) <= 15),
  CONSTRAINT beneficiary_status_check CHECK (status = ANY (ARRAY[0, 1])),
  CONSTRAINT beneficiary_vpa_check CHECK (length(vpa) >= 3 AND length(vpa) <= 255)
);
CREATE INDEX beneficiary_search_text ON public.beneficiary USING gin (business_id, search_text gin_trgm_ops);
CREATE UNIQUE INDEX beneficiary_vpa_key ON public.beneficiary USING btree (business_id, lower(vpa)) WHERE (vpa IS NOT NULL);
CREATE TRIGGER beneficiary_changes_to_name_no_payout BEFORE UPDATE OF vpa ON public.beneficiary FOR EACH ROW WHEN (((new.vpa IS DISTINCT FROM old.vpa) AND (new.vpa ~* 'HND[0-9A-HJKMNP-TV-Z]{26}'::text))) EXECUTE FUNCTION refuse_vpa_that_names_a_payout();
CREATE TRIGGER beneficiary_erasure_is_due BEFORE UPDATE OF erased_at ON public.beneficiary FOR EACH ROW WHEN ((new.erased_at IS DISTINCT FROM old.erased_at)) EXECUTE FUNCTION check_beneficiary_erasure();
CREATE TRIGGER beneficiary_is_never_deleted BEFORE DELETE OR TRUNCATE ON public.beneficiary FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER beneficiary_keeps_key BEFORE UPDATE OF business_id, beneficiary_id ON public.beneficiary FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER beneficiary_names_no_payout BEFORE INSERT ON public.beneficiary FOR EACH ROW WHEN ((new.vpa ~* 'HND[0-9A-HJKMNP-TV-Z]{26}'::text)) EXECUTE FUNCTION refuse_vpa_that_names_a_payout();
ALTER TABLE beneficiary ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_the_business ON beneficiary AS RESTRICTIVE TO hundi_portal_merchant USING ((business_id = acting_business()));
CREATE POLICY pay_for_the_business ON beneficiary AS RESTRICTIVE TO hundi_portal_merchant USING ((business_id = acting_business()));
CREATE POLICY permit ON beneficiary TO public USING (true) WITH CHECK (true);
CREATE POLICY permit_to_pay ON beneficiary TO public USING (true) WITH CHECK (true);

-- Append-only audit trail and outbox of beneficiaries; the change stream captures its inserts.
CREATE TABLE beneficiary_event (
  business_id uuid NOT NULL,
  beneficiary_id uuid NOT NULL,
  sequence integer NOT NULL,
  event_id uuid DEFAULT uuidv7() NOT NULL,
  kind text NOT NULL,
  reason text,
  snapshot jsonb NOT NULL, -- Personal data: the beneficiary after the change, as the API returns it; only ids and status once it is erased.
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT beneficiary_event_pkey PRIMARY KEY (business_id, beneficiary_id, sequence),
  CONSTRAINT beneficiary_event_event_id_key UNIQUE (event_id),
  CONSTRAINT beneficiary_event_business_id_beneficiary_id_fkey FOREIGN KEY (business_id, beneficiary_id) REFERENCES beneficiary(business_id, beneficiary_id),
  CONSTRAINT beneficiary_event_kind_check CHECK (kind = ANY (ARRAY['CREATED'::text, 'UPDATED'::text, 'ARCHIVED'::text, 'REACTIVATED'::text])),
  CONSTRAINT beneficiary_event_reason_check CHECK (length(reason) <= 500),
  CONSTRAINT beneficiary_event_sequence_check CHECK (sequence >= 1)
);
CREATE TRIGGER beneficiary_event_erases_only BEFORE UPDATE ON public.beneficiary_event FOR EACH ROW EXECUTE FUNCTION check_event_erasure();
CREATE TRIGGER beneficiary_event_is_append_only BEFORE DELETE OR TRUNCATE ON public.beneficiary_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE beneficiary_event ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_the_business ON beneficiary_event AS RESTRICTIVE TO hundi_portal_merchant USING ((business_id = acting_business()));
CREATE POLICY pay_for_the_business ON beneficiary_event AS RESTRICTIVE TO hundi_portal_merchant USING ((business_id = acting_business()));
CREATE POLICY permit ON beneficiary_event TO public USING (true) WITH CHECK (true);
CREATE POLICY permit_to_pay ON beneficiary_event TO public USING (true) WITH CHECK (true);

-- Each target that a beneficiary has had, with its name at that time: the registration with a bank and the holder name that the bank reports. Never blocks a payout.
CREATE TABLE beneficiary_verification (
  business_id uuid NOT NULL,
  beneficiary_id uuid NOT NULL,
  bank text NOT NULL,
  target_key text GENERATED ALWAYS AS (md5(((((((name || '|'::text) || COALESCE(account_number, ''::text)) || '|'::text) || COALESCE(ifsc, ''::text)) || '|'::text) || COALESCE(lower(vpa), ''::text)))) NOT NULL, -- Digest of the name and the target; an unchanged target is not verified again.
  target_version integer NOT NULL, -- Sequence of the beneficiary_event that introduced this target.
  name text NOT NULL,
  account_number text,
  ifsc text,
  vpa text,
  state text DEFAULT 'DUE'::text NOT NULL, -- VERIFIED same name, CLOSE same except for initials or omitted words, MISMATCH another name, INVALID no such account or VPA, NOT_OFFERED the bank reports no name.
  registered_name text,
  registration_id text,
  due_at timestamp with time zone DEFAULT now(),
  attempt_count integer DEFAULT 0 NOT NULL,
  problem text,
  asked_at timestamp with time zone DEFAULT now() NOT NULL,
  answered_at timestamp with time zone,
  settled_at timestamp with time zone,
  settled_by text,
  note text,
  CONSTRAINT beneficiary_verification_pkey PRIMARY KEY (business_id, beneficiary_id, bank, target_key),
  CONSTRAINT beneficiary_verification_business_id_beneficiary_id_fkey FOREIGN KEY (business_id, beneficiary_id) REFERENCES beneficiary(business_id, beneficiary_id),
  CONSTRAINT beneficiary_verification_attempt_count_check CHECK (attempt_count >= 0),
  CONSTRAINT beneficiary_verification_bank_check CHECK (length(bank) >= 1 AND length(bank) <= 40),
  CONSTRAINT beneficiary_verification_due_until_answered CHECK ((state = 'DUE'::text) = (due_at IS NOT NULL) AND (state = 'DUE'::text) = (answered_at IS NULL)),
  CONSTRAINT beneficiary_verification_note_check CHECK (length(note) >= 1 AND length(note) <= 2000),
  CONSTRAINT beneficiary_verification_problem_check CHECK (length(problem) <= 300),
  CONSTRAINT beneficiary_verification_registered_name_check CHECK (length(registered_name) >= 1 AND length(registered_name) <= 200),
  CONSTRAINT beneficiary_verification_registration_id_check CHECK (length(registration_id) >= 1 AND length(registration_id) <= 64),
  CONSTRAINT beneficiary_verification_settled_by_check CHECK (length(settled_by) >= 1 AND length(settled_by) <= 100),
  CONSTRAINT beneficiary_verification_settled_is_complete CHECK ((settled_at IS NULL) = (settled_by IS NULL) AND (settled_at IS NULL) = (note IS NULL)),
  CONSTRAINT beneficiary_verification_state_check CHECK (state = ANY (ARRAY['DUE'::text, 'VERIFIED'::text, 'CLOSE'::text, 'MISMATCH'::text, 'INVALID'::text, 'NOT_OFFERED'::text])),
  CONSTRAINT beneficiary_verification_target_version_check CHECK (target_version >= 1)
);
CREATE INDEX beneficiary_verification_due ON public.beneficiary_verification USING btree (bank, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX beneficiary_verification_open ON public.beneficiary_verification USING btree (answered_at) WHERE ((state = ANY (ARRAY['MISMATCH'::text, 'INVALID'::text])) AND (settled_at IS NULL));
ALTER TABLE beneficiary_verification ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_the_business ON beneficiary_verification AS RESTRICTIVE TO hundi_portal_merchant USING ((business_id = acting_business()));
CREATE POLICY permit ON beneficiary_verification TO public USING (true) WITH CHECK (true);

-- How many people must approve a bulk file of a business. The tier with the highest bound below the total of the valid rows applies; without one, one person is enough.
CREATE TABLE bulk_approval_tier (
  business_id uuid NOT NULL,
  above_paise bigint NOT NULL, -- The tier applies to files that pay more than this many paise.
  people smallint NOT NULL,
  CONSTRAINT bulk_approval_tier_pkey PRIMARY KEY (business_id, above_paise),
  CONSTRAINT bulk_approval_tier_business_id_fkey FOREIGN KEY (business_id) REFERENCES business(business_id),
  CONSTRAINT bulk_approval_tier_above_paise_check CHECK (above_paise >= 0),
  CONSTRAINT bulk_approval_tier_people_check CHECK (people = ANY (ARRAY[1, 2]))
);
CREATE TRIGGER bulk_approval_tier_needs_two_people BEFORE INSERT OR DELETE OR UPDATE ON public.bulk_approval_tier FOR EACH ROW EXECUTE FUNCTION require_agreement('BULK_TIERS');

-- A file of payouts that a business uploaded, from its arrival to the final status of its last payout.
CREATE TABLE bulk_file (
  business_id uuid NOT NULL,
  bulk_file_id uuid DEFAULT uuidv7() NOT NULL,
  file_name text NOT NULL,
  client_reference text,
  format text NOT NULL,
  size_bytes bigint NOT NULL,
  sha256 bytea NOT NULL,
  stored_as text,
  release_mode text NOT NULL,
  declared_rows integer,
  declared_total_paise bigint,
  status text DEFAULT 'LOADING'::text NOT NULL,
  changed_by text NOT NULL, -- Author of the last status change: an API key, person: and the id of a person of the portal, or the name of a job.
  uploaded_by text NOT NULL, -- The maker: an API key, or person: and the id of a person of the portal.
  released_by text, -- The checker, in the form of uploaded_by; where two people are needed, not the maker.
  people_needed smallint, -- How many people the file needs. Of two, the second is not the uploader, and no API key if a person uploaded the file.
  headings text[], -- The merchant's own columns, in their order.
  rows_read integer DEFAULT 0 NOT NULL,
  valid_rows integer DEFAULT 0 NOT NULL,
  invalid_rows integer DEFAULT 0 NOT NULL,
  duplicate_rows integer DEFAULT 0 NOT NULL,
  released_rows integer DEFAULT 0 NOT NULL,
  successful_rows integer DEFAULT 0 NOT NULL,
  failed_rows integer DEFAULT 0 NOT NULL,
  total_paise bigint DEFAULT 0 NOT NULL, -- Sum of every amount that could be read, in paise.
  valid_paise bigint DEFAULT 0 NOT NULL, -- Sum of the amounts of valid rows, in paise.
  debit_paise bigint DEFAULT 0 NOT NULL, -- Wallet debit for the valid rows including commission and GST, in paise.
  released_paise bigint DEFAULT 0 NOT NULL,
  successful_paise bigint DEFAULT 0 NOT NULL,
  failed_paise bigint DEFAULT 0 NOT NULL,
  reason_code text,
  reason text,
  claim_id uuid,
  due_at timestamp with time zone DEFAULT now(), -- When batch-jobs has work for it; while claimed, the end of the lease.
  attempt_count integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  loaded_at timestamp with time zone,
  released_at timestamp with time zone,
  completed_at timestamp with time zone,
  warned_rows integer DEFAULT 0 NOT NULL, -- Number of valid rows with warnings, which a person should read before the release.
  planned_for timestamp with time zone, -- The earliest time of the planned release; null if none is planned. The file waits longer while its wallet does not cover it.
  planned_by text, -- The checker who planned the release; where two people are needed, not the maker.
  rerun_of uuid, -- The file whose failed rows this one pays again; null for an upload.
  rerun_rows int4multirange, -- The row numbers of the file rerun_of that this one pays again; null for an upload. Null for a re-run made before this column existed, which counts as one of all rows that failed.
  released_debit_paise bigint DEFAULT 0 NOT NULL, -- Wallet debit of the rows that are payouts, including commission and GST, in paise; 0 for files whose release ended before it was counted.
  CONSTRAINT bulk_file_pkey PRIMARY KEY (business_id, bulk_file_id),
  CONSTRAINT bulk_file_stored_as_key UNIQUE (stored_as),
  CONSTRAINT bulk_file_business_id_fkey FOREIGN KEY (business_id) REFERENCES business(business_id),
  CONSTRAINT bulk_file_rerun_of_file FOREIGN KEY (business_id, rerun_of) REFERENCES bulk_file(business_id, bulk_file_id) NOT VALID,
  CONSTRAINT bulk_file_attempt_count_check CHECK (attempt_count >= 0),
  CONSTRAINT bulk_file_changed_by_check CHECK (length(changed_by) >= 1 AND length(changed_by) <= 64),
  CONSTRAINT bulk_file_check CHECK (released_rows >= 0 AND released_rows <= rows_read),
  CONSTRAINT bulk_file_check1 CHECK (debit_paise >= valid_paise),
  CONSTRAINT bulk_file_checker_is_not_maker CHECK (released_by IS NULL OR NOT people_needed IS DISTINCT FROM 1 OR released_by <> uploaded_by) NOT VALID,
  CONSTRAINT bulk_file_client_reference_check CHECK (length(client_reference) >= 1 AND length(client_reference) <= 128),
  CONSTRAINT bulk_file_declared_rows_check CHECK (declared_rows >= 0),
  CONSTRAINT bulk_file_declared_total_paise_check CHECK (declared_total_paise >= 0),
  CONSTRAINT bulk_file_duplicate_rows_check CHECK (duplicate_rows >= 0),
  CONSTRAINT bulk_file_ended_has_completed_at CHECK ((status = ANY (ARRAY['COMPLETED'::text, 'PARTIALLY_COMPLETED'::text, 'FAILED'::text, 'REJECTED'::text, 'CANCELLED'::text])) = (completed_at IS NOT NULL)),
  CONSTRAINT bulk_file_failed_paise_check CHECK (failed_paise >= 0),
  CONSTRAINT bulk_file_failed_rows_check CHECK (failed_rows >= 0),
  CONSTRAINT bulk_file_file_name_check CHECK (length(file_name) >= 1 AND length(file_name) <= 255),
  CONSTRAINT bulk_file_format_check CHECK (format = ANY (ARRAY['CSV'::text, 'XLSX'::text, 'PAIN001'::text])),
  CONSTRAINT bulk_file_invalid_rows_check CHECK (invalid_rows >= 0),
  CONSTRAINT bulk_file_people_needed_check CHECK (people_needed = ANY (ARRAY[1, 2])),
  CONSTRAINT bulk_file_plan_has_planner CHECK ((planned_for IS NULL) = (planned_by IS NULL)) NOT VALID,
  CONSTRAINT bulk_file_planner_is_not_maker CHECK (planned_by IS NULL OR NOT people_needed IS DISTINCT FROM 1 OR planned_by <> uploaded_by) NOT VALID,
  CONSTRAINT bulk_file_reason_check CHECK (length(reason) <= 500),
  CONSTRAINT bulk_file_reason_code_check CHECK (reason_code ~ '^[A-Z0-9_]{1,40}$'::text),
  CONSTRAINT bulk_file_rejected_has_reason CHECK (status <> 'REJECTED'::text OR reason_code IS NOT NULL AND reason IS NOT NULL),
  CONSTRAINT bulk_file_release_mode_check CHECK (release_mode = ANY (ARRAY['VALID_ROWS'::text, 'ALL_OR_NOTHING'::text])),
  CONSTRAINT bulk_file_released_debit_paise_check CHECK (released_debit_paise >= 0),
  CONSTRAINT bulk_file_released_has_releaser CHECK ((status <> ALL (ARRAY['RELEASING'::text, 'PROCESSING'::text, 'COMPLETED'::text, 'PARTIALLY_COMPLETED'::text, 'FAILED'::text])) OR released_by IS NOT NULL AND released_at IS NOT NULL AND people_needed IS NOT NULL),
  CONSTRAINT bulk_file_released_paise_check CHECK (released_paise >= 0),
  CONSTRAINT bulk_file_rerun_rows_are_of_file CHECK (rerun_rows IS NULL OR rerun_of IS NOT NULL) NOT VALID,
  CONSTRAINT bulk_file_rows_add_up CHECK (loaded_at IS NULL OR (valid_rows + invalid_rows + duplicate_rows) = rows_read),
  CONSTRAINT bulk_file_rows_read_check CHECK (rows_read >= 0),
  CONSTRAINT bulk_file_sha256_check CHECK (length(sha256) = 32),
  CONSTRAINT bulk_file_size_bytes_check CHECK (size_bytes > 0),
  CONSTRAINT bulk_file_successful_paise_check CHECK (successful_paise >= 0),
  CONSTRAINT bulk_file_successful_rows_check CHECK (successful_rows >= 0),
  CONSTRAINT bulk_file_total_paise_check CHECK (total_paise >= 0),
  CONSTRAINT bulk_file_valid_paise_check CHECK (valid_paise >= 0),
  CONSTRAINT bulk_file_valid_rows_check CHECK (valid_rows >= 0),
  CONSTRAINT bulk_file_warned_rows_check CHECK (warned_rows >= 0)
);
CREATE UNIQUE INDEX bulk_file_client_reference ON public.bulk_file USING btree (business_id, client_reference) WHERE ((client_reference IS NOT NULL) AND (status <> ALL (ARRAY['REJECTED'::text, 'CANCELLED'::text])));
CREATE UNIQUE INDEX bulk_file_content ON public.bulk_file USING btree (business_id, sha256, rerun_of) NULLS NOT DISTINCT WHERE (status <> ALL (ARRAY['REJECTED'::text, 'CANCELLED'::text]));
CREATE INDEX bulk_file_due ON public.bulk_file USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX bulk_file_planned ON public.bulk_file USING btree (planned_for) WHERE ((planned_for IS NOT NULL) AND (status = 'AWAITING_RELEASE'::text));
CREATE UNIQUE INDEX bulk_file_rerun ON public.bulk_file USING btree (business_id, rerun_of) WHERE ((rerun_of IS NOT NULL) AND (status <> ALL (ARRAY['REJECTED'::text, 'CANCELLED'::text])));
CREATE TRIGGER bulk_file_is_never_deleted BEFORE DELETE OR TRUNCATE ON public.bulk_file FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bulk_file_is_released_for_lasting_relations BEFORE UPDATE OF status ON public.bulk_file FOR EACH ROW WHEN (((new.status = 'RELEASING'::text) AND (old.status <> 'RELEASING'::text))) EXECUTE FUNCTION check_release_of_lasting_relation();
CREATE TRIGGER bulk_file_keeps_upload BEFORE UPDATE ON public.bulk_file FOR EACH ROW WHEN (((((((old.sha256 IS DISTINCT FROM new.sha256) OR (old.format IS DISTINCT FROM new.format)) OR (old.uploaded_by IS DISTINCT FROM new.uploaded_by)) OR (old.release_mode IS DISTINCT FROM new.release_mode)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR ((old.released_by IS NOT NULL) AND (old.released_by IS DISTINCT FROM new.released_by)) OR ((old.people_needed IS NOT NULL) AND (old.people_needed IS DISTINCT FROM new.people_needed)))) EXECUTE FUNCTION check_bulk_file_upload();
CREATE TRIGGER bulk_file_names_acting_person BEFORE UPDATE ON public.bulk_file FOR EACH ROW WHEN ((SESSION_USER = 'hundi_portal_merchant'::name)) EXECUTE FUNCTION require_acting_author();
CREATE TRIGGER bulk_file_of_person_is_released_by_person BEFORE UPDATE ON public.bulk_file FOR EACH ROW WHEN (((old.released_by IS NULL) AND (new.released_by !~~ 'person:%'::text) AND (new.uploaded_by ~~ 'person:%'::text) AND (new.people_needed IS DISTINCT FROM 1))) EXECUTE FUNCTION require_releasing_person();
CREATE TRIGGER bulk_file_records_start AFTER INSERT ON public.bulk_file FOR EACH ROW EXECUTE FUNCTION record_bulk_file_status();
CREATE TRIGGER bulk_file_records_transition AFTER UPDATE ON public.bulk_file FOR EACH ROW WHEN ((old.status <> new.status)) EXECUTE FUNCTION record_bulk_file_status();
ALTER TABLE bulk_file ENABLE ROW LEVEL SECURITY;
CREATE POLICY by_the_person ON bulk_file AS RESTRICTIVE FOR INSERT TO hundi_portal_merchant WITH CHECK (((uploaded_by = acting_author()) AND (changed_by = acting_author())));
CREATE POLICY of_the_business ON bulk_file AS RESTRICTIVE TO hundi_portal_merchant USING ((business_id = acting_business()));
CREATE POLICY permit ON bulk_file TO public USING (true) WITH CHECK (true);

-- Append-only history of bulk files: every status change with its author and time.
CREATE TABLE bulk_file_event (
  business_id uuid NOT NULL,
  bulk_file_id uuid NOT NULL,
  event_id uuid DEFAULT uuidv7() NOT NULL,
  from_status text,
  status text NOT NULL,
  changed_by text NOT NULL,
  reason_code text,
  created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT bulk_file_event_pkey PRIMARY KEY (business_id, bulk_file_id, event_id),
  CONSTRAINT bulk_file_event_business_id_bulk_file_id_fkey FOREIGN KEY (business_id, bulk_file_id) REFERENCES bulk_file(business_id, bulk_file_id)
);
CREATE TRIGGER bulk_file_event_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.bulk_file_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE bulk_file_event ENABLE ROW LEVEL SECURITY;
CREATE POLICY by_the_person ON bulk_file_event AS RESTRICTIVE FOR INSERT TO hundi_portal_merchant WITH CHECK ((changed_by = acting_author()));
CREATE POLICY of_the_business ON bulk_file_event AS RESTRICTIVE TO hundi_portal_merchant USING ((business_id = acting_business()));
CREATE POLICY permit ON bulk_file_event TO public USING (true) WITH CHECK (true);

-- Every legal change of bulk_file.status; BulkStatus in Java holds the same table and a test compares them.
CREATE TABLE bulk_file_transition (
  from_status text NOT NULL,
  to_status text NOT NULL,
  CONSTRAINT bulk_file_transition_pkey PRIMARY KEY (from_status, to_status)
);

-- The beneficiaries that rows of a bulk file name by id or code. A row is paid only if name, account and VPA are still those of that time.
CREATE TABLE bulk_payee (
  business_id uuid NOT NULL,
  bulk_file_id uuid NOT NULL,
  beneficiary_id uuid NOT NULL,
  last_sequence integer NOT NULL, -- beneficiary.last_sequence when the file was loaded.
  CONSTRAINT bulk_payee_pkey PRIMARY KEY (business_id, bulk_file_id, beneficiary_id),
  CONSTRAINT bulk_payee_last_sequence_check CHECK (last_sequence >= 1)
);
CREATE TRIGGER bulk_payee_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.bulk_payee FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- One row of a bulk file. Written only in transactions that hold the claim of the file. The payout of a row refers to it (payout.bulk_row_number), so releasing a row does not update it.
CREATE TABLE bulk_row (
  business_id uuid NOT NULL,
  bulk_file_id uuid NOT NULL,
  row_number integer NOT NULL, -- Position among the non-blank rows of the file, from 1, without the headings.
  status text NOT NULL,
  cells text[] NOT NULL, -- Personal data: the original cells, in the order of bulk_file.headings; empty texts once they are erased.
  beneficiary_id uuid,
  beneficiary_code text,
  name text,
  phone_number text, -- Null in a valid row if the beneficiary is registered.
  email text,
  account_number text,
  ifsc text,
  vpa text,
  rail text,
  amount_paise bigint, -- Amount to the beneficiary in paise.
  commission_paise bigint, -- Commission in paise, fixed when the file was checked: the total that is released is the total that was shown.
  gst_paise bigint,
  merchant_reference_id text,
  fingerprint uuid, -- Personal data: equal for rows that make the same payment, a digest of the merchant reference, or without one of everything that the row pays.
  errors jsonb, -- Personal data: every error as {column, code, message, value}; the value is masked.
  described_by integer, -- The lowest valid row that pays to the same account or VPA with another name, phone number or e-mail address; a beneficiary that is registered for both takes its details from that row.
  warnings jsonb, -- Personal data: what a person should know of the cells before the release.
  narration text, -- The narration of the row's payout: its remarks, cleaned.
  CONSTRAINT bulk_row_pkey PRIMARY KEY (business_id, bulk_file_id, row_number),
  CONSTRAINT bulk_row_check CHECK (described_by >= 1 AND described_by < row_number),
  CONSTRAINT bulk_row_errors_unless_valid CHECK ((status = 'VALID'::text) = (errors IS NULL)),
  CONSTRAINT bulk_row_row_number_check CHECK (row_number >= 1),
  CONSTRAINT bulk_row_status_check CHECK (status = ANY (ARRAY['VALID'::text, 'INVALID'::text, 'DUPLICATE'::text])),
  CONSTRAINT bulk_row_valid_is_complete CHECK (status <> 'VALID'::text OR rail IS NOT NULL AND amount_paise > 0 AND commission_paise >= 0 AND gst_paise >= 0 AND (beneficiary_id IS NOT NULL OR beneficiary_code IS NOT NULL OR name IS NOT NULL AND (account_number IS NOT NULL AND ifsc IS NOT NULL AND vpa IS NULL OR account_number IS NULL AND ifsc IS NULL AND vpa IS NOT NULL))) NOT VALID
) WITH (autovacuum_vacuum_insert_scale_factor=0.05);

CREATE TABLE business (
  business_id uuid DEFAULT uuidv7() NOT NULL,
  business_code text NOT NULL,
  business_name text NOT NULL,
  api_access_enabled boolean DEFAULT false NOT NULL,
  reserve_percent numeric(5,2) DEFAULT 0 NOT NULL, -- Rolling reserve held back from the wallet balance, percent with two decimals.
  min_balance_paise bigint DEFAULT 0 NOT NULL, -- Balance in paise that must remain after a payout.
  max_payout_paise bigint, -- Largest amount of one payout in paise, in addition to the rail limit; null means no such limit.
  queue_if_low_balance boolean DEFAULT false NOT NULL, -- True: a payout that exceeds the spendable balance waits in status 3 for up to four days. False: it fails with INSUFFICIENT_BALANCE.
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  gstin text, -- GST identification number: state, PAN, entity, Z and check digit; null until onboarding has recorded it. Printed on statements.
  registered_address text, -- Registered address as statements print it: address line, city, state, postal code.
  new_keys_least_signature_version smallint DEFAULT 1 NOT NULL, -- Least signature version of keys that are issued without one: 2 switches version 1 off.
  relation_ended_at timestamp with time zone, -- When the staff ended the business relation, UTC; null while it lasts. The five years of the law begin here, or with a later change of the wallet.
  CONSTRAINT business_pkey PRIMARY KEY (business_id),
  CONSTRAINT business_business_code_key UNIQUE (business_code),
  CONSTRAINT business_business_code_check CHECK (business_code ~ '^BIZ[0-9A-HJKMNP-TV-Z]{8}$'::text),
  CONSTRAINT business_business_name_check CHECK (length(business_name) >= 1 AND length(business_name) <= 200),
  CONSTRAINT business_gstin_check CHECK (gstin ~ '^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$'::text),
  CONSTRAINT business_max_payout_paise_check CHECK (max_payout_paise > 0),
  CONSTRAINT business_min_balance_paise_check CHECK (min_balance_paise >= 0),
  CONSTRAINT business_new_keys_least_signature_version_check CHECK (new_keys_least_signature_version = ANY (ARRAY[1, 2])),
  CONSTRAINT business_registered_address_check CHECK (length(registered_address) >= 1 AND length(registered_address) <= 300),
  CONSTRAINT business_registration_is_whole CHECK ((gstin IS NULL) = (registered_address IS NULL)),
  CONSTRAINT business_reserve_percent_check CHECK (reserve_percent >= 0::numeric AND reserve_percent <= 100::numeric),
  CONSTRAINT business_without_relation_has_no_access CHECK (relation_ended_at IS NULL OR NOT api_access_enabled)
);
CREATE TRIGGER business_ends_relation BEFORE UPDATE OF relation_ended_at ON public.business FOR EACH ROW WHEN ((new.relation_ended_at IS DISTINCT FROM old.relation_ended_at)) EXECUTE FUNCTION check_relation_end();
CREATE TRIGGER business_is_never_deleted BEFORE DELETE OR TRUNCATE ON public.business FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER business_keeps_key BEFORE UPDATE OF business_id ON public.business FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER business_limit_needs_two_people BEFORE UPDATE ON public.business FOR EACH ROW WHEN ((old.max_payout_paise IS DISTINCT FROM new.max_payout_paise)) EXECUTE FUNCTION require_agreement('LIMITS');
CREATE TRIGGER business_with_api_access_has_wallet BEFORE UPDATE ON public.business FOR EACH ROW WHEN ((new.api_access_enabled AND (NOT old.api_access_enabled))) EXECUTE FUNCTION require_wallet();
ALTER TABLE business ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_the_business ON business AS RESTRICTIVE TO hundi_portal_merchant USING (((business_id = acting_business()) OR (EXISTS ( SELECT
   FROM membership m
  WHERE (m.business_id = business.business_id)))));
CREATE POLICY permit ON business TO public USING (true) WITH CHECK (true);

-- Events beyond Initiated, Successful and Failed, which follow from payout_event. Written by record_business_event only.
CREATE TABLE business_event (
  event_id uuid NOT NULL, -- UUIDv7; the payoutWebhookId of the body.
  business_id uuid, -- Null: the event is for all businesses.
  event text NOT NULL,
  payout_id uuid,
  bulk_file_id uuid,
  body text NOT NULL, -- JSON, the same bytes as in every delivery. Rows are removed after the retention of webhook bodies.
  CONSTRAINT business_event_pkey PRIMARY KEY (event_id),
  CONSTRAINT business_event_business_id_fkey FOREIGN KEY (business_id) REFERENCES business(business_id),
  CONSTRAINT business_event_body_check CHECK (octet_length(body) <= 20000),
  CONSTRAINT business_event_check CHECK ((bulk_file_id IS NOT NULL) = (event = 'BulkCompleted'::text)),
  CONSTRAINT business_event_event_check CHECK (event = ANY (ARRAY['Queued'::text, 'Released'::text, 'Cancelled'::text, 'Returned'::text, 'BeneficiaryVerified'::text, 'LowBalance'::text, 'BankDown'::text, 'BankUp'::text, 'BulkCompleted'::text])),
  CONSTRAINT business_event_has_payout CHECK ((payout_id IS NOT NULL) = (event = ANY (ARRAY['Queued'::text, 'Released'::text, 'Cancelled'::text, 'Returned'::text]))),
  CONSTRAINT business_event_of_banks_is_for_all CHECK ((business_id IS NULL) = (event = ANY (ARRAY['BankDown'::text, 'BankUp'::text])))
);
CREATE INDEX business_event_newest ON public.business_event USING btree (business_id, event_id);
CREATE UNIQUE INDEX business_event_once_per_bulk_file ON public.business_event USING btree (bulk_file_id) WHERE (bulk_file_id IS NOT NULL);

-- Append-only: commission of a price plan for a rail. Without a row for a rail, the platform default applies.
CREATE TABLE commission_slab (
  business_id uuid NOT NULL,
  rail text NOT NULL,
  above_paise bigint NOT NULL, -- The slab prices amounts above this many paise, up to the next slab.
  flat_paise bigint NOT NULL,
  percent numeric(7,4) DEFAULT 0 NOT NULL, -- Percent of the amount, added to flat_paise; the sum is limited to min_paise and max_paise.
  min_paise bigint DEFAULT 0 NOT NULL,
  max_paise bigint,
  price_plan_id bigint NOT NULL,
  CONSTRAINT commission_slab_pkey PRIMARY KEY (price_plan_id, rail, above_paise),
  CONSTRAINT commission_slab_business_id_fkey FOREIGN KEY (business_id) REFERENCES business(business_id),
  CONSTRAINT commission_slab_price_plan_id_business_id_fkey FOREIGN KEY (price_plan_id, business_id) REFERENCES price_plan(price_plan_id, business_id),
  CONSTRAINT commission_slab_above_paise_check CHECK (above_paise >= 0),
  CONSTRAINT commission_slab_check CHECK (max_paise >= min_paise),
  CONSTRAINT commission_slab_flat_paise_check CHECK (flat_paise >= 0),
  CONSTRAINT commission_slab_min_paise_check CHECK (min_paise >= 0),
  CONSTRAINT commission_slab_percent_check CHECK (percent >= 0::numeric AND percent <= 100::numeric),
  CONSTRAINT commission_slab_rail_check CHECK (rail = ANY (ARRAY['I'::text, 'N'::text, 'R'::text, 'S'::text, 'U'::text]))
);
CREATE TRIGGER commission_slab_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.commission_slab FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER commission_slab_needs_two_people BEFORE INSERT ON public.commission_slab FOR EACH ROW EXECUTE FUNCTION require_new_plan();
ALTER TABLE commission_slab ENABLE ROW LEVEL SECURITY;
CREATE POLICY pay_for_the_business ON commission_slab AS RESTRICTIVE TO hundi_portal_merchant USING ((business_id = acting_business()));
CREATE POLICY permit_to_pay ON commission_slab TO public USING (true) WITH CHECK (true);

-- Dead letters that an operator decided not to replay; who and why is in operator_request and in the audit trail. The columns are those of dead_letter_replay.
CREATE TABLE dead_letter_discard (
  topic text NOT NULL,
  put_offset bigint NOT NULL,
  put_at timestamp with time zone NOT NULL,
  discarded_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT dead_letter_discard_pkey PRIMARY KEY (topic, put_offset, put_at),
  CONSTRAINT dead_letter_discard_put_offset_check CHECK (put_offset >= 0)
);

-- Dead letters that were published to their topic again; Kafka cannot delete a single record.
CREATE TABLE dead_letter_replay (
  topic text NOT NULL, -- The original topic, without the suffix .dlt.
  put_offset bigint NOT NULL, -- Offset in the dead-letter topic, which has one partition.
  put_at timestamp with time zone NOT NULL, -- Timestamp of the record: a topic that was created again counts its offsets from 0 again.
  replayed_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT dead_letter_replay_pkey PRIMARY KEY (topic, put_offset, put_at),
  CONSTRAINT dead_letter_replay_put_offset_check CHECK (put_offset >= 0)
);

-- What an approval of a first key or a first IP rule is about.
CREATE TABLE developer_request (
  approval_id uuid NOT NULL,
  business_id uuid NOT NULL,
  content text NOT NULL, -- JSON of the rules of the key, or the network; content_hash of the approval is the SHA-256 of kind, a bar and this text.
  CONSTRAINT developer_request_pkey PRIMARY KEY (approval_id),
  CONSTRAINT developer_request_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES approval(approval_id),
  CONSTRAINT developer_request_business_id_fkey FOREIGN KEY (business_id) REFERENCES business(business_id),
  CONSTRAINT developer_request_content_check CHECK (length(content) >= 1 AND length(content) <= 2000)
);
CREATE TRIGGER developer_request_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.developer_request FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE developer_request ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_the_business ON developer_request AS RESTRICTIVE TO hundi_portal_merchant USING ((business_id = acting_business()));
CREATE POLICY permit ON developer_request TO public USING (true) WITH CHECK (true);

-- Programs that wait for a person to confirm their login in the browser. A confirmed one is exchanged for an access token once.
CREATE TABLE device_login (
  device_hash bytea NOT NULL, -- SHA-256 of the code that the program keeps, which has 256 random bits.
  user_code text NOT NULL, -- What the person types or follows. It identifies the login, but cannot be exchanged for a token.
  address text NOT NULL, -- Network address of the program.
  state text DEFAULT 'OPEN'::text NOT NULL,
  person_id uuid,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  decided_at timestamp with time zone,
  CONSTRAINT device_login_pkey PRIMARY KEY (device_hash),
  CONSTRAINT device_login_user_code_key UNIQUE (user_code),
  CONSTRAINT device_login_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(person_id),
  CONSTRAINT device_login_address_check CHECK (length(address) <= 64),
  CONSTRAINT device_login_check CHECK (expires_at <= (created_at + '00:10:00'::interval)),
  CONSTRAINT device_login_device_hash_check CHECK (octet_length(device_hash) = 32),
  CONSTRAINT device_login_is_decided_by_a_person CHECK ((state = 'OPEN'::text) = (person_id IS NULL) AND (state = 'OPEN'::text) = (decided_at IS NULL)),
  CONSTRAINT device_login_state_check CHECK (state = ANY (ARRAY['OPEN'::text, 'CONFIRMED'::text, 'REFUSED'::text, 'USED'::text])),
  CONSTRAINT device_login_user_code_check CHECK (user_code ~ '^[BCDFGHJKLMNPQRSTVWXZ]{8}$'::text)
);
CREATE INDEX device_login_address ON public.device_login USING btree (address);
CREATE INDEX device_login_expires ON public.device_login USING btree (expires_at);
CREATE INDEX device_login_person ON public.device_login USING btree (person_id) WHERE (person_id IS NOT NULL);

-- Whether what housekeeping has to remove is gone, counted after the last run of each step.
CREATE TABLE housekeeping_proof (
  step text NOT NULL,
  overdue bigint NOT NULL, -- Rows or files that should have been removed and are still there; must be 0.
  proved_at timestamp with time zone DEFAULT now() NOT NULL,
  clean_before timestamp with time zone, -- Nothing due before this time is left, so the next run starts here; null: it reads everything.
  CONSTRAINT housekeeping_proof_pkey PRIMARY KEY (step),
  CONSTRAINT housekeeping_proof_check CHECK (clean_before IS NULL OR overdue = 0),
  CONSTRAINT housekeeping_proof_overdue_check CHECK (overdue >= 0),
  CONSTRAINT housekeeping_proof_step_check CHECK (length(step) >= 1 AND length(step) <= 100)
);

-- The only way in for people: single use, valid for 24 hours.
CREATE TABLE invitation (
  invitation_id uuid DEFAULT uuidv7() NOT NULL,
  token_hash bytea NOT NULL, -- SHA-256 of the token in the link, which has 256 random bits.
  purpose text NOT NULL, -- JOIN: a new role in a business or the staff. RECOVER: the person sets new credentials; the old ones end.
  audience text NOT NULL,
  email text NOT NULL,
  business_id uuid,
  roles text[] NOT NULL,
  person_id uuid, -- Whose credentials are set anew; null unless purpose is RECOVER.
  invited_by uuid, -- Null for the first people of an installation, whom the owner of the database invites.
  approval_id uuid, -- The approval by two members of staff of this recovery, if it was not started by an OWNER or ADMIN.
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  withdrawn_at timestamp with time zone, -- By a person, with the roles of the inviting or the invited person, or because the person to recover got another link or changed its credentials.
  used_by uuid, -- Who joined or recovered by it; null while it is open.
  CONSTRAINT invitation_pkey PRIMARY KEY (invitation_id),
  CONSTRAINT invitation_token_hash_key UNIQUE (token_hash),
  CONSTRAINT invitation_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES approval(approval_id),
  CONSTRAINT invitation_business_id_fkey FOREIGN KEY (business_id) REFERENCES business(business_id),
  CONSTRAINT invitation_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES person(person_id),
  CONSTRAINT invitation_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(person_id),
  CONSTRAINT invitation_used_by_fkey FOREIGN KEY (used_by) REFERENCES person(person_id) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT invitation_audience_check CHECK (audience = ANY (ARRAY['MERCHANT'::text, 'STAFF'::text])),
  CONSTRAINT invitation_check CHECK (invited_by <> person_id),
  CONSTRAINT invitation_check1 CHECK (expires_at <= (created_at + '24:00:00'::interval)),
  CONSTRAINT invitation_check2 CHECK ((audience = 'MERCHANT'::text) = (business_id IS NOT NULL)),
  CONSTRAINT invitation_check3 CHECK ((purpose = 'RECOVER'::text) = (person_id IS NOT NULL)),
  CONSTRAINT invitation_check4 CHECK ((purpose = 'JOIN'::text) = (cardinality(roles) > 0)),
  CONSTRAINT invitation_check5 CHECK (used_at IS NULL OR withdrawn_at IS NULL),
  CONSTRAINT invitation_check6 CHECK (used_by IS NULL OR used_at IS NOT NULL),
  CONSTRAINT invitation_email_check CHECK (length(email) <= 254 AND email ~ '^[^@[:space:]]+@[^@[:space:]]+$'::text),
  CONSTRAINT invitation_purpose_check CHECK (purpose = ANY (ARRAY['JOIN'::text, 'RECOVER'::text])),
  CONSTRAINT invitation_token_hash_check CHECK (octet_length(token_hash) = 32),
  CONSTRAINT invitation_with_approval_recovers CHECK (approval_id IS NULL OR purpose = 'RECOVER'::text)
);
CREATE INDEX invitation_business ON public.invitation USING btree (business_id);
CREATE UNIQUE INDEX invitation_once_per_approval ON public.invitation USING btree (approval_id) WHERE (approval_id IS NOT NULL);
CREATE INDEX invitation_open_by_email ON public.invitation USING btree (lower(email)) WHERE ((used_at IS NULL) AND (withdrawn_at IS NULL));
CREATE INDEX invitation_open_by_inviter ON public.invitation USING btree (invited_by) WHERE ((used_at IS NULL) AND (withdrawn_at IS NULL));
CREATE INDEX invitation_open_by_person ON public.invitation USING btree (person_id) WHERE ((used_at IS NULL) AND (withdrawn_at IS NULL));
CREATE INDEX invitation_used_by ON public.invitation USING btree (used_by) WHERE (used_by IS NOT NULL);
CREATE TRIGGER invitation_checks_inviter BEFORE INSERT ON public.invitation FOR EACH ROW WHEN ((new.invited_by IS NOT NULL)) EXECUTE FUNCTION check_inviter();
CREATE TRIGGER invitation_checks_recovery BEFORE INSERT ON public.invitation FOR EACH ROW WHEN ((new.purpose = 'RECOVER'::text)) EXECUTE FUNCTION check_recovery();
CREATE TRIGGER invitation_has_inviter BEFORE INSERT ON public.invitation FOR EACH ROW WHEN ((new.invited_by IS NULL)) EXECUTE FUNCTION require_inviter();
CREATE TRIGGER invitation_of_open_case BEFORE INSERT ON public.invitation FOR EACH ROW WHEN (((new.purpose = 'JOIN'::text) AND (new.business_id IS NOT NULL))) EXECUTE FUNCTION refuse_people_of_erased_draft();
ALTER TABLE invitation ENABLE ROW LEVEL SECURITY;
CREATE POLICY by_the_person ON invitation AS RESTRICTIVE FOR INSERT TO hundi_portal_merchant WITH CHECK ((invited_by = acting_person()));
CREATE POLICY of_the_business ON invitation AS RESTRICTIVE TO hundi_portal_merchant USING ((business_id = acting_business()));
CREATE POLICY permit ON invitation TO public USING (true) WITH CHECK (true);

-- Addresses from which a business may call the API. Without a row, any address is accepted.
CREATE TABLE ip_rule (
  business_id uuid NOT NULL,
  network cidr NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT ip_rule_pkey PRIMARY KEY (business_id, network),
  CONSTRAINT ip_rule_business_id_fkey FOREIGN KEY (business_id) REFERENCES business(business_id)
);
ALTER TABLE ip_rule ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_the_business ON ip_rule AS RESTRICTIVE TO hundi_portal_merchant USING ((business_id = acting_business()));
CREATE POLICY permit ON ip_rule TO public USING (true) WITH CHECK (true);

-- Signed amounts: positive is owed by the platform (wallets, clearing, revenue, GST). Money held at the bank is therefore negative on nodal, and all entries sum to zero.
CREATE TABLE ledger_account (
  account_id bigint GENERATED BY DEFAULT AS IDENTITY NOT NULL,
  code text NOT NULL,
  business_id uuid,
  CONSTRAINT ledger_account_pkey PRIMARY KEY (account_id),
  CONSTRAINT ledger_account_business_id_key UNIQUE (business_id),
  CONSTRAINT ledger_account_code_key UNIQUE (code),
  CONSTRAINT ledger_account_business_id_fkey FOREIGN KEY (business_id) REFERENCES business(business_id),
  CONSTRAINT ledger_account_wallet_has_business CHECK ((code ~~ 'wallet:%'::text) = (business_id IS NOT NULL))
);
CREATE TRIGGER ledger_account_is_never_deleted BEFORE DELETE OR TRUNCATE ON public.ledger_account FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_account_keeps_key BEFORE UPDATE OF account_id, business_id ON public.ledger_account FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE ledger_entry (
  business_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  line smallint NOT NULL,
  account_id bigint NOT NULL,
  amount_paise bigint NOT NULL, -- Signed paise; the entries of a transaction sum to zero.
  CONSTRAINT ledger_entry_pkey PRIMARY KEY (transaction_id, business_id, line),
  CONSTRAINT ledger_entry_amount_paise_check CHECK (amount_paise <> 0),
  CONSTRAINT ledger_entry_line_check CHECK (line >= 1)
) WITH (autovacuum_analyze_scale_factor=0.2);
CREATE TRIGGER ledger_entry_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_entry_sums_to_zero AFTER INSERT ON public.ledger_entry REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION check_entries_sum_to_zero();

CREATE TABLE ledger_transaction (
  business_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  kind text NOT NULL,
  payout_id uuid,
  reference text, -- External reference that may be posted once: the UTR of a top-up, the id of an adjustment.
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT ledger_transaction_pkey PRIMARY KEY (business_id, transaction_id),
  CONSTRAINT ledger_transaction_kind_check CHECK (kind = ANY (ARRAY['TOPUP'::text, 'PAYOUT_DEBIT'::text, 'PAYOUT_SETTLEMENT'::text, 'PAYOUT_REVERSAL'::text, 'ADJUSTMENT'::text, 'VERIFICATION_FEE'::text])) NOT VALID,
  CONSTRAINT ledger_transaction_payout_kind_has_payout CHECK ((kind ~~ 'PAYOUT_%'::text) = (payout_id IS NOT NULL)),
  CONSTRAINT ledger_transaction_reference_check CHECK (length(reference) >= 1 AND length(reference) <= 100),
  CONSTRAINT ledger_transaction_reference_unless_payout CHECK ((payout_id IS NULL) = (reference IS NOT NULL)),
  CONSTRAINT ledger_transaction_top_up_utr_is_canonical CHECK (kind <> 'TOPUP'::text OR is_canonical_utr(reference)) NOT VALID
) WITH (autovacuum_analyze_scale_factor=0.2);
CREATE UNIQUE INDEX ledger_transaction_once_per_payout ON public.ledger_transaction USING btree (payout_id, kind, business_id) WHERE (payout_id IS NOT NULL);
CREATE UNIQUE INDEX ledger_transaction_once_per_reference ON public.ledger_transaction USING btree (kind, reference) WHERE (reference IS NOT NULL);
CREATE TRIGGER ledger_transaction_has_entries AFTER INSERT ON public.ledger_transaction REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION check_transaction_has_entries();
CREATE TRIGGER ledger_transaction_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_transaction FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Mail to people, written in the transaction of the act and sent by the portal of the audience, which removes them 30 days after they ended.
CREATE TABLE letter (
  letter_id uuid NOT NULL,
  kind text NOT NULL,
  audience text NOT NULL,
  business_id uuid,
  invitation_id uuid,
  recipient text NOT NULL,
  parameters jsonb NOT NULL, -- Texts that the letter names, in the order of the message bundle; no secret.
  token_ciphertext bytea, -- Token of the link of an invitation, encrypted for this row; erased when the letter is sent or given up.
  state text DEFAULT 'PENDING'::text NOT NULL,
  attempt_count integer DEFAULT 0 NOT NULL, -- Claims so far. A result counts only for the last claim.
  failure text, -- Why the last attempt failed.
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  due_at timestamp with time zone DEFAULT now(), -- When it may be claimed; a claim moves it by the length of its lease.
  ended_at timestamp with time zone,
  CONSTRAINT letter_pkey PRIMARY KEY (letter_id),
  CONSTRAINT letter_business_id_fkey FOREIGN KEY (business_id) REFERENCES business(business_id),
  CONSTRAINT letter_invitation_id_fkey FOREIGN KEY (invitation_id) REFERENCES invitation(invitation_id),
  CONSTRAINT letter_attempt_count_check CHECK (attempt_count >= 0),
  CONSTRAINT letter_audience_check CHECK (audience = ANY (ARRAY['MERCHANT'::text, 'STAFF'::text])),
  CONSTRAINT letter_check CHECK ((invitation_id IS NOT NULL) = (kind = ANY (ARRAY['INVITATION'::text, 'RECOVERY'::text]))),
  CONSTRAINT letter_failure_check CHECK (length(failure) <= 500),
  CONSTRAINT letter_keeps_token_while_pending CHECK ((token_ciphertext IS NOT NULL) = (state = 'PENDING'::text AND invitation_id IS NOT NULL)),
  CONSTRAINT letter_kind_check CHECK (kind = ANY (ARRAY['INVITATION'::text, 'RECOVERY'::text, 'PERSON_INVITED'::text, 'ROLES_CHANGED'::text, 'NEW_DEVICE'::text, 'KEY_CREATED'::text, 'IP_RULE_CHANGED'::text, 'WEBHOOK_CHANGED'::text, 'KYC_RETURNED'::text, 'KYC_APPROVED'::text, 'KYC_REJECTED'::text, 'CREDENTIALS_CHANGED'::text, 'LOW_BALANCE'::text])) NOT VALID,
  CONSTRAINT letter_parameters_check CHECK (jsonb_typeof(parameters) = 'array'::text),
  CONSTRAINT letter_pending_is_due CHECK ((state = 'PENDING'::text) = (due_at IS NOT NULL) AND (state = 'PENDING'::text) = (ended_at IS NULL)),
  CONSTRAINT letter_recipient_check CHECK (length(recipient) <= 254 AND recipient ~ '^[^@[:space:]]+@[^@[:space:]]+$'::text),
  CONSTRAINT letter_state_check CHECK (state = ANY (ARRAY['PENDING'::text, 'SENT'::text, 'FAILED'::text]))
);
CREATE INDEX letter_due_by_urgency ON public.letter USING btree (audience, ((kind = ANY (ARRAY['INVITATION'::text, 'RECOVERY'::text]))) DESC, due_at, letter_id) WHERE (state = 'PENDING'::text);
CREATE INDEX letter_ended ON public.letter USING btree (ended_at) WHERE (state <> 'PENDING'::text);
CREATE INDEX letter_invitation ON public.letter USING btree (invitation_id) WHERE (invitation_id IS NOT NULL);
CREATE INDEX letter_of_low_balance ON public.letter USING btree (business_id, created_at) WHERE (kind = 'LOW_BALANCE'::text);
ALTER TABLE letter ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_the_business ON letter AS RESTRICTIVE TO hundi_portal_merchant USING (((audience = 'MERCHANT'::text) AND ((acting_person() IS NULL) OR (business_id = acting_business())))) WITH CHECK (((audience = 'MERCHANT'::text) AND ((acting_person() IS NULL) OR (business_id = acting_business()) OR (recipient = ( SELECT person.email
   FROM person
  WHERE (person.person_id = acting_person()))))));
CREATE POLICY permit ON letter TO public USING (true) WITH CHECK (true);

-- Roles of people in businesses.
CREATE TABLE membership (
  person_id uuid NOT NULL,
  audience text DEFAULT 'MERCHANT'::text NOT NULL,
  business_id uuid NOT NULL,
  role text NOT NULL,
  granted_by uuid, -- Who granted the role, never the person itself; null for the first people of an installation.
  granted_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT membership_pkey PRIMARY KEY (person_id, business_id, role),
  CONSTRAINT membership_business_id_fkey FOREIGN KEY (business_id) REFERENCES business(business_id),
  CONSTRAINT membership_granted_by_fkey FOREIGN KEY (granted_by) REFERENCES person(person_id),
  CONSTRAINT membership_person_id_audience_fkey FOREIGN KEY (person_id, audience) REFERENCES person(person_id, audience),
  CONSTRAINT membership_audience_check CHECK (audience = 'MERCHANT'::text),
  CONSTRAINT membership_check CHECK (granted_by <> person_id),
  CONSTRAINT membership_role_check CHECK (role = ANY (ARRAY['OWNER'::text, 'MAKER'::text, 'CHECKER'::text, 'DEVELOPER'::text, 'VIEWER'::text]))
);
CREATE INDEX membership_business ON public.membership USING btree (business_id);
CREATE CONSTRAINT TRIGGER membership_ends_delegations AFTER DELETE ON public.membership DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION end_delegations_of_member();
CREATE TRIGGER membership_ends_invitations AFTER DELETE ON public.membership FOR EACH ROW EXECUTE FUNCTION withdraw_invitations_of_member();
CREATE TRIGGER membership_is_not_updated BEFORE UPDATE OR TRUNCATE ON public.membership FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER membership_keeps_last_owner BEFORE DELETE ON public.membership FOR EACH ROW EXECUTE FUNCTION keep_last_owner();
CREATE TRIGGER membership_of_open_case BEFORE INSERT ON public.membership FOR EACH ROW EXECUTE FUNCTION refuse_people_of_erased_draft();
ALTER TABLE membership ENABLE ROW LEVEL SECURITY;
CREATE POLICY by_the_person ON membership AS RESTRICTIVE FOR INSERT TO hundi_portal_merchant WITH CHECK (((granted_by = acting_person()) OR ((person_id = acting_person()) AND (EXISTS ( SELECT
   FROM invitation i
  WHERE ((i.used_by = membership.person_id) AND (i.business_id = membership.business_id) AND (i.purpose = 'JOIN'::text) AND (NOT (i.invited_by IS DISTINCT FROM membership.granted_by)) AND (membership.role = ANY (i.roles)) AND (i.used_at >= now())))))));
CREATE POLICY of_the_business ON membership AS RESTRICTIVE TO hundi_portal_merchant USING (((business_id = acting_business()) OR (person_id = acting_person()))) WITH CHECK ((business_id = acting_business()));
CREATE POLICY permit ON membership TO public USING (true) WITH CHECK (true);

-- Sessions of people of businesses.
CREATE TABLE merchant_session (
  primary_id character(36) NOT NULL,
  session_id character(36) NOT NULL,
  creation_time bigint NOT NULL, -- Milliseconds since 1970 UTC, as are last_access_time and expiry_time.
  last_access_time bigint NOT NULL,
  max_inactive_interval integer NOT NULL, -- Seconds.
  expiry_time bigint NOT NULL,
  principal_name character varying(100), -- The person_id.
  CONSTRAINT merchant_session_pkey PRIMARY KEY (primary_id),
  CONSTRAINT merchant_session_session_id_key UNIQUE (session_id)
);
CREATE INDEX merchant_session_expiry_time ON public.merchant_session USING btree (expiry_time);
CREATE INDEX merchant_session_principal_name ON public.merchant_session USING btree (principal_name);

CREATE TABLE merchant_session_attributes (
  session_primary_id character(36) NOT NULL,
  attribute_name character varying(200) NOT NULL,
  attribute_bytes bytea NOT NULL,
  CONSTRAINT merchant_session_attributes_pkey PRIMARY KEY (session_primary_id, attribute_name),
  CONSTRAINT merchant_session_attributes_session_primary_id_fkey FOREIGN KEY (session_primary_id) REFERENCES merchant_session(primary_id) ON DELETE CASCADE
);

-- The export of a business for a month of Asia/Kolkata. A month without a row is due.
CREATE TABLE monthly_export (
  business_id uuid NOT NULL,
  month date NOT NULL, -- First day of the month.
  format text NOT NULL,
  export_id uuid NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT monthly_export_pkey PRIMARY KEY (business_id, month, format),
  CONSTRAINT monthly_export_business_id_export_id_fkey FOREIGN KEY (business_id, export_id) REFERENCES wallet_export(business_id, export_id),
  CONSTRAINT monthly_export_business_id_fkey FOREIGN KEY (business_id) REFERENCES business(business_id),
  CONSTRAINT monthly_export_format_check CHECK (format = ANY (ARRAY['CSV'::text, 'PDF'::text])),
  CONSTRAINT monthly_export_month_check CHECK (EXTRACT(day FROM month) = 1::numeric)
);
CREATE INDEX monthly_export_export ON public.monthly_export USING btree (business_id, export_id);
ALTER TABLE monthly_export ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_the_business ON monthly_export AS RESTRICTIVE TO hundi_portal_merchant USING ((business_id = acting_business()));
CREATE POLICY permit ON monthly_export TO public USING (true) WITH CHECK (true);

-- The holder's name of an account or VPA, asked of a bank because a business asked for it, or because it submitted its own account in onboarding. The row is the request, the timer and the result.
CREATE TABLE name_verification (
  business_id uuid NOT NULL,
  verification_id uuid DEFAULT uuidv7() NOT NULL,
  beneficiary_id uuid, -- Null: the settlement account of a business in onboarding.
  name text NOT NULL, -- As the business gave it when it asked; so are the account and the VPA.
  account_number text,
  ifsc text,
  vpa text,
  fee_paise bigint NOT NULL, -- The price of that moment in paise, without GST. Charged with the result, and never for UNAVAILABLE.
  gst_paise bigint NOT NULL,
  requested_by text NOT NULL, -- API, PORTAL and the person, or ONBOARDING.
  requested_at timestamp with time zone DEFAULT now() NOT NULL,
  due_at timestamp with time zone DEFAULT now(), -- When a bank may be asked; the end of the lease while one is asked; null once there is a result.
  attempt_count integer DEFAULT 0 NOT NULL,
  bank text,
  problem text, -- Why the last attempt had no result.
  result text,
  score smallint, -- Similarity of the names, 0 to 100. MATCH from 90, CLOSE from 70.
  name_at_bank text,
  checked_at timestamp with time zone,
  charge_id uuid, -- The ledger transaction of the fee; null if nothing was charged.
  idempotency_key text, -- The merchant's key of the request, if it sent one: a repeated request returns this verification.
  CONSTRAINT name_verification_pkey PRIMARY KEY (business_id, verification_id),
  CONSTRAINT name_verification_business_id_beneficiary_id_fkey FOREIGN KEY (business_id, beneficiary_id) REFERENCES beneficiary(business_id, beneficiary_id),
  CONSTRAINT name_verification_business_id_fkey FOREIGN KEY (business_id) REFERENCES business(business_id),
  CONSTRAINT name_verification_attempt_count_check CHECK (attempt_count >= 0),
  CONSTRAINT name_verification_bank_check CHECK (length(bank) >= 1 AND length(bank) <= 40),
  CONSTRAINT name_verification_charged_with_result CHECK ((charge_id IS NOT NULL) = ((result <> 'UNAVAILABLE'::text) IS TRUE AND (fee_paise + gst_paise) > 0)),
  CONSTRAINT name_verification_due_until_checked CHECK ((result IS NULL) = (due_at IS NOT NULL) AND (result IS NULL) = (checked_at IS NULL)),
  CONSTRAINT name_verification_fee_paise_check CHECK (fee_paise >= 0),
  CONSTRAINT name_verification_gst_paise_check CHECK (gst_paise >= 0),
  CONSTRAINT name_verification_idempotency_key_check CHECK (length(idempotency_key) >= 1 AND length(idempotency_key) <= 255),
  CONSTRAINT name_verification_name_at_bank_check CHECK (length(name_at_bank) >= 1 AND length(name_at_bank) <= 200),
  CONSTRAINT name_verification_name_check CHECK (length(name) >= 1 AND length(name) <= 200),
  CONSTRAINT name_verification_of_own_account_is_free CHECK (beneficiary_id IS NOT NULL OR (fee_paise + gst_paise) = 0),
  CONSTRAINT name_verification_problem_check CHECK (length(problem) <= 300),
  CONSTRAINT name_verification_requested_by_check CHECK (length(requested_by) >= 1 AND length(requested_by) <= 100),
  CONSTRAINT name_verification_result_check CHECK (result = ANY (ARRAY['MATCH'::text, 'CLOSE'::text, 'MISMATCH'::text, 'UNAVAILABLE'::text])),
  CONSTRAINT name_verification_score_check CHECK (score >= 0 AND score <= 100),
  CONSTRAINT name_verification_score_with_result CHECK (((result = ANY (ARRAY['MATCH'::text, 'CLOSE'::text, 'MISMATCH'::text])) IS TRUE) = (score IS NOT NULL))
);
CREATE INDEX name_verification_beneficiary ON public.name_verification USING btree (beneficiary_id, verification_id) WHERE (beneficiary_id IS NOT NULL);
CREATE INDEX name_verification_due ON public.name_verification USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE UNIQUE INDEX name_verification_key ON public.name_verification USING btree (beneficiary_id, business_id, idempotency_key, name, COALESCE(account_number, vpa), COALESCE(ifsc, ''::text)) WHERE ((idempotency_key IS NOT NULL) AND (beneficiary_id IS NOT NULL) AND (num_nonnulls(account_number, vpa) = 1));
CREATE UNIQUE INDEX name_verification_running ON public.name_verification USING btree (beneficiary_id, business_id, name, COALESCE(account_number, vpa), COALESCE(ifsc, ''::text)) WHERE ((result IS NULL) AND (beneficiary_id IS NOT NULL));
CREATE INDEX name_verification_settlement_account ON public.name_verification USING btree (verification_id, business_id) WHERE (beneficiary_id IS NULL);
CREATE TRIGGER name_verification_is_never_deleted BEFORE DELETE OR TRUNCATE ON public.name_verification FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER name_verification_keeps_result BEFORE UPDATE ON public.name_verification FOR EACH ROW EXECUTE FUNCTION keep_verification_result();
ALTER TABLE name_verification ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_the_business ON name_verification AS RESTRICTIVE TO hundi_portal_merchant USING ((business_id = acting_business()));
CREATE POLICY permit ON name_verification TO public USING (true) WITH CHECK (true);

-- The account that receives money for wallets: the bank and branch behind every virtual account number.
CREATE TABLE nodal_account (
  nodal_account_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  account_holder_name text NOT NULL,
  ifsc text NOT NULL,
  bank_name text NOT NULL,
  branch_name text NOT NULL,
  account_type text NOT NULL,
  supported_modes text[] NOT NULL,
  active boolean DEFAULT true NOT NULL,
  account_number text, -- The account number in the bank's statements; null while no statement of this account can be loaded.
  statement_profile text, -- How to read CSV statements and narrations of the bank; null: neither is read.
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT nodal_account_pkey PRIMARY KEY (nodal_account_id),
  CONSTRAINT nodal_account_account_holder_name_check CHECK (length(account_holder_name) >= 1 AND length(account_holder_name) <= 200),
  CONSTRAINT nodal_account_account_number_check CHECK (account_number ~ '^[0-9A-Z]{4,34}$'::text),
  CONSTRAINT nodal_account_account_type_check CHECK (length(account_type) >= 1 AND length(account_type) <= 40),
  CONSTRAINT nodal_account_bank_name_check CHECK (length(bank_name) >= 1 AND length(bank_name) <= 100),
  CONSTRAINT nodal_account_branch_name_check CHECK (length(branch_name) >= 1 AND length(branch_name) <= 100),
  CONSTRAINT nodal_account_ifsc_check CHECK (ifsc ~ '^[A-Z]{4}0[A-Z0-9]{6}$'::text),
  CONSTRAINT nodal_account_statement_profile_check CHECK (statement_profile ~ '^[a-z][a-z0-9-]{0,39}$'::text),
  CONSTRAINT nodal_account_supported_modes_check CHECK (cardinality(supported_modes) >= 1 AND supported_modes <@ ARRAY['IMPS'::text, 'NEFT'::text, 'RTGS'::text, 'UPI'::text])
);
CREATE UNIQUE INDEX nodal_account_number ON public.nodal_account USING btree (account_number) WHERE (account_number IS NOT NULL);
CREATE UNIQUE INDEX nodal_account_one_active ON public.nodal_account USING btree (active) WHERE active;
CREATE TRIGGER nodal_account_needs_two_people BEFORE INSERT OR UPDATE ON public.nodal_account FOR EACH ROW EXECUTE FUNCTION require_agreement('NODAL_ACCOUNT');

-- The onboarding of a business: what it gives about itself, and the review by two people of the staff.
CREATE TABLE onboarding_case (
  business_id uuid NOT NULL,
  state text DEFAULT 'UNSTARTED'::text NOT NULL,
  with_merchant boolean DEFAULT true NOT NULL, -- True: the business fills in or answers. False: the case is with the staff, or closed.
  assignee_id uuid, -- Who of the staff works on the case.
  reviewer_id uuid, -- Who proposed the approval, or rejected the case.
  approver_id uuid, -- Who agreed to the approval: never the reviewer.
  approval_id uuid, -- The approval that the reviewer asked for last.
  rejection_reason text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  submitted_at timestamp with time zone, -- The last submission.
  submissions integer DEFAULT 0 NOT NULL,
  returned_at timestamp with time zone, -- The last return to the business.
  closed_at timestamp with time zone,
  version bigint DEFAULT 0 NOT NULL, -- Grows with each change, so that the second of two people who change the case at once notices the first.
  erased_at timestamp with time zone, -- When the personal data of the case was erased, UTC. Ids, states and dates stay.
  CONSTRAINT onboarding_case_pkey PRIMARY KEY (business_id),
  CONSTRAINT onboarding_case_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES approval(approval_id),
  CONSTRAINT onboarding_case_approver_id_fkey FOREIGN KEY (approver_id) REFERENCES person(person_id),
  CONSTRAINT onboarding_case_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES person(person_id),
  CONSTRAINT onboarding_case_business_id_fkey FOREIGN KEY (business_id) REFERENCES business(business_id),
  CONSTRAINT onboarding_case_reviewer_id_fkey FOREIGN KEY (reviewer_id) REFERENCES person(person_id),
  CONSTRAINT onboarding_case_check CHECK (reviewer_id <> approver_id),
  CONSTRAINT onboarding_case_check1 CHECK ((state = 'UNSTARTED'::text) = (submitted_at IS NULL)),
  CONSTRAINT onboarding_case_check2 CHECK ((state = ANY (ARRAY['APPROVED'::text, 'REJECTED'::text])) = (closed_at IS NOT NULL)),
  CONSTRAINT onboarding_case_check3 CHECK (state <> 'UNSTARTED'::text OR with_merchant),
  CONSTRAINT onboarding_case_check4 CHECK ((state = ANY (ARRAY['UNSTARTED'::text, 'IN_REVIEW'::text])) OR NOT with_merchant),
  CONSTRAINT onboarding_case_check5 CHECK ((state = 'REJECTED'::text) = (rejection_reason IS NOT NULL)),
  CONSTRAINT onboarding_case_check6 CHECK (state <> 'REJECTED'::text OR reviewer_id IS NOT NULL),
  CONSTRAINT onboarding_case_check7 CHECK (state <> 'APPROVED'::text OR num_nonnulls(reviewer_id, approver_id, approval_id) = 3),
  CONSTRAINT onboarding_case_rejection_reason_check CHECK (length(rejection_reason) >= 1 AND length(rejection_reason) <= 1000),
  CONSTRAINT onboarding_case_state_check CHECK (state = ANY (ARRAY['UNSTARTED'::text, 'IN_REVIEW'::text, 'APPROVED'::text, 'REJECTED'::text])),
  CONSTRAINT onboarding_case_submissions_check CHECK (submissions >= 0)
);
CREATE INDEX onboarding_case_submitted_at ON public.onboarding_case USING btree (submitted_at) WHERE (state = 'IN_REVIEW'::text);
CREATE TRIGGER onboarding_case_approved_has_wallet BEFORE UPDATE ON public.onboarding_case FOR EACH ROW WHEN (((new.state = 'APPROVED'::text) AND (old.state <> 'APPROVED'::text))) EXECUTE FUNCTION require_wallet();
CREATE TRIGGER onboarding_case_begins_unstarted BEFORE INSERT ON public.onboarding_case FOR EACH ROW EXECUTE FUNCTION begin_onboarding();
CREATE TRIGGER onboarding_case_is_erased BEFORE UPDATE ON public.onboarding_case FOR EACH ROW WHEN ((new.erased_at IS DISTINCT FROM old.erased_at)) EXECUTE FUNCTION check_case_erasure();
CREATE TRIGGER onboarding_case_is_never_deleted BEFORE DELETE OR TRUNCATE ON public.onboarding_case FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER onboarding_case_moves BEFORE UPDATE ON public.onboarding_case FOR EACH ROW WHEN ((NOT (new.erased_at IS DISTINCT FROM old.erased_at))) EXECUTE FUNCTION move_onboarding();
CREATE TRIGGER onboarding_case_opens_requirements AFTER UPDATE ON public.onboarding_case FOR EACH ROW WHEN ((old.with_merchant <> new.with_merchant)) EXECUTE FUNCTION open_requirements();
ALTER TABLE onboarding_case ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_the_business ON onboarding_case AS RESTRICTIVE TO hundi_portal_merchant USING ((business_id = acting_business()));
CREATE POLICY permit ON onboarding_case TO public USING (true) WITH CHECK (true);

-- Uploaded documents. The file store has the encrypted file onboarding/ID.original and the pages onboarding/ID-N.page.
CREATE TABLE onboarding_document (
  document_id uuid NOT NULL,
  business_id uuid NOT NULL,
  requirement text NOT NULL,
  principal_id uuid,
  principal_part text, -- Which document of the principal it is.
  file_name text NOT NULL, -- As the browser named it.
  media_type text NOT NULL,
  size_bytes bigint NOT NULL,
  sha256 bytea NOT NULL, -- Of the file before encryption.
  key_ciphertext bytea, -- The key of this document, encrypted under a key of the key file. Null: erased; the file cannot be decrypted any more.
  scan_state text NOT NULL, -- QUARANTINED: not scanned yet, without pages. CLEAN, INFECTED: as the virus scanner found. UNREADABLE: clean, and cannot be shown. NOT_SCANNED: shown without a scan, in a sandbox only.
  page_count integer,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  created_by uuid,
  removed_at timestamp with time zone, -- Removed or replaced by the business. A document that was submitted before stays readable for the staff.
  CONSTRAINT onboarding_document_pkey PRIMARY KEY (document_id),
  CONSTRAINT onboarding_document_business_id_fkey FOREIGN KEY (business_id) REFERENCES onboarding_case(business_id),
  CONSTRAINT onboarding_document_business_id_principal_id_fkey FOREIGN KEY (business_id, principal_id) REFERENCES onboarding_principal(business_id, principal_id),
  CONSTRAINT onboarding_document_created_by_fkey FOREIGN KEY (created_by) REFERENCES person(person_id),
  CONSTRAINT onboarding_document_check CHECK ((requirement = 'PRINCIPALS_IDENTITY'::text) = (principal_id IS NOT NULL)),
  CONSTRAINT onboarding_document_check1 CHECK ((principal_id IS NULL) = (principal_part IS NULL)),
  CONSTRAINT onboarding_document_check2 CHECK ((scan_state = ANY (ARRAY['CLEAN'::text, 'NOT_SCANNED'::text])) = (page_count IS NOT NULL)),
  CONSTRAINT onboarding_document_check3 CHECK (key_ciphertext IS NOT NULL OR removed_at IS NOT NULL OR (scan_state = ANY (ARRAY['INFECTED'::text, 'UNREADABLE'::text]))),
  CONSTRAINT onboarding_document_file_name_check CHECK (length(file_name) >= 1 AND length(file_name) <= 200),
  CONSTRAINT onboarding_document_media_type_check CHECK (media_type = ANY (ARRAY['application/pdf'::text, 'image/jpeg'::text, 'image/png'::text])),
  CONSTRAINT onboarding_document_page_count_check CHECK (page_count >= 1 AND page_count <= 50),
  CONSTRAINT onboarding_document_principal_part_check CHECK (principal_part = ANY (ARRAY['PAN'::text, 'AADHAAR'::text])),
  CONSTRAINT onboarding_document_scan_state_check CHECK (scan_state = ANY (ARRAY['QUARANTINED'::text, 'CLEAN'::text, 'NOT_SCANNED'::text, 'INFECTED'::text, 'UNREADABLE'::text])),
  CONSTRAINT onboarding_document_sha256_check CHECK (octet_length(sha256) = 32),
  CONSTRAINT onboarding_document_size_bytes_check CHECK (size_bytes >= 1 AND size_bytes <= 10485760)
);
CREATE INDEX onboarding_document_business ON public.onboarding_document USING btree (business_id, requirement);
CREATE INDEX onboarding_document_quarantined ON public.onboarding_document USING btree (created_at) WHERE ((scan_state = 'QUARANTINED'::text) AND (removed_at IS NULL));
CREATE TRIGGER onboarding_document_change_is_guarded BEFORE UPDATE ON public.onboarding_document FOR EACH ROW WHEN ((NOT is_onboarding_erased(old.business_id))) EXECUTE FUNCTION guard_document();
CREATE TRIGGER onboarding_document_is_erased BEFORE UPDATE ON public.onboarding_document FOR EACH ROW WHEN (is_onboarding_erased(old.business_id)) EXECUTE FUNCTION check_onboarding_erasure();
CREATE TRIGGER onboarding_document_is_guarded BEFORE INSERT ON public.onboarding_document FOR EACH ROW EXECUTE FUNCTION guard_document();
CREATE TRIGGER onboarding_document_is_never_deleted BEFORE DELETE OR TRUNCATE ON public.onboarding_document FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER onboarding_document_of_open_case BEFORE INSERT ON public.onboarding_document FOR EACH ROW EXECUTE FUNCTION refuse_erased_case();
ALTER TABLE onboarding_document ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_the_business ON onboarding_document AS RESTRICTIVE TO hundi_portal_merchant USING ((business_id = acting_business()));
CREATE POLICY permit ON onboarding_document TO public USING (true) WITH CHECK (true);

-- Append-only: notes of the staff, which the business does not see.
CREATE TABLE onboarding_note (
  note_id uuid DEFAULT uuidv7() NOT NULL,
  business_id uuid NOT NULL,
  author_id uuid NOT NULL,
  note text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT onboarding_note_pkey PRIMARY KEY (note_id),
  CONSTRAINT onboarding_note_author_id_fkey FOREIGN KEY (author_id) REFERENCES person(person_id),
  CONSTRAINT onboarding_note_business_id_fkey FOREIGN KEY (business_id) REFERENCES onboarding_case(business_id),
  CONSTRAINT onboarding_note_note_check CHECK (length(note) >= 1 AND length(note) <= 4000)
);
CREATE INDEX onboarding_note_business ON public.onboarding_note USING btree (business_id, note_id);
CREATE TRIGGER onboarding_note_is_append_only BEFORE DELETE OR TRUNCATE ON public.onboarding_note FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER onboarding_note_is_erased BEFORE UPDATE ON public.onboarding_note FOR EACH ROW EXECUTE FUNCTION check_onboarding_erasure();
CREATE TRIGGER onboarding_note_of_open_case BEFORE INSERT ON public.onboarding_note FOR EACH ROW EXECUTE FUNCTION refuse_erased_case();

-- Pages of documents as pictures; the file itself is never shown.
CREATE TABLE onboarding_page (
  document_id uuid NOT NULL,
  page integer NOT NULL,
  business_id uuid NOT NULL,
  width integer NOT NULL, -- Pixels, as is height.
  height integer NOT NULL,
  CONSTRAINT onboarding_page_pkey PRIMARY KEY (document_id, page),
  CONSTRAINT onboarding_page_business_id_fkey FOREIGN KEY (business_id) REFERENCES onboarding_case(business_id),
  CONSTRAINT onboarding_page_document_id_fkey FOREIGN KEY (document_id) REFERENCES onboarding_document(document_id),
  CONSTRAINT onboarding_page_height_check CHECK (height >= 1 AND height <= 4000),
  CONSTRAINT onboarding_page_page_check CHECK (page >= 1 AND page <= 50),
  CONSTRAINT onboarding_page_width_check CHECK (width >= 1 AND width <= 4000)
);
CREATE TRIGGER onboarding_page_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.onboarding_page FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE onboarding_page ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_the_business ON onboarding_page AS RESTRICTIVE TO hundi_portal_merchant USING ((business_id = acting_business()));
CREATE POLICY permit ON onboarding_page TO public USING (true) WITH CHECK (true);

-- Directors, owners and authorised persons of a business.
CREATE TABLE onboarding_principal (
  principal_id uuid DEFAULT uuidv7() NOT NULL,
  business_id uuid NOT NULL,
  principal_name text NOT NULL,
  designation text NOT NULL,
  pan text NOT NULL,
  aadhaar text NOT NULL, -- The masked number; the full one is never stored.
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  removed_at timestamp with time zone,
  CONSTRAINT onboarding_principal_pkey PRIMARY KEY (principal_id),
  CONSTRAINT onboarding_principal_business_id_principal_id_key UNIQUE (business_id, principal_id),
  CONSTRAINT onboarding_principal_business_id_fkey FOREIGN KEY (business_id) REFERENCES onboarding_case(business_id),
  CONSTRAINT onboarding_principal_aadhaar_check CHECK (aadhaar ~ '^XXXX XXXX [0-9]{4}$'::text),
  CONSTRAINT onboarding_principal_designation_check CHECK (length(designation) >= 1 AND length(designation) <= 100),
  CONSTRAINT onboarding_principal_pan_check CHECK (pan ~ '^[A-Z]{3}P[A-Z][0-9]{4}[A-Z]$'::text),
  CONSTRAINT onboarding_principal_principal_name_check CHECK (length(principal_name) >= 1 AND length(principal_name) <= 200)
);
CREATE TRIGGER onboarding_principal_change_is_guarded BEFORE UPDATE ON public.onboarding_principal FOR EACH ROW WHEN ((NOT is_onboarding_erased(old.business_id))) EXECUTE FUNCTION guard_principal();
CREATE TRIGGER onboarding_principal_is_erased BEFORE UPDATE ON public.onboarding_principal FOR EACH ROW WHEN (is_onboarding_erased(old.business_id)) EXECUTE FUNCTION check_onboarding_erasure();
CREATE TRIGGER onboarding_principal_is_guarded BEFORE INSERT ON public.onboarding_principal FOR EACH ROW EXECUTE FUNCTION guard_principal();
CREATE TRIGGER onboarding_principal_is_never_deleted BEFORE DELETE OR TRUNCATE ON public.onboarding_principal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER onboarding_principal_of_open_case BEFORE INSERT ON public.onboarding_principal FOR EACH ROW EXECUTE FUNCTION refuse_erased_case();
ALTER TABLE onboarding_principal ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_the_business ON onboarding_principal AS RESTRICTIVE TO hundi_portal_merchant USING ((business_id = acting_business()));
CREATE POLICY permit ON onboarding_principal TO public USING (true) WITH CHECK (true);

-- A field or a document of a case. Rows that the rules of the present business type do not name do not count.
CREATE TABLE onboarding_requirement (
  business_id uuid NOT NULL,
  requirement text NOT NULL,
  state text DEFAULT 'MISSING'::text NOT NULL,
  value text, -- What the business gave for a field; null for a document.
  reason_code text,
  reason text, -- Words of the reviewer beside the listed reason; the business reads them.
  open boolean DEFAULT true NOT NULL, -- The business may change it while the case is with the business. A submission closes all, a return opens the refused ones and what depends on them.
  changed_at timestamp with time zone DEFAULT now() NOT NULL,
  version bigint DEFAULT 0 NOT NULL,
  CONSTRAINT onboarding_requirement_pkey PRIMARY KEY (business_id, requirement),
  CONSTRAINT onboarding_requirement_business_id_fkey FOREIGN KEY (business_id) REFERENCES onboarding_case(business_id),
  CONSTRAINT onboarding_requirement_check CHECK ((state = 'REFUSED'::text) = (reason_code IS NOT NULL)),
  CONSTRAINT onboarding_requirement_check1 CHECK (reason IS NULL OR reason_code IS NOT NULL),
  CONSTRAINT onboarding_requirement_check2 CHECK (reason_code <> 'OTHER'::text OR reason IS NOT NULL),
  CONSTRAINT onboarding_requirement_check3 CHECK (requirement <> 'BUSINESS_TYPE'::text OR (value = ANY (ARRAY['COMPANY'::text, 'PARTNERSHIP'::text, 'PROPRIETORSHIP'::text, 'TRUST'::text]))),
  CONSTRAINT onboarding_requirement_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 1000),
  CONSTRAINT onboarding_requirement_reason_code_check CHECK (reason_code = ANY (ARRAY['ILLEGIBLE'::text, 'WRONG_DOCUMENT'::text, 'INCOMPLETE'::text, 'EXPIRED'::text, 'NOT_SIGNED'::text, 'NAME_DIFFERS'::text, 'DIFFERS_FROM_REGISTER'::text, 'DIFFERS_FROM_DOCUMENT'::text, 'NOT_REACHABLE'::text, 'INFECTED'::text, 'UNREADABLE'::text, 'OTHER'::text])),
  CONSTRAINT onboarding_requirement_state_check CHECK (state = ANY (ARRAY['MISSING'::text, 'GIVEN'::text, 'ACCEPTED'::text, 'REFUSED'::text])),
  CONSTRAINT onboarding_requirement_value_check CHECK (length(value) >= 1 AND length(value) <= 4000)
);
CREATE TRIGGER onboarding_requirement_change_is_guarded BEFORE UPDATE ON public.onboarding_requirement FOR EACH ROW WHEN ((NOT is_onboarding_erased(old.business_id))) EXECUTE FUNCTION guard_requirement();
CREATE TRIGGER onboarding_requirement_is_erased BEFORE UPDATE ON public.onboarding_requirement FOR EACH ROW WHEN (is_onboarding_erased(old.business_id)) EXECUTE FUNCTION check_onboarding_erasure();
CREATE TRIGGER onboarding_requirement_is_guarded BEFORE INSERT ON public.onboarding_requirement FOR EACH ROW EXECUTE FUNCTION guard_requirement();
CREATE TRIGGER onboarding_requirement_is_never_deleted BEFORE DELETE OR TRUNCATE ON public.onboarding_requirement FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER onboarding_requirement_of_open_case BEFORE INSERT ON public.onboarding_requirement FOR EACH ROW EXECUTE FUNCTION refuse_erased_case();
ALTER TABLE onboarding_requirement ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_the_business ON onboarding_requirement AS RESTRICTIVE TO hundi_portal_merchant USING ((business_id = acting_business()));
CREATE POLICY permit ON onboarding_requirement TO public USING (true) WITH CHECK (true);

-- What a business must give, by its type: the table of the specification, "Business profile and onboarding data".
CREATE TABLE onboarding_rule (
  business_type text NOT NULL, -- COMPANY: private or public limited. PARTNERSHIP: partnership or LLP. TRUST: trust, society or NGO.
  requirement text NOT NULL,
  kind text NOT NULL,
  required boolean NOT NULL,
  CONSTRAINT onboarding_rule_pkey PRIMARY KEY (business_type, requirement),
  CONSTRAINT onboarding_rule_business_type_check CHECK (business_type = ANY (ARRAY['COMPANY'::text, 'PARTNERSHIP'::text, 'PROPRIETORSHIP'::text, 'TRUST'::text])),
  CONSTRAINT onboarding_rule_kind_check CHECK (kind = ANY (ARRAY['FIELD'::text, 'DOCUMENT'::text])),
  CONSTRAINT onboarding_rule_requirement_check CHECK (requirement ~ '^[A-Z][A-Z_]{1,60}$'::text)
);
CREATE TRIGGER onboarding_rule_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.onboarding_rule FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What the staff portal asks another process to do, such as to replay a Kafka message. The process claims the row, acts and records the result. A claim that expires without a result is claimed again, so every kind may be carried out twice.
CREATE TABLE operator_request (
  request_id uuid DEFAULT uuidv7() NOT NULL,
  kind text NOT NULL, -- dev.hundi.operator.RequestKind. READ_… changes nothing and needs no reason.
  arguments jsonb NOT NULL,
  person_id uuid NOT NULL, -- Who asked; the act is also in the audit trail.
  asked_by text NOT NULL, -- The e-mail address of the person, which never changes: what the carried-out act records as its author.
  reason text,
  state text DEFAULT 'PENDING'::text NOT NULL, -- PENDING until it ends as DONE (see result), REFUSED (the act is not possible, see failure) or FAILED (every attempt failed).
  attempt_count integer DEFAULT 0 NOT NULL, -- Claims so far.
  claim_id uuid,
  result jsonb,
  failure text, -- Why it was refused, or why the last attempt failed.
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  due_at timestamp with time zone DEFAULT now(), -- When it may be claimed; a claim moves it by the length of its lease.
  ended_at timestamp with time zone,
  CONSTRAINT operator_request_pkey PRIMARY KEY (request_id),
  CONSTRAINT operator_request_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(person_id),
  CONSTRAINT operator_request_arguments_check CHECK (jsonb_typeof(arguments) = 'object'::text AND length(arguments::text) <= 10000),
  CONSTRAINT operator_request_asked_by_check CHECK (length(asked_by) >= 1 AND length(asked_by) <= 254),
  CONSTRAINT operator_request_attempt_count_check CHECK (attempt_count >= 0),
  CONSTRAINT operator_request_done_has_result CHECK ((state = 'DONE'::text) = (result IS NOT NULL)),
  CONSTRAINT operator_request_failure_check CHECK (length(failure) <= 500),
  CONSTRAINT operator_request_kind_check CHECK (kind ~ '^[A-Z][A-Z_]{2,60}$'::text),
  CONSTRAINT operator_request_only_pending_is_claimed CHECK (claim_id IS NULL OR state = 'PENDING'::text),
  CONSTRAINT operator_request_pending_is_due CHECK ((state = 'PENDING'::text) = (due_at IS NOT NULL) AND (state = 'PENDING'::text) = (ended_at IS NULL)),
  CONSTRAINT operator_request_reads_need_no_reason CHECK ((reason IS NULL) = (kind ~~ 'READ\_%'::text)),
  CONSTRAINT operator_request_reason_check CHECK (length(reason) >= 5 AND length(reason) <= 500),
  CONSTRAINT operator_request_says_why_not CHECK ((state <> ALL (ARRAY['REFUSED'::text, 'FAILED'::text])) OR failure IS NOT NULL),
  CONSTRAINT operator_request_state_check CHECK (state = ANY (ARRAY['PENDING'::text, 'DONE'::text, 'REFUSED'::text, 'FAILED'::text]))
);
CREATE INDEX operator_request_due ON public.operator_request USING btree (kind, due_at) WHERE (state = 'PENDING'::text);
CREATE INDEX operator_request_ended ON public.operator_request USING btree (ended_at) WHERE (state <> 'PENDING'::text);
CREATE INDEX operator_request_kind ON public.operator_request USING btree (kind, request_id);
CREATE TRIGGER operator_request_keeps_its_content BEFORE UPDATE ON public.operator_request FOR EACH ROW EXECUTE FUNCTION keep_operator_request();

-- Lists use the primary key: payout_id is a UUIDv7, so newest first is its order and a time window is a range of it. They count deep offsets in the index alone, which needs pages that vacuum has visited; hence the low autovacuum scale factors.
CREATE TABLE payout (
  business_id uuid NOT NULL,
  payout_id uuid DEFAULT uuidv7() NOT NULL,
  transaction_id text NOT NULL,
  beneficiary_id uuid NOT NULL,
  beneficiary_code text NOT NULL,
  beneficiary_name text NOT NULL, -- The beneficiary columns hold the beneficiary as it was at initiation.
  beneficiary_email text,
  beneficiary_phone text NOT NULL,
  account_number text,
  ifsc text,
  vpa text,
  rail text NOT NULL,
  amount_paise bigint NOT NULL, -- Amount to the beneficiary in paise.
  commission_paise bigint NOT NULL, -- Commission in paise, fixed at acceptance.
  gst_paise bigint NOT NULL, -- GST of 18 % on the commission in paise, rounded half up.
  total_debit_paise bigint GENERATED ALWAYS AS (((amount_paise + commission_paise) + gst_paise)) NOT NULL,
  status smallint DEFAULT 3 NOT NULL, -- 3 Initiated, 4 Pending, 11 Successful, 12 Failed.
  last_sequence integer DEFAULT 1 NOT NULL, -- Sequence of the newest payout_event of this payout.
  response_code text DEFAULT 'INITIATED'::text NOT NULL,
  response_message text NOT NULL,
  utr text,
  bank_reference text,
  merchant_reference_id text,
  idempotency_key text,
  source text DEFAULT 'API'::text NOT NULL,
  bulk_file_id uuid,
  bulk_row_number integer, -- The row of bulk_file_id that this payout pays.
  created_at timestamp with time zone GENERATED ALWAYS AS (uuid_extract_timestamp(payout_id)) NOT NULL, -- When the payout was accepted, UTC with milliseconds: the time in its UUIDv7.
  updated_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL, -- From the clock, not from the start of the transaction: payout_id is generated during the statement, and now() would be earlier.
  completed_at timestamp with time zone,
  queued boolean DEFAULT false NOT NULL, -- Whether a debit was tried and the payout waits in status 3 for a higher balance.
  narration text, -- What the bank passes on to the beneficiary, at most 30 letters, digits and blanks: the cleaned remarks of a bulk row. Null: the transaction id.
  held boolean DEFAULT false NOT NULL, -- Whether the debit passes over the payout in status 3; payout_hold has the reason.
  CONSTRAINT payout_pkey PRIMARY KEY (business_id, payout_id),
  CONSTRAINT payout_transaction_id_key UNIQUE (transaction_id, business_id),
  CONSTRAINT payout_amount_paise_check CHECK (amount_paise > 0),
  CONSTRAINT payout_bank_reference_check CHECK (length(bank_reference) >= 1 AND length(bank_reference) <= 64),
  CONSTRAINT payout_bulk_file_has_row CHECK ((bulk_file_id IS NULL) = (bulk_row_number IS NULL)),
  CONSTRAINT payout_bulk_has_file CHECK ((source = 'BULK'::text) = (bulk_file_id IS NOT NULL)),
  CONSTRAINT payout_bulk_row_number_check CHECK (bulk_row_number >= 1),
  CONSTRAINT payout_commission_paise_check CHECK (commission_paise >= 0),
  CONSTRAINT payout_gst_paise_check CHECK (gst_paise >= 0),
  CONSTRAINT payout_held_waits CHECK (NOT held OR status = 3 AND NOT queued) NOT VALID,
  CONSTRAINT payout_idempotency_key_check CHECK (length(idempotency_key) >= 1 AND length(idempotency_key) <= 255),
  CONSTRAINT payout_last_sequence_check CHECK (last_sequence >= 1),
  CONSTRAINT payout_merchant_reference_id_check CHECK (length(merchant_reference_id) >= 1 AND length(merchant_reference_id) <= 128),
  CONSTRAINT payout_narration_is_carried_by_every_rail CHECK (length(narration) <= 30 AND narration ~ '^[0-9A-Za-z]+( [0-9A-Za-z]+)*$'::text) NOT VALID,
  CONSTRAINT payout_queued_is_initiated CHECK (NOT queued OR status = 3),
  CONSTRAINT payout_rail_check CHECK (rail = ANY (ARRAY['I'::text, 'N'::text, 'R'::text, 'S'::text, 'U'::text])),
  CONSTRAINT payout_rail_matches_target CHECK (rail = 'U'::text AND vpa IS NOT NULL AND account_number IS NULL AND ifsc IS NULL OR rail <> 'U'::text AND vpa IS NULL AND account_number IS NOT NULL AND ifsc IS NOT NULL),
  CONSTRAINT payout_source_check CHECK (source = ANY (ARRAY['API'::text, 'BULK'::text, 'PORTAL'::text])),
  CONSTRAINT payout_status_check CHECK (status = ANY (ARRAY[3, 4, 11, 12])),
  CONSTRAINT payout_terminal_has_completed_at CHECK ((status = ANY (ARRAY[11, 12])) = (completed_at IS NOT NULL)),
  CONSTRAINT payout_transaction_id_check CHECK (transaction_id ~ '^TXN[0-9]{8}[0-9A-HJKMNP-TV-Z]{10}$'::text),
  CONSTRAINT payout_utr_check CHECK (length(utr) >= 1 AND length(utr) <= 35),
  CONSTRAINT payout_utr_is_canonical CHECK (is_canonical_utr(utr))
) WITH (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_analyze_scale_factor=0.4);
CREATE UNIQUE INDEX payout_bulk_row ON public.payout USING btree (business_id, bulk_file_id, bulk_row_number) WHERE (bulk_file_id IS NOT NULL);
CREATE INDEX payout_held ON public.payout USING btree (business_id, payout_id) WHERE held;
CREATE UNIQUE INDEX payout_idempotency_key ON public.payout USING btree (business_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX payout_merchant_reference ON public.payout USING btree (business_id, lower(merchant_reference_id), payout_id) WHERE (merchant_reference_id IS NOT NULL);
CREATE INDEX payout_open ON public.payout USING btree (response_code, queued, payout_id, rail) WHERE ((status = ANY (ARRAY[3, 4])) AND (NOT held));
CREATE INDEX payout_queued ON public.payout USING btree (business_id, payout_id) WHERE ((status = 3) AND queued);
CREATE INDEX payout_queued_released ON public.payout USING btree (business_id, payout_id) WHERE ((status = 3) AND queued AND (last_sequence > 1));
CREATE TRIGGER payout_changes_are_legal AFTER UPDATE ON public.payout REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION check_payout_changes();
CREATE TRIGGER payout_has_beneficiary AFTER INSERT ON public.payout REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION check_payout_has_beneficiary();
CREATE TRIGGER payout_held_has_reason AFTER INSERT ON public.payout FOR EACH ROW WHEN (new.held) EXECUTE FUNCTION check_held();
CREATE TRIGGER payout_is_never_deleted BEFORE DELETE OR TRUNCATE ON public.payout FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payout_of_portal_has_maker AFTER INSERT ON public.payout FOR EACH ROW WHEN ((new.source = 'PORTAL'::text)) EXECUTE FUNCTION require_maker();
CREATE TRIGGER payout_queue_changes AFTER UPDATE OF queued ON public.payout FOR EACH ROW WHEN (((old.queued <> new.queued) AND (new.queued OR (new.status = 4)))) EXECUTE FUNCTION record_queue();
CREATE TRIGGER payout_release_is_legal AFTER UPDATE OF held ON public.payout FOR EACH ROW WHEN ((old.held <> new.held)) EXECUTE FUNCTION check_held();
CREATE TRIGGER payout_starts_initiated BEFORE INSERT ON public.payout FOR EACH ROW WHEN ((new.status <> 3)) EXECUTE FUNCTION check_payout_starts_initiated();
ALTER TABLE payout ENABLE ROW LEVEL SECURITY;
CREATE POLICY by_a_person ON payout AS RESTRICTIVE FOR INSERT TO hundi_portal_merchant WITH CHECK ((source = 'PORTAL'::text));
CREATE POLICY of_the_business ON payout AS RESTRICTIVE TO hundi_portal_merchant USING ((business_id = acting_business()));
CREATE POLICY pay_for_the_business ON payout AS RESTRICTIVE TO hundi_portal_merchant USING ((business_id = acting_business()));
CREATE POLICY permit ON payout TO public USING (true) WITH CHECK (true);
CREATE POLICY permit_to_pay ON payout TO public USING (true) WITH CHECK (true);

-- The columns that a person chose for the list of payouts. Without a row the list shows the usual ones.
CREATE TABLE payout_columns (
  person_id uuid NOT NULL,
  columns text[] NOT NULL,
  CONSTRAINT payout_columns_pkey PRIMARY KEY (person_id),
  CONSTRAINT payout_columns_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(person_id),
  CONSTRAINT payout_columns_columns_check CHECK (cardinality(columns) >= 1 AND cardinality(columns) <= 20)
);
ALTER TABLE payout_columns ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_the_person ON payout_columns AS RESTRICTIVE TO hundi_portal_merchant USING ((person_id = acting_person()));
CREATE POLICY permit ON payout_columns TO public USING (true) WITH CHECK (true);

-- Kept under the lock of the wallet, for businesses with rules for a day.
CREATE TABLE payout_day (
  business_id uuid NOT NULL,
  day date NOT NULL, -- Indian day of the last debit that was tried.
  debits_before_paise bigint NOT NULL, -- Paise of all debits of the wallet before that day: total credits minus balance.
  CONSTRAINT payout_day_pkey PRIMARY KEY (business_id),
  CONSTRAINT payout_day_business_id_fkey FOREIGN KEY (business_id) REFERENCES wallet(business_id),
  CONSTRAINT payout_day_debits_before_paise_check CHECK (debits_before_paise >= 0)
);
ALTER TABLE payout_day ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_the_business ON payout_day AS RESTRICTIVE TO hundi_portal_merchant USING ((business_id = acting_business()));
CREATE POLICY permit ON payout_day TO public USING (true) WITH CHECK (true);

-- Optional fields of a payout. Written with the payout, and only if one of them is present.
CREATE TABLE payout_detail (
  business_id uuid NOT NULL,
  payout_id uuid NOT NULL,
  notes jsonb DEFAULT '{}'::jsonb NOT NULL, -- Personal data, if the merchant writes any: an object of texts, {} once it is erased.
  purpose text,
  tags text[] DEFAULT '{}'::text[] NOT NULL,
  maker_id uuid, -- The person who made the payout in the portal; null for the API.
  CONSTRAINT payout_detail_pkey PRIMARY KEY (business_id, payout_id),
  CONSTRAINT payout_detail_maker_id_fkey FOREIGN KEY (maker_id) REFERENCES person(person_id),
  CONSTRAINT payout_detail_notes_check CHECK (jsonb_typeof(notes) = 'object'::text AND octet_length(notes::text) <= 32000),
  CONSTRAINT payout_detail_purpose_check CHECK (length(purpose) >= 1 AND length(purpose) <= 32),
  CONSTRAINT payout_detail_tags_check CHECK (cardinality(tags) <= 10)
);
CREATE INDEX payout_detail_tag ON public.payout_detail USING gin (tags) WHERE (tags <> '{}'::text[]);
CREATE TRIGGER payout_detail_has_payout AFTER INSERT ON public.payout_detail REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION check_has_payout();
ALTER TABLE payout_detail ENABLE ROW LEVEL SECURITY;
CREATE POLICY by_the_person ON payout_detail AS RESTRICTIVE FOR INSERT TO hundi_portal_merchant WITH CHECK ((maker_id = acting_person()));
CREATE POLICY of_the_business ON payout_detail AS RESTRICTIVE TO hundi_portal_merchant USING ((business_id = acting_business()));
CREATE POLICY permit ON payout_detail TO public USING (true) WITH CHECK (true);

-- Append-only status timeline and outbox of payouts; the change stream captures its inserts.
CREATE TABLE payout_event (
  business_id uuid NOT NULL,
  payout_id uuid NOT NULL,
  sequence integer NOT NULL,
  event_id uuid DEFAULT uuidv7() NOT NULL,
  from_status smallint,
  status smallint NOT NULL,
  stage text NOT NULL,
  source text NOT NULL,
  response_code text NOT NULL,
  response_message text NOT NULL,
  utr text,
  created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  claimed boolean DEFAULT false NOT NULL, -- Whether the transaction that debited the payout also claimed it for a bank. Such an event is not published.
  CONSTRAINT payout_event_pkey PRIMARY KEY (payout_id, business_id, sequence),
  CONSTRAINT payout_event_event_id_key UNIQUE (event_id),
  CONSTRAINT payout_event_claimed_by_debit CHECK (NOT claimed OR stage = 'WALLET_DEBITED'::text) NOT VALID,
  CONSTRAINT payout_event_first_is_created CHECK ((sequence = 1) = (stage = 'CREATED'::text) AND (sequence = 1) = (from_status IS NULL)),
  CONSTRAINT payout_event_sequence_check CHECK (sequence >= 1),
  CONSTRAINT payout_event_source_check CHECK (length(source) >= 1 AND length(source) <= 40),
  CONSTRAINT payout_event_stage_check CHECK (stage = ANY (ARRAY['CREATED'::text, 'RELEASED'::text, 'WALLET_DEBITED'::text, 'DISPATCHED'::text, 'BANK_ACKNOWLEDGED'::text, 'IN_DOUBT'::text, 'SUCCESS'::text, 'FAILED'::text, 'RETURNED'::text])) NOT VALID,
  CONSTRAINT payout_event_status_check CHECK (status = ANY (ARRAY[3, 4, 11, 12])),
  CONSTRAINT payout_event_utr_is_canonical CHECK (is_canonical_utr(utr)) NOT VALID
) WITH (autovacuum_analyze_scale_factor=0.2);
CREATE INDEX payout_event_ended ON public.payout_event USING btree (status, business_id, event_id) WHERE (stage = ANY (ARRAY['SUCCESS'::text, 'FAILED'::text, 'RETURNED'::text]));
CREATE TRIGGER payout_event_has_payout AFTER INSERT ON public.payout_event REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION check_has_payout();
CREATE TRIGGER payout_event_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.payout_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payout_event_is_rare AFTER INSERT ON public.payout_event FOR EACH ROW WHEN (((new.stage = ANY (ARRAY['RELEASED'::text, 'RETURNED'::text])) OR ((new.stage = 'FAILED'::text) AND (new.response_code = ANY (ARRAY['CANCELLED_BY_MERCHANT'::text, 'REJECTED_BY_APPROVER'::text, 'APPROVAL_EXPIRED'::text, 'BENEFICIARY_INACTIVE'::text]))))) EXECUTE FUNCTION record_rare_stage();
ALTER TABLE payout_event ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_the_business ON payout_event AS RESTRICTIVE TO hundi_portal_merchant USING ((business_id = acting_business()));
CREATE POLICY pay_for_the_business ON payout_event AS RESTRICTIVE TO hundi_portal_merchant USING ((business_id = acting_business()));
CREATE POLICY permit ON payout_event TO public USING (true) WITH CHECK (true);
CREATE POLICY permit_to_pay ON payout_event TO public USING (true) WITH CHECK (true);

-- Why a payout is or was held. The row stays, as the proof that what was debited was agreed to and due.
CREATE TABLE payout_hold (
  business_id uuid NOT NULL,
  payout_id uuid NOT NULL,
  reason text, -- What it waits for; null once it is released or has ended. APPROVAL comes before SCHEDULED.
  scheduled_for timestamp with time zone, -- It is not debited before this time.
  approval_id uuid,
  decide_until timestamp with time zone, -- expires_at of the approval.
  rule_id uuid, -- The rule that made the approval necessary; null if its maker wanted one.
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  ended_at timestamp with time zone, -- When it was released, or when the payout ended.
  earlier_approvals uuid[] DEFAULT '{}'::uuid[] NOT NULL, -- Approvals that were given before approval_id, each for another rule. Set by a trigger.
  CONSTRAINT payout_hold_pkey PRIMARY KEY (business_id, payout_id),
  CONSTRAINT payout_hold_approval_id_key UNIQUE (approval_id),
  CONSTRAINT payout_hold_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES approval(approval_id),
  CONSTRAINT payout_hold_check CHECK ((decide_until IS NULL) = (approval_id IS NULL)),
  CONSTRAINT payout_hold_check1 CHECK ((ended_at IS NULL) = (reason IS NOT NULL)),
  CONSTRAINT payout_hold_check2 CHECK (reason <> 'SCHEDULED'::text OR scheduled_for IS NOT NULL),
  CONSTRAINT payout_hold_reason_check CHECK (reason = ANY (ARRAY['APPROVAL'::text, 'SCHEDULED'::text]))
);
CREATE INDEX payout_hold_scheduled ON public.payout_hold USING btree (scheduled_for) WHERE (reason = 'SCHEDULED'::text);
CREATE INDEX payout_hold_undecided ON public.payout_hold USING btree (decide_until) WHERE (reason = 'APPROVAL'::text);
CREATE TRIGGER payout_hold_asks AFTER INSERT OR UPDATE OF reason ON public.payout_hold FOR EACH ROW WHEN (((new.reason = 'APPROVAL'::text) AND (new.approval_id IS NULL))) EXECUTE FUNCTION ask_for_payout_approval();
CREATE TRIGGER payout_hold_begins AFTER INSERT ON public.payout_hold FOR EACH ROW WHEN ((new.reason IS NOT NULL)) EXECUTE FUNCTION record_hold();
CREATE TRIGGER payout_hold_begins_again AFTER UPDATE OF reason ON public.payout_hold FOR EACH ROW WHEN (((old.reason IS NULL) AND (new.reason IS NOT NULL))) EXECUTE FUNCTION record_hold();
CREATE TRIGGER payout_hold_has_payout AFTER INSERT ON public.payout_hold REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION check_has_payout();
CREATE TRIGGER payout_hold_is_never_deleted BEFORE DELETE OR TRUNCATE ON public.payout_hold FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payout_hold_keeps_approvals BEFORE UPDATE OF approval_id ON public.payout_hold FOR EACH ROW WHEN (((old.approval_id IS NOT NULL) AND (new.approval_id IS DISTINCT FROM old.approval_id))) EXECUTE FUNCTION keep_earlier_approval();
ALTER TABLE payout_hold ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_the_business ON payout_hold AS RESTRICTIVE TO hundi_portal_merchant USING ((business_id = acting_business()));
CREATE POLICY permit ON payout_hold TO public USING (true) WITH CHECK (true);

-- Which payouts need an approval. A set of rules is replaced as a whole by two people; ended rules stay.
CREATE TABLE payout_rule (
  rule_id uuid DEFAULT uuidv7() NOT NULL,
  business_id uuid NOT NULL,
  scope text NOT NULL, -- PAYOUT: the amount of one payout. DAY: all debits of the wallet on an Indian day, of single payouts and of files, with this one.
  above_paise bigint NOT NULL, -- The rule applies above this many paise. Each rule that applies needs its people; the one that needs most is asked for first.
  people_needed smallint NOT NULL, -- Checkers who must agree.
  valid_hours smallint NOT NULL, -- Hours until an approval that is not given expires.
  checkers uuid[] DEFAULT '{}'::uuid[] NOT NULL, -- People of whom any people_needed decide; empty for every checker of the business.
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT payout_rule_pkey PRIMARY KEY (rule_id),
  CONSTRAINT payout_rule_business_id_fkey FOREIGN KEY (business_id) REFERENCES business(business_id),
  CONSTRAINT payout_rule_above_paise_check CHECK (above_paise >= 0),
  CONSTRAINT payout_rule_check CHECK (ended_at >= created_at),
  CONSTRAINT payout_rule_check1 CHECK (cardinality(checkers) = 0 OR cardinality(checkers) >= people_needed AND cardinality(checkers) <= 20),
  CONSTRAINT payout_rule_people_needed_check CHECK (people_needed >= 1 AND people_needed <= 5),
  CONSTRAINT payout_rule_scope_check CHECK (scope = ANY (ARRAY['PAYOUT'::text, 'DAY'::text])),
  CONSTRAINT payout_rule_valid_hours_check CHECK (valid_hours >= 1 AND valid_hours <= 720)
);
CREATE UNIQUE INDEX payout_rule_present ON public.payout_rule USING btree (business_id, scope, above_paise) WHERE (ended_at IS NULL);
CREATE TRIGGER payout_rule_is_never_deleted BEFORE DELETE OR TRUNCATE ON public.payout_rule FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payout_rule_needs_two_people BEFORE INSERT OR DELETE OR UPDATE ON public.payout_rule FOR EACH ROW EXECUTE FUNCTION require_agreement('PAYOUT_RULES');
ALTER TABLE payout_rule ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_the_business ON payout_rule AS RESTRICTIVE TO hundi_portal_merchant USING ((business_id = acting_business()));
CREATE POLICY permit ON payout_rule TO public USING (true) WITH CHECK (true);

-- The set of rules that an approval of the kind PAYOUT_RULES is about.
CREATE TABLE payout_rule_proposal (
  approval_id uuid NOT NULL,
  business_id uuid NOT NULL,
  content text NOT NULL, -- JSON of the rules; its SHA-256 is the content_hash of the approval.
  based_on text, -- SHA-256 of the ids of the rules that the proposal replaces. Null for proposals before this column, which expire within seven days.
  CONSTRAINT payout_rule_proposal_pkey PRIMARY KEY (approval_id),
  CONSTRAINT payout_rule_proposal_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES approval(approval_id),
  CONSTRAINT payout_rule_proposal_business_id_fkey FOREIGN KEY (business_id) REFERENCES business(business_id),
  CONSTRAINT payout_rule_proposal_based_on_check CHECK (based_on ~ '^[0-9a-f]{64}$'::text),
  CONSTRAINT payout_rule_proposal_content_check CHECK (length(content) >= 2 AND length(content) <= 20000)
);
CREATE TRIGGER payout_rule_proposal_has_hash_of_approval BEFORE INSERT ON public.payout_rule_proposal FOR EACH ROW EXECUTE FUNCTION compare_content_hash();
CREATE TRIGGER payout_rule_proposal_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.payout_rule_proposal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE payout_rule_proposal ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_the_business ON payout_rule_proposal AS RESTRICTIVE TO hundi_portal_merchant USING ((business_id = acting_business()));
CREATE POLICY permit ON payout_rule_proposal TO public USING (true) WITH CHECK (true);

-- The searchable text of a payout in lower case, one field per line. Written asynchronously and for many payouts at once, so that it does not slow accepts; a search reads payouts that are not here yet directly (search_progress).
CREATE TABLE payout_search (
  business_id uuid NOT NULL,
  payout_id uuid NOT NULL,
  part smallint NOT NULL, -- 0: all searchable fields. 1: UTR and bank reference, of payouts whose references were indexed before V229.
  text text NOT NULL, -- Personal data: the searchable fields of the payout.
  bucket_id integer NOT NULL, -- The bucket that contains payout_id.
  is_late boolean NOT NULL, -- Whether the slices of the sealed bucket lack the text, so that a search reads it.
  CONSTRAINT payout_search_pkey PRIMARY KEY (business_id, payout_id, part),
  CONSTRAINT payout_search_part_check CHECK (part = ANY (ARRAY[0, 1]))
) WITH (autovacuum_analyze_scale_factor=0.2);
CREATE INDEX payout_search_late ON public.payout_search USING btree (business_id, payout_id) WHERE is_late;
CREATE TRIGGER payout_search_added AFTER INSERT ON public.payout_search FOR EACH ROW WHEN (new.is_late) EXECUTE FUNCTION count_late_row();
CREATE TRIGGER payout_search_changed BEFORE UPDATE OF text ON public.payout_search FOR EACH ROW WHEN ((old.text <> new.text)) EXECUTE FUNCTION count_late_row();

-- Every legal change of payout.status; PayoutStatus in Java holds the same table and a test compares them.
CREATE TABLE payout_status_transition (
  from_status smallint NOT NULL,
  to_status smallint NOT NULL,
  posting_kind text, -- The ledger transaction that the payout must have for this transition; null: it must have none.
  CONSTRAINT payout_status_transition_pkey PRIMARY KEY (from_status, to_status)
);

-- The payout that was settled under a UTR; no other payout can be settled under it. Written by the settlement only. It has no foreign key: a settlement pays for one index entry, payouts are never deleted, and the trigger payout_changes_are_legal compares the two.
CREATE TABLE payout_utr (
  utr text NOT NULL, -- In its canonical form: letters in upper case and digits.
  business_id uuid NOT NULL,
  payout_id uuid NOT NULL,
  CONSTRAINT payout_utr_pkey PRIMARY KEY (utr),
  CONSTRAINT payout_utr_utr_check CHECK (is_canonical_utr(utr) AND length(utr) <= 35)
) WITH (autovacuum_analyze_scale_factor=0.2);
CREATE TRIGGER payout_utr_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.payout_utr FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- People who sign in to the portal. An e-mail address belongs to one person of one audience.
CREATE TABLE person (
  person_id uuid DEFAULT uuidv7() NOT NULL,
  audience text NOT NULL, -- MERCHANT: people of businesses. STAFF: people of Hundi. Each signs in at an origin of its own.
  email text NOT NULL,
  person_name text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT person_pkey PRIMARY KEY (person_id),
  CONSTRAINT person_person_id_audience_key UNIQUE (person_id, audience),
  CONSTRAINT person_audience_check CHECK (audience = ANY (ARRAY['MERCHANT'::text, 'STAFF'::text])),
  CONSTRAINT person_email_check CHECK (length(email) <= 254 AND email ~ '^[^@[:space:]]+@[^@[:space:]]+$'::text),
  CONSTRAINT person_person_name_check CHECK (length(person_name) >= 1 AND length(person_name) <= 200)
);
CREATE UNIQUE INDEX person_email ON public.person USING btree (lower(email));
ALTER TABLE person ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_the_business ON person AS RESTRICTIVE TO hundi_portal_merchant USING (((audience = 'MERCHANT'::text) AND ((acting_person() IS NULL) OR (person_id = acting_person()) OR (EXISTS ( SELECT
   FROM membership m
  WHERE ((m.person_id = person.person_id) AND (m.business_id = acting_business()))))))) WITH CHECK (((audience = 'MERCHANT'::text) AND (person_id = acting_person())));
CREATE POLICY of_the_staff_added ON person AS RESTRICTIVE FOR INSERT TO hundi_portal_staff WITH CHECK ((audience = 'STAFF'::text));
CREATE POLICY of_the_staff_changed ON person AS RESTRICTIVE FOR UPDATE TO hundi_portal_staff USING ((audience = 'STAFF'::text));
CREATE POLICY permit ON person TO public USING (true) WITH CHECK (true);

-- Browsers from which a person has signed in. A sign-in from another one sends a letter.
CREATE TABLE person_device (
  person_id uuid NOT NULL,
  device_hash bytea NOT NULL, -- SHA-256 of the random value in the cookie of the browser.
  last_used_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT person_device_pkey PRIMARY KEY (person_id, device_hash),
  CONSTRAINT person_device_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(person_id),
  CONSTRAINT person_device_device_hash_check CHECK (octet_length(device_hash) = 32)
);
ALTER TABLE person_device ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_the_person ON person_device AS RESTRICTIVE TO hundi_portal_merchant USING ((person_id = acting_person()));
CREATE POLICY of_the_staff ON person_device AS RESTRICTIVE TO hundi_portal_staff USING ((EXISTS ( SELECT
   FROM person p
  WHERE ((p.person_id = person_device.person_id) AND (p.audience = 'STAFF'::text)))));
CREATE POLICY permit ON person_device TO public USING (true) WITH CHECK (true);

CREATE TABLE person_password (
  person_id uuid NOT NULL,
  hash text NOT NULL, -- Argon2id with its parameters and salt.
  changed_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT person_password_pkey PRIMARY KEY (person_id),
  CONSTRAINT person_password_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(person_id),
  CONSTRAINT person_password_hash_check CHECK (hash ~~ '$argon2id$%'::text)
);
CREATE TRIGGER person_password_ends_recoveries AFTER INSERT OR UPDATE OF changed_at ON public.person_password FOR EACH ROW EXECUTE FUNCTION end_recoveries_of_changed_person();
CREATE TRIGGER person_password_ends_tokens AFTER INSERT OR DELETE OR UPDATE OF changed_at ON public.person_password FOR EACH ROW EXECUTE FUNCTION end_tokens_of_changed_person();
ALTER TABLE person_password ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_the_person ON person_password AS RESTRICTIVE TO hundi_portal_merchant USING ((((acting_person() IS NULL) OR (person_id = acting_person())) AND (EXISTS ( SELECT
   FROM person p
  WHERE (p.person_id = person_password.person_id)))));
CREATE POLICY of_the_staff ON person_password AS RESTRICTIVE TO hundi_portal_staff USING ((EXISTS ( SELECT
   FROM person p
  WHERE ((p.person_id = person_password.person_id) AND (p.audience = 'STAFF'::text)))));
CREATE POLICY permit ON person_password TO public USING (true) WITH CHECK (true);

CREATE TABLE person_totp (
  person_id uuid NOT NULL,
  secret_ciphertext bytea NOT NULL, -- Secret of RFC 6238, encrypted under a key of the key file with the person as associated data.
  last_step bigint DEFAULT 0 NOT NULL, -- Time step, 30 s since 1970, of the last accepted code. A code of this step or an earlier one is refused.
  changed_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT person_totp_pkey PRIMARY KEY (person_id),
  CONSTRAINT person_totp_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(person_id)
);
CREATE TRIGGER person_totp_ends_recoveries AFTER INSERT OR UPDATE OF changed_at ON public.person_totp FOR EACH ROW EXECUTE FUNCTION end_recoveries_of_changed_person();
CREATE TRIGGER person_totp_ends_tokens AFTER INSERT OR DELETE OR UPDATE OF changed_at ON public.person_totp FOR EACH ROW EXECUTE FUNCTION end_tokens_of_changed_person();
ALTER TABLE person_totp ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_the_person ON person_totp AS RESTRICTIVE TO hundi_portal_merchant USING ((((acting_person() IS NULL) OR (person_id = acting_person())) AND (EXISTS ( SELECT
   FROM person p
  WHERE (p.person_id = person_totp.person_id)))));
CREATE POLICY of_the_staff ON person_totp AS RESTRICTIVE TO hundi_portal_staff USING ((EXISTS ( SELECT
   FROM person p
  WHERE ((p.person_id = person_totp.person_id) AND (p.audience = 'STAFF'::text)))));
CREATE POLICY permit ON person_totp TO public USING (true) WITH CHECK (true);

-- Append-only: the rows that an erasure changed, without what was erased.
CREATE TABLE personal_data_erasure (
  erasure_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  request_id bigint NOT NULL,
  table_name text NOT NULL,
  row_key jsonb NOT NULL, -- Primary key of the row.
  what text NOT NULL,
  erased_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT personal_data_erasure_pkey PRIMARY KEY (erasure_id),
  CONSTRAINT personal_data_erasure_request_id_fkey FOREIGN KEY (request_id) REFERENCES personal_data_request(request_id),
  CONSTRAINT personal_data_erasure_what_check CHECK (length(what) >= 1 AND length(what) <= 200)
);
CREATE INDEX personal_data_erasure_of_request ON public.personal_data_erasure USING btree (request_id);
CREATE TRIGGER personal_data_erasure_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.personal_data_erasure FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Append-only audit of ./hundi personal-data: who exported or erased the data of a person, when and why. Never the data itself, nor what the person was found by.
CREATE TABLE personal_data_request (
  request_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  kind text NOT NULL,
  found_by text NOT NULL, -- The kind of identifier; its value is not stored.
  requested_by text NOT NULL,
  reason text NOT NULL,
  found_rows bigint NOT NULL,
  requested_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT personal_data_request_pkey PRIMARY KEY (request_id),
  CONSTRAINT personal_data_request_found_by_check CHECK (found_by = ANY (ARRAY['ACCOUNT'::text, 'VPA'::text, 'PHONE'::text, 'EMAIL'::text])),
  CONSTRAINT personal_data_request_found_rows_check CHECK (found_rows >= 0),
  CONSTRAINT personal_data_request_kind_check CHECK (kind = ANY (ARRAY['EXPORT'::text, 'ERASURE'::text])),
  CONSTRAINT personal_data_request_reason_check CHECK (length(reason) >= 3 AND length(reason) <= 1000),
  CONSTRAINT personal_data_request_requested_by_check CHECK (length(requested_by) >= 1 AND length(requested_by) <= 100)
);
CREATE TRIGGER personal_data_request_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.personal_data_request FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Append-only: the commission slabs of a business from a moment on. The plan with the latest start that has passed applies; of two with the same start, the newer one.
CREATE TABLE price_plan (
  price_plan_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  business_id uuid NOT NULL,
  starts_at timestamp with time zone NOT NULL,
  approval_id uuid, -- The approval by two people; null for plans that the owner of the database recorded.
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  verification_paise bigint, -- Fee in paise, without GST, for one name verification with a result; null means the platform's fee.
  CONSTRAINT price_plan_pkey PRIMARY KEY (price_plan_id),
  CONSTRAINT price_plan_approval_id_key UNIQUE (approval_id),
  CONSTRAINT price_plan_price_plan_id_business_id_key UNIQUE (price_plan_id, business_id),
  CONSTRAINT price_plan_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES approval(approval_id),
  CONSTRAINT price_plan_business_id_fkey FOREIGN KEY (business_id) REFERENCES business(business_id),
  CONSTRAINT price_plan_is_not_retroactive CHECK (approval_id IS NULL OR starts_at >= created_at),
  CONSTRAINT price_plan_verification_paise_check CHECK (verification_paise >= 0)
);
CREATE INDEX price_plan_business ON public.price_plan USING btree (business_id, starts_at DESC, price_plan_id DESC);
CREATE TRIGGER price_plan_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.price_plan FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER price_plan_needs_two_people BEFORE INSERT ON public.price_plan FOR EACH ROW EXECUTE FUNCTION require_agreement('PRICES');
ALTER TABLE price_plan ENABLE ROW LEVEL SECURITY;
CREATE POLICY pay_for_the_business ON price_plan AS RESTRICTIVE TO hundi_portal_merchant USING ((business_id = acting_business()));
CREATE POLICY permit_to_pay ON price_plan TO public USING (true) WITH CHECK (true);

-- Append-only: what the staff asks to change, until another person agrees and it is done. Kind and business are in approval.
CREATE TABLE proposed_change (
  approval_id uuid NOT NULL,
  content text NOT NULL, -- JSON; its SHA-256 is the content_hash of the approval.
  reason text NOT NULL, -- Why, as the maker states it.
  CONSTRAINT proposed_change_pkey PRIMARY KEY (approval_id),
  CONSTRAINT proposed_change_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES approval(approval_id),
  CONSTRAINT proposed_change_content_check CHECK (length(content) >= 2 AND length(content) <= 20000),
  CONSTRAINT proposed_change_reason_check CHECK (length(reason) >= 5 AND length(reason) <= 500)
);
CREATE TRIGGER proposed_change_has_hash_of_approval BEFORE INSERT ON public.proposed_change FOR EACH ROW EXECUTE FUNCTION compare_content_hash();
CREATE TRIGGER proposed_change_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.proposed_change FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Per-payout limits agreed with a business for a rail. Without a row, the platform limits apply.
CREATE TABLE rail_limit (
  business_id uuid NOT NULL,
  rail text NOT NULL,
  min_paise bigint NOT NULL,
  max_paise bigint NOT NULL,
  CONSTRAINT rail_limit_pkey PRIMARY KEY (business_id, rail),
  CONSTRAINT rail_limit_business_id_fkey FOREIGN KEY (business_id) REFERENCES business(business_id),
  CONSTRAINT rail_limit_check CHECK (max_paise >= min_paise),
  CONSTRAINT rail_limit_min_paise_check CHECK (min_paise > 0),
  CONSTRAINT rail_limit_rail_check CHECK (rail = ANY (ARRAY['I'::text, 'N'::text, 'R'::text, 'S'::text, 'U'::text]))
);
CREATE TRIGGER rail_limit_needs_two_people BEFORE INSERT OR DELETE OR UPDATE ON public.rail_limit FOR EACH ROW EXECUTE FUNCTION require_agreement('LIMITS');
ALTER TABLE rail_limit ENABLE ROW LEVEL SECURITY;
CREATE POLICY pay_for_the_business ON rail_limit AS RESTRICTIVE TO hundi_portal_merchant USING ((business_id = acting_business()));
CREATE POLICY permit_to_pay ON rail_limit TO public USING (true) WITH CHECK (true);

-- The rate limit of a business for one kind of request: a token bucket from which every copy of the API takes requests in blocks.
CREATE UNLOGGED TABLE rate_allowance (
  business_id uuid NOT NULL,
  kind text NOT NULL,
  available double precision NOT NULL, -- Requests in the bucket at refilled_at, before granted was taken.
  granted integer NOT NULL, -- Requests that the last copy took.
  refilled_at timestamp with time zone NOT NULL,
  CONSTRAINT rate_allowance_pkey PRIMARY KEY (business_id, kind),
  CONSTRAINT rate_allowance_business_id_fkey FOREIGN KEY (business_id) REFERENCES business(business_id),
  CONSTRAINT rate_allowance_available_check CHECK (available >= 0::double precision),
  CONSTRAINT rate_allowance_check CHECK (granted >= 0 AND granted::double precision <= available),
  CONSTRAINT rate_allowance_kind_check CHECK (kind = ANY (ARRAY['PAYOUT'::text, 'WRITE'::text, 'READ'::text, 'EXPORT'::text]))
) WITH (fillfactor=50);

-- How far the books of an account are reconciled. Runs and operators change matches under the lock of this row.
CREATE TABLE reconciliation_book (
  nodal_account_id bigint NOT NULL,
  first_date date NOT NULL, -- Asia/Kolkata; the day of the first statement. Earlier amounts are in baseline_paise.
  baseline_paise bigint NOT NULL, -- Money at the bank by the ledger before first_date: minus the sum of the entries of the account nodal.
  collected_to date NOT NULL, -- Asia/Kolkata; ledger transactions up to the end of this day, by the time in their ids, are matched or open.
  ledger_paise bigint NOT NULL, -- Money at the bank by the ledger at the end of collected_to, in paise.
  CONSTRAINT reconciliation_book_pkey PRIMARY KEY (nodal_account_id),
  CONSTRAINT reconciliation_book_nodal_account_id_fkey FOREIGN KEY (nodal_account_id) REFERENCES nodal_account(nodal_account_id),
  CONSTRAINT reconciliation_book_goes_forward CHECK (collected_to >= (first_date - 1))
);

-- A difference between bank and ledger, under a key that stays the same while the cause is the same.
CREATE TABLE reconciliation_break (
  break_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  nodal_account_id bigint NOT NULL, -- The account of the runs that found it. No foreign key: runs refer to the account and are never deleted, and a day may open tens of thousands.
  break_key text NOT NULL,
  type text NOT NULL,
  difference_paise bigint NOT NULL, -- What the bank has in excess of the ledger because of this break, in paise.
  amount_paise bigint NOT NULL, -- The money concerned, in paise, also where nothing is missing.
  line_count integer NOT NULL,
  entry_count integer NOT NULL,
  business_id uuid,
  payout_id uuid,
  bank_statement_id uuid,
  line_number integer,
  transaction_id uuid,
  detail text NOT NULL,
  opened_on date NOT NULL, -- Asia/Kolkata; business date of the run that opened it. Its age counts bank days from here.
  closed_on date,
  closed_why text,
  owner text,
  carried_to date,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  continues_break_id bigint, -- The break with the same key and another difference before this one.
  is_continued boolean DEFAULT false NOT NULL, -- Its difference changed, so another break with its key has replaced it.
  due_on date, -- Asia/Kolkata; the day until which its owner is to resolve it. A break that is carried forward is due on carried_to.
  CONSTRAINT reconciliation_break_pkey PRIMARY KEY (break_id),
  CONSTRAINT reconciliation_break_amount_paise_check CHECK (amount_paise >= 0),
  CONSTRAINT reconciliation_break_break_key_check CHECK (length(break_key) >= 1 AND length(break_key) <= 200),
  CONSTRAINT reconciliation_break_closed_has_reason CHECK ((closed_on IS NULL) = (closed_why IS NULL)),
  CONSTRAINT reconciliation_break_closed_why_check CHECK (length(closed_why) >= 1 AND length(closed_why) <= 500),
  CONSTRAINT reconciliation_break_continued_is_closed CHECK (NOT is_continued OR closed_on IS NOT NULL),
  CONSTRAINT reconciliation_break_detail_check CHECK (length(detail) >= 1 AND length(detail) <= 500),
  CONSTRAINT reconciliation_break_owner_check CHECK (length(owner) >= 1 AND length(owner) <= 100),
  CONSTRAINT reconciliation_break_type_check CHECK (type = ANY (ARRAY['EXPECTED_TIMING'::text, 'MISSING_IN_BANK'::text, 'MISSING_IN_LEDGER'::text, 'AMOUNT'::text, 'STATUS'::text, 'DUPLICATE_DEBIT'::text, 'RETURN_UNPOSTED'::text, 'BANK_CHARGE'::text, 'AMBIGUOUS'::text, 'UNKNOWN_CREDIT'::text, 'LEDGER_AGAINST_PAYOUT'::text, 'STATEMENT_GAP'::text]))
);
CREATE INDEX reconciliation_break_closed ON public.reconciliation_break USING btree (closed_on, break_id) WHERE (closed_on IS NOT NULL);
CREATE INDEX reconciliation_break_due ON public.reconciliation_break USING btree (COALESCE(due_on, 'infinity'::date), break_id) WHERE (closed_on IS NULL);
CREATE UNIQUE INDEX reconciliation_break_key_once ON public.reconciliation_break USING btree (nodal_account_id, break_key) WHERE (NOT is_continued);
CREATE INDEX reconciliation_break_largest ON public.reconciliation_break USING btree (amount_paise, break_id) WHERE (closed_on IS NULL);
CREATE INDEX reconciliation_break_of_owner ON public.reconciliation_break USING btree (owner, opened_on, break_id) WHERE ((closed_on IS NULL) AND (owner IS NOT NULL));
CREATE INDEX reconciliation_break_oldest ON public.reconciliation_break USING btree (opened_on, break_id) WHERE (closed_on IS NULL);
CREATE INDEX reconciliation_break_open ON public.reconciliation_break USING btree (nodal_account_id, type) INCLUDE (difference_paise) WHERE (closed_on IS NULL);
CREATE TRIGGER reconciliation_break_difference_is_immutable BEFORE UPDATE ON public.reconciliation_break FOR EACH ROW WHEN ((((((old.difference_paise IS DISTINCT FROM new.difference_paise) OR (old.break_key IS DISTINCT FROM new.break_key)) OR (old.nodal_account_id IS DISTINCT FROM new.nodal_account_id)) OR (old.continues_break_id IS DISTINCT FROM new.continues_break_id)) OR (old.is_continued AND (NOT new.is_continued)))) EXECUTE FUNCTION refuse_new_difference();
CREATE TRIGGER reconciliation_break_is_never_deleted BEFORE DELETE OR TRUNCATE ON public.reconciliation_break FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER reconciliation_break_is_of_claimed_day AFTER INSERT ON public.reconciliation_break REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION check_break_is_of_claimed_day();

-- Append-only history of breaks. No foreign keys: breaks and runs are never deleted, and a day may open tens of thousands.
CREATE TABLE reconciliation_break_event (
  event_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  break_id bigint NOT NULL,
  kind text NOT NULL,
  run_id bigint,
  by_whom text,
  detail text NOT NULL,
  happened_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT reconciliation_break_event_pkey PRIMARY KEY (event_id),
  CONSTRAINT reconciliation_break_event_by_whom_check CHECK (length(by_whom) >= 1 AND length(by_whom) <= 100),
  CONSTRAINT reconciliation_break_event_detail_check CHECK (length(detail) >= 1 AND length(detail) <= 500),
  CONSTRAINT reconciliation_break_event_kind_check CHECK (kind = ANY (ARRAY['OPENED'::text, 'CHANGED'::text, 'CLOSED'::text, 'REOPENED'::text, 'OWNED'::text, 'CARRIED'::text, 'RESOLVED'::text, 'REVOKED'::text, 'REPORTED'::text])) NOT VALID
);
CREATE INDEX reconciliation_break_event_of_break ON public.reconciliation_break_event USING btree (break_id, event_id);
CREATE TRIGGER reconciliation_break_event_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.reconciliation_break_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER reconciliation_break_event_needs_claim BEFORE INSERT ON public.reconciliation_break_event FOR EACH STATEMENT EXECUTE FUNCTION check_run_is_claimed();
CREATE TRIGGER reconciliation_break_event_of_claimed_run BEFORE INSERT ON public.reconciliation_break_event FOR EACH ROW WHEN (((new.run_id IS NOT NULL) AND ((new.run_id)::text IS DISTINCT FROM current_setting('hundi.run_id'::text, true)))) EXECUTE FUNCTION refuse_row_of_run();

-- Append-only: what people of finance say about a break.
CREATE TABLE reconciliation_comment (
  comment_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  break_id bigint NOT NULL,
  comment text NOT NULL,
  by_whom text NOT NULL, -- E-mail address of the person.
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT reconciliation_comment_pkey PRIMARY KEY (comment_id),
  CONSTRAINT reconciliation_comment_break_id_fkey FOREIGN KEY (break_id) REFERENCES reconciliation_break(break_id),
  CONSTRAINT reconciliation_comment_by_whom_check CHECK (length(by_whom) >= 1 AND length(by_whom) <= 100),
  CONSTRAINT reconciliation_comment_comment_check CHECK (length(comment) >= 1 AND length(comment) <= 2000)
);
CREATE INDEX reconciliation_comment_of_break ON public.reconciliation_comment USING btree (break_id, comment_id);
CREATE TRIGGER reconciliation_comment_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.reconciliation_comment FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Evidence about breaks. The file store has the encrypted file evidence/ID.original and the pages evidence/ID-N.page. Kept as long as the break.
CREATE TABLE reconciliation_evidence (
  evidence_id uuid NOT NULL,
  break_id bigint NOT NULL,
  file_name text NOT NULL, -- As the browser named it.
  media_type text NOT NULL,
  size_bytes bigint NOT NULL,
  sha256 bytea NOT NULL, -- Of the file before encryption.
  key_ciphertext bytea, -- The key of this file, encrypted under a key of the key file. Null: erased by the virus scan.
  scan_state text NOT NULL, -- As of onboarding_document.
  page_count integer,
  by_whom text NOT NULL, -- E-mail address of the person.
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT reconciliation_evidence_pkey PRIMARY KEY (evidence_id),
  CONSTRAINT reconciliation_evidence_break_id_sha256_key UNIQUE (break_id, sha256),
  CONSTRAINT reconciliation_evidence_break_id_fkey FOREIGN KEY (break_id) REFERENCES reconciliation_break(break_id),
  CONSTRAINT reconciliation_evidence_by_whom_check CHECK (length(by_whom) >= 1 AND length(by_whom) <= 100),
  CONSTRAINT reconciliation_evidence_check CHECK ((scan_state = ANY (ARRAY['CLEAN'::text, 'NOT_SCANNED'::text])) = (page_count IS NOT NULL)),
  CONSTRAINT reconciliation_evidence_check1 CHECK ((key_ciphertext IS NULL) = (scan_state = ANY (ARRAY['INFECTED'::text, 'UNREADABLE'::text]))),
  CONSTRAINT reconciliation_evidence_file_name_check CHECK (length(file_name) >= 1 AND length(file_name) <= 200),
  CONSTRAINT reconciliation_evidence_media_type_check CHECK (media_type = ANY (ARRAY['application/pdf'::text, 'image/jpeg'::text, 'image/png'::text])),
  CONSTRAINT reconciliation_evidence_page_count_check CHECK (page_count >= 1 AND page_count <= 50),
  CONSTRAINT reconciliation_evidence_scan_state_check CHECK (scan_state = ANY (ARRAY['QUARANTINED'::text, 'CLEAN'::text, 'NOT_SCANNED'::text, 'INFECTED'::text, 'UNREADABLE'::text])),
  CONSTRAINT reconciliation_evidence_sha256_check CHECK (octet_length(sha256) = 32),
  CONSTRAINT reconciliation_evidence_size_bytes_check CHECK (size_bytes >= 1 AND size_bytes <= 10485760)
);
CREATE INDEX reconciliation_evidence_quarantined ON public.reconciliation_evidence USING btree (created_at) WHERE (scan_state = 'QUARANTINED'::text);
CREATE TRIGGER reconciliation_evidence_changes_by_scan BEFORE UPDATE ON public.reconciliation_evidence FOR EACH ROW EXECUTE FUNCTION check_evidence_changes();
CREATE TRIGGER reconciliation_evidence_is_never_deleted BEFORE DELETE OR TRUNCATE ON public.reconciliation_evidence FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Results of a run, for its report.
CREATE TABLE reconciliation_figure (
  run_id bigint NOT NULL,
  section text NOT NULL,
  name text NOT NULL,
  item_count bigint NOT NULL,
  amount_paise bigint NOT NULL,
  CONSTRAINT reconciliation_figure_pkey PRIMARY KEY (run_id, section, name),
  CONSTRAINT reconciliation_figure_run_id_fkey FOREIGN KEY (run_id) REFERENCES reconciliation_run(run_id),
  CONSTRAINT reconciliation_figure_name_check CHECK (length(name) >= 1 AND length(name) <= 200),
  CONSTRAINT reconciliation_figure_section_check CHECK (section = ANY (ARRAY['LINES'::text, 'ENTRIES'::text, 'MATCHED'::text, 'EFFECT'::text, 'PROPOSED'::text, 'BREAK'::text, 'CLOSED'::text, 'SUSPENSE'::text, 'VIOLATION'::text]))
);
CREATE TRIGGER reconciliation_figure_changes_need_claim BEFORE DELETE OR UPDATE ON public.reconciliation_figure FOR EACH STATEMENT EXECUTE FUNCTION check_run_is_claimed();
CREATE TRIGGER reconciliation_figure_changes_of_claimed_run BEFORE DELETE OR UPDATE ON public.reconciliation_figure FOR EACH ROW WHEN (((old.run_id)::text IS DISTINCT FROM current_setting('hundi.run_id'::text, true))) EXECUTE FUNCTION refuse_row_of_run();
CREATE TRIGGER reconciliation_figure_needs_claim BEFORE INSERT ON public.reconciliation_figure FOR EACH STATEMENT EXECUTE FUNCTION check_run_is_claimed();
CREATE TRIGGER reconciliation_figure_of_claimed_run BEFORE INSERT ON public.reconciliation_figure FOR EACH ROW WHEN (((new.run_id IS NOT NULL) AND ((new.run_id)::text IS DISTINCT FROM current_setting('hundi.run_id'::text, true)))) EXECUTE FUNCTION refuse_row_of_run();
CREATE TRIGGER reconciliation_figure_signed_is_immutable BEFORE DELETE OR UPDATE ON public.reconciliation_figure FOR EACH ROW EXECUTE FUNCTION check_day_is_not_signed();

-- Ledger transactions matched before their own day was collected: posted by a run or a resolution, or posted by the stream meanwhile.
CREATE TABLE reconciliation_late_entry (
  transaction_id uuid NOT NULL,
  nodal_account_id bigint NOT NULL,
  business_id uuid NOT NULL,
  run_id bigint,
  resolution_id bigint,
  business_date date NOT NULL, -- Asia/Kolkata; the day for which it was matched.
  signed_paise bigint NOT NULL,
  posted_here boolean NOT NULL,
  is_outside boolean NOT NULL, -- Its day was collected before it was posted, so no day counts it.
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT reconciliation_late_entry_pkey PRIMARY KEY (transaction_id),
  CONSTRAINT reconciliation_late_entry_run_id_fkey FOREIGN KEY (run_id) REFERENCES reconciliation_run(run_id)
);
CREATE TRIGGER reconciliation_late_entry_needs_claim BEFORE INSERT ON public.reconciliation_late_entry FOR EACH STATEMENT EXECUTE FUNCTION check_run_is_claimed();
CREATE TRIGGER reconciliation_late_entry_of_claimed_run BEFORE INSERT ON public.reconciliation_late_entry FOR EACH ROW WHEN (((new.run_id IS NOT NULL) AND ((new.run_id)::text IS DISTINCT FROM current_setting('hundi.run_id'::text, true)))) EXECUTE FUNCTION refuse_row_of_run();

-- Confirmed matches. A row holds a line, a ledger transaction or one of each; rows with the same match_id belong together, and their lines and entries have the same sum. Each item is in at most one match. No foreign keys: lines and ledger transactions are never deleted, and a day has a million.
CREATE TABLE reconciliation_match_item (
  match_id bigint NOT NULL,
  rule text NOT NULL,
  run_id bigint, -- The run that confirmed it; null for a resolution by two people.
  resolution_id bigint,
  bank_statement_id uuid,
  line_number integer,
  business_id uuid,
  transaction_id uuid,
  CONSTRAINT reconciliation_match_entry_once UNIQUE (transaction_id),
  CONSTRAINT reconciliation_match_line_once UNIQUE (bank_statement_id, line_number),
  CONSTRAINT reconciliation_match_has_an_item CHECK ((num_nulls(bank_statement_id, line_number) = ANY (ARRAY[0, 2])) AND (num_nulls(business_id, transaction_id) = ANY (ARRAY[0, 2])) AND (bank_statement_id IS NOT NULL OR transaction_id IS NOT NULL)),
  CONSTRAINT reconciliation_match_has_run_or_resolution CHECK (num_nonnulls(run_id, resolution_id) = 1),
  CONSTRAINT reconciliation_match_item_rule_check CHECK (rule = ANY (ARRAY['UTR_AMOUNT'::text, 'REFERENCE_AMOUNT'::text, 'BATCH_TOTAL'::text, 'DEBIT_RETURN'::text, 'EFFECT'::text, 'TOLERANCE'::text, 'BY_HAND'::text, 'REVOKED'::text])) NOT VALID
);
CREATE INDEX reconciliation_match_by_id ON public.reconciliation_match_item USING brin (match_id);
CREATE INDEX reconciliation_match_of_several ON public.reconciliation_match_item USING btree (match_id, bank_statement_id) WHERE (rule = ANY (ARRAY['BATCH_TOTAL'::text, 'BY_HAND'::text, 'REVOKED'::text]));
CREATE INDEX reconciliation_match_tolerated ON public.reconciliation_match_item USING btree (run_id) WHERE (rule = 'TOLERANCE'::text);
CREATE TRIGGER reconciliation_match_item_needs_claim BEFORE INSERT ON public.reconciliation_match_item FOR EACH STATEMENT EXECUTE FUNCTION check_run_is_claimed();
CREATE TRIGGER reconciliation_match_item_of_claimed_run BEFORE INSERT ON public.reconciliation_match_item FOR EACH ROW WHEN (((new.run_id IS NOT NULL) AND ((new.run_id)::text IS DISTINCT FROM current_setting('hundi.run_id'::text, true)))) EXECUTE FUNCTION refuse_row_of_run();
CREATE TRIGGER reconciliation_match_signed_is_immutable BEFORE DELETE OR UPDATE ON public.reconciliation_match_item FOR EACH ROW WHEN ((old.run_id IS NOT NULL)) EXECUTE FUNCTION check_day_is_not_signed();

-- References of payouts that the payee, the narration or the VPA of another payment contained before such texts were refused or changed. A line with one of them proves nothing by itself.
CREATE TABLE reconciliation_named_reference (
  reference text NOT NULL,
  CONSTRAINT reconciliation_named_reference_pkey PRIMARY KEY (reference),
  CONSTRAINT reconciliation_named_reference_reference_check CHECK (length(reference) = 29)
);
CREATE TRIGGER reconciliation_named_reference_is_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.reconciliation_named_reference FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Ledger transactions of collected days that touch nodal and are in no match.
CREATE TABLE reconciliation_open_entry (
  transaction_id uuid NOT NULL,
  nodal_account_id bigint NOT NULL,
  business_id uuid NOT NULL,
  kind text NOT NULL,
  payout_id uuid,
  booked_on date NOT NULL,
  signed_paise bigint NOT NULL, -- Paise as the bank should report them: positive is money in.
  utr text,
  reference text, -- Our reference of the payout at the bank.
  account_number text, -- Account or VPA that the payout pays to.
  by_hand_only boolean DEFAULT false NOT NULL,
  break_id bigint,
  CONSTRAINT reconciliation_open_entry_pkey PRIMARY KEY (transaction_id),
  CONSTRAINT reconciliation_open_entry_utr_is_canonical CHECK (is_canonical_utr(utr))
);

-- Lines of collected statements that are in no match.
CREATE TABLE reconciliation_open_line (
  bank_statement_id uuid NOT NULL,
  line_number integer NOT NULL,
  nodal_account_id bigint NOT NULL,
  business_date date NOT NULL,
  booked_on date NOT NULL,
  signed_paise bigint NOT NULL, -- Paise; positive is money in.
  kind text NOT NULL, -- That of the line; but PAYMENT or CREDIT if only a word of its narration says charge, tax or return, and reference or UTR and amount are those of a payout, or virtual account and UTR those of a top-up.
  utr text,
  reference text,
  bank_reference text,
  virtual_account_number text,
  counterparty_account text,
  item_count integer,
  by_hand_only boolean DEFAULT false NOT NULL, -- An operator removed it from a match; no rule matches it again.
  break_id bigint,
  CONSTRAINT reconciliation_open_line_pkey PRIMARY KEY (bank_statement_id, line_number),
  CONSTRAINT reconciliation_open_line_utr_is_canonical CHECK (is_canonical_utr(utr)),
  CONSTRAINT reconciliation_open_line_virtual_account_is_canonical CHECK (is_canonical_utr(virtual_account_number))
);

-- Lines and entries of one amount within three days that have one account, or UTRs at most two letters apart. Two people may confirm them; a run never does.
CREATE TABLE reconciliation_proposal (
  bank_statement_id uuid NOT NULL,
  line_number integer NOT NULL,
  transaction_id uuid NOT NULL,
  run_id bigint NOT NULL,
  days_apart integer NOT NULL,
  basis text NOT NULL, -- What they have in common besides the amount: ACCOUNT or UTR.
  CONSTRAINT reconciliation_proposal_pkey PRIMARY KEY (bank_statement_id, line_number, transaction_id),
  CONSTRAINT reconciliation_proposal_run_id_fkey FOREIGN KEY (run_id) REFERENCES reconciliation_run(run_id),
  CONSTRAINT reconciliation_proposal_basis_check CHECK (basis = ANY (ARRAY['ACCOUNT'::text, 'UTR'::text]))
);
CREATE TRIGGER reconciliation_proposal_needs_claim BEFORE INSERT ON public.reconciliation_proposal FOR EACH STATEMENT EXECUTE FUNCTION check_run_is_claimed();
CREATE TRIGGER reconciliation_proposal_of_claimed_run BEFORE INSERT ON public.reconciliation_proposal FOR EACH ROW WHEN (((new.run_id IS NOT NULL) AND ((new.run_id)::text IS DISTINCT FROM current_setting('hundi.run_id'::text, true)))) EXECUTE FUNCTION refuse_row_of_run();

-- Balances of ledger accounts at the end of the business date of a run, as its proof of the books summed them.
CREATE TABLE reconciliation_proved_balance (
  run_id bigint NOT NULL,
  account_id bigint NOT NULL,
  amount_paise bigint NOT NULL, -- Sum of the entries up to the end of the day, by the time in their ids, in paise.
  last_sequence bigint NOT NULL, -- Newest movement of the wallet that the proof read; 0 for other accounts.
  CONSTRAINT reconciliation_proved_balance_pkey PRIMARY KEY (run_id, account_id),
  CONSTRAINT reconciliation_proved_balance_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger_account(account_id),
  CONSTRAINT reconciliation_proved_balance_run_id_fkey FOREIGN KEY (run_id) REFERENCES reconciliation_run(run_id),
  CONSTRAINT reconciliation_proved_balance_last_sequence_check CHECK (last_sequence >= 0)
);
CREATE TRIGGER reconciliation_proved_balance_changes_of_claimed_run BEFORE DELETE OR UPDATE ON public.reconciliation_proved_balance FOR EACH ROW WHEN (((old.run_id)::text IS DISTINCT FROM current_setting('hundi.run_id'::text, true))) EXECUTE FUNCTION refuse_row_of_run();
CREATE TRIGGER reconciliation_proved_balance_needs_claim BEFORE INSERT OR DELETE OR UPDATE ON public.reconciliation_proved_balance FOR EACH STATEMENT EXECUTE FUNCTION check_run_is_claimed();
CREATE TRIGGER reconciliation_proved_balance_of_claimed_run BEFORE INSERT ON public.reconciliation_proved_balance FOR EACH ROW WHEN (((new.run_id)::text IS DISTINCT FROM current_setting('hundi.run_id'::text, true))) EXECUTE FUNCTION refuse_row_of_run();

-- Reports of signed runs, byte for byte as they were at sign-off.
CREATE TABLE reconciliation_report (
  run_id bigint NOT NULL,
  format text NOT NULL,
  content bytea NOT NULL,
  sha256 bytea NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT reconciliation_report_pkey PRIMARY KEY (run_id, format),
  CONSTRAINT reconciliation_report_run_id_fkey FOREIGN KEY (run_id) REFERENCES reconciliation_run(run_id),
  CONSTRAINT reconciliation_report_content_check CHECK (length(content) > 0),
  CONSTRAINT reconciliation_report_format_check CHECK (format = ANY (ARRAY['CSV'::text, 'XLS'::text, 'PDF'::text])),
  CONSTRAINT reconciliation_report_has_its_digest CHECK (sha256 = sha256(content))
);
CREATE TRIGGER reconciliation_report_is_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON public.reconciliation_report FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER reconciliation_report_is_of_unsigned_run BEFORE INSERT ON public.reconciliation_report FOR EACH ROW EXECUTE FUNCTION check_report_is_of_unsigned_run();

-- An action on breaks that one person proposed and a second approved. It takes effect only after approval.
CREATE TABLE reconciliation_resolution (
  resolution_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  nodal_account_id bigint NOT NULL,
  action text NOT NULL,
  break_ids bigint[] NOT NULL,
  business_id uuid,
  carry_to date,
  revokes_match_id bigint,
  reason text NOT NULL,
  evidence text NOT NULL,
  maker text NOT NULL,
  made_at timestamp with time zone DEFAULT now() NOT NULL,
  decision text,
  checker text,
  checked_at timestamp with time zone,
  amount_paise bigint, -- Posted amount in paise; positive increases the money at the bank by the ledger.
  posted_for uuid, -- Business of the posting; the platform itself for suspense and write-offs.
  transaction_id uuid,
  match_id bigint,
  bank_statement_id uuid, -- The statement that is released or withdrawn.
  replacement_file_id uuid, -- A rejected file that is loaded again once the statement is withdrawn.
  uncovered_to_suspense boolean DEFAULT false NOT NULL, -- Where a wallet does not cover the reversal of a posting, suspense is debited instead.
  run_id bigint, -- The run in whose report the decision stands: the newest one, unless it was signed before the decision; then the next.
  CONSTRAINT reconciliation_resolution_pkey PRIMARY KEY (resolution_id),
  CONSTRAINT reconciliation_resolution_bank_statement_id_fkey FOREIGN KEY (bank_statement_id) REFERENCES bank_statement(bank_statement_id),
  CONSTRAINT reconciliation_resolution_business_id_fkey FOREIGN KEY (business_id) REFERENCES business(business_id),
  CONSTRAINT reconciliation_resolution_nodal_account_id_fkey FOREIGN KEY (nodal_account_id) REFERENCES nodal_account(nodal_account_id),
  CONSTRAINT reconciliation_resolution_replacement_file_id_fkey FOREIGN KEY (replacement_file_id) REFERENCES statement_file(statement_file_id),
  CONSTRAINT reconciliation_resolution_run_id_fkey FOREIGN KEY (run_id) REFERENCES reconciliation_run(run_id),
  CONSTRAINT reconciliation_resolution_action_check CHECK (action = ANY (ARRAY['MATCH'::text, 'SUSPENSE'::text, 'WRITE_OFF'::text, 'ADJUST_WALLET'::text, 'CARRY_FORWARD'::text, 'REVOKE'::text, 'RELEASE_STATEMENT'::text, 'WITHDRAW_STATEMENT'::text, 'REFUND_UNPAID'::text])),
  CONSTRAINT reconciliation_resolution_carries_to_the_future CHECK (carry_to >= (made_at AT TIME ZONE 'Asia/Kolkata'::text)::date) NOT VALID,
  CONSTRAINT reconciliation_resolution_checker_check CHECK (length(checker) >= 1 AND length(checker) <= 100),
  CONSTRAINT reconciliation_resolution_checker_is_not_maker CHECK (checker IS NULL OR lower(btrim(checker)) <> lower(btrim(maker))),
  CONSTRAINT reconciliation_resolution_decision_check CHECK (decision = ANY (ARRAY['APPROVED'::text, 'REJECTED'::text])),
  CONSTRAINT reconciliation_resolution_decision_is_complete CHECK (num_nulls(decision, checker, checked_at) = ANY (ARRAY[0, 3])),
  CONSTRAINT reconciliation_resolution_evidence_check CHECK (length(evidence) >= 3 AND length(evidence) <= 2000),
  CONSTRAINT reconciliation_resolution_maker_check CHECK (length(maker) >= 1 AND length(maker) <= 100),
  CONSTRAINT reconciliation_resolution_matches_action CHECK ((action = 'ADJUST_WALLET'::text) = (business_id IS NOT NULL) AND (action = 'CARRY_FORWARD'::text) = (carry_to IS NOT NULL) AND (action = 'REVOKE'::text) = (revokes_match_id IS NOT NULL) AND (action = ANY (ARRAY['RELEASE_STATEMENT'::text, 'WITHDRAW_STATEMENT'::text])) = (bank_statement_id IS NOT NULL) AND (action = ANY (ARRAY['REVOKE'::text, 'RELEASE_STATEMENT'::text, 'WITHDRAW_STATEMENT'::text])) = (cardinality(break_ids) = 0) AND (action = 'WITHDRAW_STATEMENT'::text OR replacement_file_id IS NULL AND NOT uncovered_to_suspense)),
  CONSTRAINT reconciliation_resolution_reason_check CHECK (length(reason) >= 3 AND length(reason) <= 1000),
  CONSTRAINT reconciliation_resolution_refunds_one_payout CHECK (action <> 'REFUND_UNPAID'::text OR cardinality(break_ids) = 1)
);
CREATE INDEX reconciliation_resolution_of_break ON public.reconciliation_resolution USING gin (break_ids);
CREATE INDEX reconciliation_resolution_waiting ON public.reconciliation_resolution USING btree (resolution_id) WHERE (decision IS NULL);
CREATE TRIGGER reconciliation_resolution_is_decided_once BEFORE UPDATE ON public.reconciliation_resolution FOR EACH ROW EXECUTE FUNCTION check_resolution_changes();
CREATE TRIGGER reconciliation_resolution_is_never_deleted BEFORE DELETE OR TRUNCATE ON public.reconciliation_resolution FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER reconciliation_resolution_refunds_unpaid BEFORE UPDATE ON public.reconciliation_resolution FOR EACH ROW WHEN (((new.action = 'REFUND_UNPAID'::text) AND (new.match_id IS NOT NULL) AND (old.match_id IS NULL))) EXECUTE FUNCTION check_refund_of_unpaid();

-- Postings of statements that were withdrawn, each with its counter-posting, and the posting that restored it when a later statement proved it again.
CREATE TABLE reconciliation_reversal (
  counter_transaction_id uuid NOT NULL,
  root_transaction_id uuid NOT NULL, -- The first posting: a top-up, a settlement or the refund of a return.
  reversed_transaction_id uuid NOT NULL, -- The posting that was reversed: the root or what restored it.
  business_id uuid NOT NULL,
  payout_id uuid,
  resolution_id bigint NOT NULL,
  restored_transaction_id uuid, -- Of a top-up it may belong to another business: the new statement decides wallet and amount.
  unpaid_resolution_id bigint, -- The resolution that refunded a payout which the bank never paid. Its settlement was restored by it, not by a statement.
  CONSTRAINT reconciliation_reversal_pkey PRIMARY KEY (counter_transaction_id),
  CONSTRAINT reconciliation_reversal_restored_transaction_id_key UNIQUE (restored_transaction_id),
  CONSTRAINT reconciliation_reversal_reversed_transaction_id_key UNIQUE (reversed_transaction_id),
  CONSTRAINT reconciliation_reversal_business_id_counter_transaction_id_fkey FOREIGN KEY (business_id, counter_transaction_id) REFERENCES ledger_transaction(business_id, transaction_id),
  CONSTRAINT reconciliation_reversal_business_id_reversed_transaction_i_fkey FOREIGN KEY (business_id, reversed_transaction_id) REFERENCES ledger_transaction(business_id, transaction_id),
  CONSTRAINT reconciliation_reversal_resolution_id_fkey FOREIGN KEY (resolution_id) REFERENCES reconciliation_resolution(resolution_id),
  CONSTRAINT reconciliation_reversal_unpaid_resolution_id_fkey FOREIGN KEY (unpaid_resolution_id) REFERENCES reconciliation_resolution(resolution_id),
  CONSTRAINT reconciliation_reversal_unpaid_is_restored CHECK (unpaid_resolution_id IS NULL OR restored_transaction_id IS NOT NULL)
);
CREATE INDEX reconciliation_reversal_by_payout ON public.reconciliation_reversal USING btree (payout_id);
CREATE UNIQUE INDEX reconciliation_reversal_open ON public.reconciliation_reversal USING btree (root_transaction_id) WHERE (restored_transaction_id IS NULL);
CREATE UNIQUE INDEX reconciliation_reversal_unpaid ON public.reconciliation_reversal USING btree (payout_id) WHERE (unpaid_resolution_id IS NOT NULL);
CREATE TRIGGER reconciliation_reversal_is_never_deleted BEFORE DELETE OR TRUNCATE ON public.reconciliation_reversal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER reconciliation_reversal_is_restored_once BEFORE UPDATE ON public.reconciliation_reversal FOR EACH ROW EXECUTE FUNCTION check_reversal_changes();

-- Items of the matches that two people revoked, or the withdrawal of a statement, as they were in reconciliation_match_item.
CREATE TABLE reconciliation_revoked_item (
  resolution_id bigint NOT NULL, -- The revocation or the withdrawal.
  match_id bigint NOT NULL,
  rule text NOT NULL,
  run_id bigint,
  match_resolution_id bigint, -- The resolution that made the match; null if a run made it.
  bank_statement_id uuid,
  line_number integer,
  business_id uuid,
  transaction_id uuid,
  CONSTRAINT reconciliation_revoked_item_resolution_id_fkey FOREIGN KEY (resolution_id) REFERENCES reconciliation_resolution(resolution_id)
);
CREATE INDEX reconciliation_revoked_item_of_match ON public.reconciliation_revoked_item USING btree (match_id);
CREATE INDEX reconciliation_revoked_item_of_resolution ON public.reconciliation_revoked_item USING btree (resolution_id);
CREATE INDEX reconciliation_revoked_item_of_run ON public.reconciliation_revoked_item USING btree (run_id);
CREATE INDEX reconciliation_revoked_item_of_statement ON public.reconciliation_revoked_item USING btree (bank_statement_id);
CREATE TRIGGER reconciliation_revoked_item_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.reconciliation_revoked_item FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER reconciliation_revoked_item_is_no_refund BEFORE INSERT ON public.reconciliation_revoked_item FOR EACH ROW WHEN ((new.match_resolution_id IS NOT NULL)) EXECUTE FUNCTION refuse_revoked_refund();

-- Append-only: within how many bank days rules match, which bank charges a run posts, and what they add up to at most (1,000,000 paise where a version states nothing). A day is closed with the highest version whose first day is not after it.
CREATE TABLE reconciliation_rules (
  version integer NOT NULL,
  valid_from date NOT NULL, -- First business date, Asia/Kolkata.
  content text NOT NULL, -- JSON as it was agreed to: validFrom, trialId and rules (dev.hundi.reconciliation.ProposedRules); amounts in paise.
  trial_id uuid, -- The operator request that tried it on a closed day. Ended requests are deleted after some time.
  approval_id uuid, -- The approval by two people; null for the version that an installation begins with.
  maker text NOT NULL, -- E-mail address of the person who proposed it.
  checker text NOT NULL, -- E-mail address of the person who agreed.
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT reconciliation_rules_pkey PRIMARY KEY (version),
  CONSTRAINT reconciliation_rules_approval_id_key UNIQUE (approval_id),
  CONSTRAINT reconciliation_rules_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES approval(approval_id),
  CONSTRAINT reconciliation_rules_are_tried CHECK (approval_id IS NULL OR trial_id IS NOT NULL),
  CONSTRAINT reconciliation_rules_checker_check CHECK (length(checker) >= 1 AND length(checker) <= 254),
  CONSTRAINT reconciliation_rules_checker_is_not_maker CHECK (approval_id IS NULL OR lower(checker) <> lower(maker)),
  CONSTRAINT reconciliation_rules_content_check CHECK (length(content) <= 2000),
  CONSTRAINT reconciliation_rules_maker_check CHECK (length(maker) >= 1 AND length(maker) <= 254),
  CONSTRAINT reconciliation_rules_version_check CHECK (version >= 1)
);
CREATE TRIGGER reconciliation_rules_are_agreed BEFORE INSERT ON public.reconciliation_rules FOR EACH ROW EXECUTE FUNCTION require_agreed_version('RECONCILIATION_RULES', 'READ_RULES_TRIAL', '{rules}', '{rules}');
CREATE TRIGGER reconciliation_rules_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.reconciliation_rules FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER reconciliation_rules_are_bounded BEFORE INSERT ON public.reconciliation_rules FOR EACH ROW EXECUTE FUNCTION check_rules_content();

-- The closing of one day of one account. A day without a row becomes due when its statement is loaded.
CREATE TABLE reconciliation_run (
  run_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  nodal_account_id bigint NOT NULL,
  business_date date NOT NULL, -- Asia/Kolkata.
  is_dry boolean DEFAULT false NOT NULL, -- Dry run: all work is rolled back and only its figures are kept.
  requested_by text NOT NULL,
  round integer DEFAULT 1 NOT NULL, -- How often the day was requested; each round is a separate job instance.
  state text DEFAULT 'DUE'::text NOT NULL,
  claim_id uuid,
  due_at timestamp with time zone DEFAULT now(),
  attempt_count integer DEFAULT 0 NOT NULL,
  step text,
  steps_done integer DEFAULT 0 NOT NULL,
  failure text,
  bank_opening_paise bigint, -- Opening balance of the day's first statement, null without one; positive is money in the account.
  bank_closing_paise bigint, -- Closing balance of the newest statement up to the day.
  ledger_paise bigint, -- Money at the bank by the ledger at the end of the day.
  late_paise bigint, -- Posted after the day for lines of the day, such as top-ups that the run found.
  breaks_paise bigint, -- Sum of the open breaks; each is what the bank has in excess of the ledger.
  unexplained_paise bigint GENERATED ALWAYS AS ((((bank_closing_paise - ledger_paise) - late_paise) - breaks_paise)), -- Must be 0: bank less ledger less late less breaks.
  violation_count integer,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  started_at timestamp with time zone,
  completed_at timestamp with time zone,
  signed_at timestamp with time zone,
  signed_by text,
  wants_full_proof boolean DEFAULT false NOT NULL, -- The proof of the books reads every row, also those that a signed day proved.
  proved_after date, -- Asia/Kolkata; the signed day whose proof this run's proof continues. Null: it read every row.
  proved_at timestamp with time zone, -- When the books were proved, UTC.
  rules_version integer, -- The version of reconciliation_rules that it used; null until it has collected.
  is_outdated boolean DEFAULT false NOT NULL, -- A resolution changed the books since this run collected its lines. It is not signed before it is closed again.
  rows_proved_after date, -- Asia/Kolkata; the signed day whose proof the check of rows during the collection continued. Null: it read every row, or there was none.
  rows_proved_before uuid, -- The first id that the check of rows during the collection did not read. Null: there was none; the proof checks all rows.
  CONSTRAINT reconciliation_run_pkey PRIMARY KEY (run_id),
  CONSTRAINT reconciliation_run_claim_key UNIQUE (run_id, state, claim_id),
  CONSTRAINT reconciliation_run_nodal_account_id_fkey FOREIGN KEY (nodal_account_id) REFERENCES nodal_account(nodal_account_id),
  CONSTRAINT reconciliation_run_rules_version_fkey FOREIGN KEY (rules_version) REFERENCES reconciliation_rules(version),
  CONSTRAINT reconciliation_run_attempt_count_check CHECK (attempt_count >= 0),
  CONSTRAINT reconciliation_run_failure_check CHECK (length(failure) <= 500),
  CONSTRAINT reconciliation_run_open_is_due CHECK ((state = ANY (ARRAY['DUE'::text, 'RUNNING'::text])) = (due_at IS NOT NULL)),
  CONSTRAINT reconciliation_run_requested_by_check CHECK (length(requested_by) >= 1 AND length(requested_by) <= 100),
  CONSTRAINT reconciliation_run_round_check CHECK (round >= 1),
  CONSTRAINT reconciliation_run_running_is_claimed CHECK ((state = 'RUNNING'::text) = (claim_id IS NOT NULL)),
  CONSTRAINT reconciliation_run_signed_by_check CHECK (length(signed_by) >= 1 AND length(signed_by) <= 100),
  CONSTRAINT reconciliation_run_signed_has_signer CHECK ((state = 'SIGNED'::text) = (signed_at IS NOT NULL) AND (signed_at IS NULL) = (signed_by IS NULL)),
  CONSTRAINT reconciliation_run_signed_is_explained CHECK (state <> 'SIGNED'::text OR NOT is_dry AND unexplained_paise = 0 AND violation_count = 0),
  CONSTRAINT reconciliation_run_state_check CHECK (state = ANY (ARRAY['DUE'::text, 'RUNNING'::text, 'DONE'::text, 'FAILED'::text, 'SIGNED'::text])),
  CONSTRAINT reconciliation_run_steps_done_check CHECK (steps_done >= 0)
);
CREATE INDEX reconciliation_run_due ON public.reconciliation_run USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE UNIQUE INDEX reconciliation_run_once_a_day ON public.reconciliation_run USING btree (nodal_account_id, business_date) WHERE (NOT is_dry);
CREATE TRIGGER reconciliation_run_forgets_proved_rows BEFORE UPDATE ON public.reconciliation_run FOR EACH ROW WHEN ((new.round <> old.round)) EXECUTE FUNCTION forget_proved_rows();
CREATE TRIGGER reconciliation_run_is_never_deleted BEFORE DELETE OR TRUNCATE ON public.reconciliation_run FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER reconciliation_run_signed_is_immutable BEFORE DELETE OR UPDATE ON public.reconciliation_run FOR EACH ROW WHEN ((old.state = 'SIGNED'::text)) EXECUTE FUNCTION check_day_is_not_signed();
CREATE TRIGGER reconciliation_run_signed_knows_withdrawals BEFORE UPDATE ON public.reconciliation_run FOR EACH ROW WHEN (((new.state = 'SIGNED'::text) AND (old.state <> 'SIGNED'::text))) EXECUTE FUNCTION check_signed_run_knows_withdrawals();
CREATE TRIGGER reconciliation_run_starts_due BEFORE INSERT ON public.reconciliation_run FOR EACH ROW WHEN ((new.state <> 'DUE'::text)) EXECUTE FUNCTION check_run_starts_due();
CREATE TRIGGER reconciliation_run_transitions_are_legal BEFORE UPDATE ON public.reconciliation_run FOR EACH ROW EXECUTE FUNCTION check_run_changes();

-- Snapshot of the breaks that were open at the end of a run. No foreign keys, as for reconciliation_break_event.
CREATE TABLE reconciliation_run_break (
  run_id bigint NOT NULL,
  break_id bigint NOT NULL,
  type text NOT NULL,
  difference_paise bigint NOT NULL,
  amount_paise bigint NOT NULL,
  bank_days integer NOT NULL, -- Age in bank days.
  detail text NOT NULL,
  CONSTRAINT reconciliation_run_break_pkey PRIMARY KEY (run_id, break_id),
  CONSTRAINT reconciliation_run_break_bank_days_check CHECK (bank_days >= 0)
);
CREATE TRIGGER reconciliation_run_break_changes_need_claim BEFORE DELETE OR UPDATE ON public.reconciliation_run_break FOR EACH STATEMENT EXECUTE FUNCTION check_run_is_claimed();
CREATE TRIGGER reconciliation_run_break_changes_of_claimed_run BEFORE DELETE OR UPDATE ON public.reconciliation_run_break FOR EACH ROW WHEN (((old.run_id)::text IS DISTINCT FROM current_setting('hundi.run_id'::text, true))) EXECUTE FUNCTION refuse_row_of_run();
CREATE TRIGGER reconciliation_run_break_needs_claim BEFORE INSERT ON public.reconciliation_run_break FOR EACH STATEMENT EXECUTE FUNCTION check_run_is_claimed();
CREATE TRIGGER reconciliation_run_break_of_claimed_run BEFORE INSERT ON public.reconciliation_run_break FOR EACH ROW WHEN (((new.run_id IS NOT NULL) AND ((new.run_id)::text IS DISTINCT FROM current_setting('hundi.run_id'::text, true)))) EXECUTE FUNCTION refuse_row_of_run();
CREATE TRIGGER reconciliation_run_break_signed_is_immutable BEFORE DELETE OR UPDATE ON public.reconciliation_run_break FOR EACH ROW EXECUTE FUNCTION check_day_is_not_signed();

-- Statements whose lines are matched or open, with the run that collected them.
CREATE TABLE reconciliation_statement (
  bank_statement_id uuid NOT NULL,
  run_id bigint NOT NULL,
  CONSTRAINT reconciliation_statement_pkey PRIMARY KEY (bank_statement_id),
  CONSTRAINT reconciliation_statement_bank_statement_id_fkey FOREIGN KEY (bank_statement_id) REFERENCES bank_statement(bank_statement_id),
  CONSTRAINT reconciliation_statement_run_id_fkey FOREIGN KEY (run_id) REFERENCES reconciliation_run(run_id)
);
CREATE INDEX reconciliation_statement_of_run ON public.reconciliation_statement USING btree (run_id);
CREATE TRIGGER reconciliation_statement_is_accepted BEFORE INSERT ON public.reconciliation_statement FOR EACH ROW EXECUTE FUNCTION check_collected_statement_is_accepted();
CREATE TRIGGER reconciliation_statement_needs_claim BEFORE INSERT ON public.reconciliation_statement FOR EACH STATEMENT EXECUTE FUNCTION check_run_is_claimed();
CREATE TRIGGER reconciliation_statement_of_claimed_run BEFORE INSERT ON public.reconciliation_statement FOR EACH ROW WHEN (((new.run_id IS NOT NULL) AND ((new.run_id)::text IS DISTINCT FROM current_setting('hundi.run_id'::text, true)))) EXECUTE FUNCTION refuse_row_of_run();
CREATE TRIGGER reconciliation_statement_signed_is_immutable BEFORE DELETE OR UPDATE ON public.reconciliation_statement FOR EACH ROW EXECUTE FUNCTION check_day_is_not_signed();

-- Rows of money_violation as a run found them.
CREATE TABLE reconciliation_violation (
  run_id bigint NOT NULL,
  rule text NOT NULL,
  subject text NOT NULL,
  CONSTRAINT reconciliation_violation_pkey PRIMARY KEY (run_id, rule, subject),
  CONSTRAINT reconciliation_violation_run_id_fkey FOREIGN KEY (run_id) REFERENCES reconciliation_run(run_id)
);
CREATE TRIGGER reconciliation_violation_changes_need_claim BEFORE DELETE OR UPDATE ON public.reconciliation_violation FOR EACH STATEMENT EXECUTE FUNCTION check_run_is_claimed();
CREATE TRIGGER reconciliation_violation_changes_of_claimed_run BEFORE DELETE OR UPDATE ON public.reconciliation_violation FOR EACH ROW WHEN (((old.run_id)::text IS DISTINCT FROM current_setting('hundi.run_id'::text, true))) EXECUTE FUNCTION refuse_row_of_run();
CREATE TRIGGER reconciliation_violation_needs_claim BEFORE INSERT ON public.reconciliation_violation FOR EACH STATEMENT EXECUTE FUNCTION check_run_is_claimed();
CREATE TRIGGER reconciliation_violation_of_claimed_run BEFORE INSERT ON public.reconciliation_violation FOR EACH ROW WHEN (((new.run_id IS NOT NULL) AND ((new.run_id)::text IS DISTINCT FROM current_setting('hundi.run_id'::text, true)))) EXECUTE FUNCTION refuse_row_of_run();

-- Single-use codes that stand in for the TOTP code.
CREATE TABLE recovery_code (
  person_id uuid NOT NULL,
  code_hash bytea NOT NULL, -- SHA-256 of the code, which has 80 random bits.
  used_at timestamp with time zone,
  CONSTRAINT recovery_code_pkey PRIMARY KEY (person_id, code_hash),
  CONSTRAINT recovery_code_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(person_id),
  CONSTRAINT recovery_code_code_hash_check CHECK (octet_length(code_hash) = 32)
);
CREATE TRIGGER recovery_code_ends_tokens AFTER INSERT OR DELETE ON public.recovery_code FOR EACH ROW EXECUTE FUNCTION end_tokens_of_changed_person();
ALTER TABLE recovery_code ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_the_person ON recovery_code AS RESTRICTIVE TO hundi_portal_merchant USING ((((acting_person() IS NULL) OR (person_id = acting_person())) AND (EXISTS ( SELECT
   FROM person p
  WHERE (p.person_id = recovery_code.person_id)))));
CREATE POLICY of_the_staff ON recovery_code AS RESTRICTIVE TO hundi_portal_staff USING ((EXISTS ( SELECT
   FROM person p
  WHERE ((p.person_id = recovery_code.person_id) AND (p.audience = 'STAFF'::text)))));
CREATE POLICY permit ON recovery_code TO public USING (true) WITH CHECK (true);

-- Replay protection: the nonce of every verified v2 request and the signature of every verified v1 write, kept for longer than the permitted clock skew. Not partitioned by seen_at: a primary key that included seen_at would accept the same nonce twice.
CREATE TABLE request_nonce (
  api_key text NOT NULL,
  nonce text NOT NULL,
  seen_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT request_nonce_pkey PRIMARY KEY (api_key, nonce)
) WITH (autovacuum_analyze_scale_factor=0.2);
CREATE INDEX request_nonce_seen_at ON public.request_nonce USING btree (seen_at);

-- Named filters of the list of payouts, for all people of a business.
CREATE TABLE saved_view (
  business_id uuid NOT NULL,
  view_id uuid DEFAULT uuidv7() NOT NULL,
  name text NOT NULL,
  filter text NOT NULL, -- The query of the list's address, in its canonical form.
  created_by uuid NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT saved_view_pkey PRIMARY KEY (business_id, view_id),
  CONSTRAINT saved_view_business_id_fkey FOREIGN KEY (business_id) REFERENCES business(business_id),
  CONSTRAINT saved_view_created_by_fkey FOREIGN KEY (created_by) REFERENCES person(person_id),
  CONSTRAINT saved_view_filter_check CHECK (length(filter) <= 1000),
  CONSTRAINT saved_view_name_check CHECK (length(name) >= 1 AND length(name) <= 60)
);
CREATE UNIQUE INDEX saved_view_name ON public.saved_view USING btree (lower(name), business_id);
ALTER TABLE saved_view ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_the_business ON saved_view AS RESTRICTIVE TO hundi_portal_merchant USING ((business_id = acting_business()));
CREATE POLICY permit ON saved_view TO public USING (true) WITH CHECK (true);

-- A bucket holds the payouts of its business from from_payout_id up to the start of the next bucket; the first starts below every id.
CREATE TABLE search_bucket (
  bucket_id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  business_id uuid NOT NULL,
  from_payout_id uuid NOT NULL,
  payouts integer NOT NULL, -- Payouts added while it was the newest bucket; at 8,192 the next bucket starts.
  payout_ids bytea, -- The ids of the payouts of a sealed bucket, 16 bytes each, in the order of their bits in search_slice; null before it is sealed.
  late_rows integer DEFAULT 0 NOT NULL, -- Rows of payout_search that were added or changed since the bucket was sealed and that its slices lack.
  late_since timestamp with time zone, -- When the first of late_rows was written.
  CONSTRAINT search_bucket_pkey PRIMARY KEY (bucket_id),
  CONSTRAINT search_bucket_business_id_from_payout_id_key UNIQUE (business_id, from_payout_id),
  CONSTRAINT search_bucket_business_id_fkey FOREIGN KEY (business_id) REFERENCES business(business_id),
  CONSTRAINT search_bucket_late CHECK ((late_rows > 0) = (late_since IS NOT NULL)),
  CONSTRAINT search_bucket_late_if_sealed CHECK (late_since IS NULL OR payout_ids IS NOT NULL),
  CONSTRAINT search_bucket_late_rows_check CHECK (late_rows >= 0),
  CONSTRAINT search_bucket_payouts_check CHECK (payouts >= 1)
);
CREATE INDEX search_bucket_late ON public.search_bucket USING btree (late_since) WHERE (late_since IS NOT NULL);
CREATE INDEX search_bucket_unsealed ON public.search_bucket USING btree (payouts) WHERE (payout_ids IS NULL);
ALTER TABLE search_bucket ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_the_business ON search_bucket AS RESTRICTIVE TO hundi_portal_merchant USING ((business_id = acting_business()));
CREATE POLICY permit ON search_bucket TO public USING (true) WITH CHECK (true);

CREATE TABLE search_progress (
  name text NOT NULL,
  indexed_to uuid NOT NULL, -- Every event up to this event_id is in the search index; no open transaction can add one below it.
  CONSTRAINT search_progress_pkey PRIMARY KEY (name)
);

-- The slices of sealed buckets (SearchSlices): three or four consecutive bytes of a text belong to two slices, and the text has both bits. Bits of erased texts go when the bucket is sealed again, a day later at most.
CREATE TABLE search_slice (
  bucket_id integer NOT NULL,
  number smallint NOT NULL,
  business_id uuid NOT NULL,
  payouts bit varying NOT NULL, -- Bit n is of the n-th of search_bucket.payout_ids. 1: its text contains bytes of this slice.
  CONSTRAINT search_slice_pkey PRIMARY KEY (bucket_id, number),
  CONSTRAINT search_slice_number_check CHECK (number >= 0 AND number <= 4095)
);
ALTER TABLE search_slice ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_the_business ON search_slice AS RESTRICTIVE TO hundi_portal_merchant USING ((business_id = acting_business()));
CREATE POLICY permit ON search_slice TO public USING (true) WITH CHECK (true);

-- Failed sign-ins of people of businesses by e-mail address and by network, and failed confirmations by person, shared by all copies of the portal.
CREATE TABLE sign_in_throttle (
  throttle_key bytea NOT NULL, -- SHA-256 of audience, kind and what is counted: an e-mail address, whether or not a person has it, a network, or the id of a person who confirms an act.
  failures integer NOT NULL, -- Failed attempts, and those that are being checked.
  last_at timestamp with time zone NOT NULL,
  blocked_until timestamp with time zone,
  CONSTRAINT sign_in_throttle_pkey PRIMARY KEY (throttle_key),
  CONSTRAINT sign_in_throttle_failures_check CHECK (failures >= 0),
  CONSTRAINT sign_in_throttle_throttle_key_check CHECK (octet_length(throttle_key) = 32)
);
CREATE INDEX sign_in_throttle_last_at ON public.sign_in_throttle USING btree (last_at);
ALTER TABLE sign_in_throttle ENABLE ROW LEVEL SECURITY;
CREATE POLICY before_sign_in ON sign_in_throttle AS RESTRICTIVE TO hundi_portal_merchant USING ((acting_person() IS NULL));
CREATE POLICY permit ON sign_in_throttle TO public USING (true) WITH CHECK (true);

-- Roles of the staff of Hundi.
CREATE TABLE staff_role (
  person_id uuid NOT NULL,
  audience text DEFAULT 'STAFF'::text NOT NULL,
  role text NOT NULL,
  granted_by uuid,
  granted_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT staff_role_pkey PRIMARY KEY (person_id, role),
  CONSTRAINT staff_role_granted_by_fkey FOREIGN KEY (granted_by) REFERENCES person(person_id),
  CONSTRAINT staff_role_person_id_audience_fkey FOREIGN KEY (person_id, audience) REFERENCES person(person_id, audience),
  CONSTRAINT staff_role_audience_check CHECK (audience = 'STAFF'::text),
  CONSTRAINT staff_role_check CHECK (granted_by <> person_id),
  CONSTRAINT staff_role_role_check CHECK (role = ANY (ARRAY['ONBOARDING'::text, 'KYC_REVIEWER'::text, 'KYC_APPROVER'::text, 'FINANCE_MAKER'::text, 'FINANCE_CHECKER'::text, 'OPERATOR'::text, 'AUDITOR'::text, 'ADMIN'::text]))
);
CREATE TRIGGER staff_role_ends_invitations AFTER DELETE ON public.staff_role FOR EACH ROW EXECUTE FUNCTION withdraw_invitations_of_staff();
CREATE TRIGGER staff_role_ends_requests AFTER DELETE ON public.staff_role FOR EACH ROW EXECUTE FUNCTION refuse_requests_of_staff();
CREATE TRIGGER staff_role_ends_tokens AFTER INSERT OR DELETE ON public.staff_role FOR EACH ROW EXECUTE FUNCTION end_tokens_of_changed_person();
CREATE TRIGGER staff_role_is_not_updated BEFORE UPDATE OR TRUNCATE ON public.staff_role FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER staff_role_keeps_last_admin BEFORE DELETE ON public.staff_role FOR EACH ROW EXECUTE FUNCTION keep_last_admin();

-- Sessions of the staff of Hundi.
CREATE TABLE staff_session (
  primary_id character(36) NOT NULL,
  session_id character(36) NOT NULL,
  creation_time bigint NOT NULL,
  last_access_time bigint NOT NULL,
  max_inactive_interval integer NOT NULL,
  expiry_time bigint NOT NULL,
  principal_name character varying(100),
  CONSTRAINT staff_session_pkey PRIMARY KEY (primary_id),
  CONSTRAINT staff_session_session_id_key UNIQUE (session_id)
);
CREATE INDEX staff_session_expiry_time_idx ON public.staff_session USING btree (expiry_time);
CREATE INDEX staff_session_principal_name_idx ON public.staff_session USING btree (principal_name);

CREATE TABLE staff_session_attributes (
  session_primary_id character(36) NOT NULL,
  attribute_name character varying(200) NOT NULL,
  attribute_bytes bytea NOT NULL,
  CONSTRAINT staff_session_attributes_pkey PRIMARY KEY (session_primary_id, attribute_name),
  CONSTRAINT staff_session_attributes_session_primary_id_fkey FOREIGN KEY (session_primary_id) REFERENCES staff_session(primary_id) ON DELETE CASCADE
);

-- The same of the staff of Hundi.
CREATE TABLE staff_sign_in_throttle (
  throttle_key bytea NOT NULL, -- SHA-256 of audience, kind and what is counted: an e-mail address, whether or not a person has it, a network, or the id of a person who confirms an act.
  failures integer NOT NULL, -- Failed attempts, and those that are being checked.
  last_at timestamp with time zone NOT NULL,
  blocked_until timestamp with time zone,
  CONSTRAINT staff_sign_in_throttle_pkey PRIMARY KEY (throttle_key),
  CONSTRAINT sign_in_throttle_failures_check CHECK (failures >= 0),
  CONSTRAINT sign_in_throttle_throttle_key_check CHECK (octet_length(throttle_key) = 32)
);
CREATE INDEX staff_sign_in_throttle_last_at_idx ON public.staff_sign_in_throttle USING btree (last_at);

-- A received file of statements and the status of its load. The same bytes are one row, however often they are received.
CREATE TABLE statement_file (
  statement_file_id uuid DEFAULT uuidv7() NOT NULL,
  sha256 bytea NOT NULL,
  file_name text NOT NULL,
  stored_as text NOT NULL,
  source text NOT NULL,
  account_number text, -- The account as stated by the sender, for files that do not name it.
  status text DEFAULT 'PENDING'::text NOT NULL,
  claim_id uuid,
  due_at timestamp with time zone DEFAULT now(),
  attempt_count integer DEFAULT 0 NOT NULL,
  received_count integer DEFAULT 1 NOT NULL, -- How often these bytes were received.
  failure text,
  size_bytes bigint NOT NULL,
  received_at timestamp with time zone DEFAULT now() NOT NULL,
  ended_at timestamp with time zone,
  file_removed_at timestamp with time zone, -- When the file was removed from the file store after its retention; null while it is there.
  profile_versions text, -- Profiles with which it was read last, such as hdfc 3.
  CONSTRAINT statement_file_pkey PRIMARY KEY (statement_file_id),
  CONSTRAINT statement_file_sha256_key UNIQUE (sha256),
  CONSTRAINT statement_file_stored_as_key UNIQUE (stored_as),
  CONSTRAINT statement_file_account_number_check CHECK (account_number ~ '^[0-9A-Z]{4,34}$'::text),
  CONSTRAINT statement_file_attempt_count_check CHECK (attempt_count >= 0),
  CONSTRAINT statement_file_ended_has_ended_at CHECK ((status = ANY (ARRAY['LOADED'::text, 'REJECTED'::text])) = (ended_at IS NOT NULL)),
  CONSTRAINT statement_file_failure_check CHECK (length(failure) <= 500),
  CONSTRAINT statement_file_file_name_check CHECK (length(file_name) >= 1 AND length(file_name) <= 255),
  CONSTRAINT statement_file_open_is_due CHECK ((status = ANY (ARRAY['PENDING'::text, 'RUNNING'::text])) = (due_at IS NOT NULL)),
  CONSTRAINT statement_file_profile_versions_check CHECK (length(profile_versions) <= 500),
  CONSTRAINT statement_file_received_count_check CHECK (received_count >= 1),
  CONSTRAINT statement_file_rejected_has_failure CHECK (status <> 'REJECTED'::text OR failure IS NOT NULL),
  CONSTRAINT statement_file_running_is_claimed CHECK ((status = 'RUNNING'::text) = (claim_id IS NOT NULL)),
  CONSTRAINT statement_file_sha256_check CHECK (length(sha256) = 32),
  CONSTRAINT statement_file_size_bytes_check CHECK (size_bytes >= 0),
  CONSTRAINT statement_file_source_check CHECK (source = ANY (ARRAY['FOLDER'::text, 'UPLOAD'::text, 'BANK'::text])),
  CONSTRAINT statement_file_status_check CHECK (status = ANY (ARRAY['PENDING'::text, 'RUNNING'::text, 'LOADED'::text, 'REJECTED'::text])),
  CONSTRAINT statement_file_stored_as_check CHECK (length(stored_as) >= 1 AND length(stored_as) <= 200)
);
CREATE INDEX statement_file_due ON public.statement_file USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE TRIGGER statement_file_is_never_deleted BEFORE DELETE OR TRUNCATE ON public.statement_file FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Append-only: how the CSV and the narrations of a bank are read. A file is read with the highest version that is valid on the day of its load.
CREATE TABLE statement_profile (
  name text NOT NULL, -- nodal_account.statement_profile refers to it.
  version integer NOT NULL,
  valid_from date NOT NULL, -- First day, Asia/Kolkata.
  content text NOT NULL, -- JSON as it was agreed to: name, validFrom, profile, trialId and tried, the result of the trial (dev.hundi.statement.ProposedProfile).
  approval_id uuid, -- The approval by two people; null for profiles that an installation begins with.
  maker text NOT NULL, -- E-mail address of who proposed it.
  checker text NOT NULL, -- E-mail address of who agreed.
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  trial_id uuid, -- The operator request that tried it on the files of a day or a sample. Ended requests are deleted after some time; the content keeps the result.
  CONSTRAINT statement_profile_pkey PRIMARY KEY (name, version),
  CONSTRAINT statement_profile_approval_id_key UNIQUE (approval_id),
  CONSTRAINT statement_profile_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES approval(approval_id),
  CONSTRAINT statement_profile_checker_check CHECK (length(checker) >= 1 AND length(checker) <= 254),
  CONSTRAINT statement_profile_checker_is_not_maker CHECK (approval_id IS NULL OR lower(checker) <> lower(maker)),
  CONSTRAINT statement_profile_content_check CHECK (length(content) <= 9000),
  CONSTRAINT statement_profile_is_tried CHECK (approval_id IS NULL OR trial_id IS NOT NULL) NOT VALID,
  CONSTRAINT statement_profile_maker_check CHECK (length(maker) >= 1 AND length(maker) <= 254),
  CONSTRAINT statement_profile_name_check CHECK (name ~ '^[a-z][a-z0-9-]{1,39}$'::text),
  CONSTRAINT statement_profile_version_check CHECK (version >= 1)
);
CREATE TRIGGER statement_profile_is_agreed BEFORE INSERT ON public.statement_profile FOR EACH ROW EXECUTE FUNCTION require_agreed_version('STATEMENT_PROFILE', 'READ_PROFILE_TRIAL', '{profile}', '{proposed,profile}');
CREATE TRIGGER statement_profile_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.statement_profile FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_profile_is_consistent BEFORE INSERT ON public.statement_profile FOR EACH ROW EXECUTE FUNCTION check_profile_content();

-- Times in which events may have been committed that are never published, because the slot, the publication or the topics were missing.
CREATE TABLE stream_gap (
  gap_id uuid DEFAULT uuidv7() NOT NULL,
  reason text NOT NULL, -- What was missing.
  found_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL, -- When the relay found it missing. Events of any earlier time may be lost.
  ended_at timestamp with time zone, -- From when on events are published again; null until the relay has made what was missing.
  swept_at timestamp with time zone, -- When a sweep over everything open that began after the end was complete.
  CONSTRAINT stream_gap_pkey PRIMARY KEY (gap_id),
  CONSTRAINT stream_gap_check CHECK (ended_at >= found_at),
  CONSTRAINT stream_gap_check1 CHECK (swept_at >= ended_at),
  CONSTRAINT stream_gap_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 500)
);
CREATE INDEX stream_gap_unswept ON public.stream_gap USING btree (ended_at) WHERE (swept_at IS NULL);

-- Forms that have acted, so that sending one twice acts once. Rows of a person are removed a day later.
CREATE TABLE submitted_form (
  form_id uuid NOT NULL,
  person_id uuid NOT NULL,
  submitted_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT submitted_form_pkey PRIMARY KEY (form_id),
  CONSTRAINT submitted_form_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(person_id)
);
CREATE INDEX submitted_form_person ON public.submitted_form USING btree (person_id, submitted_at);
ALTER TABLE submitted_form ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_the_person ON submitted_form AS RESTRICTIVE TO hundi_portal_merchant USING ((person_id = acting_person()));
CREATE POLICY permit ON submitted_form TO public USING (true) WITH CHECK (true);

-- How far a sweep over append-only rows has progressed, so that it does not read all of them again.
CREATE TABLE sweep_progress (
  name text NOT NULL,
  swept_to timestamp with time zone NOT NULL,
  CONSTRAINT sweep_progress_pkey PRIMARY KEY (name)
);

-- Passkeys, two per person.
CREATE TABLE user_credentials (
  credential_id character varying(1000) NOT NULL,
  user_entity_user_id character varying(1000) NOT NULL,
  public_key bytea NOT NULL,
  signature_count bigint,
  uv_initialized boolean,
  backup_eligible boolean NOT NULL,
  authenticator_transports character varying(1000),
  public_key_credential_type character varying(100),
  backup_state boolean NOT NULL,
  attestation_object bytea,
  attestation_client_data_json bytea,
  created timestamp with time zone,
  last_used timestamp with time zone,
  label character varying(1000) NOT NULL,
  CONSTRAINT user_credentials_pkey PRIMARY KEY (credential_id),
  CONSTRAINT user_credentials_user_entity_user_id_fkey FOREIGN KEY (user_entity_user_id) REFERENCES user_entities(id) ON DELETE CASCADE
);
CREATE INDEX user_credentials_user ON public.user_credentials USING btree (user_entity_user_id);
CREATE TRIGGER user_credentials_are_two_at_most BEFORE INSERT ON public.user_credentials FOR EACH ROW EXECUTE FUNCTION limit_passkeys();
CREATE TRIGGER user_credentials_ends_recoveries AFTER INSERT OR DELETE ON public.user_credentials FOR EACH ROW EXECUTE FUNCTION end_recoveries_of_passkey_owner();
CREATE TRIGGER user_credentials_ends_tokens AFTER INSERT OR DELETE ON public.user_credentials FOR EACH ROW EXECUTE FUNCTION end_tokens_of_passkey_owner();
ALTER TABLE user_credentials ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_the_person ON user_credentials AS RESTRICTIVE TO hundi_portal_merchant USING ((EXISTS ( SELECT
   FROM user_entities u
  WHERE ((u.id)::text = (user_credentials.user_entity_user_id)::text))));
CREATE POLICY of_the_staff ON user_credentials AS RESTRICTIVE TO hundi_portal_staff USING ((EXISTS ( SELECT
   FROM user_entities u
  WHERE ((u.id)::text = (user_credentials.user_entity_user_id)::text))));
CREATE POLICY permit ON user_credentials TO public USING (true) WITH CHECK (true);

-- People as their passkeys know them.
CREATE TABLE user_entities (
  id character varying(1000) NOT NULL,
  name character varying(100) NOT NULL, -- The person_id.
  display_name character varying(200),
  CONSTRAINT user_entities_pkey PRIMARY KEY (id),
  CONSTRAINT user_entities_name_key UNIQUE (name)
);
ALTER TABLE user_entities ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_the_person ON user_entities AS RESTRICTIVE TO hundi_portal_merchant USING ((((acting_person() IS NULL) OR ((name)::text = (acting_person())::text)) AND (EXISTS ( SELECT
   FROM person p
  WHERE ((p.person_id)::text = (user_entities.name)::text)))));
CREATE POLICY of_the_staff ON user_entities AS RESTRICTIVE TO hundi_portal_staff USING ((EXISTS ( SELECT
   FROM person p
  WHERE (((p.person_id)::text = (user_entities.name)::text) AND (p.audience = 'STAFF'::text)))));
CREATE POLICY permit ON user_entities TO public USING (true) WITH CHECK (true);

CREATE TABLE wallet (
  business_id uuid NOT NULL,
  account_id bigint NOT NULL,
  balance_paise bigint DEFAULT 0 NOT NULL, -- Sum of the wallet's ledger entries in paise; always the balance_after_paise of its newest movement.
  last_sequence bigint DEFAULT 0 NOT NULL,
  total_credit_paise bigint DEFAULT 0 NOT NULL,
  credit_count bigint DEFAULT 0 NOT NULL,
  virtual_account_number text NOT NULL, -- Account number to which money for this wallet is sent.
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL, -- The created_at of the newest movement.
  low_balance_paise bigint, -- In paise: the business is alerted each time balance_paise falls below it; null for no alert.
  CONSTRAINT wallet_pkey PRIMARY KEY (business_id),
  CONSTRAINT wallet_account_id_key UNIQUE (account_id),
  CONSTRAINT wallet_virtual_account_number_key UNIQUE (virtual_account_number),
  CONSTRAINT wallet_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger_account(account_id),
  CONSTRAINT wallet_business_id_fkey FOREIGN KEY (business_id) REFERENCES business(business_id),
  CONSTRAINT wallet_balance_paise_check CHECK (balance_paise >= 0),
  CONSTRAINT wallet_credit_count_check CHECK (credit_count >= 0),
  CONSTRAINT wallet_last_sequence_check CHECK (last_sequence >= 0),
  CONSTRAINT wallet_low_balance_paise_check CHECK (low_balance_paise > 0),
  CONSTRAINT wallet_total_credit_paise_check CHECK (total_credit_paise >= 0),
  CONSTRAINT wallet_virtual_account_number_check CHECK (virtual_account_number ~ '^[0-9A-Z]{8,34}$'::text)
);
CREATE TRIGGER wallet_falls_below_line AFTER UPDATE OF balance_paise ON public.wallet FOR EACH ROW WHEN (((old.balance_paise >= new.low_balance_paise) AND (new.balance_paise < new.low_balance_paise))) EXECUTE FUNCTION alert_low_balance();
CREATE TRIGGER wallet_is_never_deleted BEFORE DELETE OR TRUNCATE ON public.wallet FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER wallet_keeps_key BEFORE UPDATE OF business_id, account_id ON public.wallet FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER wallet_matches_newest_movement AFTER INSERT OR UPDATE ON public.wallet DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_wallet_matches_newest_movement();
ALTER TABLE wallet ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_the_business ON wallet AS RESTRICTIVE TO hundi_portal_merchant USING ((business_id = acting_business()));
CREATE POLICY pay_for_the_business ON wallet AS RESTRICTIVE TO hundi_portal_merchant USING ((business_id = acting_business()));
CREATE POLICY permit ON wallet TO public USING (true) WITH CHECK (true);
CREATE POLICY permit_to_pay ON wallet TO public USING (true) WITH CHECK (true);

-- Files of wallet movements, requested by a business or due at the end of a month, in progress and done.
CREATE TABLE wallet_export (
  business_id uuid NOT NULL,
  export_id uuid DEFAULT uuidv7() NOT NULL,
  kind text NOT NULL,
  format text NOT NULL,
  search text, -- Personal data: the phrase of the search, which may be a name or an account number. Once it is erased, the export is EXPIRED.
  since timestamp with time zone,
  until timestamp with time zone,
  last_sequence bigint NOT NULL, -- Newest movement of the window when the export was requested; later ones are never in the file.
  file_name text NOT NULL, -- Download name: business code, first and last day in Asia/Kolkata.
  status text DEFAULT 'PENDING'::text NOT NULL,
  claim_id uuid,
  due_at timestamp with time zone DEFAULT now(), -- When the export may be claimed: at once, after a failed attempt, or when the lease of the current holder expires.
  attempt_count integer DEFAULT 0 NOT NULL,
  rows_written integer DEFAULT 0 NOT NULL,
  rows_expected integer,
  row_count integer,
  truncated boolean, -- True: more rows matched than the 50,000 oldest, which are in the file.
  size_bytes bigint,
  sha256 bytea,
  stored_as text, -- Name in the file store; null once the file is removed.
  failure text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  completed_at timestamp with time zone,
  expires_at timestamp with time zone,
  missing_references integer, -- UTRs and bank references that payouts of the window did not have yet when the export was requested. Fewer now: the file is out of date. Null if it was not counted: for monthly statements and for exports before V172, whose files are not sent for another request.
  CONSTRAINT wallet_export_pkey PRIMARY KEY (business_id, export_id),
  CONSTRAINT wallet_export_business_id_fkey FOREIGN KEY (business_id) REFERENCES business(business_id),
  CONSTRAINT wallet_export_attempt_count_check CHECK (attempt_count >= 0),
  CONSTRAINT wallet_export_done_has_file_details CHECK ((status <> ALL (ARRAY['DONE'::text, 'EXPIRED'::text])) OR row_count IS NOT NULL AND truncated IS NOT NULL AND size_bytes IS NOT NULL AND sha256 IS NOT NULL AND expires_at IS NOT NULL OR status = 'EXPIRED'::text AND num_nonnulls(row_count, truncated, size_bytes, sha256, stored_as, expires_at) = 0),
  CONSTRAINT wallet_export_done_is_stored CHECK (status <> 'DONE'::text OR stored_as IS NOT NULL),
  CONSTRAINT wallet_export_ended_has_completed_at CHECK ((status = ANY (ARRAY['PENDING'::text, 'RUNNING'::text])) = (completed_at IS NULL)),
  CONSTRAINT wallet_export_failure_check CHECK (length(failure) <= 500),
  CONSTRAINT wallet_export_file_name_check CHECK (file_name ~ '^wallet-BIZ[0-9A-Z]{8}-[0-9]{8}-[0-9]{8}\.(csv|xls|pdf)$'::text),
  CONSTRAINT wallet_export_format_check CHECK (format = ANY (ARRAY['CSV'::text, 'XLS'::text, 'PDF'::text])),
  CONSTRAINT wallet_export_kind_check CHECK (kind = ANY (ARRAY['REQUESTED'::text, 'STATEMENT'::text])),
  CONSTRAINT wallet_export_last_sequence_check CHECK (last_sequence >= 0),
  CONSTRAINT wallet_export_missing_references_check CHECK (missing_references >= 0),
  CONSTRAINT wallet_export_open_is_due CHECK ((status = ANY (ARRAY['PENDING'::text, 'RUNNING'::text])) = (due_at IS NOT NULL)),
  CONSTRAINT wallet_export_row_count_check CHECK (row_count >= 0 AND row_count <= 50000),
  CONSTRAINT wallet_export_rows_expected_check CHECK (rows_expected >= 0),
  CONSTRAINT wallet_export_rows_written_check CHECK (rows_written >= 0),
  CONSTRAINT wallet_export_running_is_claimed CHECK ((status = 'RUNNING'::text) = (claim_id IS NOT NULL)),
  CONSTRAINT wallet_export_search_check CHECK (length(search) >= 1 AND length(search) <= 500),
  CONSTRAINT wallet_export_sha256_check CHECK (length(sha256) = 32),
  CONSTRAINT wallet_export_size_bytes_check CHECK (size_bytes >= 0),
  CONSTRAINT wallet_export_status_check CHECK (status = ANY (ARRAY['PENDING'::text, 'RUNNING'::text, 'DONE'::text, 'FAILED'::text, 'EXPIRED'::text]))
);
CREATE INDEX wallet_export_expiring ON public.wallet_export USING btree (expires_at) WHERE (status = 'DONE'::text);
CREATE INDEX wallet_export_failed ON public.wallet_export USING btree (export_id) WHERE (status = 'FAILED'::text);
CREATE UNIQUE INDEX wallet_export_newest ON public.wallet_export USING btree (export_id);
CREATE UNIQUE INDEX wallet_export_once ON public.wallet_export USING btree (business_id, kind, format, search, since, until, last_sequence, missing_references) NULLS NOT DISTINCT WHERE (status = ANY (ARRAY['PENDING'::text, 'RUNNING'::text, 'DONE'::text]));
CREATE INDEX wallet_export_open ON public.wallet_export USING btree (due_at) WHERE (status = ANY (ARRAY['PENDING'::text, 'RUNNING'::text]));
CREATE INDEX wallet_export_stored ON public.wallet_export USING btree (stored_as) WHERE (stored_as IS NOT NULL);
ALTER TABLE wallet_export ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_the_business ON wallet_export AS RESTRICTIVE TO hundi_portal_merchant USING ((business_id = acting_business()));
CREATE POLICY permit ON wallet_export TO public USING (true) WITH CHECK (true);

-- Append-only history of wallets. The running totals make the summary of any time window the difference of two rows.
CREATE TABLE wallet_movement (
  business_id uuid NOT NULL,
  sequence bigint NOT NULL, -- Contiguous per wallet from 1; each balance_before_paise is the balance_after_paise of the previous sequence.
  movement_id uuid DEFAULT uuidv7() NOT NULL, -- Public id of the movement.
  type text NOT NULL,
  direction text NOT NULL,
  amount_paise bigint NOT NULL,
  commission_paise bigint DEFAULT 0 NOT NULL,
  gst_paise bigint DEFAULT 0 NOT NULL,
  total_paise bigint GENERATED ALWAYS AS (((amount_paise + commission_paise) + gst_paise)) NOT NULL,
  balance_before_paise bigint NOT NULL,
  balance_after_paise bigint NOT NULL,
  total_credit_paise bigint NOT NULL, -- Paise of all credits of the wallet up to and including this movement; total debits are total_credit_paise minus balance_after_paise.
  credit_count bigint NOT NULL, -- Number of credits of the wallet up to and including this movement; the other movements up to sequence are debits.
  ledger_transaction_id uuid NOT NULL,
  payout_id uuid,
  description text NOT NULL,
  metadata jsonb DEFAULT '{}'::jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL, -- Never before the previous movement: taken under the row lock of the wallet.
  CONSTRAINT wallet_movement_pkey PRIMARY KEY (business_id, sequence),
  CONSTRAINT wallet_movement_adds_up CHECK (balance_after_paise = (balance_before_paise +
CASE direction
    WHEN 'CREDIT'::text THEN 1
    ELSE '-1'::integer
END * (amount_paise + commission_paise + gst_paise))),
  CONSTRAINT wallet_movement_amount_paise_check CHECK (amount_paise > 0),
  CONSTRAINT wallet_movement_balance_after_paise_check CHECK (balance_after_paise >= 0),
  CONSTRAINT wallet_movement_balance_before_paise_check CHECK (balance_before_paise >= 0),
  CONSTRAINT wallet_movement_commission_paise_check CHECK (commission_paise >= 0),
  CONSTRAINT wallet_movement_credit_count_check CHECK (credit_count >= 0),
  CONSTRAINT wallet_movement_description_check CHECK (length(description) <= 500),
  CONSTRAINT wallet_movement_direction_check CHECK (direction = ANY (ARRAY['CREDIT'::text, 'DEBIT'::text])),
  CONSTRAINT wallet_movement_gst_paise_check CHECK (gst_paise >= 0),
  CONSTRAINT wallet_movement_payout_type_has_payout CHECK ((type ~~ 'PAYOUT_%'::text) = (payout_id IS NOT NULL)),
  CONSTRAINT wallet_movement_sequence_check CHECK (sequence >= 1),
  CONSTRAINT wallet_movement_total_credit_paise_check CHECK (total_credit_paise >= 0),
  CONSTRAINT wallet_movement_type_check CHECK (type = ANY (ARRAY['TOPUP'::text, 'PAYOUT_DEBIT'::text, 'PAYOUT_REVERSAL'::text, 'ADJUSTMENT'::text, 'VERIFICATION_FEE'::text])) NOT VALID,
  CONSTRAINT wallet_movement_type_matches_direction CHECK (type = 'ADJUSTMENT'::text OR (type = ANY (ARRAY['PAYOUT_DEBIT'::text, 'VERIFICATION_FEE'::text])) = (direction = 'DEBIT'::text)) NOT VALID
) WITH (autovacuum_analyze_scale_factor=0.2);
CREATE UNIQUE INDEX wallet_movement_id ON public.wallet_movement USING btree (movement_id, business_id);
CREATE INDEX wallet_movement_other ON public.wallet_movement USING btree (business_id, sequence) WHERE (payout_id IS NULL);
CREATE INDEX wallet_movement_payout ON public.wallet_movement USING btree (payout_id, business_id) INCLUDE (sequence, type, direction, total_paise) WHERE (payout_id IS NOT NULL);
CREATE TRIGGER wallet_movement_follows AFTER INSERT ON public.wallet_movement REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION check_movements_follow();
CREATE TRIGGER wallet_movement_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.wallet_movement FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE wallet_movement ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_the_business ON wallet_movement AS RESTRICTIVE TO hundi_portal_merchant USING ((business_id = acting_business()));
CREATE POLICY permit ON wallet_movement TO public USING (true) WITH CHECK (true);

-- Businesses with queued payouts, as at the last try over the whole queue. The sweep passes over a business until its balance has risen, its terms have changed, a queued payout was cancelled or its oldest payout expires.
CREATE TABLE wallet_queue (
  business_id uuid NOT NULL,
  credit_count bigint NOT NULL, -- wallet.credit_count at the last try: while it is unchanged, the balance has not risen.
  reserve_percent numeric(5,2) NOT NULL,
  min_balance_paise bigint NOT NULL, -- business.min_balance_paise at the last try, in paise.
  expires_at timestamp with time zone NOT NULL, -- When the oldest queued payout has waited for too long and is refused; the moment of the last cancellation, because the cancelled payout may have blocked others.
  tried_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT wallet_queue_pkey PRIMARY KEY (business_id),
  CONSTRAINT wallet_queue_business_id_fkey FOREIGN KEY (business_id) REFERENCES wallet(business_id),
  CONSTRAINT wallet_queue_credit_count_check CHECK (credit_count >= 0)
);

-- Attempts of deliveries, in monthly partitions by the time in delivery_id; housekeeping creates them ahead and drops them after the retention. No foreign key: an attempt is written by the statement that inserts or updates its delivery, and deliveries are never deleted.
CREATE TABLE webhook_attempt (
  delivery_id uuid NOT NULL,
  attempt_number integer NOT NULL,
  started_at timestamp with time zone NOT NULL,
  duration_ms integer NOT NULL,
  response_status integer,
  response_body bytea, -- Personal data, if the merchant answers with any: first 20 kB of the response.
  error text,
  CONSTRAINT webhook_attempt_pkey PRIMARY KEY (delivery_id, attempt_number),
  CONSTRAINT webhook_attempt_attempt_number_check CHECK (attempt_number >= 1),
  CONSTRAINT webhook_attempt_duration_ms_check CHECK (duration_ms >= 0),
  CONSTRAINT webhook_attempt_error_check CHECK (length(error) <= 500),
  CONSTRAINT webhook_attempt_has_one_outcome CHECK ((response_status IS NULL) = (error IS NOT NULL)),
  CONSTRAINT webhook_attempt_response_body_check CHECK (length(response_body) <= 20480),
  CONSTRAINT webhook_attempt_response_status_check CHECK (response_status >= 100 AND response_status <= 999)
) PARTITION BY RANGE (delivery_id);
ALTER TABLE webhook_attempt ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_the_business ON webhook_attempt AS RESTRICTIVE TO hundi_portal_merchant USING ((EXISTS ( SELECT
   FROM webhook_delivery d
  WHERE (d.delivery_id = webhook_attempt.delivery_id))));
CREATE POLICY permit ON webhook_attempt TO public USING (true) WITH CHECK (true);

-- Most deliveries are inserted with the result of their first attempt. One that was stored before an attempt is updated twice for it: by its claim, which touches no index, and by the record of the attempt. The fill factor leaves space for these versions in the page of the row.
CREATE TABLE webhook_delivery (
  delivery_id uuid DEFAULT uuidv7() NOT NULL, -- Also the payoutWebhookId of deliveries without webhook_id.
  business_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  payout_id uuid,
  event_id uuid, -- The payout_event of Initiated, Successful and Failed; null for all other events.
  bulk_file_id uuid, -- The subject of BulkCompleted.
  event text NOT NULL,
  body bytea, -- The exact bytes sent at every attempt; null after the retention, when the delivery cannot be sent again.
  state text DEFAULT 'PENDING'::text NOT NULL,
  attempt_count integer DEFAULT 0 NOT NULL, -- All attempts recorded so far.
  counted_attempts integer DEFAULT 0 NOT NULL, -- Attempts since begun_at that the retry schedule counts; probes of a parked endpoint do not count.
  begun_at timestamp with time zone DEFAULT now() NOT NULL, -- Start of the retry schedule: creation or the last redelivery.
  due_at timestamp with time zone DEFAULT now(), -- When the next attempt is due; a claim does not change it.
  claim_id uuid, -- Holder of the lease: only the holder records a result.
  claimed_until timestamp with time zone, -- End of the lease of claim_id; after it, any worker may claim the delivery.
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  completed_at timestamp with time zone,
  webhook_id uuid, -- The payoutWebhookId by which receivers de-duplicate: the id of the event. Null for test events and for deliveries made before V057, which carry delivery_id.
  CONSTRAINT webhook_delivery_pkey PRIMARY KEY (delivery_id),
  CONSTRAINT webhook_delivery_once_per_event UNIQUE (payout_id, event_id, endpoint_id, business_id), -- An event belongs to one payout and an endpoint to one business, so the four columns are as unique as event and endpoint; the first finds the deliveries of a payout.
  CONSTRAINT webhook_delivery_attempt_count_check CHECK (attempt_count >= 0),
  CONSTRAINT webhook_delivery_check CHECK (counted_attempts >= 0 AND counted_attempts <= attempt_count),
  CONSTRAINT webhook_delivery_ended_has_completed_at CHECK ((state = 'PENDING'::text) = (completed_at IS NULL)),
  CONSTRAINT webhook_delivery_event_check CHECK (event = ANY (ARRAY['Initiated'::text, 'Successful'::text, 'Failed'::text, 'Queued'::text, 'Released'::text, 'Cancelled'::text, 'Returned'::text, 'BeneficiaryVerified'::text, 'LowBalance'::text, 'BankDown'::text, 'BankUp'::text, 'BulkCompleted'::text, 'Test'::text])) NOT VALID,
  CONSTRAINT webhook_delivery_has_one_subject CHECK ((event = 'BulkCompleted'::text) = (bulk_file_id IS NOT NULL) AND (event = ANY (ARRAY['Initiated'::text, 'Successful'::text, 'Failed'::text])) = (event_id IS NOT NULL) AND (event = ANY (ARRAY['Initiated'::text, 'Successful'::text, 'Failed'::text, 'Queued'::text, 'Released'::text, 'Cancelled'::text, 'Returned'::text])) = (payout_id IS NOT NULL)) NOT VALID,
  CONSTRAINT webhook_delivery_pending_has_body CHECK (state <> 'PENDING'::text OR body IS NOT NULL),
  CONSTRAINT webhook_delivery_pending_is_due CHECK ((state = 'PENDING'::text) = (due_at IS NOT NULL)),
  CONSTRAINT webhook_delivery_state_check CHECK (state = ANY (ARRAY['PENDING'::text, 'DELIVERED'::text, 'FAILED'::text]))
) WITH (fillfactor=60, autovacuum_vacuum_scale_factor=0.02, autovacuum_analyze_scale_factor=0.2);
CREATE INDEX webhook_delivery_business ON public.webhook_delivery USING btree (business_id, delivery_id);
CREATE INDEX webhook_delivery_due_by_endpoint ON public.webhook_delivery USING btree (endpoint_id, due_at) WHERE (state = 'PENDING'::text);
CREATE INDEX webhook_delivery_failed ON public.webhook_delivery USING btree (delivery_id) WHERE (state = 'FAILED'::text);
CREATE UNIQUE INDEX webhook_delivery_once_per_bulk_file ON public.webhook_delivery USING btree (business_id, bulk_file_id, endpoint_id) WHERE (bulk_file_id IS NOT NULL);
CREATE TRIGGER webhook_delivery_has_endpoint AFTER INSERT ON public.webhook_delivery REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION check_delivery_has_endpoint();
CREATE TRIGGER webhook_delivery_keeps_endpoint BEFORE UPDATE OF business_id, endpoint_id ON public.webhook_delivery FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER webhook_delivery_keeps_event BEFORE UPDATE OF event_id, payout_id ON public.webhook_delivery FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE webhook_delivery ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_the_business ON webhook_delivery AS RESTRICTIVE TO hundi_portal_merchant USING ((business_id = acting_business()));
CREATE POLICY permit ON webhook_delivery TO public USING (true) WITH CHECK (true);

CREATE TABLE webhook_endpoint (
  business_id uuid NOT NULL,
  endpoint_id uuid DEFAULT uuidv7() NOT NULL,
  url text NOT NULL,
  secret_ciphertext bytea NOT NULL, -- Webhook secret encrypted with Tink AEAD, whose first 5 bytes name the key; the associated data is webhook_endpoint|business_id|endpoint_id.
  next_secret_ciphertext bytea, -- The secret of everything sent at next_secret_from or later, encrypted like secret_ciphertext.
  next_secret_from timestamp with time zone,
  active boolean DEFAULT true NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  events text[] DEFAULT '{Initiated,Successful,Failed}'::text[] NOT NULL, -- Events that are delivered to it: those of the specification, and others that the business has chosen. Empty: test events only.
  CONSTRAINT webhook_endpoint_pkey PRIMARY KEY (business_id, endpoint_id),
  CONSTRAINT webhook_endpoint_endpoint_id_key UNIQUE (endpoint_id),
  CONSTRAINT webhook_endpoint_business_id_fkey FOREIGN KEY (business_id) REFERENCES business(business_id),
  CONSTRAINT webhook_endpoint_events_exist CHECK (events <@ ARRAY['Initiated'::text, 'Successful'::text, 'Failed'::text, 'Queued'::text, 'Released'::text, 'Cancelled'::text, 'Returned'::text, 'BeneficiaryVerified'::text, 'LowBalance'::text, 'BankDown'::text, 'BankUp'::text, 'BulkCompleted'::text]),
  CONSTRAINT webhook_endpoint_next_secret_has_start CHECK ((next_secret_ciphertext IS NULL) = (next_secret_from IS NULL)),
  CONSTRAINT webhook_endpoint_url_check CHECK (url ~ '^https?://'::text AND length(url) <= 2000)
);
CREATE TRIGGER webhook_endpoint_is_limited AFTER INSERT OR UPDATE OF active ON public.webhook_endpoint FOR EACH ROW WHEN (new.active) EXECUTE FUNCTION limit_active_endpoints();
CREATE TRIGGER webhook_endpoint_is_never_deleted BEFORE DELETE OR TRUNCATE ON public.webhook_endpoint FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER webhook_endpoint_keeps_key BEFORE UPDATE OF business_id, endpoint_id ON public.webhook_endpoint FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE webhook_endpoint ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_the_business ON webhook_endpoint AS RESTRICTIVE TO hundi_portal_merchant USING ((business_id = acting_business()));
CREATE POLICY permit ON webhook_endpoint TO public USING (true) WITH CHECK (true);

-- Endpoints whose last attempt failed. A success removes the row.
CREATE TABLE webhook_endpoint_failure (
  endpoint_id uuid NOT NULL,
  business_id uuid NOT NULL,
  failed_attempts integer NOT NULL, -- Failed attempts since the last success.
  failing_since timestamp with time zone DEFAULT now() NOT NULL,
  probes integer DEFAULT 0 NOT NULL, -- Failed probes since the endpoint was parked; they do not count for the delivery that was sent.
  parked_until timestamp with time zone, -- Null: the endpoint receives what is due. Otherwise its deliveries wait, and after this moment one of them is sent as a probe.
  disabled_at timestamp with time zone, -- When the endpoint was disabled: nothing is sent until an operator enables it again.
  CONSTRAINT webhook_endpoint_failure_pkey PRIMARY KEY (endpoint_id),
  CONSTRAINT webhook_endpoint_failure_business_id_endpoint_id_fkey FOREIGN KEY (business_id, endpoint_id) REFERENCES webhook_endpoint(business_id, endpoint_id),
  CONSTRAINT webhook_endpoint_failure_check CHECK (disabled_at IS NULL OR parked_until IS NOT NULL),
  CONSTRAINT webhook_endpoint_failure_failed_attempts_check CHECK (failed_attempts >= 1),
  CONSTRAINT webhook_endpoint_failure_probes_check CHECK (probes >= 0)
);
ALTER TABLE webhook_endpoint_failure ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_the_business ON webhook_endpoint_failure AS RESTRICTIVE TO hundi_portal_merchant USING ((business_id = acting_business()));
CREATE POLICY permit ON webhook_endpoint_failure TO public USING (true) WITH CHECK (true);

-- Rules of money_violation about balances of accounts and wallets. Six million entries a day are summed once for both.
CREATE VIEW balance_violation AS
 WITH signed AS MATERIALIZED (
         SELECT reconciliation_run.run_id,
            first_id_of(reconciliation_run.business_date + 1) AS after_id
           FROM reconciliation_run
          WHERE reconciliation_run.state = 'SIGNED'::text
          ORDER BY reconciliation_run.business_date DESC
         LIMIT 1
        ), account_sum AS MATERIALIZED (
         SELECT ledger_entry.business_id,
            ledger_entry.account_id,
            sum(ledger_entry.amount_paise) AS amount_paise,
            sum(ledger_entry.amount_paise) FILTER (WHERE ledger_entry.transaction_id < (( SELECT signed.after_id
                   FROM signed))) AS signed_paise
           FROM ledger_entry
          GROUP BY ledger_entry.business_id, ledger_entry.account_id
        )
 SELECT 'wallet differs from its ledger entries'::text AS rule,
    w.business_id::text AS subject
   FROM wallet w
     LEFT JOIN account_sum e ON e.business_id = w.business_id AND e.account_id = w.account_id
  WHERE w.balance_paise::numeric <> COALESCE(e.amount_paise, 0::numeric)
UNION ALL
 SELECT 'clearing holds what is not in flight'::text AS rule,
    a.code AS subject
   FROM ledger_account a
     LEFT JOIN ( SELECT account_sum.account_id,
            sum(account_sum.amount_paise) AS amount_paise
           FROM account_sum
          GROUP BY account_sum.account_id) e ON e.account_id = a.account_id
     LEFT JOIN ( SELECT payout.rail,
            sum(payout.amount_paise) AS amount_paise
           FROM payout
          WHERE payout.status = 4
          GROUP BY payout.rail) p ON p.rail =
        CASE split_part(a.code, ':'::text, 2)
            WHEN 'IMPS'::text THEN 'I'::text
            WHEN 'NEFT'::text THEN 'N'::text
            WHEN 'RTGS'::text THEN 'R'::text
            WHEN 'SELF'::text THEN 'S'::text
            WHEN 'UPI'::text THEN 'U'::text
            ELSE NULL::text
        END
  WHERE a.code ~~ 'clearing:%'::text AND COALESCE(e.amount_paise, 0::numeric) <> COALESCE(p.amount_paise, 0::numeric)
UNION ALL
 SELECT 'entries differ from what a signed day proved'::text AS rule,
    a.code AS subject
   FROM ledger_account a
     JOIN reconciliation_proved_balance b ON b.account_id = a.account_id AND b.run_id = (( SELECT signed.run_id
           FROM signed))
     LEFT JOIN ( SELECT account_sum.account_id,
            sum(account_sum.signed_paise) AS signed_paise
           FROM account_sum
          GROUP BY account_sum.account_id) e ON e.account_id = a.account_id
  WHERE b.amount_paise::numeric <> COALESCE(e.signed_paise, 0::numeric);

-- Accepted and held statements whose opening balance differs from the closing balance of the accepted statement before them, as of now: loading a missing day closes its gap.
CREATE VIEW bank_statement_gap AS
 SELECT s.bank_statement_id,
    s.nodal_account_id,
    s.business_date,
    s.statement_reference,
    s.opening_paise,
    previous.bank_statement_id AS previous_statement_id,
    previous.business_date AS previous_business_date,
    previous.closing_paise AS previous_closing_paise,
    s.opening_paise - previous.closing_paise AS gap_paise
   FROM bank_statement s
     CROSS JOIN LATERAL ( SELECT p.bank_statement_id,
            p.business_date,
            p.closing_paise
           FROM bank_statement p
          WHERE p.nodal_account_id = s.nodal_account_id AND p.status = 'ACCEPTED'::text AND ((ROW(p.business_date, p.day_position) < ROW(s.business_date, COALESCE(s.day_position, 2147483647))))
          ORDER BY p.business_date DESC, p.day_position DESC
         LIMIT 1) previous
  WHERE (s.status = 'ACCEPTED'::text OR s.hold_reason = 'GAP'::text) AND s.opening_paise <> previous.closing_paise;

-- The searchable fields of beneficiaries.
CREATE VIEW beneficiary_search AS
 SELECT business_id,
    beneficiary_id,
    status,
    created_at,
    search_text
   FROM beneficiary;

-- The history of a beneficiary, without the verifications that its business asked for (name_verification); order by at.
CREATE VIEW beneficiary_trail AS
 SELECT e.business_id,
    e.beneficiary_id,
    e.created_at AS at,
    e.kind AS what,
    e.sequence AS target_version,
    e.reason AS detail,
    e.snapshot
   FROM beneficiary_event e
UNION ALL
 SELECT v.business_id,
    v.beneficiary_id,
    v.asked_at AS at,
    'VERIFICATION_ASKED'::text AS what,
    v.target_version,
    v.bank AS detail,
    NULL::jsonb AS snapshot
   FROM beneficiary_verification v
UNION ALL
 SELECT v.business_id,
    v.beneficiary_id,
    v.answered_at AS at,
    'VERIFICATION_'::text || v.state AS what,
    v.target_version,
    v.bank || COALESCE(': '::text || v.registered_name, ''::text) AS detail,
    NULL::jsonb AS snapshot
   FROM beneficiary_verification v
  WHERE v.answered_at IS NOT NULL
UNION ALL
 SELECT v.business_id,
    v.beneficiary_id,
    v.settled_at AS at,
    'VERIFICATION_SETTLED'::text AS what,
    v.target_version,
    (v.settled_by || ': '::text) || v.note AS detail,
    NULL::jsonb AS snapshot
   FROM beneficiary_verification v
  WHERE v.settled_at IS NOT NULL;

-- Rules of money_violation about held payouts.
CREATE VIEW hold_violation AS
 SELECT 'held payout without a reason, or the reverse'::text AS rule,
    h.payout_id::text AS subject
   FROM payout_hold h
     LEFT JOIN payout p ON p.business_id = h.business_id AND p.payout_id = h.payout_id
  WHERE (h.reason IS NOT NULL) IS DISTINCT FROM p.held
UNION ALL
 SELECT 'held payout without a hold'::text AS rule,
    p.payout_id::text AS subject
   FROM payout p
  WHERE p.held AND NOT (EXISTS ( SELECT
           FROM payout_hold h
          WHERE h.business_id = p.business_id AND h.payout_id = p.payout_id))
UNION ALL
 SELECT 'payout debited without its approval'::text AS rule,
    h.payout_id::text AS subject
   FROM payout_hold h
     CROSS JOIN LATERAL unnest(h.earlier_approvals || h.approval_id) given(approval_id)
     JOIN approval a ON a.approval_id = given.approval_id
  WHERE (a.state <> 'AGREED'::text OR a.executed_at IS NULL) AND (EXISTS ( SELECT
           FROM ledger_transaction l
          WHERE l.business_id = h.business_id AND l.payout_id = h.payout_id))
UNION ALL
 SELECT 'payout debited before its time'::text AS rule,
    h.payout_id::text AS subject
   FROM payout_hold h
     JOIN payout_event e ON e.business_id = h.business_id AND e.payout_id = h.payout_id AND e.stage = 'WALLET_DEBITED'::text
  WHERE e.created_at < h.scheduled_for
UNION ALL
 SELECT 'payout debited although it was cancelled'::text AS rule,
    p.payout_id::text AS subject
   FROM payout p
  WHERE (p.response_code = ANY (ARRAY['CANCELLED_BY_MERCHANT'::text, 'REJECTED_BY_APPROVER'::text, 'APPROVAL_EXPIRED'::text, 'BENEFICIARY_INACTIVE'::text])) AND (p.status <> 12 OR (EXISTS ( SELECT
           FROM ledger_transaction l
          WHERE l.business_id = p.business_id AND l.payout_id = p.payout_id)));

-- Everything about banks that an operator has to decide, oldest in since. Empty in normal operation.
CREATE VIEW manual_review AS
 SELECT 'ENQUIRIES_ENDED'::text AS kind,
    a.business_id,
    a.payout_id AS subject_id,
    a.bank,
    a.updated_at AS since,
    ((((((('The payout is '::text || a.state) || ' under '::text) || a.reference) || ', claimed at '::text) || to_char((a.claimed_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS"Z"'::text)) || ', '::text) || a.enquiry_count) || ' enquiries'::text AS detail
   FROM bank_attempt a
  WHERE a.due_at IS NULL AND (a.state = ANY (ARRAY['PENDING'::text, 'IN_DOUBT'::text]))
UNION ALL
 SELECT 'BANK_IMPLAUSIBLE'::text AS kind,
    a.business_id,
    a.payout_id AS subject_id,
    a.bank,
    a.implausible_at AS since,
    (a.reference || ': '::text) || a.implausible_reason AS detail
   FROM bank_attempt a
  WHERE a.implausible_at IS NOT NULL
UNION ALL
 SELECT 'BANK_CONTRADICTS'::text AS kind,
    c.business_id,
    c.payout_id AS subject_id,
    c.bank,
    c.first_seen_at AS since,
    (((((c.reported_by || ' says '::text) || c.reported) || ', recorded is '::text) || c.recorded) || ': '::text) || c.detail AS detail
   FROM bank_conflict c
  WHERE c.settled_at IS NULL
UNION ALL
 SELECT 'BENEFICIARY_'::text || v.state AS kind,
    v.business_id,
    v.beneficiary_id AS subject_id,
    v.bank,
    v.answered_at AS since,
    (('Given as "'::text || v.name) || '"'::text) || COALESCE((', the bank has "'::text || v.registered_name) || '"'::text, ''::text) AS detail
   FROM beneficiary_verification v
     JOIN beneficiary b ON b.business_id = v.business_id AND b.beneficiary_id = v.beneficiary_id
  WHERE (v.state = ANY (ARRAY['MISMATCH'::text, 'INVALID'::text])) AND v.settled_at IS NULL AND b.status = 1 AND b.name = v.name AND NOT (b.account_number IS DISTINCT FROM v.account_number OR b.ifsc IS DISTINCT FROM v.ifsc OR lower(b.vpa) IS DISTINCT FROM lower(v.vpa));

CREATE VIEW merchant.beneficiary_search AS
 SELECT business_id,
    beneficiary_id,
    status,
    created_at,
    search_text
   FROM beneficiary
  WHERE business_id = acting_business();

CREATE VIEW merchant.bulk_row AS
 SELECT business_id,
    bulk_file_id,
    row_number,
    status,
    cells,
    beneficiary_id,
    beneficiary_code,
    name,
    account_number,
    ifsc,
    vpa,
    merchant_reference_id,
    amount_paise,
    errors,
    warnings,
    narration
   FROM bulk_row
  WHERE business_id = acting_business();

CREATE VIEW merchant.payout_search AS
 SELECT business_id,
    payout_id,
    part,
    text,
    bucket_id,
    is_late
   FROM payout_search
  WHERE business_id = acting_business();

-- Every breach of a money rule, one row each; always empty. Reads whole tables: for tests, the crash campaign and the end of day, not for requests.
CREATE VIEW money_violation AS
 SELECT posting_violation.rule,
    posting_violation.subject
   FROM posting_violation
UNION ALL
 SELECT balance_violation.rule,
    balance_violation.subject
   FROM balance_violation
UNION ALL
 SELECT orphan_violation.rule,
    orphan_violation.subject
   FROM orphan_violation
UNION ALL
 SELECT reference_violation.rule,
    reference_violation.subject
   FROM reference_violation
UNION ALL
 SELECT hold_violation.rule,
    hold_violation.subject
   FROM hold_violation
UNION ALL
 SELECT verification_violation.rule,
    verification_violation.subject
   FROM verification_violation
UNION ALL
 SELECT 'lines of a statement that is not accepted are matched or open'::text AS rule,
    s.bank_statement_id::text AS subject
   FROM bank_statement s
  WHERE s.status <> 'ACCEPTED'::text AND ((EXISTS ( SELECT
           FROM reconciliation_match_item m
          WHERE m.bank_statement_id = s.bank_statement_id)) OR (EXISTS ( SELECT
           FROM reconciliation_open_line l
          WHERE l.bank_statement_id = s.bank_statement_id)));

-- Rules of money_violation about parents that no foreign key guards.
CREATE VIEW orphan_violation AS
 SELECT 'payout without its beneficiary'::text AS rule,
    p.payout_id::text AS subject
   FROM payout p
  WHERE NOT (EXISTS ( SELECT
           FROM beneficiary b
          WHERE b.business_id = p.business_id AND b.beneficiary_id = p.beneficiary_id))
UNION ALL
 SELECT 'ledger transaction without its business'::text AS rule,
    t.transaction_id::text AS subject
   FROM ledger_transaction t
  WHERE NOT (EXISTS ( SELECT
           FROM business b
          WHERE b.business_id = t.business_id))
UNION ALL
 SELECT 'ledger entry of a foreign account'::text AS rule,
    e.transaction_id::text AS subject
   FROM ledger_entry e
  WHERE NOT (EXISTS ( SELECT
           FROM ledger_account a
          WHERE a.account_id = e.account_id AND (a.business_id IS NULL OR a.business_id = e.business_id)))
UNION ALL
 SELECT 'webhook delivery without its endpoint'::text AS rule,
    d.delivery_id::text AS subject
   FROM webhook_delivery d
  WHERE NOT (EXISTS ( SELECT
           FROM webhook_endpoint e
          WHERE e.business_id = d.business_id AND e.endpoint_id = d.endpoint_id));

-- Rules of money_violation about single transactions, payouts and movements.
CREATE VIEW posting_violation AS
 SELECT 'entries do not sum to zero'::text AS rule,
    ledger_entry.transaction_id::text AS subject
   FROM ledger_entry
  GROUP BY ledger_entry.business_id, ledger_entry.transaction_id
 HAVING sum(ledger_entry.amount_paise) <> 0::numeric
UNION ALL
 SELECT 'wallet differs from its newest movement'::text AS rule,
    w.business_id::text AS subject
   FROM wallet w
     LEFT JOIN wallet_movement m ON m.business_id = w.business_id AND m.sequence = w.last_sequence
  WHERE w.balance_paise <> COALESCE(m.balance_after_paise, 0::bigint) OR w.last_sequence > 0 AND m.sequence IS NULL
UNION ALL
 SELECT 'movement sequence has a gap'::text AS rule,
    m.business_id::text AS subject
   FROM wallet_movement m
  GROUP BY m.business_id
 HAVING max(m.sequence) <> count(*)
UNION ALL
 SELECT 'payout status disagrees with its postings'::text AS rule,
    p.payout_id::text AS subject
   FROM payout p
     LEFT JOIN ( SELECT ledger_transaction.business_id,
            ledger_transaction.payout_id,
            count(*) FILTER (WHERE ledger_transaction.kind = 'PAYOUT_DEBIT'::text) AS debits,
            count(*) FILTER (WHERE ledger_transaction.kind = 'PAYOUT_SETTLEMENT'::text) AS settlements,
            count(*) FILTER (WHERE ledger_transaction.kind = 'PAYOUT_REVERSAL'::text) AS reversals
           FROM ledger_transaction
          WHERE ledger_transaction.payout_id IS NOT NULL
          GROUP BY ledger_transaction.business_id, ledger_transaction.payout_id) l ON l.business_id = p.business_id AND l.payout_id = p.payout_id
  WHERE NOT
        CASE p.status
            WHEN 3 THEN l.payout_id IS NULL
            WHEN 4 THEN COALESCE(l.debits = 1 AND l.settlements = 0 AND l.reversals = 0, false)
            WHEN 11 THEN COALESCE(l.debits = 1 AND l.settlements = 1 AND l.reversals = 0, false)
            WHEN 12 THEN COALESCE(l.debits = l.reversals AND l.settlements <= l.debits, true)
            ELSE NULL::boolean
        END
UNION ALL
 SELECT 'payout differs from its newest event'::text AS rule,
    p.payout_id::text AS subject
   FROM payout p
     LEFT JOIN payout_event e ON e.business_id = p.business_id AND e.payout_id = p.payout_id AND e.sequence = p.last_sequence
  WHERE e.status IS DISTINCT FROM p.status
UNION ALL
 SELECT 'payout events are not contiguous'::text AS rule,
    e.payout_id::text AS subject
   FROM payout_event e
  GROUP BY e.business_id, e.payout_id
 HAVING max(e.sequence) <> count(*)
UNION ALL
 SELECT 'payout took an illegal path'::text AS rule,
    e.payout_id::text AS subject
   FROM payout_event e
  WHERE e.from_status <> e.status AND NOT (EXISTS ( SELECT
           FROM payout_status_transition t
          WHERE t.from_status = e.from_status AND t.to_status = e.status));

-- Rails on which no payout is sent at present, because they, or all banks that take them, are switched off.
CREATE VIEW rail_downtime AS
 WITH reported AS (
         SELECT DISTINCT h.rail,
            h.bank
           FROM bank_health h
          WHERE h.reported_at > (now() - '00:00:30'::interval)
        ), off AS (
         SELECT r.rail,
            s.off_since
           FROM ( SELECT DISTINCT reported.rail
                   FROM reported) r
             JOIN bank_switch s ON s.rail IS NULL OR s.rail = r.rail
          WHERE NOT (EXISTS ( SELECT
                   FROM reported p
                  WHERE p.rail = r.rail AND NOT (EXISTS ( SELECT
                           FROM bank_switch b
                          WHERE COALESCE(b.bank, p.bank) = p.bank AND COALESCE(b.rail, p.rail) = p.rail)))) AND COALESCE((s.bank IN ( SELECT p.bank
                   FROM reported p
                  WHERE p.rail = r.rail)), true)
        UNION ALL
         SELECT bank_switch.rail,
            bank_switch.off_since
           FROM bank_switch
          WHERE bank_switch.bank IS NULL
        )
 SELECT rail,
    max(off_since) AS since
   FROM off
  GROUP BY rail;

-- Settlements and refunds of payouts, or what restored them, in matches that two people made, with the resolution.
CREATE VIEW reconciliation_posting_by_hand AS
 SELECT t.business_id,
    t.payout_id,
    t.kind,
    m.match_id,
    r.action,
    r.business_id AS wallet_of,
    r.amount_paise,
    cardinality(r.break_ids) AS break_count
   FROM ledger_transaction t
     LEFT JOIN reconciliation_reversal v ON v.payout_id = t.payout_id AND v.root_transaction_id = t.transaction_id
     JOIN reconciliation_match_item m ON (m.transaction_id = ANY (ARRAY[t.transaction_id, v.restored_transaction_id])) AND m.rule = 'BY_HAND'::text
     JOIN reconciliation_resolution r ON r.resolution_id = m.resolution_id
  WHERE t.kind = ANY (ARRAY['PAYOUT_SETTLEMENT'::text, 'PAYOUT_REVERSAL'::text]);

-- The figures of runs without the matches that two people revoked, and without what withdrawn statements counted in them.
CREATE VIEW reconciliation_present_figure AS
 SELECT run_id,
    section,
    name,
    sum(item_count)::bigint AS item_count,
    sum(amount_paise)::bigint AS amount_paise
   FROM ( SELECT reconciliation_figure.run_id,
            reconciliation_figure.section,
            reconciliation_figure.name,
            reconciliation_figure.item_count,
            reconciliation_figure.amount_paise
           FROM reconciliation_figure
        UNION ALL
         SELECT t.run_id,
            'LINES'::text,
            'Lines of new statements'::text,
            - s.line_count,
            s.debit_paise - s.credit_paise
           FROM reconciliation_statement t
             JOIN bank_statement s ON s.bank_statement_id = t.bank_statement_id AND s.status = 'WITHDRAWN'::text
        UNION ALL
         SELECT i.run_id,
            'MATCHED'::text,
            i.rule,
            - count(
                CASE i.rule
                    WHEN 'BATCH_TOTAL'::text THEN i.transaction_id::text
                    ELSE i.line_number::text
                END),
            - COALESCE(sum(
                CASE l.direction
                    WHEN 'CREDIT'::text THEN l.amount_paise
                    ELSE - l.amount_paise
                END), 0::numeric)
           FROM reconciliation_revoked_item i
             LEFT JOIN bank_statement_line l ON l.bank_statement_id = i.bank_statement_id AND l.line_number = i.line_number
          GROUP BY i.run_id, i.rule
        UNION ALL
         SELECT i.run_id,
            'EFFECT'::text,
                CASE
                    WHEN i.rule = 'TOLERANCE'::text THEN l.kind || '_TOLERATED'::text
                    ELSE
                    CASE
                        WHEN COALESCE(t.payout_id, again.payout_id) IS NULL THEN 'TOPUP'::text
                        WHEN l.direction = 'CREDIT'::text THEN 'RETURNED'::text
                        ELSE 'SETTLED'::text
                    END ||
                    CASE
                        WHEN again.restored_transaction_id IS NOT NULL THEN '_RESTORED'::text
                        WHEN late.posted_here THEN ''::text
                        ELSE '_FOUND'::text
                    END
                END AS "case",
            '-1'::integer,
                CASE l.direction
                    WHEN 'CREDIT'::text THEN - l.amount_paise
                    ELSE l.amount_paise
                END AS amount_paise
           FROM reconciliation_revoked_item i
             JOIN bank_statement_line l ON l.bank_statement_id = i.bank_statement_id AND l.line_number = i.line_number
             JOIN bank_statement s ON s.bank_statement_id = i.bank_statement_id AND s.status = 'WITHDRAWN'::text
             LEFT JOIN ledger_transaction t ON t.business_id = i.business_id AND t.transaction_id = i.transaction_id
             LEFT JOIN reconciliation_reversal again ON again.restored_transaction_id = i.transaction_id
             LEFT JOIN reconciliation_late_entry late ON late.transaction_id = i.transaction_id
          WHERE i.rule = ANY (ARRAY['EFFECT'::text, 'TOLERANCE'::text])) counted
  WHERE run_id IS NOT NULL
  GROUP BY run_id, section, name
 HAVING (section <> ALL (ARRAY['LINES'::text, 'MATCHED'::text, 'EFFECT'::text])) OR sum(item_count) <> 0::numeric OR sum(amount_paise) <> 0::numeric;

-- Rules of money_violation that foreign keys guarded before triggers did. A closing does not prove them, as it did not prove the foreign keys.
CREATE VIEW reference_violation AS
 SELECT 'ledger entry without its transaction'::text AS rule,
    e.transaction_id::text AS subject
   FROM ledger_entry e
  WHERE NOT (EXISTS ( SELECT
           FROM ledger_transaction t
          WHERE t.business_id = e.business_id AND t.transaction_id = e.transaction_id))
UNION ALL
 SELECT 'ledger transaction without its payout'::text AS rule,
    t.transaction_id::text AS subject
   FROM ledger_transaction t
  WHERE t.payout_id IS NOT NULL AND NOT (EXISTS ( SELECT
           FROM payout p
          WHERE p.business_id = t.business_id AND p.payout_id = t.payout_id))
UNION ALL
 SELECT 'movement without its wallet or its transaction'::text AS rule,
    m.movement_id::text AS subject
   FROM wallet_movement m
  WHERE NOT (EXISTS ( SELECT
           FROM wallet w
          WHERE w.business_id = m.business_id)) OR NOT (EXISTS ( SELECT
           FROM ledger_transaction t
          WHERE t.business_id = m.business_id AND t.transaction_id = m.ledger_transaction_id))
UNION ALL
 SELECT 'event without its payout'::text AS rule,
    e.event_id::text AS subject
   FROM payout_event e
  WHERE NOT (EXISTS ( SELECT
           FROM payout p
          WHERE p.business_id = e.business_id AND p.payout_id = e.payout_id))
UNION ALL
 SELECT 'bank attempt without its payout'::text AS rule,
    a.payout_id::text AS subject
   FROM bank_attempt a
  WHERE NOT (EXISTS ( SELECT
           FROM payout p
          WHERE p.business_id = a.business_id AND p.payout_id = a.payout_id))
UNION ALL
 SELECT 'webhook delivery without its event'::text AS rule,
    d.delivery_id::text AS subject
   FROM webhook_delivery d
  WHERE d.event_id IS NOT NULL AND NOT (EXISTS ( SELECT
           FROM payout_event e
          WHERE e.event_id = d.event_id));

-- What the reviewers of onboarding read: name verifications of merchants' own accounts, and none of payees.
CREATE VIEW settlement_account_verification AS
 SELECT business_id,
    verification_id,
    name,
    result,
    score,
    name_at_bank,
    requested_at,
    checked_at
   FROM name_verification
  WHERE beneficiary_id IS NULL;

-- Rules of money_violation about fees of name verifications: each charged result has its one posting, and no other posting exists.
CREATE VIEW verification_violation AS
 SELECT 'verification differs from its charge'::text AS rule,
    v.verification_id::text AS subject
   FROM name_verification v
  WHERE v.charge_id IS NOT NULL AND NOT (EXISTS ( SELECT
           FROM ledger_transaction t
             JOIN wallet w ON w.business_id = t.business_id
             JOIN ledger_entry e ON e.business_id = t.business_id AND e.transaction_id = t.transaction_id AND e.account_id = w.account_id
          WHERE t.business_id = v.business_id AND t.transaction_id = v.charge_id AND t.kind = 'VERIFICATION_FEE'::text AND t.reference = v.verification_id::text AND e.amount_paise = (- (v.fee_paise + v.gst_paise))))
UNION ALL
 SELECT 'charge without its verification'::text AS rule,
    t.transaction_id::text AS subject
   FROM ledger_transaction t
  WHERE t.kind = 'VERIFICATION_FEE'::text AND NOT (EXISTS ( SELECT
           FROM name_verification v
          WHERE v.business_id = t.business_id AND v.charge_id = t.transaction_id));

-- The acting person where an API key could be, as in bulk_file.uploaded_by; null if none is.
CREATE OR REPLACE FUNCTION public.acting_author()
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  SELECT 'person:' || acting_person()
$function$;

CREATE OR REPLACE FUNCTION public.acting_business()
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  SELECT nullif(current_setting('hundi.business_id', true), '')::uuid
$function$;

CREATE OR REPLACE FUNCTION public.acting_person()
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  SELECT nullif(current_setting('hundi.person_id', true), '')::uuid
$function$;

CREATE OR REPLACE FUNCTION public.alert_low_balance()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM record_business_event(NEW.business_id, 'LowBalance', row_to_json(d), NULL, NULL)
     FROM (SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "timestamp", NEW.business_id AS "businessId",
                  NEW.balance_paise::text AS "balancePaise", NEW.low_balance_paise::text AS "lowBalancePaise") d;
  INSERT INTO letter (letter_id, kind, audience, business_id, recipient, parameters)
  SELECT uuidv7(), 'LOW_BALANCE', 'MERCHANT', NEW.business_id, o.email,
         jsonb_build_array(b.business_name, to_char(NEW.balance_paise / 100.0, 'FM999999999999990.00'),
                           to_char(NEW.low_balance_paise / 100.0, 'FM999999999999990.00'))
    FROM (SELECT DISTINCT p.email FROM membership m JOIN person p ON p.person_id = m.person_id
           WHERE m.business_id = NEW.business_id AND m.role = 'OWNER') o
    JOIN business b ON b.business_id = NEW.business_id
   WHERE NOT EXISTS (SELECT FROM letter l
                      WHERE l.business_id = NEW.business_id AND l.kind = 'LOW_BALANCE' AND l.created_at > now() - interval '1 hour');
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.append_audit_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  NEW.chain := coalesce(NEW.business_id::text, 'staff');
  NEW.happened_at := clock_timestamp();
  INSERT INTO audit_chain (chain, last_sequence, last_hash) VALUES (NEW.chain, 0, sha256(convert_to(NEW.chain, 'UTF8')))
    ON CONFLICT DO NOTHING;
  SELECT last_sequence + 1, last_hash INTO NEW.sequence, NEW.previous_hash FROM audit_chain WHERE chain = NEW.chain FOR UPDATE;
  NEW.hash := hash_audit_event(NEW);
  UPDATE audit_chain SET last_sequence = NEW.sequence, last_hash = NEW.hash WHERE chain = NEW.chain;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.ask_for_payout_approval()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  asked approval;
BEGIN
  INSERT INTO approval (kind, business_id, content_hash, summary, maker_id, rule, people_needed, expires_at)
  SELECT 'PAYOUT', p.business_id, payout_content_hash(p.business_id, p.payout_id),
         format('Payout %s of INR %s', p.transaction_id, to_char(p.amount_paise / 100.0, 'FM999999999999990.00')),
         coalesce(d.maker_id, uploading_person(p.business_id, p.bulk_file_id)),
         coalesce(r.description, 'Its maker wants an approval'), coalesce(r.people_needed, 1),
         now() + make_interval(hours => coalesce(r.valid_hours, 72))
    FROM payout p
    LEFT JOIN payout_detail d ON d.business_id = p.business_id AND d.payout_id = p.payout_id
    LEFT JOIN LATERAL payout_approval_rule(p.business_id, p.amount_paise, NEW.rule_id) r ON true
   WHERE p.business_id = NEW.business_id AND p.payout_id = NEW.payout_id
  RETURNING * INTO STRICT asked;
  INSERT INTO approval_checker (approval_id, person_id)
  SELECT DISTINCT asked.approval_id, checker
    FROM payout p, payout_approval_rule(p.business_id, p.amount_paise, NEW.rule_id) r, unnest(r.checkers) AS checker
   WHERE p.business_id = NEW.business_id AND p.payout_id = NEW.payout_id;
  UPDATE payout_hold SET approval_id = asked.approval_id, decide_until = asked.expires_at
   WHERE business_id = NEW.business_id AND payout_id = NEW.payout_id;
  RETURN NULL;
END $function$;

-- Waits until changes of credentials or staff roles of a person have committed, and makes later ones wait for this transaction. A statement after it sees what they left.
CREATE OR REPLACE FUNCTION public.await_changes_of_credentials(person uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('credentials ' || person, 0));
END $function$;

CREATE OR REPLACE FUNCTION public.await_removals_of_roles(person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM 1 FROM membership WHERE person_id = person ORDER BY business_id, role FOR KEY SHARE;
  PERFORM 1 FROM staff_role WHERE person_id = person ORDER BY role FOR KEY SHARE;
END $function$;

-- Bank days after the first day up to and including the second.
CREATE OR REPLACE FUNCTION public.bank_days_between(after_day date, to_day date)
 RETURNS integer
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT count(*)::integer FROM generate_series(after_day + 1, to_day, interval '1 day') AS day WHERE is_bank_day(day::date)
$function$;

CREATE OR REPLACE FUNCTION public.begin_approval()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.state <> 'OPEN' OR NEW.closed_at IS NOT NULL OR NEW.executed_at IS NOT NULL THEN
    RAISE EXCEPTION 'an approval begins OPEN' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $function$;

-- Waits until other changes of credentials or staff roles of a person, and what relies on them, have committed.
CREATE OR REPLACE FUNCTION public.begin_change_of_credentials(person uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('credentials ' || person, 0));
END $function$;

CREATE OR REPLACE FUNCTION public.begin_onboarding()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.state <> 'UNSTARTED' OR num_nonnulls(NEW.reviewer_id, NEW.approver_id, NEW.approval_id) > 0 THEN
    RAISE EXCEPTION 'an onboarding case begins UNSTARTED' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $function$;

-- A beneficiary as its events and the API represent it.
CREATE OR REPLACE FUNCTION public.beneficiary_snapshot(b beneficiary)
 RETURNS jsonb
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT jsonb_build_object(
    'beneficiaryId', b.beneficiary_id, 'beneficiaryCode', b.beneficiary_code, 'name', b.name, 'email', b.email,
    'phoneNumber', b.phone_number, 'accountNumber', b.account_number, 'ifsc', b.ifsc, 'vpa', b.vpa,
    'status', CASE b.status WHEN 1 THEN 'active' ELSE 'inactive' END,
    'createdAt', to_char(b.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
$function$;

-- Asia/Kolkata. Vouchers of this and later days must be kept: eight financial years before the current one (Companies Act 2013, section 128(5)).
CREATE OR REPLACE FUNCTION public.books_kept_from()
 RETURNS date
 LANGUAGE sql
 STABLE
RETURN (((date_trunc('year'::text, ((now() AT TIME ZONE 'Asia/Kolkata'::text) - '3 mons'::interval)) + '3 mons'::interval) - '8 years'::interval))::date;

CREATE OR REPLACE FUNCTION public.cancel_queued_payout(of_business uuid, of_payout uuid, code text, message text, by_source text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '2s'
AS $function$
DECLARE
  ended payout;
BEGIN
  PERFORM require_acting_business(of_business);
  PERFORM FROM wallet WHERE business_id = of_business FOR NO KEY UPDATE;
  UPDATE payout
     SET status = 12, response_code = code, response_message = message, queued = false, last_sequence = last_sequence + 1,
         updated_at = clock_timestamp(), completed_at = clock_timestamp()
   WHERE business_id = of_business AND payout_id = of_payout AND status = 3 AND queued AND code = 'CANCELLED_BY_MERCHANT'
  RETURNING * INTO ended;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  INSERT INTO payout_event (business_id, payout_id, sequence, from_status, status, stage, source, response_code, response_message)
  VALUES (of_business, of_payout, ended.last_sequence, 3, 12, 'FAILED', by_source, code, message);
  UPDATE wallet_queue SET expires_at = now() WHERE business_id = of_business;
  RETURN true;
END $function$;

-- An inactive beneficiary is not paid, so one that has not changed for five years was not paid for as long.
CREATE OR REPLACE FUNCTION public.check_beneficiary_erasure()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF OLD.erased_at IS NOT NULL OR OLD.status <> 0 THEN
    RAISE EXCEPTION 'beneficiary % is active or erased already', OLD.beneficiary_id USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.updated_at >= transactions_kept_from() AND EXISTS (
       SELECT FROM payout p WHERE p.business_id = OLD.business_id AND p.beneficiary_id = OLD.beneficiary_id
          AND (p.completed_at IS NULL OR p.completed_at >= transactions_kept_from())) THEN
    RAISE EXCEPTION 'beneficiary % was paid in the last five years', OLD.beneficiary_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.check_break_is_of_claimed_day()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (SELECT FROM inserted) AND NOT EXISTS (
       SELECT FROM reconciliation_run
        WHERE run_id = nullif(current_setting('hundi.run_id', true), '')::bigint AND state = 'RUNNING'
          AND claim_id::text = current_setting('hundi.claim_id', true)
          AND NOT EXISTS (SELECT FROM inserted WHERE opened_on > business_date OR inserted.nodal_account_id <> reconciliation_run.nodal_account_id)) THEN
    RAISE EXCEPTION 'breaks are opened only by the run of their day' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.check_bulk_file_upload()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'bulk file % may not change its upload or its releaser', NEW.bulk_file_id USING ERRCODE = 'check_violation';
END $function$;

CREATE OR REPLACE FUNCTION public.check_calendar()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.day <> NEW.day OR NOT EXISTS (
       SELECT FROM bank_calendar_change c
        WHERE c.change_id = NEW.change_id AND c.decision = 'APPROVED' AND (c.day, c.is_open, c.name) = (NEW.day, NEW.is_open, NEW.name)) THEN
    RAISE EXCEPTION 'the calendar of % changes only by a change that two people made', NEW.day USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  -- Sign-off locks the book, so no day is signed meanwhile.
  PERFORM FROM reconciliation_book FOR SHARE;
  IF EXISTS (SELECT FROM reconciliation_run WHERE state = 'SIGNED' AND business_date >= NEW.day) THEN
    RAISE EXCEPTION 'the calendar of % cannot change: that day is signed off', NEW.day USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.check_calendar_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF OLD.decision IS NOT NULL OR (to_jsonb(OLD) - '{decision,checker,checked_at}'::text[]) IS DISTINCT FROM (to_jsonb(NEW) - '{decision,checker,checked_at}'::text[]) THEN
    RAISE EXCEPTION 'calendar change % is decided or this change is not allowed', OLD.change_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.check_case_erasure()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF OLD.erased_at IS NOT NULL
     OR ((relation_end(OLD.business_id) < transactions_kept_from()) IS NOT TRUE
         AND (draft_last_used(OLD.business_id) < now() - interval '30 days') IS NOT TRUE)
     OR to_jsonb(NEW) - 'erased_at' <> to_jsonb(OLD) - 'erased_at'
        || jsonb_build_object('rejection_reason', CASE WHEN OLD.rejection_reason IS NOT NULL THEN 'ERASED' END) THEN
    RAISE EXCEPTION 'onboarding case % is kept for five years after the relation, or 30 days after its last use if it was never submitted',
      OLD.business_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.check_checker()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  asked approval;
  holder uuid;
BEGIN
  SELECT * INTO asked FROM approval WHERE approval_id = NEW.approval_id;
  NEW.on_behalf_of := NULL;
  IF asked.kind = 'PAYOUT' THEN
    holder := payout_right_holder(NEW.approval_id, NEW.checker_id);
    IF holder IS NULL THEN
      RAISE EXCEPTION 'approval %: only its checkers and their delegates decide', NEW.approval_id USING ERRCODE = 'check_violation';
    END IF;
    NEW.on_behalf_of := nullif(holder, NEW.checker_id);
  ELSIF EXISTS (SELECT FROM approval_checker c WHERE c.approval_id = NEW.approval_id)
     AND NOT EXISTS (SELECT FROM approval_checker c WHERE c.approval_id = NEW.approval_id AND c.person_id = NEW.checker_id) THEN
    RAISE EXCEPTION 'approval %: its rule names other checkers', NEW.approval_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.check_collected_statement_is_accepted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM FROM bank_statement WHERE bank_statement_id = NEW.bank_statement_id AND status = 'ACCEPTED' FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'statement % is not accepted', NEW.bank_statement_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.check_day_is_not_signed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  run_state text;
BEGIN
  SELECT state INTO run_state FROM reconciliation_run WHERE run_id = OLD.run_id FOR KEY SHARE;
  IF run_state = 'SIGNED' THEN
    RAISE EXCEPTION 'the day of run % is signed off', OLD.run_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $function$;

CREATE OR REPLACE FUNCTION public.check_delegation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  -- Delegations of one checker are made one after the other.
  PERFORM pg_advisory_xact_lock(hashtextextended('approval_delegation:' || NEW.from_person, 0));
  PERFORM FROM membership m WHERE m.business_id = NEW.business_id AND m.person_id = NEW.from_person AND m.role = 'CHECKER' FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'only a checker of the business delegates approvals' USING ERRCODE = 'check_violation';
  END IF;
  PERFORM FROM membership m
    WHERE m.business_id = NEW.business_id AND m.person_id = NEW.to_person AND m.role <> 'DEVELOPER' ORDER BY m.role FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'approvals are delegated to people who read the payouts of the business' USING ERRCODE = 'check_violation';
  ELSIF EXISTS (SELECT FROM approval_delegation d
                 WHERE d.business_id = NEW.business_id AND d.from_person = NEW.from_person AND d.to_person = NEW.to_person
                   AND d.ended_at IS NULL AND d.starts_at < NEW.ends_at AND d.ends_at > NEW.starts_at) THEN
    RAISE EXCEPTION 'the right is handed to this person for a part of this time already' USING ERRCODE = 'unique_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.check_delegation_end()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF OLD.ended_at IS NOT NULL OR to_jsonb(OLD) - 'ended_at' IS DISTINCT FROM to_jsonb(NEW) - 'ended_at' THEN
    RAISE EXCEPTION 'delegation % has ended, or only its end may be set', OLD.delegation_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $function$;

-- Also that its event exists and is of its payout, in place of a foreign key: events are append-only.
CREATE OR REPLACE FUNCTION public.check_delivery_has_endpoint()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  orphan uuid;
BEGIN
  SELECT i.endpoint_id INTO orphan FROM (SELECT DISTINCT business_id, endpoint_id FROM inserted) i
   WHERE (SELECT e.active FROM webhook_endpoint e WHERE e.business_id = i.business_id AND e.endpoint_id = i.endpoint_id) IS NULL LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'webhook endpoint % does not exist', orphan USING ERRCODE = 'foreign_key_violation';
  END IF;

  SELECT i.event_id INTO orphan FROM inserted i
   WHERE i.event_id IS NOT NULL
     AND (SELECT e.payout_id = i.payout_id AND e.business_id = i.business_id FROM payout_event e WHERE e.event_id = i.event_id)
         IS NOT TRUE LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'event % of a webhook delivery does not exist or is of another payout', orphan USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $function$;

-- Also, in place of foreign keys, that the transaction of each entry exists and that the entry posts to a shared account or to the wallet account of its own business.
CREATE OR REPLACE FUNCTION public.check_entries_sum_to_zero()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  broken record;
BEGIN
  SELECT e.transaction_id, e.sum_paise INTO broken
    FROM (SELECT business_id, transaction_id, sum(amount_paise) AS sum_paise FROM inserted GROUP BY business_id, transaction_id) e
   WHERE e.sum_paise <> 0
      OR (SELECT t.kind FROM ledger_transaction t WHERE t.business_id = e.business_id AND t.transaction_id = e.transaction_id) IS NULL LIMIT 1;
  IF FOUND AND broken.sum_paise <> 0 THEN
    RAISE EXCEPTION 'entries of ledger transaction % do not sum to zero', broken.transaction_id USING ERRCODE = 'check_violation';
  ELSIF FOUND THEN
    RAISE EXCEPTION 'ledger transaction % of an entry does not exist', broken.transaction_id USING ERRCODE = 'foreign_key_violation';
  END IF;

  SELECT i.account_id INTO broken FROM (SELECT DISTINCT business_id, account_id FROM inserted) i
   WHERE (SELECT a.business_id IS NULL OR a.business_id = i.business_id FROM ledger_account a WHERE a.account_id = i.account_id)
         IS NOT TRUE LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'ledger account % does not exist or belongs to another business', broken.account_id
      USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.check_event_erasure()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.snapshot IS DISTINCT FROM erased_snapshot(OLD.snapshot) OR to_jsonb(OLD) - 'snapshot' <> to_jsonb(NEW) - 'snapshot'
     OR NOT EXISTS (SELECT FROM beneficiary b WHERE b.business_id = OLD.business_id AND b.beneficiary_id = OLD.beneficiary_id
                       AND b.erased_at IS NOT NULL) THEN
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.check_evidence_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF (to_jsonb(OLD) - '{key_ciphertext,scan_state,page_count}'::text[]) IS DISTINCT FROM (to_jsonb(NEW) - '{key_ciphertext,scan_state,page_count}'::text[])
     OR OLD.scan_state <> 'QUARANTINED' AND (OLD.scan_state, OLD.page_count) IS DISTINCT FROM (NEW.scan_state, NEW.page_count)
     OR OLD.key_ciphertext IS NULL AND NEW.key_ciphertext IS NOT NULL THEN
    RAISE EXCEPTION 'evidence % cannot change', OLD.evidence_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $function$;

-- In place of a foreign key: payouts are never deleted and keep their keys.
CREATE OR REPLACE FUNCTION public.check_has_payout()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  orphan uuid;
BEGIN
  SELECT i.payout_id INTO orphan FROM (SELECT DISTINCT business_id, payout_id FROM inserted) i
   WHERE (SELECT p.status FROM payout p WHERE p.business_id = i.business_id AND p.payout_id = i.payout_id) IS NULL LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'payout % of a row of % does not exist', orphan, TG_TABLE_NAME USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.check_held()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  hold payout_hold;
BEGIN
  SELECT * INTO hold FROM payout_hold WHERE business_id = NEW.business_id AND payout_id = NEW.payout_id;
  IF NEW.held AND hold.reason IS NULL THEN
    RAISE EXCEPTION 'payout % is held without a reason', NEW.payout_id USING ERRCODE = 'check_violation';
  ELSIF NOT NEW.held AND NEW.status = 3 AND hold.scheduled_for > clock_timestamp() THEN
    RAISE EXCEPTION 'payout % may not be released before %', NEW.payout_id, hold.scheduled_for USING ERRCODE = 'check_violation';
  ELSIF NOT NEW.held AND NEW.status = 3 AND hold.approval_id IS NOT NULL
        AND NOT is_payout_agreed(hold.approval_id, NEW.business_id, NEW.payout_id) THEN
    RAISE EXCEPTION 'payout % may not be released without its approval', NEW.payout_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.check_inviter()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM 1 FROM membership
    WHERE business_id = NEW.business_id AND person_id = NEW.invited_by AND role = 'OWNER' FOR KEY SHARE;
  IF NOT FOUND THEN
    PERFORM 1 FROM staff_role
      WHERE person_id = NEW.invited_by
        AND role = ANY (CASE WHEN NEW.audience = 'STAFF' THEN '{ADMIN}' WHEN NEW.approval_id IS NULL THEN '{ONBOARDING}'
                             ELSE '{ADMIN,ONBOARDING}' END::text[])
      FOR KEY SHARE;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'person % may not invite', NEW.invited_by USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.purpose = 'JOIN' AND EXISTS (SELECT FROM membership WHERE business_id = NEW.business_id AND role = 'OWNER') THEN
      RAISE EXCEPTION 'business % has an OWNER, who invites its people', NEW.business_id USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.check_line_erasure()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF OLD.business_date >= books_kept_from() OR num_nonnulls(NEW.counterparty_account, NEW.counterparty_name, NEW.narration) > 0
     OR to_jsonb(OLD) - '{counterparty_account,counterparty_name,narration}'::text[]
        <> to_jsonb(NEW) - '{counterparty_account,counterparty_name,narration}'::text[] THEN
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $function$;

-- Also that the wallet exists, in place of a foreign key. No movement is of zero, so one whose transaction does not exist differs from its entries.
CREATE OR REPLACE FUNCTION public.check_movements_follow()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  broken record;
BEGIN
  SELECT i.business_id, i.sequence,
         i.balance_before_paise <> CASE i.sequence WHEN 1 THEN 0 ELSE coalesce(p.balance_after_paise, -1) END
         OR i.total_credit_paise <> CASE i.sequence WHEN 1 THEN 0 ELSE coalesce(p.total_credit_paise, -1) END
                                    + CASE i.direction WHEN 'CREDIT' THEN i.total_paise ELSE 0 END
         OR i.credit_count <> CASE i.sequence WHEN 1 THEN 0 ELSE coalesce(p.credit_count, -1) END
                              + CASE i.direction WHEN 'CREDIT' THEN 1 ELSE 0 END
         OR coalesce(i.created_at < p.created_at, false) AS does_not_follow,
         w.business_id IS NULL AS has_no_wallet
    INTO broken
    FROM inserted i
    LEFT JOIN wallet w ON w.business_id = i.business_id
    LEFT JOIN LATERAL (SELECT m.* FROM wallet_movement m
                        WHERE m.business_id = i.business_id AND m.sequence = i.sequence - 1 OFFSET 0) p ON true
   WHERE i.balance_before_paise <> CASE i.sequence WHEN 1 THEN 0 ELSE coalesce(p.balance_after_paise, -1) END
      OR i.total_credit_paise <> CASE i.sequence WHEN 1 THEN 0 ELSE coalesce(p.total_credit_paise, -1) END
                                 + CASE i.direction WHEN 'CREDIT' THEN i.total_paise ELSE 0 END
      OR i.credit_count <> CASE i.sequence WHEN 1 THEN 0 ELSE coalesce(p.credit_count, -1) END
                           + CASE i.direction WHEN 'CREDIT' THEN 1 ELSE 0 END
      OR i.created_at < p.created_at
      OR w.business_id IS NULL
      OR i.balance_after_paise - i.balance_before_paise <> coalesce((
           SELECT sum(e.amount_paise) FROM ledger_entry e
            WHERE e.business_id = i.business_id AND e.transaction_id = i.ledger_transaction_id AND e.account_id = w.account_id), 0) LIMIT 1;
  IF FOUND AND broken.does_not_follow THEN
    RAISE EXCEPTION 'movement % of wallet % does not follow the previous one', broken.sequence, broken.business_id USING ERRCODE = 'check_violation';
  ELSIF FOUND AND broken.has_no_wallet THEN
    RAISE EXCEPTION 'wallet % of a movement does not exist', broken.business_id USING ERRCODE = 'foreign_key_violation';
  ELSIF FOUND THEN
    RAISE EXCEPTION 'movement % of wallet % differs from its ledger entries', broken.sequence, broken.business_id USING ERRCODE = 'check_violation';
  END IF;

  SELECT w.business_id, w.last_sequence AS sequence INTO broken
    FROM (SELECT business_id, max(sequence) AS sequence FROM inserted GROUP BY business_id) i
    JOIN wallet w ON w.business_id = i.business_id
    JOIN wallet_movement m ON m.business_id = i.business_id AND m.sequence = i.sequence
   WHERE w.last_sequence <> m.sequence OR w.balance_paise <> m.balance_after_paise
      OR w.total_credit_paise <> m.total_credit_paise OR w.credit_count <> m.credit_count LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'wallet % differs from its newest movement', broken.business_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.check_onboarding_erasure()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  before constant jsonb := to_jsonb(OLD);
BEGIN
  IF NOT is_onboarding_erased(OLD.business_id) OR to_jsonb(NEW) <> (before || CASE TG_TABLE_NAME
       WHEN 'onboarding_requirement' THEN jsonb_build_object(
         'value', CASE before ->> 'requirement' WHEN 'BUSINESS_TYPE' THEN before ->> 'value' END,
         'reason', CASE WHEN before ->> 'reason' IS NOT NULL THEN 'ERASED' END)
       WHEN 'onboarding_principal' THEN jsonb_build_object(
         'principal_name', 'ERASED', 'designation', 'ERASED', 'pan', 'XXXPX0000X', 'aadhaar', 'XXXX XXXX 0000')
       WHEN 'onboarding_document' THEN jsonb_build_object(
         'file_name', 'ERASED', 'key_ciphertext', NULL, 'removed_at', coalesce(nullif(before -> 'removed_at', 'null'), to_jsonb(now())))
       WHEN 'onboarding_note' THEN jsonb_build_object('note', 'ERASED') END) THEN
    RAISE EXCEPTION 'a row of % of business % does not change: % refused', TG_TABLE_NAME, OLD.business_id, TG_OP
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.check_order_keeps_file()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF (NEW.beneficiary_name, NEW.account_number, NEW.narration) IS NOT DISTINCT FROM ('ERASED', 'ERASED', NULL::text)
     AND to_jsonb(OLD) - '{beneficiary_name,account_number,narration}'::text[]
         = to_jsonb(NEW) - '{beneficiary_name,account_number,narration}'::text[]
     AND EXISTS (SELECT FROM payout p
                  WHERE p.business_id = OLD.business_id AND p.payout_id = OLD.payout_id AND p.account_number = 'ERASED') THEN
    RETURN NEW;
  END IF;
  IF NEW.message_id IS NULL AND to_jsonb(OLD) - 'message_id' = to_jsonb(NEW) - 'message_id'
     AND EXISTS (SELECT FROM bank_file f
                  WHERE f.bank = OLD.bank AND f.message_id = OLD.message_id AND f.begun_at IS NULL AND f.written_at IS NULL) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'order % is in file % and cannot move to another', OLD.reference, OLD.message_id USING ERRCODE = 'check_violation';
END $function$;

-- Legal status changes only, no settlement under the UTR of another payout, and what was accepted stays. Exceptions are erasures: phone number and e-mail address of an ended payout, which no law requires, and five years later its payee and narration.
CREATE OR REPLACE FUNCTION public.check_payout_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_nestloop TO 'off'
AS $function$
DECLARE
  illegal record;
BEGIN
  SELECT checked.* INTO illegal FROM (
    SELECT n.payout_id, o.status AS from_status, n.status AS to_status,
           CASE
             WHEN n.status = 11 AND o.status <> 11 AND n.utr IS NOT NULL
                  AND (SELECT u.business_id = n.business_id AND u.payout_id = n.payout_id FROM payout_utr u WHERE u.utr = n.utr) IS NOT TRUE
               THEN 'UTR'
             WHEN o.payout_id IS NULL OR (o.status <> n.status AND (t.from_status IS NULL OR CASE
               WHEN t.posting_kind IS NOT NULL THEN
                 (SELECT l.kind FROM ledger_transaction l
                   WHERE l.business_id = n.business_id AND l.payout_id = n.payout_id AND l.kind = t.posting_kind) IS NULL
               ELSE (SELECT l.kind FROM ledger_transaction l
                      WHERE l.business_id = n.business_id AND l.payout_id = n.payout_id LIMIT 1) IS NOT NULL
               END)) THEN 'STATUS'
             WHEN (o.transaction_id, o.beneficiary_id, o.rail, o.amount_paise, o.commission_paise, o.gst_paise, o.source, o.created_at)
                  IS DISTINCT FROM
                  (n.transaction_id, n.beneficiary_id, n.rail, n.amount_paise, n.commission_paise, n.gst_paise, n.source, n.created_at)
               OR (o.ifsc, o.merchant_reference_id, o.idempotency_key, o.bulk_file_id, o.bulk_row_number)
                  IS DISTINCT FROM
                  (n.ifsc, n.merchant_reference_id, n.idempotency_key, n.bulk_file_id, n.bulk_row_number)
               OR ((o.beneficiary_name, o.account_number, o.vpa, o.narration)
                     IS DISTINCT FROM (n.beneficiary_name, n.account_number, n.vpa, n.narration)
                   AND (o.completed_at < transactions_kept_from() AND n.beneficiary_name = 'ERASED' AND n.narration IS NULL
                        AND n.account_number IS NOT DISTINCT FROM CASE WHEN o.account_number IS NOT NULL THEN 'ERASED' END
                        AND n.vpa IS NOT DISTINCT FROM CASE WHEN o.vpa IS NOT NULL THEN 'ERASED' END) IS NOT TRUE)
               OR ((o.beneficiary_phone, o.beneficiary_email) IS DISTINCT FROM (n.beneficiary_phone, n.beneficiary_email)
                   AND (o.completed_at IS NULL OR n.beneficiary_phone <> 'ERASED' OR n.beneficiary_email IS NOT NULL)) THEN 'ACCEPTED'
           END AS rule
      FROM new_rows n
      LEFT JOIN old_rows o ON o.business_id = n.business_id AND o.payout_id = n.payout_id
      LEFT JOIN payout_status_transition t ON t.from_status = o.status AND t.to_status = n.status) checked
   WHERE rule IS NOT NULL LIMIT 1;
  IF NOT FOUND THEN
    RETURN NULL;
  ELSIF illegal.rule = 'STATUS' THEN
    RAISE EXCEPTION 'payout % may not change from status % to % without its posting', illegal.payout_id, illegal.from_status, illegal.to_status
      USING ERRCODE = 'check_violation';
  ELSIF illegal.rule = 'UTR' THEN
    RAISE EXCEPTION 'payout % may not be settled under the UTR of another payout', illegal.payout_id USING ERRCODE = 'check_violation';
  END IF;
  RAISE EXCEPTION 'payout % may not change what was accepted', illegal.payout_id USING ERRCODE = 'check_violation';
END $function$;

-- In place of a foreign key. A beneficiary refers to its business, so the business of the payout exists too.
CREATE OR REPLACE FUNCTION public.check_payout_has_beneficiary()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  orphan uuid;
BEGIN
  SELECT i.payout_id INTO orphan FROM inserted i
   WHERE (SELECT b.status FROM beneficiary b WHERE b.business_id = i.business_id AND b.beneficiary_id = i.beneficiary_id) IS NULL LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the beneficiary of payout % does not exist', orphan USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.check_payout_starts_initiated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.status <> 3 THEN
    RAISE EXCEPTION 'a payout starts in status 3, not %', NEW.status USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.check_profile_content()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  proposed jsonb := NEW.content::jsonb;
BEGIN
  IF NEW.name IS DISTINCT FROM proposed ->> 'name' THEN
    RAISE EXCEPTION 'statement_profile: the name is that of the content' USING ERRCODE = 'check_violation';
  END IF;
  IF NOT EXISTS (SELECT FROM operator_request r
                  WHERE r.request_id = NEW.trial_id AND r.arguments #>> '{proposed,name}' = NEW.name
                    AND (r.result ->> 'linesRead')::bigint > 0
                    AND NOT EXISTS (SELECT FROM jsonb_array_elements(r.result -> 'problems') AS problem WHERE problem ->> 'profile' <> 'present')
                    AND proposed -> 'tried' = jsonb_build_object('day', r.arguments -> 'day', 'linesRead', r.result -> 'linesRead',
                          'linesChanged', r.result -> 'linesChanged', 'matchesWon', r.result -> 'matchesWon', 'matchesLost', r.result -> 'matchesLost')) THEN
    RAISE EXCEPTION 'statement_profile: the trial read no line of this profile, or its result is another one' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.check_recovery()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF NEW.audience <> (SELECT audience FROM person WHERE person_id = NEW.person_id)
     OR NEW.audience = 'MERCHANT'
        AND NOT EXISTS (SELECT FROM membership WHERE person_id = NEW.person_id AND business_id = NEW.business_id) THEN
    RAISE EXCEPTION 'person % is recovered where it has a role', NEW.person_id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.approval_id IS NOT NULL THEN
    IF NOT EXISTS (SELECT FROM approval
                    WHERE approval_id = NEW.approval_id AND kind = 'OWNER_RECOVERY' AND executed_at >= transaction_timestamp()
                      AND content_hash = sha256(convert_to('OWNER_RECOVERY|' || NEW.person_id, 'UTF8'))) THEN
      RAISE EXCEPTION 'two people must agree to the recovery of person %', NEW.person_id USING ERRCODE = 'check_violation';
    END IF;
  ELSIF NEW.audience = 'MERCHANT' AND EXISTS (
       SELECT FROM membership m WHERE m.person_id = NEW.person_id AND NOT EXISTS (
         SELECT FROM membership o WHERE o.business_id = m.business_id AND o.person_id = NEW.invited_by AND o.role = 'OWNER')) THEN
    RAISE EXCEPTION 'recovery needs an OWNER of every business of the person' USING ERRCODE = 'check_violation';
  END IF;
  PERFORM 1 FROM person WHERE person_id = NEW.person_id FOR NO KEY UPDATE;
  PERFORM end_recoveries_of(NEW.person_id);
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.check_refund_of_unpaid()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  unpaid payout%ROWTYPE;
BEGIN
  SELECT p.* INTO unpaid
    FROM reconciliation_reversal v
    JOIN payout p ON p.business_id = v.business_id AND p.payout_id = v.payout_id
    JOIN reconciliation_match_item m ON m.transaction_id = v.restored_transaction_id AND m.match_id = NEW.match_id
   WHERE v.unpaid_resolution_id = NEW.resolution_id;
  IF unpaid.status IS DISTINCT FROM 12
     OR EXISTS (SELECT FROM reconciliation_reversal WHERE payout_id = unpaid.payout_id AND restored_transaction_id IS NULL)
     OR (SELECT sum(e.amount_paise) FROM reconciliation_match_item m
           JOIN ledger_entry e ON e.business_id = m.business_id AND e.transaction_id = m.transaction_id AND e.account_id = 1
          WHERE m.match_id = NEW.match_id) IS DISTINCT FROM 0
     OR (SELECT count(*) FROM reconciliation_match_item WHERE match_id = NEW.match_id) <> 2 THEN
    RAISE EXCEPTION 'resolution % has not refunded a payout whose settlement was reversed', NEW.resolution_id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF is_debited_by_statements(reference_of_payout(unpaid.payout_id), unpaid.utr) THEN
    RAISE EXCEPTION 'a statement shows the payment of payout %', unpaid.payout_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.check_relation_end()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF NEW.relation_ended_at IS NULL THEN
    IF EXISTS (SELECT FROM onboarding_case c WHERE c.business_id = OLD.business_id AND c.erased_at IS NOT NULL) THEN
      RAISE EXCEPTION 'what identified business % is erased; its relation cannot continue', OLD.business_id USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('bulk_file RELEASING ' || NEW.business_id, 0));
  PERFORM FROM wallet w WHERE w.business_id = NEW.business_id FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM wallet w WHERE w.business_id = NEW.business_id AND w.balance_paise <> 0)
     OR EXISTS (SELECT FROM payout p WHERE p.business_id = NEW.business_id AND p.status IN (3, 4)) THEN
    RAISE EXCEPTION 'business % has a balance or open payouts', NEW.business_id USING ERRCODE = 'check_violation';
  END IF;
  IF EXISTS (SELECT FROM bulk_file f WHERE f.business_id = NEW.business_id AND f.status = 'RELEASING') THEN
    RAISE EXCEPTION 'a bulk file of business % is being released', NEW.business_id USING ERRCODE = 'check_violation';
  END IF;
  NEW.relation_ended_at := now();
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.check_release_of_lasting_relation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('bulk_file RELEASING ' || NEW.business_id, 0));
  IF EXISTS (SELECT FROM business b WHERE b.business_id = NEW.business_id AND b.relation_ended_at IS NOT NULL) THEN
    RAISE EXCEPTION 'bulk file % is of a business whose relation has ended', NEW.bulk_file_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.check_report_is_of_unsigned_run()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM FROM reconciliation_run WHERE run_id = NEW.run_id AND state = 'DONE' AND NOT is_dry FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'run % is not about to be signed off', NEW.run_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.check_resolution_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  run_state text;
BEGIN
  IF (OLD.match_id IS NOT NULL AND to_jsonb(OLD) - 'run_id' IS DISTINCT FROM to_jsonb(NEW) - 'run_id')
     OR (OLD.decision IS NOT NULL AND (OLD.decision, OLD.checker, OLD.checked_at) IS DISTINCT FROM (NEW.decision, NEW.checker, NEW.checked_at))
     OR (OLD.run_id IS NOT NULL AND OLD.run_id IS DISTINCT FROM NEW.run_id)
     OR (to_jsonb(OLD) - '{decision,checker,checked_at,amount_paise,posted_for,transaction_id,match_id,run_id}'::text[])
       IS DISTINCT FROM (to_jsonb(NEW) - '{decision,checker,checked_at,amount_paise,posted_for,transaction_id,match_id,run_id}'::text[]) THEN
    RAISE EXCEPTION 'resolution % is decided or this change is not allowed', OLD.resolution_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF NEW.run_id IS DISTINCT FROM OLD.run_id THEN
    SELECT state INTO run_state FROM reconciliation_run WHERE run_id = NEW.run_id FOR KEY SHARE;
    IF run_state = 'SIGNED' THEN
      RAISE EXCEPTION 'the day of run % is signed off', NEW.run_id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.check_reversal_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF OLD.restored_transaction_id IS NOT NULL
     OR (to_jsonb(OLD) - '{restored_transaction_id,unpaid_resolution_id}'::text[]) IS DISTINCT FROM (to_jsonb(NEW) - '{restored_transaction_id,unpaid_resolution_id}'::text[]) THEN
    RAISE EXCEPTION 'reversal % can only be restored, once', OLD.counter_transaction_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF NEW.unpaid_resolution_id IS NOT NULL AND NOT EXISTS (
       SELECT FROM reconciliation_resolution r
         JOIN reconciliation_break b ON b.break_id = ANY (r.break_ids) AND b.payout_id = NEW.payout_id
         JOIN ledger_transaction t ON t.business_id = NEW.business_id AND t.transaction_id = NEW.root_transaction_id AND t.kind = 'PAYOUT_SETTLEMENT'
        WHERE r.resolution_id = NEW.unpaid_resolution_id AND r.action = 'REFUND_UNPAID' AND r.decision = 'APPROVED') THEN
    RAISE EXCEPTION 'reversal % is not that of a payout that two people refund', OLD.counter_transaction_id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.check_rules_content()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  rules jsonb := NEW.content::jsonb -> 'rules';
  days  jsonb := rules -> 'windowBankDays';
  cap   jsonb := rules -> 'chargeCapPaise';
BEGIN
  IF coalesce(jsonb_typeof(days), 'missing') NOT IN ('number', 'null') OR (jsonb_typeof(days) = 'number' AND days::numeric NOT BETWEEN 0 AND 250)
     OR EXISTS (SELECT FROM jsonb_each(rules -> 'tolerances') AS tolerance
                 WHERE tolerance.key NOT IN ('CHARGE', 'GST') OR jsonb_typeof(tolerance.value) <> 'number'
                    OR tolerance.value::numeric NOT BETWEEN 1 AND 100000) THEN
    RAISE EXCEPTION 'reconciliation_rules: 0 to 250 bank days, and 1 to 100000 paise for CHARGE and GST' USING ERRCODE = 'check_violation';
  END IF;
  -- Proposals that are older than the cap do not state it.
  IF cap IS NOT NULL AND (jsonb_typeof(cap) <> 'number' OR cap::numeric NOT BETWEEN 1 AND 100000000) THEN
    RAISE EXCEPTION 'reconciliation_rules: a cap of 1 to 100000000 paise' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.check_run_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF (OLD.run_id, OLD.nodal_account_id, OLD.business_date, OLD.is_dry) IS DISTINCT FROM (NEW.run_id, NEW.nodal_account_id, NEW.business_date, NEW.is_dry) THEN
    RAISE EXCEPTION 'the day of run % cannot change', OLD.run_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF NEW.state = 'RUNNING' AND NEW.claim_id IS DISTINCT FROM OLD.claim_id AND (OLD.state NOT IN ('DUE', 'RUNNING') OR OLD.due_at > now()) THEN
    RAISE EXCEPTION 'run % is not due or claimed by another process', OLD.run_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF (OLD.bank_opening_paise, OLD.bank_closing_paise, OLD.ledger_paise, OLD.late_paise, OLD.breaks_paise, OLD.violation_count, OLD.proved_after)
     IS DISTINCT FROM
     (NEW.bank_opening_paise, NEW.bank_closing_paise, NEW.ledger_paise, NEW.late_paise, NEW.breaks_paise, NEW.violation_count, NEW.proved_after)
     AND (OLD.state <> 'RUNNING' OR OLD.run_id::text IS DISTINCT FROM current_setting('hundi.run_id', true)
          OR OLD.claim_id::text IS DISTINCT FROM current_setting('hundi.claim_id', true)) THEN
    RAISE EXCEPTION 'the claim on run % is lost', OLD.run_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF NEW.state = 'SIGNED' AND (
       OLD.state <> 'DONE' OR lower(btrim(NEW.signed_by)) = lower(btrim(NEW.requested_by))
       OR EXISTS (SELECT FROM reconciliation_run earlier
                   WHERE earlier.nodal_account_id = NEW.nodal_account_id AND NOT earlier.is_dry
                     AND earlier.business_date < NEW.business_date AND earlier.state <> 'SIGNED')
       OR (SELECT count(*) FROM reconciliation_report WHERE run_id = NEW.run_id) <> 3) THEN
    RAISE EXCEPTION 'run % cannot be signed off: it must be done, with its reports stored, after every earlier day, by another person',
      NEW.run_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.check_run_is_claimed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  claimed_run bigint := nullif(current_setting('hundi.run_id', true), '')::bigint;
BEGIN
  IF claimed_run IS NULL THEN
    -- Rows of a run are refused one by one; those of a resolution are not of a run.
    RETURN NULL;
  END IF;
  PERFORM FROM reconciliation_run
    WHERE run_id = claimed_run AND state = 'RUNNING' AND claim_id::text = current_setting('hundi.claim_id', true) FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the claim on run % is lost', claimed_run USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.check_run_starts_due()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'a run starts due, not %', NEW.state USING ERRCODE = 'integrity_constraint_violation';
END $function$;

CREATE OR REPLACE FUNCTION public.check_signed_run_knows_withdrawals()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.is_outdated THEN
    RAISE EXCEPTION 'a break was resolved or a statement was withdrawn after run % had collected its lines; close the day again', NEW.run_id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.check_statement_is_complete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM FROM bank_statement WHERE bank_statement_id = NEW.bank_statement_id AND line_count IS NULL;
  IF FOUND THEN
    RAISE EXCEPTION 'statement % is not complete', NEW.bank_statement_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.check_statement_is_open()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  closed uuid;
BEGIN
  SELECT i.bank_statement_id INTO closed
    FROM (SELECT DISTINCT bank_statement_id, nodal_account_id, business_date FROM inserted) i
   WHERE NOT EXISTS (
     SELECT FROM bank_statement s
      WHERE s.bank_statement_id = i.bank_statement_id AND s.nodal_account_id = i.nodal_account_id
        AND s.business_date = i.business_date AND s.line_count IS NULL) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'statement % does not accept these lines', closed USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.check_statement_status()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  previous_paise bigint;
BEGIN
  IF OLD.status = 'WITHDRAWN' THEN
    RAISE EXCEPTION 'statement % is withdrawn', OLD.bank_statement_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF (NEW.release_id IS DISTINCT FROM OLD.release_id AND NOT EXISTS (
        SELECT FROM reconciliation_resolution WHERE resolution_id = NEW.release_id AND decision = 'APPROVED'
           AND action = 'RELEASE_STATEMENT' AND bank_statement_id = NEW.bank_statement_id))
     OR (NEW.withdrawal_id IS DISTINCT FROM OLD.withdrawal_id AND NOT EXISTS (
        SELECT FROM reconciliation_resolution WHERE resolution_id = NEW.withdrawal_id AND decision = 'APPROVED'
           AND action = 'WITHDRAW_STATEMENT' AND bank_statement_id = NEW.bank_statement_id)) THEN
    RAISE EXCEPTION 'two people must release or withdraw statement %', OLD.bank_statement_id USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.status = 'ACCEPTED' AND NEW.status <> 'ACCEPTED' THEN
    IF EXISTS (SELECT FROM reconciliation_statement JOIN reconciliation_run USING (run_id)
                WHERE bank_statement_id = OLD.bank_statement_id AND (state = 'SIGNED' OR NEW.status <> 'WITHDRAWN'))
       OR EXISTS (SELECT FROM reconciliation_match_item WHERE bank_statement_id = OLD.bank_statement_id)
       OR EXISTS (SELECT FROM reconciliation_open_line WHERE bank_statement_id = OLD.bank_statement_id) THEN
      RAISE EXCEPTION 'lines of statement % are matched, open or signed off', OLD.bank_statement_id
        USING ERRCODE = 'integrity_constraint_violation';
    END IF;
  ELSIF NEW.status = 'ACCEPTED' AND OLD.status <> 'ACCEPTED' AND NEW.release_id IS NULL THEN
    SELECT closing_paise INTO previous_paise FROM bank_statement
     WHERE nodal_account_id = NEW.nodal_account_id AND status = 'ACCEPTED'
       AND (business_date, day_position) < (NEW.business_date, NEW.day_position)
     ORDER BY business_date DESC, day_position DESC LIMIT 1;
    IF (FOUND AND previous_paise <> NEW.opening_paise)
       OR NEW.closing_paise <> NEW.opening_paise + NEW.credit_paise - NEW.debit_paise
       OR EXISTS (SELECT FROM bank_statement_problem WHERE bank_statement_id = NEW.bank_statement_id AND kind = 'WRONG_SUM') THEN
      RAISE EXCEPTION 'statement % does not add up or does not follow its predecessor', NEW.bank_statement_id
        USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.check_statement_totals()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  counted record;
  totals constant text[] := '{line_count,credit_paise,debit_paise}';
  standing constant text[] := '{status,hold_reason,day_position,release_id,withdrawal_id}';
BEGIN
  IF (to_jsonb(OLD) - CASE WHEN OLD.line_count IS NULL THEN totals ELSE standing END)
       IS DISTINCT FROM (to_jsonb(NEW) - CASE WHEN OLD.line_count IS NULL THEN totals ELSE standing END)
     OR (OLD.line_count IS NOT NULL AND to_jsonb(OLD) = to_jsonb(NEW)) THEN
    RAISE EXCEPTION 'statement % is loaded and cannot change', OLD.bank_statement_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF OLD.line_count IS NOT NULL THEN
    RETURN NEW;
  END IF;
  SELECT count(*) AS lines, coalesce(sum(amount_paise) FILTER (WHERE direction = 'CREDIT'), 0) AS credit_paise,
         coalesce(sum(amount_paise) FILTER (WHERE direction = 'DEBIT'), 0) AS debit_paise
    INTO counted FROM bank_statement_line WHERE bank_statement_id = NEW.bank_statement_id;
  IF (NEW.line_count, NEW.credit_paise, NEW.debit_paise) IS DISTINCT FROM (counted.lines, counted.credit_paise, counted.debit_paise) THEN
    RAISE EXCEPTION 'statement % has % lines of % paise in and % paise out', NEW.bank_statement_id, counted.lines,
      counted.credit_paise, counted.debit_paise USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $function$;

-- Also that its payout or else its business exists, in place of foreign keys.
CREATE OR REPLACE FUNCTION public.check_transaction_has_entries()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_nestloop TO 'off'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
DECLARE
  first_id constant uuid := (SELECT transaction_id FROM inserted ORDER BY transaction_id LIMIT 1);
  last_id  constant uuid := (SELECT transaction_id FROM inserted ORDER BY transaction_id DESC LIMIT 1);
  broken   record;
BEGIN
  SELECT checked.* INTO broken FROM (
    SELECT i.business_id, i.transaction_id, i.payout_id,
           CASE
             WHEN e.transaction_id IS NULL THEN 'ENTRIES'
             WHEN i.payout_id IS NULL
                  AND (SELECT b.business_code FROM business b WHERE b.business_id = i.business_id) IS NULL THEN 'BUSINESS'
             WHEN i.payout_id IS NOT NULL
                  AND (SELECT p.status FROM payout p
                        WHERE p.business_id = i.business_id AND p.payout_id = i.payout_id) IS NULL THEN 'PAYOUT'
           END AS missing
      FROM inserted i
      LEFT JOIN (SELECT DISTINCT business_id, transaction_id FROM ledger_entry
                  WHERE transaction_id BETWEEN first_id AND last_id) e
             ON e.business_id = i.business_id AND e.transaction_id = i.transaction_id) checked
   WHERE missing IS NOT NULL LIMIT 1;
  IF NOT FOUND THEN
    RETURN NULL;
  ELSIF broken.missing = 'ENTRIES' THEN
    RAISE EXCEPTION 'ledger transaction % has no entries', broken.transaction_id USING ERRCODE = 'check_violation';
  ELSIF broken.missing = 'BUSINESS' THEN
    RAISE EXCEPTION 'business % of a ledger transaction does not exist', broken.business_id USING ERRCODE = 'foreign_key_violation';
  END IF;
  RAISE EXCEPTION 'payout % of a ledger transaction does not exist', broken.payout_id USING ERRCODE = 'foreign_key_violation';
END $function$;

CREATE OR REPLACE FUNCTION public.check_wallet_matches_newest_movement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.last_sequence = 0 AND NEW.balance_paise = 0 AND NEW.total_credit_paise = 0 AND NEW.credit_count = 0 THEN
    RETURN NULL;
  END IF;
  PERFORM FROM wallet_movement m
    WHERE m.business_id = NEW.business_id AND m.sequence = NEW.last_sequence AND m.balance_after_paise = NEW.balance_paise
      AND m.total_credit_paise = NEW.total_credit_paise AND m.credit_count = NEW.credit_count;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'wallet % differs from its newest movement', NEW.business_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $function$;

-- Lets autovacuum collect statistics of the columns of a partition's primary key only, which are those that its readers name.
CREATE OR REPLACE FUNCTION public.collect_key_statistics(partition text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  EXECUTE (SELECT format('ALTER TABLE %I SET (autovacuum_analyze_scale_factor = 0.2)', partition)
                    || string_agg(format(', ALTER COLUMN %I SET STATISTICS 0', a.attname), '' ORDER BY a.attnum)
             FROM pg_attribute a
            WHERE a.attrelid = partition::regclass AND a.attnum > 0 AND NOT a.attisdropped
              AND NOT EXISTS (SELECT FROM pg_index i
                               WHERE i.indrelid = a.attrelid AND i.indisprimary AND a.attnum = ANY (i.indkey)));
END $function$;

CREATE OR REPLACE FUNCTION public.compare_content_hash()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF sha256(convert_to(NEW.content, 'UTF8')) IS DISTINCT FROM (SELECT content_hash FROM approval WHERE approval_id = NEW.approval_id) THEN
    RAISE EXCEPTION 'approval % is about other content', NEW.approval_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.count_decisions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  UPDATE approval a
     SET state = CASE NEW.decision WHEN 'REFUSE' THEN 'REFUSED' ELSE 'AGREED' END, closed_at = clock_timestamp()
   WHERE a.approval_id = NEW.approval_id
     AND (NEW.decision = 'REFUSE'
          OR (SELECT count(*) FROM approval_decision d WHERE d.approval_id = NEW.approval_id) >= a.people_needed);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.count_late_row()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  -- A seal that is not committed does not show in the snapshot of an update, which would pass the bucket over.
  PERFORM FROM search_bucket WHERE bucket_id = NEW.bucket_id FOR NO KEY UPDATE;
  UPDATE search_bucket SET late_rows = late_rows + 1, late_since = coalesce(late_since, now())
   WHERE bucket_id = NEW.bucket_id AND payout_ids IS NOT NULL;
  NEW.is_late := FOUND;
  RETURN NEW;
END $function$;

-- Creates the partition of a month in UTC for a table that is partitioned by UUIDv7 and moves its rows out of the default partition. Returns false if it exists.
CREATE OR REPLACE FUNCTION public.create_month_partition(parent text, key text, month date)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
DECLARE
  name    text := parent || to_char(month, '_YYYY_MM');
  from_id uuid := first_uuid_at(month::timestamp AT TIME ZONE 'UTC');
  to_id   uuid := first_uuid_at((month + interval '1 month') AT TIME ZONE 'UTC');
BEGIN
  IF to_regclass(name) IS NOT NULL THEN
    RETURN false;
  END IF;
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES INCLUDING STORAGE)', name, parent);
  PERFORM collect_key_statistics(name);
  EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', parent || '_default');
  EXECUTE format('WITH moved AS (DELETE FROM %I WHERE %I >= %L AND %I < %L RETURNING *) INSERT INTO %I SELECT * FROM moved',
                 parent || '_default', key, from_id, key, to_id, name);
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, name, from_id, to_id);
  RETURN true;
END $function$;

-- Creates the missing partitions of this month and of the next months in UTC. Returns how many it created.
CREATE OR REPLACE FUNCTION public.create_webhook_attempt_partitions(months_ahead integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT count(*) FILTER (WHERE create_month_partition('webhook_attempt', 'delivery_id', month::date))::integer
    FROM generate_series(date_trunc('month', now() AT TIME ZONE 'UTC'),
                         now() AT TIME ZONE 'UTC' + least(months_ahead, 24) * interval '1 month', interval '1 month') AS month
$function$;

-- What two people have credited the wallet of a business with for a payout, minus what they have debited, by its lines and postings as far as these matches stand; and what suspense bears of such credits because their statements are withdrawn. What the bank calls a credit to the virtual account of the wallet is no money of the payout.
CREATE OR REPLACE FUNCTION public.credited_by_people(of_business uuid, of_payout uuid, OUT standing_paise bigint, OUT borne_paise bigint)
 RETURNS record
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  WITH paid AS MATERIALIZED (
    SELECT amount_paise, utr, reference_of_payout(payout_id) AS reference,
           (SELECT virtual_account_number FROM wallet WHERE business_id = of_business) AS own_account
      FROM payout WHERE business_id = of_business AND payout_id = of_payout
  ), referred AS MATERIALIZED (
    SELECT l.bank_statement_id, l.line_number, l.direction, l.amount_paise, l.kind, l.kind_from_narration, l.utr
      FROM paid JOIN bank_statement_line l ON l.reference = paid.reference
     WHERE (l.direction = 'CREDIT' AND l.kind = 'CREDIT' AND l.virtual_account_number = paid.own_account) IS NOT TRUE
  ), line AS MATERIALIZED (
    SELECT * FROM referred
     UNION
    SELECT l.bank_statement_id, l.line_number, l.direction, l.amount_paise, l.kind, l.kind_from_narration, l.utr
      FROM paid JOIN bank_statement_line l ON l.utr = paid.utr
     WHERE (l.direction = 'CREDIT' AND l.kind = 'CREDIT' AND l.virtual_account_number = paid.own_account) IS NOT TRUE
     UNION
    SELECT l.bank_statement_id, l.line_number, l.direction, l.amount_paise, l.kind, l.kind_from_narration, l.utr
      FROM (SELECT DISTINCT utr FROM referred WHERE direction = 'CREDIT' AND kind NOT IN ('CHARGE', 'GST')) AS known
      JOIN bank_statement_line l ON l.utr = known.utr AND l.direction = 'CREDIT'
     CROSS JOIN paid
     WHERE (l.direction = 'CREDIT' AND l.kind = 'CREDIT' AND l.virtual_account_number = paid.own_account) IS NOT TRUE
  ), moved AS MATERIALIZED (
    SELECT line.bank_statement_id, line.line_number, CASE line.direction WHEN 'CREDIT' THEN line.amount_paise ELSE -line.amount_paise END AS paise
      FROM line CROSS JOIN paid
     WHERE line.kind NOT IN ('CHARGE', 'GST') OR line.kind_from_narration AND line.direction = 'DEBIT' AND line.amount_paise = paid.amount_paise
  ), borne AS MATERIALIZED (
    SELECT DISTINCT v.business_id, v.counter_transaction_id
      FROM moved
      JOIN reconciliation_revoked_item i ON i.bank_statement_id = moved.bank_statement_id AND i.line_number = moved.line_number
      JOIN reconciliation_resolution r ON r.match_id = i.match_id AND r.action = 'ADJUST_WALLET' AND r.business_id = of_business
      JOIN reconciliation_reversal v ON v.root_transaction_id = r.transaction_id AND v.restored_transaction_id IS NULL
     WHERE moved.paise > 0
  )
  SELECT (SELECT coalesce(sum(posted.paise), 0)::bigint FROM (
            SELECT moved.paise
              FROM moved
              JOIN reconciliation_match_item m ON m.bank_statement_id = moved.bank_statement_id AND m.line_number = moved.line_number
              JOIN reconciliation_resolution r ON r.resolution_id = m.resolution_id AND r.action = 'ADJUST_WALLET' AND r.business_id = of_business
            UNION ALL
            SELECT CASE h.kind WHEN 'PAYOUT_SETTLEMENT' THEN paid.amount_paise ELSE -paid.amount_paise END
              FROM reconciliation_posting_by_hand h CROSS JOIN paid
             WHERE h.business_id = of_business AND h.payout_id = of_payout AND h.action = 'ADJUST_WALLET' AND h.wallet_of = of_business) AS posted),
         (SELECT coalesce(-sum(e.amount_paise), 0)::bigint
            FROM borne
            JOIN ledger_entry e ON e.business_id = borne.business_id AND e.transaction_id = borne.counter_transaction_id AND e.amount_paise < 0
            JOIN ledger_account a ON a.account_id = e.account_id AND a.code = 'suspense')
$function$;

-- The price plan that applies to a business; null without one.
CREATE OR REPLACE FUNCTION public.current_price_plan(of_business uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  SELECT price_plan_id FROM price_plan WHERE business_id = of_business AND starts_at <= now()
   ORDER BY starts_at DESC, price_plan_id DESC LIMIT 1
$function$;

CREATE OR REPLACE FUNCTION public.decide_approval()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  asked approval;
BEGIN
  SELECT * INTO asked FROM approval WHERE approval_id = NEW.approval_id FOR UPDATE;
  IF asked.maker_id = NEW.checker_id THEN
    RAISE EXCEPTION 'approval %: the maker cannot be a checker', NEW.approval_id USING ERRCODE = 'check_violation';
  END IF;
  IF asked.content_hash IS DISTINCT FROM NEW.content_hash THEN
    RAISE EXCEPTION 'approval %: the decision is on other content than was asked for', NEW.approval_id USING ERRCODE = 'check_violation';
  END IF;
  IF asked.state <> 'OPEN' OR asked.expires_at <= clock_timestamp() THEN
    RAISE EXCEPTION 'approval % is closed', NEW.approval_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $function$;

-- When a case that was never submitted was used last. Null: it was submitted, or the business has a wallet or API access.
CREATE OR REPLACE FUNCTION public.draft_last_used(of_business uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT greatest(c.created_at,
           (SELECT max(r.changed_at) FROM onboarding_requirement r WHERE r.business_id = c.business_id),
           (SELECT max(p.created_at) FROM onboarding_principal p WHERE p.business_id = c.business_id),
           (SELECT max(d.created_at) FROM onboarding_document d WHERE d.business_id = c.business_id),
           (SELECT max(n.created_at) FROM onboarding_note n WHERE n.business_id = c.business_id),
           (SELECT max(m.granted_at) FROM membership m WHERE m.business_id = c.business_id),
           (SELECT max(i.created_at) FROM invitation i WHERE i.business_id = c.business_id))
    FROM onboarding_case c JOIN business b ON b.business_id = c.business_id
   WHERE c.business_id = of_business AND c.state = 'UNSTARTED' AND NOT b.api_access_enabled
     AND NOT EXISTS (SELECT FROM wallet w WHERE w.business_id = c.business_id)
$function$;

-- Drops the oldest partition whose month ended longer ago than age, at least 30 days. Returns how many it dropped, 0 or 1.
CREATE OR REPLACE FUNCTION public.drop_oldest_webhook_attempt_partition(age interval)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  oldest text;
BEGIN
  SELECT c.relname INTO oldest
    FROM pg_inherits i
    JOIN pg_class c ON c.oid = i.inhrelid
   WHERE i.inhparent = 'webhook_attempt'::regclass AND c.relname ~ '_\d{4}_\d{2}$'
     AND (to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month') AT TIME ZONE 'UTC' <= now() - greatest(age, interval '30 days')
   ORDER BY c.relname
   LIMIT 1;
  IF oldest IS NULL THEN
    RETURN 0;
  END IF;
  EXECUTE format('DROP TABLE %I', oldest);
  RETURN 1;
END $function$;

CREATE OR REPLACE FUNCTION public.end_delegations_of_member()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  UPDATE approval_delegation SET ended_at = clock_timestamp()
   WHERE delegation_id IN (
     SELECT delegation_id FROM approval_delegation
      WHERE business_id = OLD.business_id AND OLD.person_id IN (from_person, to_person) AND ended_at IS NULL
        AND NOT is_delegation_possible(business_id, from_person, to_person)
      ORDER BY delegation_id FOR UPDATE);
  RETURN NULL;
END $function$;

-- Ends a held payout in status 12 without a movement: cancelled, rejected by a refused approval, expired with an undecided one, or agreed to although its beneficiary was archived. False if it is not held for that.
CREATE OR REPLACE FUNCTION public.end_held_payout(of_business uuid, of_payout uuid, code text, message text, by_source text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '2s'
AS $function$
DECLARE
  asked approval;
  ended payout;
BEGIN
  PERFORM require_acting_business(of_business);
  SELECT a.* INTO asked FROM payout_hold h JOIN approval a ON a.approval_id = h.approval_id
   WHERE h.business_id = of_business AND h.payout_id = of_payout AND h.reason IS NOT NULL FOR UPDATE OF a;
  -- In parentheses, because IF ends at the first THEN outside them.
  IF NOT (CASE code
       WHEN 'CANCELLED_BY_MERCHANT' THEN true
       WHEN 'REJECTED_BY_APPROVER' THEN coalesce(asked.state = 'REFUSED', false)
       WHEN 'APPROVAL_EXPIRED' THEN coalesce(asked.state = 'OPEN' AND asked.expires_at <= clock_timestamp(), false)
       WHEN 'BENEFICIARY_INACTIVE' THEN coalesce(asked.state = 'AGREED', false) AND is_payee_archived(of_business, of_payout)
         AND EXISTS (SELECT FROM payout_hold
                      WHERE business_id = of_business AND payout_id = of_payout AND reason = 'APPROVAL'
                        AND (scheduled_for <= clock_timestamp()) IS NOT FALSE)
       ELSE false END) THEN
    RETURN false;
  END IF;
  -- Not a hold that began while this waited for the approval: its own approval would stay open.
  UPDATE payout_hold SET reason = NULL, ended_at = clock_timestamp()
   WHERE business_id = of_business AND payout_id = of_payout AND reason IS NOT NULL AND approval_id IS NOT DISTINCT FROM asked.approval_id;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  UPDATE payout
     SET status = 12, response_code = code, response_message = message, held = false, last_sequence = last_sequence + 1,
         updated_at = clock_timestamp(), completed_at = clock_timestamp()
   WHERE business_id = of_business AND payout_id = of_payout AND status = 3 AND held
  RETURNING * INTO STRICT ended;
  INSERT INTO payout_event (business_id, payout_id, sequence, from_status, status, stage, source, response_code, response_message)
  VALUES (of_business, of_payout, ended.last_sequence, 3, 12, 'FAILED', by_source, code, message);
  UPDATE approval SET state = 'WITHDRAWN', closed_at = clock_timestamp() WHERE approval_id = asked.approval_id AND state = 'OPEN';
  RETURN true;
END $function$;

CREATE OR REPLACE FUNCTION public.end_recoveries_of(person uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  UPDATE invitation SET withdrawn_at = clock_timestamp()
   WHERE invitation_id IN (SELECT invitation_id FROM invitation
                            WHERE person_id = person AND used_at IS NULL AND withdrawn_at IS NULL
                            ORDER BY invitation_id FOR UPDATE);
$function$;

CREATE OR REPLACE FUNCTION public.end_recoveries_of_changed_person()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM end_recoveries_of(NEW.person_id);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.end_recoveries_of_passkey_owner()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM end_recoveries_of(name::uuid) FROM user_entities
    WHERE id = CASE TG_OP WHEN 'DELETE' THEN OLD.user_entity_user_id ELSE NEW.user_entity_user_id END;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.end_tokens_of(person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM begin_change_of_credentials(person);
  UPDATE access_token SET revoked_at = clock_timestamp() WHERE person_id = person AND revoked_at IS NULL;
  UPDATE device_login SET state = 'REFUSED' WHERE person_id = person AND state = 'CONFIRMED';
END $function$;

CREATE OR REPLACE FUNCTION public.end_tokens_of_changed_person()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM end_tokens_of(CASE TG_OP WHEN 'DELETE' THEN OLD.person_id ELSE NEW.person_id END);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.end_tokens_of_passkey_owner()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM end_tokens_of(name::uuid) FROM user_entities
    WHERE id = CASE TG_OP WHEN 'DELETE' THEN OLD.user_entity_user_id ELSE NEW.user_entity_user_id END;
  RETURN NULL;
END $function$;

-- Creates the publication hundi_events if it is missing or differs; returns whether it did.
CREATE OR REPLACE FUNCTION public.ensure_event_publication()
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  IF EXISTS (SELECT FROM pg_publication p
              WHERE p.pubname = 'hundi_events' AND p.pubinsert AND NOT p.puballtables
                AND (SELECT array_agg(format('%s.%s(%s) %s', t.schemaname, t.tablename, array_to_string(t.attnames, ','), t.rowfilter)
                                      ORDER BY t.tablename)
                       FROM pg_publication_tables t WHERE t.pubname = p.pubname)
                  = ARRAY['public.beneficiary_event(business_id,beneficiary_id,sequence,event_id,kind,created_at) ',
                          'public.payout_event(business_id,payout_id,sequence,event_id,stage,created_at) '
                          '((stage <> ALL (ARRAY[''DISPATCHED''::text, ''BANK_ACKNOWLEDGED''::text, ''IN_DOUBT''::text])) AND (NOT claimed))']) THEN
    RETURN false;
  END IF;
  DROP PUBLICATION IF EXISTS hundi_events;
  CREATE PUBLICATION hundi_events FOR TABLE
    public.payout_event (business_id, payout_id, sequence, event_id, stage, created_at)
      WHERE (stage NOT IN ('DISPATCHED', 'BANK_ACKNOWLEDGED', 'IN_DOUBT') AND NOT claimed),
    public.beneficiary_event (business_id, beneficiary_id, sequence, event_id, kind, created_at)
    WITH (publish = 'insert');
  -- In the same transaction, so that a crash of the caller does not hide the gap.
  INSERT INTO public.stream_gap (reason) VALUES ('publication hundi_events was missing or differed');
  RETURN true;
END $function$;

-- Empties bodies of callbacks that were last received before a time. Returns their number.
CREATE OR REPLACE FUNCTION public.erase_bank_callbacks(before timestamp with time zone, most integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  WITH erased AS (
    UPDATE bank_callback SET body = '{}'
     WHERE ctid = ANY (ARRAY(SELECT ctid FROM bank_callback
                              WHERE last_received_at < least(before, transactions_kept_from()) AND body <> '{}' AND judge_at IS NULL
                              LIMIT most FOR UPDATE SKIP LOCKED))
    RETURNING 1)
  SELECT count(*)::integer FROM erased
$function$;

-- Erases beneficiaries that are inactive and unchanged since before a time. Returns their number.
CREATE OR REPLACE FUNCTION public.erase_beneficiaries(before timestamp with time zone, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  due    record;
  erased integer := 0;
BEGIN
  FOR due IN SELECT business_id, beneficiary_id FROM beneficiary
              WHERE status = 0 AND erased_at IS NULL AND updated_at < least(before, transactions_kept_from())
              ORDER BY business_id, beneficiary_id LIMIT most FOR UPDATE SKIP LOCKED LOOP
    PERFORM erase_beneficiary(due.business_id, due.beneficiary_id);
    erased := erased + 1;
  END LOOP;
  RETURN erased;
END $function$;

-- Erases an inactive beneficiary with its history; refused while the law requires it.
CREATE OR REPLACE FUNCTION public.erase_beneficiary(of_business uuid, of_beneficiary uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  UPDATE beneficiary
     SET name = 'ERASED', email = NULL, phone_number = '0000000000', account_number = NULL, ifsc = NULL, vpa = NULL, erased_at = now()
   WHERE business_id = of_business AND beneficiary_id = of_beneficiary;
  UPDATE beneficiary_event SET snapshot = erased_snapshot(snapshot)
   WHERE business_id = of_business AND beneficiary_id = of_beneficiary;
  -- The key contains a digest of name and target, so each row needs another name.
  UPDATE beneficiary_verification
     SET name = 'ERASED ' || target_version, account_number = NULL, ifsc = NULL, vpa = NULL, registered_name = NULL,
         registration_id = NULL, problem = NULL, note = CASE WHEN note IS NOT NULL THEN 'ERASED' END,
         state = CASE state WHEN 'DUE' THEN 'NOT_OFFERED' ELSE state END, due_at = NULL, answered_at = coalesce(answered_at, now())
   WHERE business_id = of_business AND beneficiary_id = of_beneficiary;
  UPDATE name_verification
     SET name = 'ERASED', account_number = NULL, ifsc = NULL, vpa = NULL, name_at_bank = NULL, problem = NULL,
         result = coalesce(result, 'UNAVAILABLE'), due_at = NULL, checked_at = coalesce(checked_at, now())
   WHERE business_id = of_business AND beneficiary_id = of_beneficiary;
END $function$;

-- Erases a row of an ended bulk file, of which the law keeps the paid rows for five years. Amounts, references and error codes stay.
CREATE OR REPLACE FUNCTION public.erase_bulk_row(of_business uuid, of_file uuid, of_row integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF EXISTS (SELECT FROM bulk_file f WHERE f.business_id = of_business AND f.bulk_file_id = of_file
                AND (f.completed_at IS NULL OR f.completed_at >= transactions_kept_from()
                     AND EXISTS (SELECT FROM payout p WHERE p.business_id = of_business AND p.bulk_file_id = of_file
                                    AND p.bulk_row_number = of_row))) THEN
    RAISE EXCEPTION 'row % of bulk file % is open or was paid in the last five years', of_row, of_file USING ERRCODE = 'check_violation';
  END IF;
  UPDATE bulk_row
     SET cells = array_fill(''::text, ARRAY[cardinality(cells)]), name = CASE WHEN name IS NOT NULL THEN 'ERASED' END,
         phone_number = NULL, email = NULL, account_number = CASE WHEN account_number IS NOT NULL THEN 'ERASED' END,
         vpa = CASE WHEN vpa IS NOT NULL THEN 'ERASED' END, narration = NULL, fingerprint = NULL,
         errors = without_values(errors), warnings = without_values(warnings)
   WHERE business_id = of_business AND bulk_file_id = of_file AND row_number = of_row;
END $function$;

-- Erases rows of bulk files that ended from a time to another. Returns their number.
CREATE OR REPLACE FUNCTION public.erase_bulk_rows(from_time timestamp with time zone, before timestamp with time zone, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  due    record;
  erased integer := 0;
BEGIN
  FOR due IN SELECT r.business_id, r.bulk_file_id, r.row_number
               FROM bulk_file f
               JOIN bulk_row r ON r.business_id = f.business_id AND r.bulk_file_id = f.bulk_file_id
              WHERE f.completed_at < least(before, transactions_kept_from()) AND f.completed_at >= from_time
                AND (array_to_string(r.cells, '') <> '' OR r.name <> 'ERASED' OR r.fingerprint IS NOT NULL)
              LIMIT most FOR UPDATE OF r LOOP
    PERFORM erase_bulk_row(due.business_id, due.bulk_file_id, due.row_number);
    erased := erased + 1;
  END LOOP;
  RETURN erased;
END $function$;

CREATE OR REPLACE FUNCTION public.erase_case(of_business uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  UPDATE onboarding_case
     SET erased_at = now(), rejection_reason = CASE WHEN rejection_reason IS NOT NULL THEN 'ERASED' END
   WHERE business_id = of_business;
  UPDATE onboarding_requirement
     SET value = CASE requirement WHEN 'BUSINESS_TYPE' THEN value END, reason = CASE WHEN reason IS NOT NULL THEN 'ERASED' END
   WHERE business_id = of_business;
  UPDATE onboarding_principal
     SET principal_name = 'ERASED', designation = 'ERASED', pan = 'XXXPX0000X', aadhaar = 'XXXX XXXX 0000'
   WHERE business_id = of_business;
  UPDATE onboarding_document SET file_name = 'ERASED', key_ciphertext = NULL, removed_at = coalesce(removed_at, now())
   WHERE business_id = of_business;
  UPDATE onboarding_note SET note = 'ERASED' WHERE business_id = of_business;
  UPDATE name_verification SET name = 'ERASED', account_number = NULL, vpa = NULL, name_at_bank = NULL, problem = NULL
   WHERE business_id = of_business AND beneficiary_id IS NULL;
END $function$;

-- Erases the onboarding of businesses whose relation ended before a time: fields, principals, notes, the verified settlement account, and the keys of documents, without which the files cannot be decrypted. Returns the number of cases.
CREATE OR REPLACE FUNCTION public.erase_onboarding(before timestamp with time zone, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  due    record;
  erased integer := 0;
BEGIN
  FOR due IN SELECT c.business_id FROM onboarding_case c
              WHERE c.erased_at IS NULL AND relation_end(c.business_id) < least(before, transactions_kept_from())
              ORDER BY c.business_id LIMIT most FOR UPDATE SKIP LOCKED LOOP
    PERFORM erase_case(due.business_id);
    erased := erased + 1;
  END LOOP;
  RETURN erased;
END $function$;

-- Erases cases that were never submitted and not used since a time, the invitations of their businesses, and their people who have no other business. Returns the number of cases.
CREATE OR REPLACE FUNCTION public.erase_onboarding_drafts(before timestamp with time zone, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  due    record;
  erased integer := 0;
BEGIN
  FOR due IN SELECT c.business_id, c.erased_at FROM onboarding_case c
              WHERE draft_last_used(c.business_id) < least(before, now() - interval '30 days')
                AND (c.erased_at IS NULL
                     OR EXISTS (SELECT FROM invitation i WHERE i.business_id = c.business_id AND i.email <> 'erased@invalid')
                     OR EXISTS (SELECT FROM people_of_draft_only(c.business_id) AS left_over (person_id) JOIN person p USING (person_id)
                                 WHERE p.email NOT LIKE 'erased-%'))
              ORDER BY c.business_id LIMIT most FOR UPDATE OF c SKIP LOCKED LOOP
    IF due.erased_at IS NULL THEN
      PERFORM erase_case(due.business_id);
    END IF;
    PERFORM erase_people(ARRAY(SELECT people_of_draft_only(due.business_id)));
    UPDATE invitation SET email = 'erased@invalid' WHERE business_id = due.business_id AND email <> 'erased@invalid';
    erased := erased + 1;
  END LOOP;
  RETURN erased;
END $function$;

-- Erases phone number and e-mail address of a payout that has ended.
CREATE OR REPLACE FUNCTION public.erase_payout_contact(of_business uuid, of_payout uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  UPDATE payout SET beneficiary_phone = 'ERASED', beneficiary_email = NULL WHERE business_id = of_business AND payout_id = of_payout
$function$;

-- Erases payee, contact and narration of payouts that ended before a time, and what repeats them: search text and orders of bank files. Returns the number of payouts.
CREATE OR REPLACE FUNCTION public.erase_payouts(from_time timestamp with time zone, before timestamp with time zone, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  until_time timestamptz := least(before, transactions_kept_from());
  businesses uuid[];
  payouts    uuid[];
BEGIN
  -- The start of the range only bounds what is read; a payout may end weeks after its acceptance.
  SELECT array_agg(due.business_id), array_agg(due.payout_id) INTO businesses, payouts FROM (
    SELECT p.business_id, p.payout_id
      FROM business b
     CROSS JOIN LATERAL (
       SELECT business_id, payout_id FROM payout
        WHERE business_id = b.business_id AND payout_id < first_uuid_at(until_time) AND completed_at < until_time
          AND payout_id >= first_uuid_at(greatest(from_time - interval '60 days', to_timestamp(0)))
          AND (beneficiary_name <> 'ERASED' OR beneficiary_phone <> 'ERASED' OR num_nonnulls(beneficiary_email, narration) > 0
               OR account_number <> 'ERASED' OR vpa <> 'ERASED')
        ORDER BY payout_id LIMIT most FOR NO KEY UPDATE) AS p
     LIMIT most) AS due;
  IF payouts IS NULL THEN
    RETURN 0;
  END IF;

  UPDATE payout p
     SET beneficiary_name = 'ERASED', beneficiary_phone = 'ERASED', beneficiary_email = NULL, narration = NULL,
         account_number = CASE WHEN account_number IS NOT NULL THEN 'ERASED' END, vpa = CASE WHEN vpa IS NOT NULL THEN 'ERASED' END
    FROM unnest(businesses, payouts) AS due (business_id, payout_id)
   WHERE p.business_id = due.business_id AND p.payout_id = due.payout_id;
  UPDATE payout_search s SET text = concat_ws(E'\n', present.accepted, nullif(present.bank, ''))
    FROM unnest(businesses, payouts) AS due (business_id, payout_id)
    JOIN payout p ON p.business_id = due.business_id AND p.payout_id = due.payout_id
   CROSS JOIN LATERAL payout_search_text(p) AS present
   WHERE s.business_id = due.business_id AND s.payout_id = due.payout_id AND s.part = 0;
  UPDATE bank_file_order o SET beneficiary_name = 'ERASED', account_number = 'ERASED', narration = NULL
    FROM unnest(businesses, payouts) AS due (business_id, payout_id)
    JOIN bank_attempt a ON a.business_id = due.business_id AND a.payout_id = due.payout_id
   WHERE o.bank = a.bank AND o.reference = a.reference;
  UPDATE reconciliation_open_entry e SET account_number = NULL
    FROM unnest(businesses, payouts) AS due (business_id, payout_id)
   WHERE e.business_id = due.business_id AND e.payout_id = due.payout_id;
  UPDATE payout_detail d SET notes = '{}', tags = '{}', purpose = NULL
    FROM unnest(businesses, payouts) AS due (business_id, payout_id)
   WHERE d.business_id = due.business_id AND d.payout_id = due.payout_id;
  RETURN cardinality(payouts);
END $function$;

CREATE OR REPLACE FUNCTION public.erase_people(ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  DELETE FROM merchant_session WHERE principal_name = ANY (ids::text[]);
  DELETE FROM person_password WHERE person_id = ANY (ids);
  DELETE FROM person_totp WHERE person_id = ANY (ids);
  DELETE FROM recovery_code WHERE person_id = ANY (ids);
  DELETE FROM user_entities WHERE name = ANY (ids::text[]);
  DELETE FROM person_device WHERE person_id = ANY (ids);
  UPDATE person SET email = 'erased-' || person_id || '@invalid', person_name = 'ERASED' WHERE person_id = ANY (ids);
END $function$;

-- Erases counterparty and narration of matched lines of statements from a day up to but without another. Returns their number.
CREATE OR REPLACE FUNCTION public.erase_statement_lines(from_day date, before date, most integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  WITH due AS MATERIALIZED (
    SELECT l.bank_statement_id, l.line_number
      FROM bank_statement s
      JOIN bank_statement_line l ON l.bank_statement_id = s.bank_statement_id
     WHERE s.business_date >= from_day AND s.business_date < least(before, books_kept_from())
       AND num_nonnulls(l.counterparty_account, l.counterparty_name, l.narration) > 0
       AND NOT EXISTS (SELECT FROM reconciliation_open_line o
                        WHERE o.bank_statement_id = l.bank_statement_id AND o.line_number = l.line_number)
     LIMIT most
  ), erased AS (
    UPDATE bank_statement_line l SET counterparty_account = NULL, counterparty_name = NULL, narration = NULL
      FROM due WHERE l.bank_statement_id = due.bank_statement_id AND l.line_number = due.line_number
    RETURNING 1)
  SELECT count(*)::integer FROM erased
$function$;

-- Those of some documents that have no key, so that their files can be removed: for a caller that may not read keys.
CREATE OR REPLACE FUNCTION public.erased_documents(ids uuid[])
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT id FROM unnest(ids) AS id
   WHERE NOT EXISTS (SELECT FROM onboarding_document d WHERE d.document_id = id AND d.key_ciphertext IS NOT NULL)
$function$;

CREATE OR REPLACE FUNCTION public.erased_snapshot(snapshot jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (snapshot - '{name,email,phoneNumber,accountNumber,ifsc,vpa}'::text[]);

-- Not above any UUIDv7 of the day in Asia/Kolkata, and above all of earlier days.
CREATE OR REPLACE FUNCTION public.first_id_of(of_day date)
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT (lpad(to_hex((extract(epoch FROM of_day::timestamp AT TIME ZONE 'Asia/Kolkata') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$function$;

-- The lower bound of every UUIDv7 of a millisecond.
CREATE OR REPLACE FUNCTION public.first_uuid_at(moment timestamp with time zone)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  SELECT (lpad(to_hex(floor(extract(epoch FROM moment) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$function$;

CREATE OR REPLACE FUNCTION public.forget_proved_rows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.rows_proved_after := NULL;
  NEW.rows_proved_before := NULL;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.guard_document()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF TG_OP = 'INSERT' OR NEW.removed_at IS DISTINCT FROM OLD.removed_at THEN
    PERFORM FROM onboarding_case WHERE business_id = NEW.business_id FOR SHARE;
    IF NOT is_open_for_merchant(NEW.business_id, NEW.requirement) THEN
      RAISE EXCEPTION 'requirement % of onboarding case % is locked', NEW.requirement, NEW.business_id USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  IF TG_OP = 'UPDATE' AND ((NEW.document_id, NEW.business_id, NEW.requirement, NEW.principal_id, NEW.principal_part, NEW.media_type,
                            NEW.size_bytes, NEW.sha256, NEW.created_at)
                           IS DISTINCT FROM
                           (OLD.document_id, OLD.business_id, OLD.requirement, OLD.principal_id, OLD.principal_part, OLD.media_type,
                            OLD.size_bytes, OLD.sha256, OLD.created_at)
                           OR OLD.removed_at IS NOT NULL AND NEW.removed_at IS DISTINCT FROM OLD.removed_at
                           OR NEW.scan_state <> OLD.scan_state AND OLD.scan_state <> 'QUARANTINED') THEN
    RAISE EXCEPTION 'document % does not change', OLD.document_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.guard_principal()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM FROM onboarding_case WHERE business_id = NEW.business_id FOR SHARE;
  IF NOT is_open_for_merchant(NEW.business_id, 'PRINCIPALS_IDENTITY') THEN
    RAISE EXCEPTION 'the principals of onboarding case % are locked', NEW.business_id USING ERRCODE = 'check_violation';
  END IF;
  IF TG_OP = 'UPDATE' AND ((NEW.principal_id, NEW.business_id) IS DISTINCT FROM (OLD.principal_id, OLD.business_id)
                           OR OLD.removed_at IS NOT NULL) THEN
    RAISE EXCEPTION 'principal % does not change', OLD.principal_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.guard_requirement()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  onboarding onboarding_case;
BEGIN
  SELECT * INTO onboarding FROM onboarding_case WHERE business_id = NEW.business_id FOR SHARE;
  IF onboarding.state IN ('APPROVED', 'REJECTED') THEN
    -- What was open when the case was rejected.
    IF TG_OP = 'UPDATE' AND NOT NEW.open AND to_jsonb(NEW) - 'open' = to_jsonb(OLD) - 'open' THEN
      RETURN NEW;
    END IF;
    RAISE EXCEPTION 'onboarding case % is closed', NEW.business_id USING ERRCODE = 'check_violation';
  END IF;
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'MISSING' OR NOT onboarding.with_merchant OR onboarding.state <> 'UNSTARTED' AND NOT EXISTS (
         SELECT FROM onboarding_requirement t WHERE t.business_id = NEW.business_id AND t.requirement = 'BUSINESS_TYPE' AND t.open) THEN
      RAISE EXCEPTION 'requirement % cannot be added to onboarding case %', NEW.requirement, NEW.business_id USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF (NEW.business_id, NEW.requirement) IS DISTINCT FROM (OLD.business_id, OLD.requirement) THEN
    RAISE EXCEPTION 'a requirement keeps its case' USING ERRCODE = 'check_violation';
  END IF;
  -- What a later scan finds is refused whoever has the case.
  IF NEW.reason_code IN ('INFECTED', 'UNREADABLE') AND NEW.state = 'REFUSED' AND OLD.state <> 'MISSING' AND NEW.value IS NOT DISTINCT FROM OLD.value THEN
    NEW.open := onboarding.with_merchant;
    NEW.changed_at := clock_timestamp();
    NEW.version := OLD.version + 1;
    RETURN NEW;
  END IF;
  IF (NEW.state, NEW.value, NEW.reason_code, NEW.reason) IS DISTINCT FROM (OLD.state, OLD.value, OLD.reason_code, OLD.reason) THEN
    IF onboarding.with_merchant AND (NOT OLD.open OR NEW.state = 'ACCEPTED' OR NEW.state = 'REFUSED' AND OLD.state <> 'REFUSED') THEN
      RAISE EXCEPTION 'requirement % of onboarding case % is locked', OLD.requirement, OLD.business_id USING ERRCODE = 'check_violation';
    END IF;
    IF NOT onboarding.with_merchant AND (NEW.value IS DISTINCT FROM OLD.value OR OLD.state = 'MISSING' OR NEW.state = 'MISSING') THEN
      RAISE EXCEPTION 'requirement % of onboarding case % is under review', OLD.requirement, OLD.business_id USING ERRCODE = 'check_violation';
    END IF;
    NEW.changed_at := clock_timestamp();
    NEW.version := OLD.version + 1;
  END IF;
  IF NEW.state <> 'REFUSED' THEN
    NEW.reason_code := NULL;
    NEW.reason := NULL;
  END IF;
  RETURN NEW;
END $function$;

-- Whether a text has at least one and at most the given number of characters.
CREATE OR REPLACE FUNCTION public.has_length(value text, most integer)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN ((octet_length(value) > 0) AND ((octet_length(value) <= most) OR (length(value) <= most)));

CREATE OR REPLACE FUNCTION public.hash_audit_event(event audit_event)
 RETURNS bytea
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT sha256(event.previous_hash || convert_to(string_agg(coalesce(octet_length(value) || ':' || value, '-'), ',' ORDER BY position), 'UTF8'))
    FROM unnest(ARRAY[event.chain, event.sequence::text, event.business_id::text,
                      to_char(event.happened_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), event.person_id::text,
                      event.session_mark, event.address, event.act, event.object, event.before_value::text, event.after_value::text])
         WITH ORDINALITY AS part (value, position)
$function$;

CREATE OR REPLACE FUNCTION public.hash_onboarding_case(business uuid)
 RETURNS bytea
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT sha256(convert_to(coalesce(jsonb_agg(part ORDER BY part::text), '[]')::text, 'UTF8'))
    FROM (SELECT jsonb_build_array('business', business) AS part
          UNION ALL
          SELECT jsonb_build_array('requirement', requirement, state, value)
            FROM onboarding_requirement WHERE business_id = business
          UNION ALL
          SELECT jsonb_build_array('principal', principal_id, principal_name, designation, pan, aadhaar)
            FROM onboarding_principal WHERE business_id = business AND removed_at IS NULL
          UNION ALL
          SELECT jsonb_build_array('document', document_id, requirement, principal_id, principal_part, encode(sha256, 'hex'), scan_state)
            FROM onboarding_document WHERE business_id = business AND removed_at IS NULL) AS content
$function$;

-- Whether banks in India work that day: not on Sundays or on second and fourth Saturdays, unless bank_calendar has the day.
CREATE OR REPLACE FUNCTION public.is_bank_day(of_day date)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT coalesce(
    (SELECT is_open FROM bank_calendar WHERE day = of_day),
    extract(isodow FROM of_day) <> 7
      AND NOT (extract(isodow FROM of_day) = 6 AND (extract(day FROM of_day)::integer - 1) / 7 IN (1, 3)))
$function$;

-- Whether a UTR or a virtual account number has its canonical form: letters in upper case and digits only. dev.hundi.utr.Utr converts to it.
CREATE OR REPLACE FUNCTION public.is_canonical_utr(value text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (value ~ '^[0-9A-Z]+$'::text);

-- Whether a statement that is not withdrawn, or not replaced yet, shows a debit under a reference or a UTR.
CREATE OR REPLACE FUNCTION public.is_debited_by_statements(of_reference text, of_utr text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT EXISTS (
    SELECT FROM (SELECT bank_statement_id FROM bank_statement_line
                  WHERE reference = of_reference AND direction = 'DEBIT' AND (kind NOT IN ('CHARGE', 'GST') OR kind_from_narration)
                  UNION
                 SELECT bank_statement_id FROM bank_statement_line
                  WHERE utr = of_utr AND direction = 'DEBIT' AND (kind NOT IN ('CHARGE', 'GST') OR kind_from_narration)) AS shown
      JOIN bank_statement s ON s.bank_statement_id = shown.bank_statement_id
     WHERE CASE WHEN s.status = 'WITHDRAWN' THEN NOT is_statement_replaced(s.bank_statement_id) ELSE true END)
$function$;

-- Whether the giver is a checker of the business and the receiver reads its payouts.
CREATE OR REPLACE FUNCTION public.is_delegation_possible(of_business uuid, giver uuid, receiver uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT EXISTS (SELECT FROM membership m WHERE m.business_id = of_business AND m.person_id = giver AND m.role = 'CHECKER')
     AND EXISTS (SELECT FROM membership m WHERE m.business_id = of_business AND m.person_id = receiver AND m.role <> 'DEVELOPER')
$function$;

-- Whether the case of a business was erased without ever being submitted. A relation that ended is erased too, but its people are not.
CREATE OR REPLACE FUNCTION public.is_erased_draft(of_business uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM onboarding_case c WHERE c.business_id = of_business AND c.state = 'UNSTARTED' AND c.erased_at IS NOT NULL)
     AND NOT EXISTS (SELECT FROM wallet w WHERE w.business_id = of_business)
$function$;

CREATE OR REPLACE FUNCTION public.is_onboarding_erased(of_business uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM onboarding_case WHERE business_id = of_business AND erased_at IS NOT NULL)
$function$;

CREATE OR REPLACE FUNCTION public.is_open_for_merchant(business uuid, name text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM onboarding_case c JOIN onboarding_requirement r ON r.business_id = c.business_id
                  WHERE c.business_id = business AND c.with_merchant AND r.requirement = name AND r.open)
$function$;

-- Whether statements that are not withdrawn, or not replaced yet, show more debits than returns of an amount under a reference. The role of stream-processors reads no amount of a line.
CREATE OR REPLACE FUNCTION public.is_paid_by_statements(of_reference text, of_paise bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT count(*) FILTER (WHERE l.direction = 'DEBIT') > count(*) FILTER (WHERE l.direction = 'CREDIT')
    FROM bank_statement_line l
    JOIN bank_statement s ON s.bank_statement_id = l.bank_statement_id
   WHERE l.reference = of_reference AND l.amount_paise = of_paise
     AND CASE l.direction WHEN 'DEBIT' THEN l.kind NOT IN ('CHARGE', 'GST') OR l.kind_from_narration
                          ELSE l.kind NOT IN ('CHARGE', 'GST', 'CREDIT')
                               AND NOT (l.kind_from_narration AND l.utr IS NOT NULL
                                        AND EXISTS (SELECT FROM wallet w WHERE w.virtual_account_number = l.virtual_account_number)
                                        AND NOT EXISTS (SELECT FROM payout_utr u WHERE u.utr = l.utr)
                                        AND NOT EXISTS (SELECT FROM bank_statement_line d WHERE d.utr = l.utr AND d.direction = 'DEBIT')) END
     AND CASE WHEN s.status = 'WITHDRAWN' THEN NOT is_statement_replaced(s.bank_statement_id) ELSE true END
$function$;

-- Whether the beneficiary of a payout is archived. The role of stream-processors reads no beneficiary.
CREATE OR REPLACE FUNCTION public.is_payee_archived(of_business uuid, of_payout uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM payout p
                   JOIN beneficiary b ON b.business_id = p.business_id AND b.beneficiary_id = p.beneficiary_id
                  WHERE p.business_id = of_business AND p.payout_id = of_payout AND b.status = 0)
$function$;

-- Whether name, account or VPA of a beneficiary differ from those of one of its events. The role of batch-jobs reads no events.
CREATE OR REPLACE FUNCTION public.is_payee_changed(of_business uuid, of_beneficiary uuid, since integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT NOT EXISTS (SELECT FROM beneficiary b
                       JOIN beneficiary_event e ON e.business_id = b.business_id AND e.beneficiary_id = b.beneficiary_id AND e.sequence = since
                      WHERE b.business_id = of_business AND b.beneficiary_id = of_beneficiary
                        AND (e.snapshot ->> 'name', e.snapshot ->> 'accountNumber', e.snapshot ->> 'ifsc', e.snapshot ->> 'vpa')
                            IS NOT DISTINCT FROM (b.name, b.account_number, b.ifsc, b.vpa))
$function$;

CREATE OR REPLACE FUNCTION public.is_payout_agreed(of_approval uuid, of_business uuid, of_payout uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM approval a
                  WHERE a.approval_id = of_approval AND a.kind = 'PAYOUT' AND a.business_id = of_business AND a.state = 'AGREED'
                    AND a.content_hash = payout_content_hash(of_business, of_payout))
$function$;

-- Whether a bulk file of a business is being released: for the staff, which may not read files.
CREATE OR REPLACE FUNCTION public.is_releasing_files(of_business uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM bulk_file WHERE business_id = of_business AND status = 'RELEASING')
$function$;

-- Whether two people credited the wallet of a business with a return under a reference or UTR, or with a line that has the UTR of one, and the wallet has the money: the match stands, or suspense bears its reversal. Or they credited it by the settlement under the reference, or by what restored that. The role of stream-processors reads no matches. What the bank calls a credit to the virtual account of the wallet is no return.
CREATE OR REPLACE FUNCTION public.is_return_credited(of_business uuid, of_reference text, of_utr text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  WITH own AS MATERIALIZED (
    SELECT virtual_account_number FROM wallet WHERE business_id = of_business
  ), referred AS MATERIALIZED (
    SELECT bank_statement_id, line_number, utr, kind FROM bank_statement_line
     WHERE reference = of_reference AND direction = 'CREDIT'
       AND (kind = 'CREDIT' AND virtual_account_number = (SELECT virtual_account_number FROM own)) IS NOT TRUE
  ), line AS MATERIALIZED (
    SELECT bank_statement_id, line_number FROM referred WHERE kind NOT IN ('CHARGE', 'GST')
     UNION
    SELECT l.bank_statement_id, l.line_number
      FROM (SELECT of_utr AS utr UNION SELECT utr FROM referred WHERE kind NOT IN ('CHARGE', 'GST')) AS known
      JOIN bank_statement_line l ON l.utr = known.utr
     WHERE l.direction = 'CREDIT' AND l.kind NOT IN ('CHARGE', 'GST')
       AND (l.kind = 'CREDIT' AND l.virtual_account_number = (SELECT virtual_account_number FROM own)) IS NOT TRUE
  )
  SELECT EXISTS (
    SELECT FROM line
      JOIN reconciliation_match_item m ON m.bank_statement_id = line.bank_statement_id AND m.line_number = line.line_number AND m.rule = 'BY_HAND'
      JOIN reconciliation_resolution r ON r.resolution_id = m.resolution_id AND r.action = 'ADJUST_WALLET' AND r.business_id = of_business)
  OR EXISTS (
    SELECT FROM line
      JOIN reconciliation_revoked_item i ON i.bank_statement_id = line.bank_statement_id AND i.line_number = line.line_number
      JOIN reconciliation_resolution r ON r.match_id = i.match_id AND r.action = 'ADJUST_WALLET' AND r.business_id = of_business
      JOIN reconciliation_reversal v ON v.root_transaction_id = r.transaction_id AND v.restored_transaction_id IS NULL
      JOIN ledger_entry e ON e.business_id = v.business_id AND e.transaction_id = v.counter_transaction_id AND e.amount_paise < 0
      JOIN ledger_account a ON a.account_id = e.account_id AND a.code = 'suspense')
  OR EXISTS (
    SELECT FROM bank_attempt b
      JOIN reconciliation_posting_by_hand h ON h.business_id = b.business_id AND h.payout_id = b.payout_id AND h.kind = 'PAYOUT_SETTLEMENT'
       AND h.action = 'ADJUST_WALLET' AND h.wallet_of = of_business AND (h.amount_paise > 0 OR h.break_count > 1)
     WHERE b.reference = of_reference AND b.business_id = of_business)
$function$;

-- Whether a statement of the account of a withdrawn statement, of its day or a later one, was loaded after the withdrawal and is accepted. Until then the lines of the withdrawn one keep orders and refunds back.
CREATE OR REPLACE FUNCTION public.is_statement_replaced(of_statement uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT EXISTS (
    SELECT FROM bank_statement w
      JOIN reconciliation_resolution r ON r.resolution_id = w.withdrawal_id
      JOIN bank_statement later ON later.nodal_account_id = w.nodal_account_id AND later.business_date >= w.business_date
                               AND later.status = 'ACCEPTED' AND later.loaded_at > r.checked_at
     WHERE w.bank_statement_id = of_statement)
$function$;

-- Whether the beneficiary of a verification has another name, account or VPA by now. The role of stream-processors reads no beneficiary.
CREATE OR REPLACE FUNCTION public.is_verified_payee_changed(of_business uuid, of_verification uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM name_verification v
                   JOIN beneficiary b ON b.business_id = v.business_id AND b.beneficiary_id = v.beneficiary_id
                  WHERE v.business_id = of_business AND v.verification_id = of_verification
                    AND (b.name, b.account_number, b.ifsc, b.vpa) IS DISTINCT FROM (v.name, v.account_number, v.ifsc, v.vpa))
$function$;

CREATE OR REPLACE FUNCTION public.keep_access_token()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF (to_jsonb(OLD) - '{last_used_at,revoked_at}'::text[]) IS DISTINCT FROM (to_jsonb(NEW) - '{last_used_at,revoked_at}'::text[])
     OR (OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS DISTINCT FROM OLD.revoked_at) THEN
    RAISE EXCEPTION 'access token % does not change', OLD.token_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.keep_approval()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF (NEW.approval_id, NEW.kind, NEW.business_id, NEW.content_hash, NEW.summary, NEW.maker_id, NEW.maker_api_key, NEW.rule,
      NEW.people_needed, NEW.created_at, NEW.expires_at)
     IS DISTINCT FROM
     (OLD.approval_id, OLD.kind, OLD.business_id, OLD.content_hash, OLD.summary, OLD.maker_id, OLD.maker_api_key, OLD.rule,
      OLD.people_needed, OLD.created_at, OLD.expires_at) THEN
    RAISE EXCEPTION 'what was asked for in approval % does not change', OLD.approval_id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.state <> OLD.state AND OLD.state <> 'OPEN' THEN
    RAISE EXCEPTION 'approval % is % already', OLD.approval_id, OLD.state USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.executed_at IS NOT NULL AND NEW.executed_at IS DISTINCT FROM OLD.executed_at THEN
    RAISE EXCEPTION 'approval % is executed already', OLD.approval_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.keep_earlier_approval()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF is_payout_agreed(OLD.approval_id, OLD.business_id, OLD.payout_id) THEN
    NEW.earlier_approvals := OLD.earlier_approvals || OLD.approval_id;
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.keep_key_ended()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS DISTINCT FROM OLD.revoked_at
     OR OLD.expires_at IS NOT NULL AND (NEW.expires_at IS NULL OR NEW.expires_at > OLD.expires_at) THEN
    RAISE EXCEPTION 'key % ends when it was said to end, or earlier', OLD.api_key USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.keep_last_admin()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF OLD.role = 'ADMIN' THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('staff_role ADMIN', 0));
    IF NOT EXISTS (SELECT FROM staff_role WHERE role = 'ADMIN' AND person_id <> OLD.person_id) THEN
      RAISE EXCEPTION 'the last ADMIN cannot be removed' USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  RETURN OLD;
END $function$;

CREATE OR REPLACE FUNCTION public.keep_last_owner()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF OLD.role = 'OWNER' THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('membership OWNER ' || OLD.business_id, 0));
    IF NOT EXISTS (SELECT FROM membership
                    WHERE business_id = OLD.business_id AND role = 'OWNER' AND person_id <> OLD.person_id) THEN
      RAISE EXCEPTION 'the last OWNER of business % cannot be removed', OLD.business_id USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  RETURN OLD;
END $function$;

CREATE OR REPLACE FUNCTION public.keep_operator_request()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF (NEW.request_id, NEW.kind, NEW.arguments, NEW.person_id, NEW.asked_by, NEW.reason, NEW.created_at)
     IS DISTINCT FROM (OLD.request_id, OLD.kind, OLD.arguments, OLD.person_id, OLD.asked_by, OLD.reason, OLD.created_at) THEN
    RAISE EXCEPTION 'what operator request % asks for does not change', OLD.request_id USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.state <> 'PENDING' THEN
    RAISE EXCEPTION 'operator request % has ended', OLD.request_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.keep_verification_result()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF (OLD.business_id, OLD.verification_id, OLD.beneficiary_id, OLD.fee_paise, OLD.gst_paise, OLD.requested_at)
       IS DISTINCT FROM (NEW.business_id, NEW.verification_id, NEW.beneficiary_id, NEW.fee_paise, NEW.gst_paise, NEW.requested_at)
     OR (OLD.result IS NOT NULL
         AND (OLD.result, OLD.score, OLD.checked_at, OLD.charge_id) IS DISTINCT FROM (NEW.result, NEW.score, NEW.checked_at, NEW.charge_id)) THEN
    RAISE EXCEPTION 'verification % has a result, or another price or subject', OLD.verification_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.limit_active_endpoints()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM FROM business WHERE business_id = NEW.business_id FOR NO KEY UPDATE;
  IF (SELECT count(*) FROM webhook_endpoint WHERE business_id = NEW.business_id AND active) > 5 THEN
    RAISE EXCEPTION 'business % has more than 5 active webhook endpoints', NEW.business_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.limit_passkeys()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM 1 FROM user_entities WHERE id = NEW.user_entity_user_id FOR UPDATE;
  IF (SELECT count(*) FROM user_credentials WHERE user_entity_user_id = NEW.user_entity_user_id) >= 2 THEN
    RAISE EXCEPTION 'a person has two passkeys at most' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.move_onboarding()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  gap text;
BEGIN
  IF NEW.business_id <> OLD.business_id OR NEW.created_at <> OLD.created_at OR OLD.state IN ('APPROVED', 'REJECTED')
     OR (OLD.state, NEW.state) NOT IN (('UNSTARTED', 'UNSTARTED'), ('UNSTARTED', 'IN_REVIEW'), ('IN_REVIEW', 'IN_REVIEW'),
                                       ('IN_REVIEW', 'APPROVED'), ('IN_REVIEW', 'REJECTED')) THEN
    RAISE EXCEPTION 'onboarding case % does not go from % to %', OLD.business_id, OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.with_merchant AND NOT NEW.with_merchant AND NEW.state = 'IN_REVIEW' THEN
    SELECT g INTO gap FROM onboarding_gaps(OLD.business_id) AS g LIMIT 1;
    IF FOUND THEN
      RAISE EXCEPTION 'onboarding case % lacks %', OLD.business_id, gap USING ERRCODE = 'check_violation';
    END IF;
  ELSIF OLD.with_merchant AND NEW.state = 'APPROVED' THEN
    RAISE EXCEPTION 'onboarding case % is with the business', OLD.business_id USING ERRCODE = 'check_violation';
  ELSIF NOT OLD.with_merchant AND NEW.with_merchant
        AND NOT EXISTS (SELECT FROM onboarding_requirement WHERE business_id = OLD.business_id AND state = 'REFUSED') THEN
    RAISE EXCEPTION 'onboarding case % is returned without a refused requirement', OLD.business_id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.state = 'APPROVED' THEN
    PERFORM FROM onboarding_requirement r JOIN onboarding_rule rule ON rule.requirement = r.requirement
      WHERE r.business_id = OLD.business_id
        AND rule.business_type = (SELECT value FROM onboarding_requirement t WHERE t.business_id = OLD.business_id AND t.requirement = 'BUSINESS_TYPE')
        AND (r.state = 'GIVEN' OR rule.required AND r.state <> 'ACCEPTED');
    IF FOUND OR EXISTS (SELECT FROM onboarding_gaps(OLD.business_id)) THEN
      RAISE EXCEPTION 'onboarding case % has requirements that are not accepted', OLD.business_id USING ERRCODE = 'check_violation';
    END IF;
    IF NOT EXISTS (
         SELECT FROM approval a
           JOIN approval_decision d ON d.approval_id = a.approval_id
           JOIN person maker ON maker.person_id = a.maker_id AND maker.audience = 'STAFF'
           JOIN person checker ON checker.person_id = d.checker_id AND checker.audience = 'STAFF'
          WHERE a.approval_id = NEW.approval_id AND a.kind = 'KYC_APPROVAL' AND a.business_id IS NULL
            AND a.state = 'AGREED' AND a.executed_at IS NOT NULL AND a.maker_id = NEW.reviewer_id
            AND a.content_hash = hash_onboarding_case(NEW.business_id)
            AND d.decision = 'AGREE' AND d.checker_id = NEW.approver_id) THEN
      RAISE EXCEPTION 'onboarding case % has no approval by two people for its present content', OLD.business_id USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $function$;

-- Sequence of the last movement of a wallet before a moment, 0 if there is none. A binary search: sequence and time rise together.
CREATE OR REPLACE FUNCTION public.movements_before(of_business uuid, moment timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
DECLARE
  before bigint := 0;
  after  bigint;
  middle bigint;
BEGIN
  SELECT last_sequence + 1 INTO after FROM wallet WHERE business_id = of_business;
  WHILE after - before > 1 LOOP
    middle := (before + after) / 2;
    IF (SELECT created_at < moment FROM wallet_movement WHERE business_id = of_business AND sequence = middle) THEN
      before := middle;
    ELSE
      after := middle;
    END IF;
  END LOOP;
  RETURN before;
END $function$;

-- The rule for one payout that applies and has not its people yet; of several, the one that needs most. Null if each has them.
CREATE OR REPLACE FUNCTION public.next_payout_rule(of_business uuid, of_payout uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  SELECT r.rule_id
    FROM payout p
    JOIN payout_rule r ON r.business_id = p.business_id AND r.ended_at IS NULL AND r.scope = 'PAYOUT' AND r.above_paise < p.amount_paise
   WHERE p.business_id = of_business AND p.payout_id = of_payout
     AND NOT EXISTS (SELECT FROM payout_hold h
                      CROSS JOIN unnest(h.earlier_approvals || h.approval_id) AS given (approval_id)
                       JOIN approval a ON a.approval_id = given.approval_id AND a.state = 'AGREED'
                       JOIN approval_decision d ON d.approval_id = a.approval_id AND d.decision = 'AGREE'
                      WHERE h.business_id = p.business_id AND h.payout_id = p.payout_id
                        AND (r.checkers = '{}' OR coalesce(d.on_behalf_of, d.checker_id) = ANY (r.checkers))
                      GROUP BY a.approval_id HAVING count(*) >= r.people_needed)
     AND NOT EXISTS (SELECT FROM bulk_file f
                      WHERE f.business_id = p.business_id AND f.bulk_file_id = p.bulk_file_id AND f.people_needed > 1
                        AND f.released_by LIKE 'person:%' AND r.people_needed = 1
                        AND (r.checkers = '{}' OR f.released_by IN (SELECT 'person:' || checker FROM unnest(r.checkers) AS checker)))
   ORDER BY r.people_needed DESC, r.checkers <> '{}' DESC, r.above_paise DESC LIMIT 1
$function$;

-- When the oldest open transaction that writes to a table began, or NULL if none is open. What other transactions write later has later UUIDv7 ids.
CREATE OR REPLACE FUNCTION public.oldest_writer_since(of_table regclass)
 RETURNS timestamp with time zone
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT min(a.xact_start)
    FROM pg_locks l
    JOIN pg_stat_activity a ON a.pid = l.pid
   WHERE l.locktype = 'relation' AND l.relation = of_table AND l.mode = 'RowExclusiveLock'
     AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
$function$;

-- When the oldest open transaction that has written began, or NULL if none is open; without the caller's.
CREATE OR REPLACE FUNCTION public.oldest_writing_since()
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT pg_has_role('pg_read_all_stats', 'USAGE') THEN
    RAISE 'The owner of the schema must be a member of pg_read_all_stats' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN (SELECT min(xact_start)
            FROM pg_stat_activity
           WHERE datname = current_database() AND backend_xid IS NOT NULL AND pid <> pg_backend_pid());
END $function$;

CREATE OR REPLACE FUNCTION public.onboarding_gaps(business uuid)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT rule.requirement
    FROM onboarding_rule rule
    LEFT JOIN onboarding_requirement r ON r.business_id = business AND r.requirement = rule.requirement
   WHERE rule.required
     AND rule.business_type = coalesce((SELECT value FROM onboarding_requirement t WHERE t.business_id = business AND t.requirement = 'BUSINESS_TYPE'),
                                       'COMPANY')
     AND (r.state IS NULL OR r.state IN ('MISSING', 'REFUSED')
          OR rule.kind = 'FIELD' AND r.value IS NULL
          OR rule.kind = 'DOCUMENT' AND NOT EXISTS (
               SELECT FROM onboarding_document d
                WHERE d.business_id = business AND d.requirement = rule.requirement AND d.removed_at IS NULL AND d.scan_state NOT IN ('INFECTED', 'UNREADABLE'))
          OR rule.requirement = 'PRINCIPALS_IDENTITY' AND EXISTS (
               SELECT FROM onboarding_principal p
                WHERE p.business_id = business AND p.removed_at IS NULL
                  AND (SELECT count(DISTINCT d.principal_part) FROM onboarding_document d
                        WHERE d.principal_id = p.principal_id AND d.removed_at IS NULL AND d.scan_state NOT IN ('INFECTED', 'UNREADABLE')) < 2))
$function$;

CREATE OR REPLACE FUNCTION public.open_invitation(token bytea)
 RETURNS SETOF invitation
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT * FROM invitation WHERE token_hash = token AND used_at IS NULL AND withdrawn_at IS NULL AND expires_at > now()
$function$;

CREATE OR REPLACE FUNCTION public.open_requirements()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  UPDATE onboarding_requirement r SET open = NOT r.open
   WHERE r.business_id = NEW.business_id
     AND r.open IS DISTINCT FROM (NEW.with_merchant AND r.requirement IN (SELECT opened_by_return(NEW.business_id)));
  RETURN NULL;
END $function$;

-- What a business can change in a returned case: what is refused, and fields whose right value depends on it. A PAN names the type of its holder, and a GSTIN contains the PAN.
CREATE OR REPLACE FUNCTION public.opened_by_return(business uuid)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT requirement FROM onboarding_requirement WHERE business_id = business AND state = 'REFUSED'
  UNION
  SELECT pair.dependent
    FROM (VALUES ('BUSINESS_TYPE', 'PAN'), ('BUSINESS_TYPE', 'GSTIN'), ('PAN', 'GSTIN')) AS pair (refused, dependent)
    JOIN onboarding_requirement r ON r.requirement = pair.refused
   WHERE r.business_id = business AND r.state = 'REFUSED'
$function$;

CREATE OR REPLACE FUNCTION public.payout_approval_rule(of_business uuid, of_amount_paise bigint, given uuid, OUT description text, OUT people_needed smallint, OUT valid_hours smallint, OUT checkers uuid[])
 RETURNS SETOF record
 LANGUAGE sql
 STABLE
AS $function$
  SELECT CASE r.scope WHEN 'DAY' THEN 'Above INR ' || to_char(r.above_paise / 100.0, 'FM999999999999990.00') || ' on one day'
                      ELSE 'Above INR ' || to_char(r.above_paise / 100.0, 'FM999999999999990.00') END,
         r.people_needed, r.valid_hours, r.checkers
    FROM payout_rule r
   WHERE r.business_id = of_business
     AND CASE WHEN given IS NOT NULL THEN r.rule_id = given
              ELSE r.ended_at IS NULL AND r.scope = 'PAYOUT' AND r.above_paise < of_amount_paise END
   ORDER BY r.people_needed DESC, r.checkers <> '{}' DESC, r.above_paise DESC LIMIT 1
$function$;

-- What an approval of a payout is about: payee, rail, amounts, reference and time. The payout keeps them.
CREATE OR REPLACE FUNCTION public.payout_content_hash(of_business uuid, of_payout uuid)
 RETURNS bytea
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET "TimeZone" TO 'UTC'
AS $function$
  SELECT sha256(convert_to(jsonb_build_array(p.business_id, p.payout_id, p.beneficiary_id, p.beneficiary_name, p.account_number, p.ifsc,
           p.vpa, p.rail, p.amount_paise, p.commission_paise, p.gst_paise, p.merchant_reference_id, p.narration, h.scheduled_for)::text, 'UTF8'))
    FROM payout p
    LEFT JOIN payout_hold h ON h.business_id = p.business_id AND h.payout_id = p.payout_id
   WHERE p.business_id = of_business AND p.payout_id = of_payout
$function$;

-- By whose right a person may decide an approval of a payout: the own one, or that of a checker who delegated it. Null if by none.
CREATE OR REPLACE FUNCTION public.payout_right_holder(of_approval uuid, of_person uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT candidate.holder
    FROM approval a
   CROSS JOIN LATERAL (
     SELECT of_person AS holder, 0 AS place
     UNION ALL
     SELECT d.from_person, 1
       FROM approval_delegation d
      WHERE d.to_person = of_person AND d.business_id = a.business_id AND d.ended_at IS NULL
        AND d.starts_at <= clock_timestamp() AND d.ends_at > clock_timestamp()
        AND d.from_person IS DISTINCT FROM a.maker_id AND of_person IS DISTINCT FROM a.maker_id
        AND EXISTS (SELECT FROM membership m
                     WHERE m.business_id = a.business_id AND m.person_id = of_person AND m.role <> 'DEVELOPER')
        AND NOT EXISTS (SELECT FROM approval_decision o WHERE o.approval_id = a.approval_id AND o.checker_id = d.from_person)
   ) AS candidate
   WHERE a.approval_id = of_approval
     AND (session_user <> 'hundi_portal_merchant' OR a.business_id = acting_business())
     AND EXISTS (SELECT FROM membership m
                  WHERE m.business_id = a.business_id AND m.person_id = candidate.holder AND m.role = 'CHECKER')
     AND (NOT EXISTS (SELECT FROM approval_checker c WHERE c.approval_id = a.approval_id)
          OR EXISTS (SELECT FROM approval_checker c WHERE c.approval_id = a.approval_id AND c.person_id = candidate.holder))
     AND NOT EXISTS (SELECT FROM approval_decision o WHERE o.approval_id = a.approval_id AND o.on_behalf_of = candidate.holder)
   ORDER BY candidate.place, candidate.holder
   LIMIT 1
$function$;

-- The same for whole rows, which only the owner reads.
CREATE OR REPLACE FUNCTION public.payout_search_text(p payout, OUT accepted text, OUT bank text)
 RETURNS record
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT t.accepted, t.bank
    FROM payout_search_text(p.transaction_id, p.payout_id, p.merchant_reference_id, p.beneficiary_name, p.account_number, p.ifsc, p.vpa,
                            p.narration, p.utr, p.bank_reference) AS t
$function$;

-- The searchable fields of a payout (docs/specification.md, "GET /v1/payouts"), as payout_search holds them.
CREATE OR REPLACE FUNCTION public.payout_search_text(transaction_id text, payout_id uuid, merchant_reference_id text, beneficiary_name text, account_number text, ifsc text, vpa text, narration text, utr text, bank_reference text, OUT accepted text, OUT bank text)
 RETURNS record
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT lower(concat_ws(E'\n', transaction_id, payout_id, merchant_reference_id, beneficiary_name, account_number, ifsc, vpa, narration)),
         lower(concat_ws(E'\n', utr, bank_reference))
$function$;

-- Those payouts of the acting business whose orders are not sent because a statement shows a debit under their reference that the bank's code does not call a charge. The role of the merchants' portal reads no statements.
CREATE OR REPLACE FUNCTION public.payouts_on_statements(of_payouts uuid[])
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT p.payout_id
    FROM payout p
   WHERE p.business_id = acting_business() AND p.payout_id = ANY (of_payouts)
     AND EXISTS (
       SELECT FROM bank_statement_line l
         JOIN bank_statement s ON s.bank_statement_id = l.bank_statement_id
        WHERE l.reference = reference_of_payout(p.payout_id) AND l.direction = 'DEBIT'
          AND (l.kind NOT IN ('CHARGE', 'GST') OR l.kind_from_narration)
          AND CASE WHEN s.status = 'WITHDRAWN' THEN NOT is_statement_replaced(s.bank_statement_id) ELSE true END
       OFFSET 0)
$function$;

-- People of a draft, also those who left it, who belong and belonged to no other business.
CREATE OR REPLACE FUNCTION public.people_of_draft_only(of_business uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT c.person_id FROM (SELECT m.person_id FROM membership m WHERE m.business_id = of_business
                           UNION
                           SELECT i.used_by FROM invitation i WHERE i.business_id = of_business AND i.used_by IS NOT NULL) AS c (person_id)
   WHERE NOT EXISTS (SELECT FROM membership o
                      WHERE o.person_id = c.person_id AND o.business_id <> of_business AND NOT is_erased_draft(o.business_id))
     AND NOT EXISTS (SELECT FROM invitation o
                      WHERE o.used_by = c.person_id AND o.business_id <> of_business AND NOT is_erased_draft(o.business_id))
     AND NOT EXISTS (SELECT FROM approval a WHERE a.maker_id = c.person_id)
     AND NOT EXISTS (SELECT FROM approval_decision d WHERE d.checker_id = c.person_id OR d.on_behalf_of = c.person_id)
$function$;

CREATE OR REPLACE FUNCTION public.record_bank_retry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.state = 'NOT_SENT' THEN
    INSERT INTO bank_retry (business_id, payout_id) VALUES (NEW.business_id, NEW.payout_id) ON CONFLICT DO NOTHING;
  ELSE
    DELETE FROM bank_retry WHERE business_id = NEW.business_id AND payout_id = NEW.payout_id;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.record_bulk_file_status()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.status <> 'LOADING' THEN
      RAISE EXCEPTION 'a bulk file starts in LOADING, not %', NEW.status USING ERRCODE = 'check_violation';
    END IF;
    INSERT INTO bulk_file_event (business_id, bulk_file_id, status, changed_by)
    VALUES (NEW.business_id, NEW.bulk_file_id, NEW.status, NEW.changed_by);
    RETURN NULL;
  END IF;
  IF NOT EXISTS (SELECT FROM bulk_file_transition t WHERE t.from_status = OLD.status AND t.to_status = NEW.status) THEN
    RAISE EXCEPTION 'bulk file % may not change from % to %', NEW.bulk_file_id, OLD.status, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  INSERT INTO bulk_file_event (business_id, bulk_file_id, from_status, status, changed_by, reason_code)
  VALUES (NEW.business_id, NEW.bulk_file_id, OLD.status, NEW.status, NEW.changed_by, NEW.reason_code);
  RETURN NULL;
END $function$;

-- Records an event in the caller's transaction, with its deliveries to the endpoints that subscribe to it now. Returns its id, or null if it is recorded already.
CREATE OR REPLACE FUNCTION public.record_business_event(of_business uuid, kind text, data json, of_payout uuid, of_bulk_file uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  id       uuid := uuidv7();
  new_body text := format('{"payoutWebhookId":"%s","event":"%s","data":%s}', id, kind, data);
BEGIN
  PERFORM require_acting_business(of_business);
  INSERT INTO business_event (event_id, business_id, event, payout_id, bulk_file_id, body)
  VALUES (id, of_business, kind, of_payout, of_bulk_file, new_body)
  ON CONFLICT (bulk_file_id) WHERE bulk_file_id IS NOT NULL DO NOTHING;
  IF NOT FOUND THEN
    RETURN NULL;
  ELSIF of_business IS NOT NULL THEN
    INSERT INTO webhook_delivery (business_id, endpoint_id, webhook_id, payout_id, bulk_file_id, event, body)
    SELECT business_id, endpoint_id, id, of_payout, of_bulk_file, kind, convert_to(new_body, 'UTF8')
      FROM webhook_endpoint
     WHERE business_id = of_business AND active AND kind = ANY (events);
  ELSE
    INSERT INTO webhook_delivery (business_id, endpoint_id, webhook_id, event, body)
    SELECT business_id, endpoint_id, id, kind, convert_to(new_body, 'UTF8')
      FROM webhook_endpoint
     WHERE active AND kind = ANY (events);
  END IF;
  RETURN id;
END $function$;

CREATE OR REPLACE FUNCTION public.record_hold()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM record_payout_event(NEW.business_id, NEW.payout_id, 'Queued', NEW.reason, NULL);
  RETURN NULL;
END $function$;

-- Records an event of a payout: as at a row of payout_event, or as it is now.
CREATE OR REPLACE FUNCTION public.record_payout_event(of_business uuid, of_payout uuid, kind text, hold_reason text, source payout_event)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT record_business_event(of_business, kind, row_to_json(d), of_payout, NULL)
    FROM (SELECT coalesce(source.status, p.status) AS "status",
                 to_char(coalesce(source.created_at, clock_timestamp()) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "timestamp",
                 p.business_id AS "businessId", coalesce(source.response_code, p.response_code) AS "responseCode",
                 p.transaction_id AS "transactionId", coalesce(source.response_message, p.response_message) AS "responseMessage",
                 p.payout_id AS "payoutTransactionId", p.merchant_reference_id AS "merchantReferenceId",
                 coalesce(source.utr, p.utr) AS "utr", coalesce(source.utr, p.utr) AS "transactionReference", hold_reason AS "holdReason"
            FROM payout p
           WHERE p.business_id = of_business AND p.payout_id = of_payout) d
$function$;

CREATE OR REPLACE FUNCTION public.record_queue()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM record_payout_event(NEW.business_id, NEW.payout_id, CASE WHEN NEW.queued THEN 'Queued' ELSE 'Released' END, 'LOW_BALANCE', NULL);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.record_rare_stage()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM record_payout_event(NEW.business_id, NEW.payout_id,
    CASE NEW.stage WHEN 'RELEASED' THEN 'Released' WHEN 'RETURNED' THEN 'Returned' ELSE 'Cancelled' END,
    CASE WHEN NEW.stage = 'RELEASED' THEN CASE NEW.source WHEN 'SCHEDULE' THEN 'SCHEDULED' ELSE 'APPROVAL' END END, NEW);
  RETURN NULL;
END $function$;

-- The reference of a payout at a bank, as dev.hundi.bank.BankReference derives it from the id. Used by functions that compare payouts with lines of statements, and by the scripts for a restored database.
CREATE OR REPLACE FUNCTION public.reference_of_payout(id uuid)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT 'HND' || string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(bits, 1 + 5 * digit, 5)::bit(5)::integer + 1, 1), '' ORDER BY digit)
    FROM (SELECT '00' || ('x' || replace(id::text, '-', ''))::bit(128)::text AS bits) AS payout, generate_series(0, 25) AS digit
$function$;

-- Trigger of append-only tables and of tables whose rows are never deleted.
CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'integrity_constraint_violation';
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_erased_case()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF is_onboarding_erased(NEW.business_id) THEN
    RAISE EXCEPTION 'the onboarding of business % is erased', NEW.business_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_new_difference()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'key and difference of break % cannot change', OLD.break_id USING ERRCODE = 'integrity_constraint_violation';
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_people_of_erased_draft()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF is_erased_draft(NEW.business_id) THEN
    RAISE EXCEPTION 'the onboarding of business % is erased', NEW.business_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_requests_of_staff()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  UPDATE operator_request
     SET state = 'REFUSED', claim_id = NULL, due_at = NULL, ended_at = now(),
         failure = 'A role was taken from the person who asked, before this was carried out'
   WHERE request_id IN (
     SELECT request_id FROM operator_request
      WHERE person_id = OLD.person_id AND state = 'PENDING' AND reason IS NOT NULL
      ORDER BY request_id FOR UPDATE);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_revoked_refund()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF EXISTS (SELECT FROM reconciliation_resolution WHERE resolution_id = NEW.match_resolution_id AND action = 'REFUND_UNPAID') THEN
    RAISE EXCEPTION 'match % refunded a payout and stays', NEW.match_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_row_of_run()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'run % is signed off or not claimed by this session, so % of % is refused',
    CASE TG_OP WHEN 'INSERT' THEN NEW.run_id ELSE OLD.run_id END, TG_OP, TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_vpa_that_names_a_payout()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'the VPA of beneficiary % has the form of a reference at the bank', NEW.beneficiary_id
    USING ERRCODE = 'integrity_constraint_violation';
END $function$;

-- When the relation with a business ended: by the staff, not before the last change of its wallet, or by the rejection of its case. Null: it lasts.
CREATE OR REPLACE FUNCTION public.relation_end(of_business uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT CASE WHEN b.relation_ended_at IS NOT NULL THEN greatest(b.relation_ended_at, w.updated_at)
              WHEN c.state = 'REJECTED' THEN c.closed_at END
    FROM onboarding_case c
    JOIN business b ON b.business_id = c.business_id
    LEFT JOIN wallet w ON w.business_id = c.business_id
   WHERE c.business_id = of_business
$function$;

-- Executes an agreed approval of a payout: releases it, leaves it to its time, or asks for the approval of the next rule. False if it is not agreed or was executed before.
CREATE OR REPLACE FUNCTION public.release_agreed_payout(of_business uuid, of_payout uuid, message text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '2s'
AS $function$
DECLARE
  asked approval;
  next_rule uuid;
  hold payout_hold;
  released payout;
BEGIN
  PERFORM require_acting_business(of_business);
  SELECT a.* INTO asked FROM payout_hold h JOIN approval a ON a.approval_id = h.approval_id
   WHERE h.business_id = of_business AND h.payout_id = of_payout AND h.reason = 'APPROVAL' FOR UPDATE OF a;
  IF asked.executed_at IS NOT NULL OR is_payout_agreed(asked.approval_id, of_business, of_payout) IS NOT TRUE THEN
    RETURN false;
  END IF;
  UPDATE approval SET executed_at = clock_timestamp() WHERE approval_id = asked.approval_id;
  next_rule := next_payout_rule(of_business, of_payout);
  -- A trigger asks for the next approval.
  UPDATE payout_hold
     SET reason = CASE WHEN next_rule IS NOT NULL THEN 'APPROVAL' WHEN scheduled_for > clock_timestamp() THEN 'SCHEDULED' END,
         rule_id = coalesce(next_rule, rule_id),
         approval_id = CASE WHEN next_rule IS NULL THEN approval_id END,
         decide_until = CASE WHEN next_rule IS NULL THEN decide_until END,
         ended_at = CASE WHEN next_rule IS NOT NULL OR scheduled_for > clock_timestamp() THEN NULL ELSE clock_timestamp() END
   WHERE business_id = of_business AND payout_id = of_payout AND reason = 'APPROVAL'
  RETURNING * INTO STRICT hold;
  IF hold.reason IS NULL THEN
    UPDATE payout SET held = false, last_sequence = last_sequence + 1, updated_at = clock_timestamp()
     WHERE business_id = of_business AND payout_id = of_payout AND status = 3 AND held
    RETURNING * INTO STRICT released;
    INSERT INTO payout_event (business_id, payout_id, sequence, from_status, status, stage, source, response_code, response_message)
    VALUES (of_business, of_payout, released.last_sequence, 3, 3, 'RELEASED', 'APPROVAL', released.response_code, message);
  END IF;
  RETURN true;
END $function$;

-- Sets wallet.low_balance_paise, in paise, and returns true, if it is shown_paise; null for no alert. Roles of the portals may not update wallets.
CREATE OR REPLACE FUNCTION public.replace_low_balance_line(of_business uuid, shown_paise bigint, line_paise bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '2s'
AS $function$
BEGIN
  PERFORM require_acting_business(of_business);
  UPDATE wallet SET low_balance_paise = line_paise
   WHERE business_id = of_business AND low_balance_paise IS NOT DISTINCT FROM shown_paise;
  RETURN FOUND;
END $function$;

CREATE OR REPLACE FUNCTION public.require_acting_author()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.changed_by IS DISTINCT FROM acting_author()
     OR (NEW.released_by IS DISTINCT FROM OLD.released_by AND NEW.released_by IS DISTINCT FROM acting_author())
     OR ((NEW.planned_by, NEW.planned_for) IS DISTINCT FROM (OLD.planned_by, OLD.planned_for)
         AND NEW.planned_by IS NOT NULL AND NEW.planned_by IS DISTINCT FROM acting_author()) THEN
    RAISE EXCEPTION 'bulk file % names another person than the acting one', NEW.bulk_file_id USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.require_acting_business(of_business uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF session_user = 'hundi_portal_merchant' AND (of_business = acting_business()) IS NOT TRUE THEN
    RAISE EXCEPTION 'the session acts for another business' USING ERRCODE = 'insufficient_privilege';
  END IF;
END $function$;

CREATE OR REPLACE FUNCTION public.require_agreed_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  agreed   approval;
  proposed jsonb := NEW.content::jsonb;
BEGIN
  SELECT * INTO agreed FROM approval
   WHERE approval_id = NEW.approval_id AND kind = TG_ARGV[0] AND executed_at >= transaction_timestamp()
     AND content_hash = sha256(convert_to(NEW.content, 'UTF8'));
  IF NOT FOUND THEN
    RAISE EXCEPTION '%: two people must agree to this content', TG_TABLE_NAME USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.valid_from::text, NEW.trial_id::text) IS DISTINCT FROM (proposed ->> 'validFrom', proposed ->> 'trialId')
     OR NEW.valid_from < (now() AT TIME ZONE 'Asia/Kolkata')::date THEN
    RAISE EXCEPTION '%: first day and trial are those of the content, and the day is not past', TG_TABLE_NAME USING ERRCODE = 'check_violation';
  END IF;
  IF NOT EXISTS (SELECT FROM operator_request r
                  WHERE r.request_id = NEW.trial_id AND r.kind = TG_ARGV[1] AND r.state = 'DONE'
                    AND r.arguments #> TG_ARGV[3]::text[] = proposed #> TG_ARGV[2]::text[]) THEN
    RAISE EXCEPTION '%: this content was not tried', TG_TABLE_NAME USING ERRCODE = 'check_violation';
  END IF;
  NEW.maker := (SELECT email FROM person WHERE person_id = agreed.maker_id);
  NEW.checker := (SELECT p.email FROM approval_decision d JOIN person p ON p.person_id = d.checker_id
                   WHERE d.approval_id = agreed.approval_id AND d.decision = 'AGREE');
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.require_agreement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  changed jsonb := CASE TG_OP WHEN 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
BEGIN
  IF NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE')
     AND NOT EXISTS (SELECT FROM approval
                      WHERE business_id IS NOT DISTINCT FROM (changed ->> 'business_id')::uuid
                        AND kind = TG_ARGV[0] AND executed_at >= transaction_timestamp())
     AND NOT (TG_TABLE_NAME = 'price_plan' AND EXISTS (
                SELECT FROM onboarding_case c JOIN approval a ON a.approval_id = c.approval_id
                 WHERE c.business_id = (changed ->> 'business_id')::uuid AND a.kind = 'KYC_APPROVAL'
                   AND a.executed_at >= transaction_timestamp())) THEN
    RAISE EXCEPTION '%: two people must agree to this change', TG_TABLE_NAME USING ERRCODE = 'check_violation';
  END IF;
  IF TG_OP = 'DELETE' THEN
    RETURN OLD;
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.require_inviter()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
    RAISE EXCEPTION 'an invitation names the person who invites' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.require_maker()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NOT EXISTS (SELECT FROM payout_detail d
                  WHERE d.business_id = NEW.business_id AND d.payout_id = NEW.payout_id AND d.maker_id IS NOT NULL) THEN
    RAISE EXCEPTION 'payout % of the portal has no maker', NEW.payout_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.require_new_plan()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE')
     AND NOT EXISTS (SELECT FROM price_plan WHERE price_plan_id = NEW.price_plan_id AND created_at >= transaction_timestamp()) THEN
    RAISE EXCEPTION 'commission_slab: two people must agree to this change' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.require_releasing_person()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'a person releases bulk file %, because a person uploaded it and it needs two people', NEW.bulk_file_id
    USING ERRCODE = 'check_violation';
END $function$;

CREATE OR REPLACE FUNCTION public.require_wallet()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT EXISTS (SELECT FROM wallet WHERE business_id = NEW.business_id) THEN
    RAISE EXCEPTION 'business % has no wallet', NEW.business_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $function$;

-- An amount as people read it, such as ₹12,34,567.89, in texts that the database writes.
CREATE OR REPLACE FUNCTION public.rupees(paise bigint)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT CASE WHEN paise < 0 THEN '−' ELSE '' END || '₹'
         || regexp_replace((abs(paise) / 100)::text, '(\d)(?=(\d\d)+\d$)', '\1,', 'g') || '.' || lpad((abs(paise) % 100)::text, 2, '0')
$function$;

-- The payouts of a sealed bucket, from its payout_ids, whose bits are set. Those of slices of a phrase, joined by "and", are set for every payout whose text contains it.
CREATE OR REPLACE FUNCTION public.search_candidates(ids bytea, bits bit varying)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE STRICT
AS $function$
DECLARE
  known      bytea := CASE WHEN bit_count(bits) > 40 THEN ids || ''::bytea ELSE ids END;
  place      integer := 0;
  candidates uuid[] := '{}';
BEGIN
  FOR i IN 1 .. bit_count(bits) LOOP
    place := place + position(B'1' IN substring(bits FROM place + 1));
    candidates := candidates || encode(substring(known FROM 16 * place - 15 FOR 16), 'hex')::uuid;
  END LOOP;
  RETURN candidates;
END $function$;

-- As the other function of this name, for a bucket by its number. No process of this version calls it.
CREATE OR REPLACE FUNCTION public.search_candidates(bucket integer, bits bit varying)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE STRICT
AS $function$
DECLARE
  places     integer[] := '{}';
  place      integer := 0;
  candidates uuid[];
BEGIN
  FOR i IN 1 .. bit_count(bits) LOOP
    place := place + position(B'1' IN substring(bits FROM place + 1));
    places := places || place;
  END LOOP;
  SELECT array_agg(encode(substring(b.payout_ids FROM 16 * taken - 15 FOR 16), 'hex')::uuid) INTO candidates
    FROM search_bucket b
   CROSS JOIN unnest(places) AS taken
   WHERE b.bucket_id = bucket;
  RETURN candidates;
END $function$;

-- Does not claim a payout for a bank while another bank was asked about it.
CREATE OR REPLACE FUNCTION public.skip_other_bank_of_doubt()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (SELECT FROM bank_attempt a
              WHERE a.business_id = NEW.business_id AND a.payout_id = NEW.payout_id AND a.bank <> NEW.bank AND a.enquiry_count > 0) THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $function$;

-- Particulars of later transactions must be kept: five years from the transaction (Prevention of Money-laundering Act 2002, section 12; RBI Master Direction KYC 2016, section 46).
CREATE OR REPLACE FUNCTION public.transactions_kept_from()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
RETURN (now() - '5 years'::interval);

-- Callbacks with a body that were last received before a time: for a caller that may not read them.
CREATE OR REPLACE FUNCTION public.unerased_bank_callbacks(before timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
RETURN (SELECT count(*) AS count FROM bank_callback WHERE ((bank_callback.last_received_at < unerased_bank_callbacks.before) AND (length(bank_callback.body) > 2) AND (bank_callback.judge_at IS NULL)));

-- Rows with personal data of beneficiaries that are inactive and unchanged since before a time: for a caller that may not read them.
CREATE OR REPLACE FUNCTION public.unerased_beneficiaries(before timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT (SELECT count(*) FROM beneficiary
           WHERE status = 0 AND updated_at < before
             AND (name <> 'ERASED' OR phone_number <> '0000000000' OR num_nonnulls(email, account_number, vpa) > 0))
       + (SELECT count(*) FROM beneficiary b JOIN beneficiary_event e USING (business_id, beneficiary_id)
           WHERE b.status = 0 AND b.updated_at < before
             AND jsonb_exists_any(e.snapshot, ARRAY['name', 'phoneNumber', 'email', 'accountNumber', 'vpa']))
       + (SELECT count(*) FROM beneficiary b JOIN beneficiary_verification v USING (business_id, beneficiary_id)
           WHERE b.status = 0 AND b.updated_at < before
             AND (v.name NOT LIKE 'ERASED%' OR num_nonnulls(v.registered_name, v.account_number, v.vpa) > 0))
       + (SELECT count(*) FROM beneficiary b JOIN name_verification v USING (business_id, beneficiary_id)
           WHERE b.status = 0 AND b.updated_at < before
             AND (v.name <> 'ERASED' OR num_nonnulls(v.name_at_bank, v.account_number, v.vpa) > 0))
$function$;

CREATE OR REPLACE FUNCTION public.unerased_cases(ids uuid[])
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT (SELECT count(*) FROM onboarding_case WHERE business_id = ANY (ids) AND rejection_reason <> 'ERASED')
       + (SELECT count(*) FROM onboarding_requirement r
           WHERE r.business_id = ANY (ids) AND (r.requirement <> 'BUSINESS_TYPE' AND length(r.value) > 0 OR r.reason <> 'ERASED'))
       + (SELECT count(*) FROM onboarding_principal p
           WHERE p.business_id = ANY (ids)
             AND (p.principal_name <> 'ERASED' OR p.designation <> 'ERASED' OR p.pan NOT LIKE 'XXX%' OR p.aadhaar NOT LIKE '%0000'))
       + (SELECT count(*) FROM onboarding_document d
           WHERE d.business_id = ANY (ids) AND (octet_length(d.key_ciphertext) > 0 OR d.file_name <> 'ERASED'))
       + (SELECT count(*) FROM onboarding_note n WHERE n.business_id = ANY (ids) AND n.note <> 'ERASED')
       + (SELECT count(*) FROM name_verification v
           WHERE v.business_id = ANY (ids) AND v.beneficiary_id IS NULL
             AND (v.name <> 'ERASED' OR num_nonnulls(v.account_number, v.vpa, v.name_at_bank) > 0))
$function$;

-- Rows with personal data of onboarding cases whose relation ended before a time.
CREATE OR REPLACE FUNCTION public.unerased_onboarding(before timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT unerased_cases(ARRAY(SELECT business_id FROM onboarding_case WHERE relation_end(business_id) < before))
$function$;

-- Rows with personal data of cases that were never submitted and not used since a time, and of their people.
CREATE OR REPLACE FUNCTION public.unerased_onboarding_drafts(before timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  WITH unused AS MATERIALIZED (
    SELECT business_id FROM onboarding_case WHERE draft_last_used(business_id) < before
  ), people AS MATERIALIZED (
    SELECT DISTINCT person_id FROM unused CROSS JOIN LATERAL people_of_draft_only(business_id) AS person_id
  )
  SELECT unerased_cases(ARRAY(TABLE unused))
       + (SELECT count(*) FROM invitation JOIN unused USING (business_id) WHERE email NOT LIKE 'erased@%')
       + (SELECT count(*) FROM person JOIN people USING (person_id) WHERE email NOT LIKE 'erased-%' OR person_name <> 'ERASED')
       + (SELECT count(*) FROM person_password JOIN people USING (person_id))
       + (SELECT count(*) FROM person_device JOIN people USING (person_id))
       + (SELECT count(*) FROM user_entities JOIN people ON person_id::text = name)
$function$;

-- Payouts that ended before a time, and rows that repeat them, with personal data. Counted by conditions of its own, not those of erase_payouts.
CREATE OR REPLACE FUNCTION public.unerased_payouts(before timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT (SELECT count(*) FROM payout
           WHERE payout_id < first_uuid_at(before) AND completed_at < before
             AND (beneficiary_name <> 'ERASED' OR beneficiary_phone <> 'ERASED' OR beneficiary_email IS NOT NULL
                  OR coalesce(account_number, vpa) <> 'ERASED' OR narration IS NOT NULL))
       + (SELECT count(*) FROM payout_search s
            JOIN payout p ON p.business_id = s.business_id AND p.payout_id = s.payout_id
           WHERE s.payout_id < first_uuid_at(before) AND p.completed_at < before AND s.part = 0
             AND position(E'\nerased\n' IN s.text) = 0)
       + (SELECT count(*) FROM payout_detail d
            JOIN payout p ON p.business_id = d.business_id AND p.payout_id = d.payout_id
           WHERE d.payout_id < first_uuid_at(before) AND p.completed_at < before
             AND (d.notes <> '{}' OR d.tags <> '{}' OR d.purpose IS NOT NULL))
       + (SELECT count(*) FROM bank_file_order o
            JOIN payout p ON p.business_id = o.business_id AND p.payout_id = o.payout_id
           WHERE o.payout_id < first_uuid_at(before) AND p.completed_at < before
             AND (o.beneficiary_name <> 'ERASED' OR o.account_number <> 'ERASED' OR o.narration IS NOT NULL))
$function$;

-- Statement lines before an Indian day that are not open and name their counterparty.
CREATE OR REPLACE FUNCTION public.unerased_statement_lines(before date)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT count(*) FROM bank_statement_line l
   WHERE l.business_date < before
     AND (l.counterparty_account IS NOT NULL OR l.counterparty_name IS NOT NULL OR l.narration IS NOT NULL)
     AND NOT EXISTS (SELECT FROM reconciliation_open_line o
                      WHERE o.bank_statement_id = l.bank_statement_id AND o.line_number = l.line_number)
$function$;

-- The person who uploaded a bulk file in the portal; null for one that an API key uploaded, and for no file.
CREATE OR REPLACE FUNCTION public.uploading_person(of_business uuid, of_file uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  SELECT substr(f.uploaded_by, 8)::uuid FROM bulk_file f
   WHERE f.business_id = of_business AND f.bulk_file_id = of_file AND f.uploaded_by LIKE 'person:%'
$function$;

-- Whether a bank was asked about a payout. Volatile, so that it reads what was committed while its statement waited for a lock.
CREATE OR REPLACE FUNCTION public.was_asked_about(of_business uuid, of_payout uuid)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
BEGIN
  RETURN EXISTS (SELECT FROM bank_attempt WHERE business_id = of_business AND payout_id = of_payout AND enquiry_count > 0);
END $function$;

CREATE OR REPLACE FUNCTION public.withdraw_approval(id uuid, maker uuid)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  WITH withdrawn AS (
    UPDATE approval SET state = 'WITHDRAWN', closed_at = clock_timestamp()
     WHERE approval_id = id AND maker_id = maker AND state = 'OPEN'
       AND (session_user <> 'hundi_portal_merchant' OR business_id = acting_business() AND maker_id = acting_person())
    RETURNING 1)
  SELECT EXISTS (SELECT FROM withdrawn)
$function$;

CREATE OR REPLACE FUNCTION public.withdraw_invitations_of_member()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  UPDATE invitation SET withdrawn_at = now()
   WHERE invitation_id IN (
     SELECT invitation_id FROM invitation
      WHERE business_id = OLD.business_id AND used_at IS NULL AND withdrawn_at IS NULL AND expires_at > now()
        AND (OLD.role = 'OWNER' AND invited_by = OLD.person_id AND approval_id IS NULL
             OR purpose = 'JOIN' AND lower(email) = (SELECT lower(p.email) FROM person p WHERE p.person_id = OLD.person_id)
             OR person_id = OLD.person_id AND NOT EXISTS (
                  SELECT FROM membership m WHERE m.person_id = OLD.person_id AND m.business_id = OLD.business_id))
      ORDER BY invitation_id FOR UPDATE);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.withdraw_invitations_of_staff()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  UPDATE invitation SET withdrawn_at = now()
   WHERE invitation_id IN (
     SELECT invitation_id FROM invitation
      WHERE used_at IS NULL AND withdrawn_at IS NULL AND expires_at > now()
        AND (invited_by = OLD.person_id AND approval_id IS NULL
               AND OLD.role = CASE audience WHEN 'STAFF' THEN 'ADMIN' ELSE 'ONBOARDING' END
             OR audience = 'STAFF' AND purpose = 'JOIN'
               AND lower(email) = (SELECT lower(p.email) FROM person p WHERE p.person_id = OLD.person_id)
             OR person_id = OLD.person_id AND NOT EXISTS (SELECT FROM staff_role r WHERE r.person_id = OLD.person_id))
      ORDER BY invitation_id FOR UPDATE);
  RETURN NULL;
END $function$;

-- Errors or warnings of a bulk row without the masked cells.
CREATE OR REPLACE FUNCTION public.without_values(findings jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (findings IS NOT NULL) THEN (SELECT COALESCE(jsonb_agg((found.finding - 'value'::text) ORDER BY found."position"), '[]'::jsonb) AS "coalesce" FROM jsonb_array_elements(without_values.findings) WITH ORDINALITY found(finding, "position")) ELSE NULL::jsonb END;
