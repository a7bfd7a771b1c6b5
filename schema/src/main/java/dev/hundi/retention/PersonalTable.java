package dev.hundi.retention;

import java.util.Locale;
import java.util.Set;

/**
 * The tables that hold personal data of payees, with the columns that hold it and what
 * erases them. {@code docs/personal-data.md} explains each, and a test compares it and
 * the catalog of the database with this list.
 */
enum PersonalTable {

	BENEFICIARY(Erasure.BY_RULE, "name email phone_number account_number vpa search_text",
			"(t.business_id, t.beneficiary_id) IN (TABLE subject_beneficiary)"),

	BENEFICIARY_EVENT(Erasure.BY_RULE, "snapshot", "(t.business_id, t.beneficiary_id) IN (TABLE subject_beneficiary)"),

	BENEFICIARY_VERIFICATION(Erasure.BY_RULE,
			"name account_number vpa registered_name registration_id problem note target_key",
			"(t.business_id, t.beneficiary_id) IN (TABLE subject_beneficiary)"),

	NAME_VERIFICATION(Erasure.BY_RULE, "name account_number vpa name_at_bank problem",
			"(t.business_id, t.beneficiary_id) IN (TABLE subject_beneficiary)"),

	PAYOUT(Erasure.BY_RULE, "beneficiary_name beneficiary_email beneficiary_phone account_number vpa narration",
			"(t.business_id, t.payout_id) IN (TABLE subject_payout)"),

	PAYOUT_DETAIL(Erasure.BY_RULE, "notes", "(t.business_id, t.payout_id) IN (TABLE subject_payout)"),

	PAYOUT_SEARCH(Erasure.BY_RULE, "text", "(t.business_id, t.payout_id) IN (TABLE subject_payout)"),

	BANK_FILE_ORDER(Erasure.BY_RULE, "beneficiary_name account_number narration",
			"(t.business_id, t.payout_id) IN (TABLE subject_payout)"),

	BANK_CALLBACK(Erasure.BY_RULE, "body",
			"""
					(t.bank, t.reference) IN (SELECT a.bank, a.reference FROM bank_attempt a JOIN subject_payout USING (business_id, payout_id))
					"""),

	BULK_ROW(Erasure.BY_RULE, "cells name phone_number email account_number vpa narration fingerprint errors warnings",
			"(t.business_id, t.bulk_file_id, t.row_number) IN (TABLE subject_row)"),

	BANK_STATEMENT_LINE(Erasure.BY_RULE, "counterparty_account counterparty_name narration",
			"(t.bank_statement_id, t.line_number) IN (TABLE subject_line)"),

	RECONCILIATION_OPEN_LINE(Erasure.WITH_THE_ROW, "counterparty_account",
			"(t.bank_statement_id, t.line_number) IN (TABLE subject_line)"),

	RECONCILIATION_OPEN_ENTRY(Erasure.WITH_THE_ROW, "account_number",
			"(t.business_id, t.payout_id) IN (TABLE subject_payout)"),

	WALLET_EXPORT(Erasure.BY_RULE, "search", "(t.business_id, t.export_id) IN (TABLE subject_export)"),

	WEBHOOK_DELIVERY(Erasure.BY_RULE, "body", "(t.business_id, t.payout_id) IN (TABLE subject_payout)"),

	WEBHOOK_ATTEMPT(Erasure.WITH_THE_ROW, "response_body",
			"""
					t.delivery_id IN (SELECT d.delivery_id FROM webhook_delivery d JOIN subject_payout USING (business_id, payout_id))
					"""),

	BUSINESS_EVENT(Erasure.WITH_THE_ROW, "body", "(t.business_id, t.payout_id) IN (TABLE subject_payout)"),

	/** Ids, states and amounts of the payouts, without personal columns. */
	PAYOUT_EVENT(Erasure.NEVER, "", "(t.business_id, t.payout_id) IN (TABLE subject_payout)"),

	BANK_ATTEMPT(Erasure.NEVER, "", "(t.business_id, t.payout_id) IN (TABLE subject_payout)"),

	WALLET_MOVEMENT(Erasure.NEVER, "", "(t.business_id, t.payout_id) IN (TABLE subject_payout)");

	private final Erasure erasure;

	private final Set<String> columns;

	private final String ofSubject;

	PersonalTable(Erasure erasure, String columns, String ofSubject) {
		this.erasure = erasure;
		this.columns = columns.isEmpty() ? Set.of() : Set.of(columns.split(" "));
		this.ofSubject = ofSubject;
	}

	String table() {
		return name().toLowerCase(Locale.ROOT);
	}

	Erasure erasure() {
		return this.erasure;
	}

	Set<String> columns() {
		return this.columns;
	}

	/** Condition for the rows {@code t} of the person that {@link FindSubject} found. */
	String ofSubject() {
		return this.ofSubject;
	}

	/** How the data ends. */
	enum Erasure {

		/** A step of housekeeping erases the columns; the row stays. */
		BY_RULE,

		/** The row ends: an open item is matched, a partition is dropped. */
		WITH_THE_ROW,

		/** It holds none. */
		NEVER

	}

}
