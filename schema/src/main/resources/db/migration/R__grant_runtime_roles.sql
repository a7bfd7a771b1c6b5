-- What each application may do. Flyway runs this file again whenever it changes: it takes everything away and grants what is
-- listed, in one transaction. No application may change or delete ledger entries, movements, events and audit rows.

DO $$
DECLARE
  role text;
BEGIN
  FOREACH role IN ARRAY ARRAY['hundi_api', 'hundi_stream', 'hundi_batch', 'hundi_webhook', 'hundi_relay', 'hundi_portal_merchant', 'hundi_portal_staff'] LOOP
    EXECUTE format('REVOKE ALL ON ALL TABLES IN SCHEMA public FROM %I', role);
    EXECUTE format('REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM %I', role);
    EXECUTE format('REVOKE ALL ON ALL FUNCTIONS IN SCHEMA public FROM %I', role);
    EXECUTE format('REVOKE ALL ON SCHEMA public FROM %I', role);
    EXECUTE format('GRANT USAGE ON SCHEMA public TO %I', role);
    EXECUTE format('REVOKE ALL ON ALL TABLES IN SCHEMA merchant FROM %I', role);
    EXECUTE format('REVOKE ALL ON SCHEMA merchant FROM %I', role);
  END LOOP;
END $$;

REVOKE CREATE ON SCHEMA public FROM PUBLIC;

-- api

GRANT SELECT ON api_key, beneficiary, beneficiary_search, bulk_file, bulk_file_transition, business, commission_slab, flyway_schema_history,
  ip_rule, ledger_account, nodal_account, payout, payout_event, payout_search, price_plan, rail_limit, request_nonce, search_bucket, search_progress, search_slice, wallet,
  wallet_export, wallet_movement TO hundi_api;
-- What a merchant sees of a row: not the columns that the check filled.
GRANT SELECT (business_id, bulk_file_id, row_number, status, cells, merchant_reference_id, amount_paise, errors, warnings, narration)
  ON bulk_row TO hundi_api;
GRANT INSERT ON beneficiary, beneficiary_event, payout, payout_event, request_nonce, wallet_export TO hundi_api;
-- An upload is neither released nor loaded.
GRANT INSERT (business_id, file_name, client_reference, format, size_bytes, sha256, stored_as, release_mode, declared_rows, declared_total_paise,
  changed_by, uploaded_by, rerun_of, rerun_rows) ON bulk_file TO hundi_api, hundi_portal_merchant;
GRANT UPDATE (name, email, phone_number, account_number, ifsc, vpa, last_sequence, updated_at, status) ON beneficiary TO hundi_api;
GRANT UPDATE (status, changed_by, completed_at, due_at, claim_id, released_by, released_at, attempt_count) ON bulk_file TO hundi_api;
GRANT UPDATE (status, stored_as) ON wallet_export TO hundi_api;

-- stream-processors

GRANT SELECT ON bank_attempt, bank_callback, bank_conflict, bank_file, bank_file_order, bank_file_received, bank_file_status, bank_retry,
  beneficiary_event, beneficiary_verification, business, dead_letter_replay, flyway_schema_history, ledger_account, ledger_entry, ledger_transaction,
  manual_review, payout_event, payout_search, payout_status_transition, payout_utr, search_bucket, search_progress, search_slice, stream_gap,
  sweep_progress, wallet, wallet_movement, wallet_queue, webhook_delivery, webhook_endpoint, webhook_endpoint_failure TO hundi_stream;
-- To debit, order and settle, to index the search text. No contact of a payee.
GRANT SELECT (business_id, payout_id, transaction_id, merchant_reference_id, utr, bank_reference, beneficiary_name, account_number, ifsc, vpa,
  narration, rail, amount_paise, commission_paise, gst_paise, total_debit_paise, status, last_sequence, response_code, response_message,
  source, bulk_file_id, queued, held, created_at, updated_at) ON payout TO hundi_stream;
-- No order is sent again that a statement shows as paid.
GRANT SELECT (bank_statement_id, reference, direction, kind, kind_from_narration) ON bank_statement_line TO hundi_stream;
GRANT SELECT (bank_statement_id, status) ON bank_statement TO hundi_stream;
-- What a bank reports of a payout that people refunded as never paid.
GRANT SELECT (payout_id, unpaid_resolution_id) ON reconciliation_reversal TO hundi_stream;
GRANT EXECUTE ON FUNCTION is_paid_by_statements TO hundi_stream, hundi_batch;
GRANT EXECUTE ON FUNCTION is_return_credited TO hundi_stream, hundi_batch;
GRANT EXECUTE ON FUNCTION is_statement_replaced TO hundi_stream, hundi_portal_staff;
GRANT EXECUTE ON FUNCTION is_debited_by_statements, credited_by_people TO hundi_batch;
GRANT INSERT ON bank_attempt, bank_callback, bank_conflict, bank_file, bank_file_order, bank_file_received, bank_file_status,
  beneficiary_verification, dead_letter_replay, ledger_entry, ledger_transaction, payout_event, payout_search, payout_utr, search_bucket,
  search_slice, stream_gap, sweep_progress, wallet_movement, wallet_queue, webhook_attempt, webhook_delivery, webhook_endpoint_failure TO hundi_stream;
GRANT DELETE ON wallet_queue, webhook_endpoint_failure TO hundi_stream;
GRANT UPDATE (due_at, updated_at, not_found_count, enquiry_count, return_asked_at, state, response_message, implausible_at, implausible_reason,
  retry_at, bank_reference, response_code, utr, confirmed_at) ON bank_attempt TO hundi_stream;
GRANT UPDATE (verdict, times, last_received_at, judge_at) ON bank_callback TO hundi_stream;
GRANT UPDATE (times, last_seen_at, settled_at, settled_by, note) ON bank_conflict TO hundi_stream;
GRANT UPDATE (begun_at, deliveries, written_at) ON bank_file TO hundi_stream;
GRANT UPDATE (message_id, recalled_at) ON bank_file_order TO hundi_stream;
GRANT UPDATE (due_at, attempt_count, problem, state, registered_name, registration_id, answered_at, settled_at, settled_by, note) ON
  beneficiary_verification TO hundi_stream;
GRANT UPDATE (replayed_at) ON dead_letter_replay TO hundi_stream;
GRANT UPDATE (last_sequence, response_code, response_message, bank_reference, updated_at, status, queued, completed_at, utr) ON payout TO
  hundi_stream;
GRANT UPDATE (text, is_late) ON payout_search TO hundi_stream;
GRANT UPDATE (payouts, payout_ids, late_rows, late_since) ON search_bucket TO hundi_stream;
GRANT UPDATE (payouts) ON search_slice TO hundi_stream;
GRANT UPDATE (indexed_to) ON search_progress TO hundi_stream;
GRANT UPDATE (ended_at, swept_at) ON stream_gap TO hundi_stream;
GRANT UPDATE (swept_to) ON sweep_progress TO hundi_stream;
GRANT UPDATE (balance_paise, last_sequence, updated_at, total_credit_paise, credit_count) ON wallet TO hundi_stream;
GRANT UPDATE (state, due_at, counted_attempts, begun_at, claim_id, claimed_until, completed_at, attempt_count) ON webhook_delivery TO hundi_stream;
GRANT UPDATE (failed_attempts, probes, parked_until, disabled_at) ON webhook_endpoint_failure TO hundi_stream;
GRANT SELECT, INSERT, UPDATE (reported_at), DELETE ON bank_health TO hundi_stream;
GRANT SELECT, INSERT ON dead_letter_discard TO hundi_stream;

-- batch-jobs

GRANT SELECT ON balance_violation, bank_attempt, bank_calendar, bank_calendar_change, bank_statement, bank_statement_gap, bank_statement_problem, beneficiary, bulk_approval_tier, bulk_file, bulk_file_transition, bulk_payee, bulk_row,
  business, commission_slab, flyway_schema_history, ledger_account, ledger_entry, ledger_transaction, monthly_export, nodal_account, orphan_violation,
  payout_event, payout_status_transition, payout_utr, posting_violation, price_plan, rail_limit, reconciliation_book, reconciliation_break,
  reconciliation_break_event, reconciliation_figure, reconciliation_late_entry, reconciliation_match_item, reconciliation_named_reference, reconciliation_open_entry,
  reconciliation_open_line, reconciliation_posting_by_hand, reconciliation_present_figure, reconciliation_proposal, reconciliation_proved_balance, reconciliation_report, reconciliation_resolution,
  reconciliation_reversal, reconciliation_revoked_item, reconciliation_run, reconciliation_run_break, reconciliation_statement,
  housekeeping_proof, reconciliation_violation, request_nonce, search_bucket, search_progress, search_slice, statement_file, sweep_progress, wallet, wallet_export, wallet_movement
  TO hundi_batch;
-- To write bulk files, exports and statements, to reconcile. No contact of a payee.
GRANT SELECT (business_id, payout_id, transaction_id, merchant_reference_id, utr, bank_reference, beneficiary_name, account_number, ifsc, vpa,
  narration, rail, amount_paise, commission_paise, gst_paise, total_debit_paise, status, last_sequence, response_code, response_message, source,
  bulk_file_id, bulk_row_number, queued, held, created_at, updated_at, completed_at) ON payout TO hundi_batch;
GRANT SELECT (business_id, payout_id, text, is_late) ON payout_search TO hundi_batch;
-- Lines are matched by references and accounts; names and narrations are for people.
GRANT SELECT (bank_statement_id, line_number, nodal_account_id, business_date, direction, amount_paise, booked_on, kind,
  kind_from_narration, utr, reference, bank_reference, virtual_account_number, counterparty_account, item_count) ON bank_statement_line TO hundi_batch;
GRANT SELECT (bank, reference, business_id, payout_id, message_id) ON bank_file_order TO hundi_batch;
-- A statement settles a payout that a file of the bank reports as rejected.
GRANT SELECT (bank, sha256, reference, status) ON bank_file_status TO hundi_batch;
GRANT SELECT (bank, sha256, file_name, received_at) ON bank_file_received TO hundi_batch;
-- Who refunds a payout as never paid sees what the bank has reported to the contrary.
GRANT SELECT (bank, event_id, reference, status, last_received_at) ON bank_callback TO hundi_batch;
GRANT SELECT (business_id, payout_id, attempt_number, reported_by, reported, times), UPDATE (times, last_seen_at),
  INSERT (business_id, payout_id, attempt_number, bank, reported_by, reported, recorded, detail, times) ON bank_conflict TO hundi_batch;
GRANT SELECT (delivery_id, state, body, completed_at) ON webhook_delivery TO hundi_batch;
GRANT INSERT ON bank_calendar, bank_calendar_change, bank_statement, bank_statement_line, bank_statement_problem, beneficiary, beneficiary_event,
  bulk_payee, bulk_row, ledger_entry, ledger_transaction, monthly_export, payout, payout_event, payout_utr, reconciliation_book,
  reconciliation_break, reconciliation_break_event, reconciliation_figure, reconciliation_late_entry, reconciliation_match_item,
  reconciliation_open_entry, reconciliation_open_line, reconciliation_proposal, reconciliation_proved_balance, reconciliation_report,
  reconciliation_resolution, reconciliation_reversal, reconciliation_revoked_item, reconciliation_run, reconciliation_run_break,
  reconciliation_statement, reconciliation_violation, statement_file, sweep_progress, wallet_export, wallet_movement TO hundi_batch;
GRANT DELETE ON reconciliation_figure, reconciliation_match_item, reconciliation_open_entry, reconciliation_open_line,
  reconciliation_proposal, reconciliation_proved_balance, reconciliation_run_break, reconciliation_violation, request_nonce, webhook_attempt_default
  TO hundi_batch;
GRANT UPDATE (due_at, updated_at, not_found_count, enquiry_count, return_asked_at, state, response_message, implausible_at, implausible_reason,
  retry_at, bank_reference, response_code, utr) ON bank_attempt TO hundi_batch;
GRANT UPDATE (is_open, name, change_id) ON bank_calendar TO hundi_batch;
GRANT UPDATE (decision, checker, checked_at) ON bank_calendar_change TO hundi_batch;
GRANT UPDATE (status, hold_reason, day_position, release_id, withdrawal_id, line_count, credit_paise, debit_paise) ON bank_statement TO hundi_batch;
GRANT UPDATE (claim_id, attempt_count, due_at, headings, rows_read, status, changed_by, released_rows, released_paise,
  released_debit_paise, reason_code, reason,
  completed_at, stored_as, successful_rows, failed_rows, successful_paise, failed_paise, valid_rows, invalid_rows, duplicate_rows, warned_rows,
  total_paise, valid_paise, debit_paise, loaded_at, people_needed, released_by, released_at, planned_for, planned_by) ON bulk_file TO hundi_batch;
-- A planned release needs the right of its person when it is carried out.
GRANT SELECT (business_id, person_id, role) ON membership TO hundi_batch;
GRANT UPDATE (described_by, status, errors, warnings) ON bulk_row TO hundi_batch;
REVOKE ALL ON FUNCTION is_payee_changed FROM PUBLIC;
GRANT EXECUTE ON FUNCTION is_payee_changed TO hundi_batch;
GRANT UPDATE (export_id) ON monthly_export TO hundi_batch;
-- Locks the account whose statements and days it orders; a trigger refuses every change of one person.
GRANT UPDATE (created_at) ON nodal_account TO hundi_batch;
GRANT UPDATE (last_sequence, response_code, response_message, bank_reference, updated_at, status, utr, completed_at) ON payout TO hundi_batch;
GRANT UPDATE (collected_to, ledger_paise) ON reconciliation_book TO hundi_batch;
GRANT UPDATE (owner, updated_at, closed_on, closed_why, is_continued, type, amount_paise, line_count, entry_count, business_id, payout_id,
  bank_statement_id, line_number, transaction_id, detail, opened_on, carried_to, due_on) ON reconciliation_break TO hundi_batch;
GRANT UPDATE (item_count, amount_paise) ON reconciliation_figure TO hundi_batch;
GRANT UPDATE (break_id) ON reconciliation_open_entry TO hundi_batch;
GRANT UPDATE (break_id, kind) ON reconciliation_open_line TO hundi_batch;
GRANT UPDATE (decision, checker, checked_at, run_id, match_id, amount_paise, posted_for, transaction_id) ON reconciliation_resolution TO hundi_batch;
GRANT UPDATE (restored_transaction_id, unpaid_resolution_id) ON reconciliation_reversal TO hundi_batch;
GRANT UPDATE (bank_opening_paise, bank_closing_paise, ledger_paise, late_paise, breaks_paise, violation_count, proved_after, proved_at, rows_proved_after,
  rows_proved_before, state, due_at, round, requested_by, wants_full_proof, attempt_count, steps_done, step, failure, completed_at, claim_id, started_at,
  signed_at, signed_by, rules_version, is_outdated) ON reconciliation_run TO hundi_batch;
GRANT UPDATE (status, claim_id, due_at, ended_at, failure, received_count, account_number, attempt_count) ON statement_file TO hundi_batch;
GRANT UPDATE (swept_to) ON sweep_progress TO hundi_batch;
GRANT UPDATE (balance_paise, last_sequence, total_credit_paise, credit_count, updated_at) ON wallet TO hundi_batch;
GRANT UPDATE (status, stored_as, due_at, rows_written, rows_expected, claim_id, row_count, truncated, size_bytes, sha256, completed_at, expires_at,
  failure, attempt_count) ON wallet_export TO hundi_batch;
GRANT UPDATE (body, state, due_at, claim_id, claimed_until, completed_at) ON webhook_delivery TO hundi_batch;

-- The webhook process: deliveries and their endpoints, and of a payout what its webhooks say. No payee, no account number.

GRANT SELECT ON dead_letter_replay, flyway_schema_history, payout_event, webhook_delivery, webhook_endpoint,
  webhook_endpoint_failure TO hundi_webhook;
GRANT SELECT (business_id, payout_id, transaction_id, merchant_reference_id) ON payout TO hundi_webhook;
GRANT INSERT ON dead_letter_replay, webhook_attempt, webhook_delivery, webhook_endpoint_failure TO hundi_webhook;
GRANT DELETE ON webhook_endpoint_failure TO hundi_webhook;
GRANT UPDATE (replayed_at) ON dead_letter_replay TO hundi_webhook;
GRANT UPDATE (state, due_at, counted_attempts, begun_at, claim_id, claimed_until, completed_at, attempt_count) ON webhook_delivery TO hundi_webhook;
GRANT UPDATE (failed_attempts, probes, parked_until, disabled_at) ON webhook_endpoint_failure TO hundi_webhook;

-- Spring Batch's job repository.
GRANT SELECT, INSERT, UPDATE, DELETE ON batch_job_instance, batch_job_execution, batch_job_execution_params, batch_job_execution_context,
  batch_step_execution, batch_step_execution_context TO hundi_batch;
GRANT USAGE ON reconciliation_match_id TO hundi_batch;
GRANT USAGE ON batch_job_instance_seq, batch_job_execution_seq, batch_step_execution_seq TO hundi_batch;

-- Statistics of tables that a closing fills and reads at once.
GRANT MAINTAIN ON bank_statement_line, reconciliation_break, reconciliation_match_item, reconciliation_open_entry, reconciliation_open_line
  TO hundi_batch;

REVOKE ALL ON FUNCTION create_month_partition, create_webhook_attempt_partitions, drop_oldest_webhook_attempt_partition,
  oldest_writing_since, oldest_writer_since,
  check_delivery_has_endpoint, limit_active_endpoints FROM PUBLIC;
GRANT EXECUTE ON FUNCTION create_webhook_attempt_partitions, drop_oldest_webhook_attempt_partition TO hundi_batch;
GRANT EXECUTE ON FUNCTION oldest_writing_since, oldest_writer_since TO hundi_stream, hundi_batch;
GRANT EXECUTE ON FUNCTION ensure_event_publication TO hundi_relay;

-- The trigger of bulk_file records its transitions.
GRANT INSERT ON bulk_file_event TO hundi_api, hundi_batch;

-- Locks the nonces that it deletes.
GRANT UPDATE (seen_at) ON request_nonce TO hundi_batch;

-- The triggers of bank_attempt keep the list of payouts to send again.
GRANT SELECT, INSERT, DELETE ON bank_retry TO hundi_stream, hundi_batch;

-- When a key was last used.
GRANT UPDATE (last_used_at) ON api_key TO hundi_api;

-- The shared rate limits.
GRANT SELECT, INSERT, UPDATE (available, granted, refilled_at) ON rate_allowance TO hundi_api;

-- The business that stands for Hundi itself, whose wallet takes corrections.
GRANT INSERT (business_id, business_code, business_name) ON business TO hundi_batch;

-- Failed sign-ins that count no more.
GRANT SELECT (throttle_key, last_at, blocked_until), DELETE ON sign_in_throttle, staff_sign_in_throttle TO hundi_batch;
-- Forms that were sent long ago, and tokens that ended long ago.
GRANT SELECT (form_id, submitted_at), DELETE ON submitted_form TO hundi_batch;
GRANT SELECT (token_id, expires_at, revoked_at), DELETE ON access_token TO hundi_batch;
-- Files of evidence without a row.
GRANT SELECT (evidence_id, scan_state) ON reconciliation_evidence TO hundi_batch;

-- Retention. Personal data of protected tables is erased by functions, which keep what the law requires.
GRANT INSERT, UPDATE (overdue, clean_before, proved_at) ON housekeeping_proof TO hundi_batch;
GRANT UPDATE (search) ON wallet_export TO hundi_batch;
GRANT UPDATE (file_removed_at) ON statement_file TO hundi_batch;
GRANT SELECT (delivery_id) ON webhook_attempt, webhook_attempt_default TO hundi_batch;
REVOKE ALL ON FUNCTION erase_payouts, erase_payout_contact, erase_beneficiary, erase_beneficiaries, erase_bulk_row, erase_bulk_rows, erase_bank_callbacks,
  erase_statement_lines, unerased_payouts, unerased_beneficiaries, unerased_bank_callbacks, unerased_statement_lines,
  erase_onboarding, unerased_onboarding, erased_documents, relation_end, draft_last_used, is_erased_draft, people_of_draft_only, erase_case, erase_people,
  erase_onboarding_drafts, unerased_cases, unerased_onboarding_drafts FROM PUBLIC;
GRANT EXECUTE ON FUNCTION erase_payouts, erase_beneficiaries, erase_bulk_rows, erase_bank_callbacks, erase_statement_lines,
  unerased_payouts, unerased_beneficiaries, unerased_bank_callbacks, unerased_statement_lines,
  erase_onboarding, unerased_onboarding, erased_documents, erase_onboarding_drafts, unerased_onboarding_drafts TO hundi_batch;

-- portal, both audiences. Row-level security (V044) confines the merchants' role to one business and one person.

GRANT SELECT ON person, membership, person_password, person_totp, recovery_code, user_entities, user_credentials, invitation, approval,
  approval_decision, audit_event, flyway_schema_history TO hundi_portal_merchant, hundi_portal_staff;
GRANT SELECT (business_id, business_code, business_name) ON business TO hundi_portal_merchant, hundi_portal_staff;
GRANT INSERT ON person, person_password, person_totp, recovery_code, user_entities, user_credentials, invitation, approval, approval_decision
  TO hundi_portal_merchant, hundi_portal_staff;
GRANT INSERT (business_id, person_id, session_mark, address, act, object, before_value, after_value) ON audit_event
  TO hundi_portal_merchant, hundi_portal_staff;
GRANT UPDATE (person_name) ON person TO hundi_portal_merchant, hundi_portal_staff;
GRANT UPDATE (hash, changed_at) ON person_password TO hundi_portal_merchant, hundi_portal_staff;
GRANT UPDATE (secret_ciphertext, last_step, changed_at) ON person_totp TO hundi_portal_merchant, hundi_portal_staff;
GRANT UPDATE (used_at) ON recovery_code TO hundi_portal_merchant, hundi_portal_staff;
GRANT UPDATE (name, display_name) ON user_entities TO hundi_portal_merchant, hundi_portal_staff;
GRANT UPDATE (user_entity_user_id, public_key, signature_count, uv_initialized, backup_eligible, authenticator_transports,
  public_key_credential_type, backup_state, attestation_object, attestation_client_data_json, created, last_used, label) ON user_credentials
  TO hundi_portal_merchant, hundi_portal_staff;
GRANT UPDATE (used_at, used_by, withdrawn_at) ON invitation TO hundi_portal_merchant, hundi_portal_staff;
GRANT UPDATE (executed_at) ON approval TO hundi_portal_merchant, hundi_portal_staff;
GRANT DELETE ON person_password, person_totp, recovery_code, user_entities, user_credentials
  TO hundi_portal_merchant, hundi_portal_staff;
GRANT EXECUTE ON FUNCTION open_invitation, withdraw_approval TO hundi_portal_merchant, hundi_portal_staff;

-- Failed sign-ins, which the role of one audience must neither forget nor count for the other.
GRANT SELECT, INSERT, UPDATE (failures, last_at, blocked_until), DELETE ON sign_in_throttle TO hundi_portal_merchant;
GRANT SELECT, INSERT, UPDATE (failures, last_at, blocked_until), DELETE ON staff_sign_in_throttle TO hundi_portal_staff;

GRANT INSERT, DELETE ON membership TO hundi_portal_merchant;
GRANT EXECUTE ON FUNCTION payouts_on_statements TO hundi_portal_merchant;
GRANT SELECT, INSERT, UPDATE, DELETE ON merchant_session, merchant_session_attributes TO hundi_portal_merchant;

-- What the staff changes about businesses. Triggers require an approval by two people for prices, limits and nodal accounts.
GRANT SELECT ON business, wallet, ledger_account, price_plan, commission_slab, rail_limit, nodal_account, proposed_change TO hundi_portal_staff;
GRANT INSERT ON proposed_change TO hundi_portal_staff;
GRANT INSERT (business_code, business_name, api_access_enabled, reserve_percent, min_balance_paise, max_payout_paise, queue_if_low_balance)
  ON business TO hundi_portal_staff;
GRANT UPDATE (api_access_enabled, relation_ended_at, reserve_percent, min_balance_paise, max_payout_paise, queue_if_low_balance, gstin, registered_address)
  ON business TO hundi_portal_staff;
GRANT INSERT (code, business_id) ON ledger_account TO hundi_portal_staff;
GRANT INSERT (business_id, account_id, virtual_account_number) ON wallet TO hundi_portal_staff;
GRANT INSERT (business_id, starts_at, verification_paise, approval_id) ON price_plan TO hundi_portal_staff;
GRANT INSERT ON commission_slab TO hundi_portal_staff;
GRANT INSERT, DELETE ON rail_limit TO hundi_portal_staff;
GRANT INSERT (account_holder_name, ifsc, bank_name, branch_name, account_type, supported_modes, account_number, statement_profile)
  ON nodal_account TO hundi_portal_staff;
GRANT UPDATE (account_holder_name, ifsc, bank_name, branch_name, account_type, supported_modes, account_number, statement_profile, active)
  ON nodal_account TO hundi_portal_staff;

GRANT INSERT, DELETE ON staff_role TO hundi_portal_staff;
GRANT SELECT ON staff_role TO hundi_portal_staff;
GRANT SELECT, INSERT, UPDATE, DELETE ON staff_session, staff_session_attributes TO hundi_portal_staff;

-- The staff reads people of merchants, and neither reads nor sets their credentials: an OWNER who recovers does it in the merchants'
-- portal. Created once, because a policy needs an exclusive lock.
DO $$
DECLARE
  part text;
  own  text;
BEGIN
  FOREACH part IN ARRAY ARRAY['person', 'person_password', 'person_totp', 'recovery_code', 'person_device', 'user_entities', 'user_credentials'] LOOP
    CONTINUE WHEN EXISTS (SELECT FROM pg_policies WHERE schemaname = 'public' AND tablename = part AND policyname LIKE 'of_the_staff%');
    own := CASE part
      WHEN 'person' THEN $q$audience = 'STAFF'$q$
      WHEN 'user_entities' THEN $q$EXISTS (SELECT FROM person p WHERE p.person_id::text = name AND p.audience = 'STAFF')$q$
      WHEN 'user_credentials' THEN 'EXISTS (SELECT FROM user_entities u WHERE u.id = user_entity_user_id)'
      ELSE format($q$EXISTS (SELECT FROM person p WHERE p.person_id = %I.person_id AND p.audience = 'STAFF')$q$, part)
    END;
    IF part = 'person' THEN
      EXECUTE format('CREATE POLICY of_the_staff_added ON person AS RESTRICTIVE FOR INSERT TO hundi_portal_staff WITH CHECK (%s)', own);
      EXECUTE format('CREATE POLICY of_the_staff_changed ON person AS RESTRICTIVE FOR UPDATE TO hundi_portal_staff USING (%s)', own);
    ELSE
      EXECUTE format('CREATE POLICY of_the_staff ON %I AS RESTRICTIVE TO hundi_portal_staff USING (%s)', part, own);
    END IF;
  END LOOP;
END $$;

REVOKE ALL ON FUNCTION open_invitation, withdraw_approval, keep_last_owner, keep_last_admin, limit_passkeys, check_recovery, decide_approval,
  count_decisions, append_audit_event, check_inviter, withdraw_invitations_of_member, withdraw_invitations_of_staff, end_recoveries_of,
  end_recoveries_of_changed_person, end_recoveries_of_passkey_owner, await_removals_of_roles, refuse_requests_of_staff FROM PUBLIC;
GRANT EXECUTE ON FUNCTION await_removals_of_roles TO hundi_portal_merchant, hundi_portal_staff;

-- Onboarding: the merchants' portal fills cases in, the staff portal opens and reviews them.
GRANT SELECT ON onboarding_rule, onboarding_requirement, onboarding_principal, onboarding_document, onboarding_page
  TO hundi_portal_merchant, hundi_portal_staff;
GRANT SELECT (business_id, state, with_merchant, rejection_reason, created_at, submitted_at, submissions, returned_at, closed_at, erased_at, version)
  ON onboarding_case TO hundi_portal_merchant;
GRANT SELECT ON onboarding_case, onboarding_note TO hundi_portal_staff;
GRANT UPDATE (state, with_merchant, submitted_at, submissions) ON onboarding_case TO hundi_portal_merchant;
GRANT INSERT (business_id) ON onboarding_case TO hundi_portal_staff;
GRANT UPDATE (state, with_merchant, assignee_id, reviewer_id, approver_id, approval_id, rejection_reason, returned_at, closed_at)
  ON onboarding_case TO hundi_portal_staff;
GRANT INSERT (business_id, requirement) ON onboarding_requirement TO hundi_portal_merchant, hundi_portal_staff;
GRANT UPDATE (state, value) ON onboarding_requirement TO hundi_portal_merchant;
GRANT UPDATE (state, reason_code, reason) ON onboarding_requirement TO hundi_portal_staff;
GRANT INSERT ON onboarding_principal, onboarding_document TO hundi_portal_merchant;
GRANT INSERT ON onboarding_page TO hundi_portal_merchant, hundi_portal_staff;
GRANT INSERT ON onboarding_note TO hundi_portal_staff;
GRANT UPDATE (removed_at) ON onboarding_principal TO hundi_portal_merchant;
GRANT UPDATE (removed_at, key_ciphertext) ON onboarding_document TO hundi_portal_merchant;
GRANT UPDATE (scan_state, page_count, key_ciphertext) ON onboarding_document TO hundi_portal_staff;
REVOKE ALL ON FUNCTION onboarding_gaps, hash_onboarding_case, is_open_for_merchant, opened_by_return, move_onboarding, open_requirements, guard_requirement,
  guard_document, guard_principal FROM PUBLIC;
GRANT EXECUTE ON FUNCTION hash_onboarding_case, is_releasing_files TO hundi_portal_staff;
-- Letters: written by the act, sent by the portal of their audience.
GRANT SELECT ON letter, person_device TO hundi_portal_merchant, hundi_portal_staff;
GRANT INSERT (letter_id, kind, audience, business_id, invitation_id, recipient, parameters, token_ciphertext) ON letter
  TO hundi_portal_merchant, hundi_portal_staff;
GRANT UPDATE (state, attempt_count, failure, due_at, ended_at, token_ciphertext) ON letter TO hundi_portal_merchant, hundi_portal_staff;
GRANT INSERT, UPDATE (last_used_at), DELETE ON person_device TO hundi_portal_merchant, hundi_portal_staff;
GRANT SELECT, INSERT, DELETE ON submitted_form TO hundi_portal_merchant, hundi_portal_staff;
GRANT DELETE ON letter TO hundi_portal_merchant, hundi_portal_staff;

-- Keys, IP rules and webhooks of the merchants' developers. The portal issues signing keys and cannot read them.
GRANT SELECT (api_key, business_id, scopes, least_signature_version, created_at, expires_at, chosen_expires_at, last_used_at, revoked_at) ON api_key
  TO hundi_portal_merchant;
GRANT INSERT (api_key, business_id, signing_key_ciphertext, scopes, least_signature_version, expires_at, chosen_expires_at) ON api_key TO hundi_portal_merchant;
GRANT UPDATE (revoked_at, expires_at) ON api_key TO hundi_portal_merchant;
-- The right to change it is also the right to lock the business while keys and rules are counted.
GRANT SELECT (new_keys_least_signature_version), UPDATE (new_keys_least_signature_version) ON business TO hundi_portal_merchant;
GRANT SELECT, INSERT, DELETE ON ip_rule TO hundi_portal_merchant;
GRANT SELECT ON webhook_endpoint, webhook_endpoint_failure, webhook_delivery, webhook_attempt, developer_request TO hundi_portal_merchant;
GRANT INSERT ON developer_request TO hundi_portal_merchant;
GRANT INSERT (business_id, endpoint_id, url, secret_ciphertext, events), UPDATE (active, events, secret_ciphertext, next_secret_ciphertext, next_secret_from)
  ON webhook_endpoint TO hundi_portal_merchant;
GRANT INSERT (delivery_id, business_id, endpoint_id, event, body),
  UPDATE (state, due_at, counted_attempts, begun_at, claim_id, claimed_until, completed_at) ON webhook_delivery TO hundi_portal_merchant;

-- The operators' console: what waits for a person. It reads no payee, no account and no search phrase.
GRANT SELECT ON bank_health, bank_calendar, bank_calendar_change, manual_review, sweep_progress, webhook_endpoint_failure, webhook_delivery,
  webhook_attempt, batch_job_instance, batch_job_execution, batch_job_execution_params, batch_step_execution TO hundi_portal_staff;
GRANT SELECT (business_id, payout_id, transaction_id, rail, amount_paise, status, response_code, queued, held, created_at, updated_at) ON payout
  TO hundi_portal_staff;
GRANT SELECT (business_id, payout_id, attempt_number, bank, state, due_at, retry_at, enquiry_count, return_asked_at, implausible_at)
  ON bank_attempt TO hundi_portal_staff;
GRANT SELECT ON payout_utr TO hundi_portal_staff;
GRANT SELECT (state, business_date) ON reconciliation_run TO hundi_portal_staff;
GRANT SELECT (business_id, beneficiary_id, state, settled_at) ON beneficiary_verification TO hundi_portal_staff;
GRANT SELECT (business_id, endpoint_id, url, active, created_at, events) ON webhook_endpoint TO hundi_portal_staff;
GRANT SELECT (business_id, export_id, kind, format, status, rows_written, rows_expected, row_count, size_bytes, attempt_count, due_at, failure,
  created_at, completed_at) ON wallet_export TO hundi_portal_staff;
GRANT UPDATE (due_at, return_asked_at) ON bank_attempt TO hundi_portal_staff;
GRANT UPDATE (settled_at, settled_by, note) ON beneficiary_verification TO hundi_portal_staff;
GRANT INSERT (day, is_open, name, maker), UPDATE (decision, checker, checked_at) ON bank_calendar_change TO hundi_portal_staff;
GRANT INSERT, UPDATE (is_open, name, change_id) ON bank_calendar TO hundi_portal_staff;
GRANT UPDATE (status, due_at, attempt_count, rows_written, rows_expected, failure, completed_at) ON wallet_export TO hundi_portal_staff;
REVOKE ALL ON FUNCTION check_calendar FROM PUBLIC;

-- The merchants' desk: payouts, wallet, beneficiaries and files. Row-level security and the views of schema merchant (V055) confine them.
GRANT USAGE ON SCHEMA merchant TO hundi_portal_merchant;
GRANT SELECT ON payout, payout_event, search_bucket, search_progress, search_slice, wallet, wallet_movement, wallet_export, monthly_export, nodal_account, beneficiary,
  bulk_file, saved_view TO hundi_portal_merchant;
GRANT SELECT ON merchant.payout_search, merchant.beneficiary_search, merchant.bulk_row TO hundi_portal_merchant;
GRANT SELECT (reserve_percent, min_balance_paise, queue_if_low_balance, relation_ended_at) ON business TO hundi_portal_merchant;
-- Safe details of an attempt: neither the bank nor what it answered.
GRANT SELECT (business_id, payout_id, attempt_number, state, claimed_at, enquiry_count, utr, updated_at) ON bank_attempt TO hundi_portal_merchant;
GRANT SELECT (business_id, beneficiary_id, sequence, kind, reason, snapshot, created_at) ON beneficiary_event TO hundi_portal_merchant;
GRANT SELECT (business_id, beneficiary_id, target_version, state, registered_name, asked_at, answered_at) ON beneficiary_verification
  TO hundi_portal_merchant;
GRANT INSERT ON beneficiary, beneficiary_event, wallet_export, saved_view, bulk_file_event TO hundi_portal_merchant;
GRANT SELECT ON bulk_file_transition TO hundi_portal_merchant;
GRANT UPDATE (status, changed_by, completed_at, due_at, claim_id, released_by, released_at, attempt_count, planned_for, planned_by) ON bulk_file
  TO hundi_portal_merchant;
GRANT UPDATE (name, email, phone_number, account_number, ifsc, vpa, last_sequence, updated_at, status) ON beneficiary TO hundi_portal_merchant;
GRANT UPDATE (status, stored_as) ON wallet_export TO hundi_portal_merchant;
GRANT UPDATE (name, filter), DELETE ON saved_view TO hundi_portal_merchant;
GRANT SELECT, INSERT, UPDATE (columns) ON payout_columns TO hundi_portal_merchant;

-- Name verifications: requested by API and portal, asked and charged by stream-processors. The staff reads those of merchants' own accounts only.
GRANT SELECT (business_id, verification_id, beneficiary_id, name, account_number, ifsc, vpa, idempotency_key, requested_at, result, score,
  name_at_bank, checked_at) ON name_verification
  TO hundi_api, hundi_portal_merchant;
GRANT INSERT (business_id, beneficiary_id, name, account_number, ifsc, vpa, fee_paise, gst_paise, requested_by, idempotency_key) ON name_verification
  TO hundi_api, hundi_portal_merchant;
GRANT SELECT ON name_verification TO hundi_stream;
REVOKE ALL ON FUNCTION is_verified_payee_changed FROM PUBLIC;
GRANT EXECUTE ON FUNCTION is_verified_payee_changed TO hundi_stream;
GRANT UPDATE (due_at, attempt_count, bank, problem, result, score, name_at_bank, checked_at, charge_id) ON name_verification TO hundi_stream;
GRANT SELECT ON settlement_account_verification TO hundi_portal_staff;
REVOKE ALL ON FUNCTION keep_verification_result FROM PUBLIC;

-- Banks and rails that the staff switches off.
GRANT SELECT (switch_id, bank, rail, reason, off_by, off_since) ON bank_switch TO hundi_portal_staff, hundi_stream;
GRANT INSERT (bank, rail, reason, off_by), DELETE ON bank_switch TO hundi_portal_staff;
GRANT SELECT ON rail_downtime TO hundi_portal_merchant;

-- Checkpoints of the audit chains.
GRANT SELECT ON audit_chain TO hundi_batch;

-- Held payouts. Functions of the owner end and release them, because each condition is checked in one place.
REVOKE ALL ON FUNCTION end_held_payout, is_payee_archived, cancel_queued_payout, release_agreed_payout, payout_content_hash, is_payout_agreed, check_held,
  ask_for_payout_approval, check_checker, keep_earlier_approval, next_payout_rule FROM PUBLIC;
GRANT EXECUTE ON FUNCTION end_held_payout TO hundi_api, hundi_stream, hundi_portal_merchant;
GRANT EXECUTE ON FUNCTION is_payee_archived TO hundi_stream;
GRANT EXECUTE ON FUNCTION cancel_queued_payout TO hundi_api, hundi_portal_merchant;
REVOKE ALL ON FUNCTION payout_right_holder, check_delegation, end_delegations_of_member FROM PUBLIC;
GRANT EXECUTE ON FUNCTION release_agreed_payout, payout_content_hash, payout_right_holder TO hundi_portal_merchant;
GRANT SELECT, INSERT, UPDATE (ended_at) ON approval_delegation TO hundi_portal_merchant;
GRANT SELECT, INSERT ON payout_detail TO hundi_api, hundi_portal_merchant;
-- A hold begins with what its payout waits for. Triggers set its approvals.
GRANT SELECT ON payout_hold TO hundi_api, hundi_portal_merchant, hundi_stream;
GRANT INSERT (business_id, payout_id, reason, scheduled_for) ON payout_hold TO hundi_api, hundi_portal_merchant;
GRANT INSERT (business_id, payout_id, reason, rule_id) ON payout_hold TO hundi_stream;
GRANT SELECT ON payout_rule TO hundi_api, hundi_stream, hundi_portal_merchant;
GRANT UPDATE (reason, rule_id, approval_id, decide_until, ended_at) ON payout_hold TO hundi_stream;
GRANT UPDATE (held) ON payout TO hundi_stream;
GRANT SELECT, INSERT, UPDATE (day, debits_before_paise) ON payout_day TO hundi_stream;
GRANT SELECT (approval_id, state, people_needed) ON approval TO hundi_stream;
GRANT SELECT (business_id, bulk_file_id, people_needed, released_by) ON bulk_file TO hundi_stream;
GRANT SELECT (approval_id, checker_id, on_behalf_of, decision) ON approval_decision TO hundi_stream;

-- The merchants' portal pays as the API does, and proposes rules that two people change.
GRANT SELECT ON payout, payout_event, beneficiary, wallet, price_plan, commission_slab, rail_limit, payout_rule_proposal, approval_checker
  TO hundi_portal_merchant;
GRANT SELECT (max_payout_paise, reserve_percent, min_balance_paise) ON business TO hundi_portal_merchant;
GRANT INSERT ON payout, payout_event, request_nonce, beneficiary, beneficiary_event, payout_rule, payout_rule_proposal TO hundi_portal_merchant;
GRANT UPDATE (ended_at) ON payout_rule TO hundi_portal_merchant;
GRANT SELECT (api_key, nonce) ON request_nonce TO hundi_portal_merchant;

GRANT SELECT (chain, sequence, hash) ON audit_event TO hundi_batch;

-- What the staff asks other processes to do.
GRANT SELECT ON operator_request TO hundi_portal_staff, hundi_stream, hundi_batch;
GRANT INSERT (kind, arguments, person_id, asked_by, reason) ON operator_request TO hundi_portal_staff;
GRANT UPDATE (state, attempt_count, claim_id, result, failure, due_at, ended_at) ON operator_request TO hundi_stream, hundi_batch;
GRANT DELETE ON operator_request TO hundi_batch;

-- How statements are read; a trigger requires an approval by two people.
GRANT SELECT ON statement_profile TO hundi_batch, hundi_portal_staff;
GRANT INSERT (name, version, valid_from, content, trial_id, approval_id, maker, checker) ON statement_profile TO hundi_portal_staff;
GRANT UPDATE (profile_versions) ON statement_file TO hundi_batch;

-- How days are closed; a trigger requires a trial and an approval by two people.
GRANT SELECT ON reconciliation_rules TO hundi_batch, hundi_portal_staff;
GRANT INSERT (version, valid_from, content, trial_id, approval_id, maker, checker) ON reconciliation_rules TO hundi_portal_staff;

-- Access tokens of the staff and device logins.
GRANT SELECT ON access_token, device_login TO hundi_portal_staff;
GRANT INSERT (person_id, token_name, secret_hash, scope, groups, confirmed_at, expires_at), UPDATE (last_used_at, revoked_at), DELETE ON access_token
  TO hundi_portal_staff;
GRANT INSERT (device_hash, user_code, address, expires_at), UPDATE (state, person_id, decided_at), DELETE ON device_login TO hundi_portal_staff;
REVOKE ALL ON FUNCTION end_tokens_of, end_tokens_of_changed_person, end_tokens_of_passkey_owner FROM PUBLIC;

-- Commands of the staff: webhooks, manual reviews and approval tiers are changed by the portal itself; the books only by batch-jobs, which it asks.
GRANT SELECT ON webhook_endpoint, webhook_endpoint_failure, webhook_delivery, webhook_attempt, manual_review, bulk_approval_tier, statement_file,
  bank_statement, bank_statement_gap, bank_statement_problem, bank_calendar, bank_calendar_change, ledger_transaction,
  reconciliation_run, reconciliation_book, reconciliation_present_figure, reconciliation_figure, reconciliation_break, reconciliation_break_event, reconciliation_run_break,
  reconciliation_open_line, reconciliation_open_entry, reconciliation_proposal, reconciliation_match_item, reconciliation_resolution
  TO hundi_portal_staff;
-- The finance desk.
GRANT SELECT ON reconciliation_comment, reconciliation_evidence, reconciliation_late_entry, reconciliation_revoked_item, reconciliation_statement,
  reconciliation_violation TO hundi_portal_staff;
GRANT SELECT (business_id, transaction_id, account_id, amount_paise) ON ledger_entry TO hundi_portal_staff;
GRANT SELECT (bank_statement_id, line_number, business_date, direction, amount_paise, booked_on, kind, kind_from_narration, utr, reference,
  bank_reference, virtual_account_number, counterparty_account, narration) ON bank_statement_line TO hundi_portal_staff;
GRANT SELECT (utr) ON payout TO hundi_portal_staff;
GRANT INSERT (break_id, comment, by_whom) ON reconciliation_comment TO hundi_portal_staff;
GRANT INSERT (evidence_id, break_id, file_name, media_type, size_bytes, sha256, key_ciphertext, scan_state, page_count, by_whom),
  UPDATE (key_ciphertext, scan_state, page_count) ON reconciliation_evidence TO hundi_portal_staff;
GRANT SELECT (run_id, format, sha256, content) ON reconciliation_report TO hundi_portal_staff;
GRANT DELETE ON webhook_endpoint_failure, bulk_approval_tier TO hundi_portal_staff;
GRANT INSERT ON bulk_approval_tier TO hundi_portal_staff;
GRANT UPDATE (events) ON webhook_endpoint TO hundi_portal_staff;
GRANT UPDATE (secret_ciphertext, next_secret_ciphertext, next_secret_from) ON webhook_endpoint TO hundi_portal_staff;
GRANT UPDATE (state, due_at, counted_attempts, begun_at, claim_id, claimed_until, completed_at) ON webhook_delivery TO hundi_portal_staff;
GRANT SELECT (business_id, payout_id, state, reference, due_at, return_asked_at, implausible_at), UPDATE (due_at, return_asked_at)
  ON bank_attempt TO hundi_portal_staff;
GRANT SELECT (business_id, payout_id, first_seen_at, settled_at), UPDATE (settled_at, settled_by, note) ON bank_conflict TO hundi_portal_staff;
GRANT SELECT (business_id, beneficiary_id, state, answered_at, settled_at), UPDATE (settled_at, settled_by, note) ON beneficiary_verification
  TO hundi_portal_staff;

-- Events beyond those of the specification. Only this function writes them, with their deliveries.
REVOKE ALL ON FUNCTION record_business_event FROM PUBLIC;
GRANT EXECUTE ON FUNCTION record_business_event TO hundi_api, hundi_stream, hundi_batch, hundi_portal_merchant;
-- What was sent, without its bodies.
GRANT SELECT ON business_event TO hundi_api;
GRANT SELECT (delivery_id, webhook_id, business_id, payout_id, event_id) ON webhook_delivery TO hundi_api;
-- Triggers record events of payouts and wallets.
REVOKE ALL ON FUNCTION record_payout_event, record_hold, record_queue, record_rare_stage, alert_low_balance, replace_low_balance_line FROM PUBLIC;
GRANT EXECUTE ON FUNCTION replace_low_balance_line TO hundi_portal_merchant;
GRANT SELECT, INSERT, DELETE ON bank_outage TO hundi_stream;
GRANT SELECT (event_id), DELETE ON business_event TO hundi_batch;
