package dev.hundi.retention;

import java.util.Locale;
import java.util.Set;

/**
 * The tables that hold personal data of payees, with the columns that hold it. {@code
 * docs/personal-data.md} explains each and what erases it, and a test compares it and the
 * catalog of the database with this list.
 */
enum PersonalTable {

	BENEFICIARY("name email phone_number account_number vpa search_text",
			"(t.business_id, t.beneficiary_id) IN (TABLE subject_beneficiary)"),

	BENEFICIARY_EVENT("snapshot", "(t.business_id, t.beneficiary_id) IN (TABLE subject_beneficiary)"),

	BENEFICIARY_VERIFICATION("name account_number vpa registered_name registration_id problem note target_key",
			"(t.business_id, t.beneficiary_id) IN (TABLE subject_beneficiary)"),

	NAME_VERIFICATION("name account_number vpa name_at_bank problem",
			"(t.business_id, t.beneficiary_id) IN (TABLE subject_beneficiary)"),

	PAYOUT("beneficiary_name beneficiary_email beneficiary_phone account_number vpa narration",
			"(t.business_id, t.payout_id) IN (TABLE subject_payout)"),

	PAYOUT_DETAIL("notes", "(t.business_id, t.payout_id) IN (TABLE subject_payout)"),

	PAYOUT_SEARCH("text", "(t.business_id, t.payout_id) IN (TABLE subject_payout)"),

	BANK_FILE_ORDER("beneficiary_name account_number narration",
			"(t.business_id, t.payout_id) IN (TABLE subject_payout)"),

	BANK_CALLBACK("body",
			"""
					(t.bank, t.reference) IN (SELECT a.bank, a.reference FROM bank_attempt a JOIN subject_payout USING (business_id, payout_id))
					"""),

	BULK_ROW("cells name phone_number email account_number vpa narration fingerprint errors warnings",
			"(t.business_id, t.bulk_file_id, t.row_number) IN (TABLE subject_row)"),

	BANK_STATEMENT_LINE("counterparty_account counterparty_name narration",
			"(t.bank_statement_id, t.line_number) IN (TABLE subject_line)"),

	RECONCILIATION_OPEN_LINE("counterparty_account", "(t.bank_statement_id, t.line_number) IN (TABLE subject_line)"),

	RECONCILIATION_OPEN_ENTRY("account_number", "(t.business_id, t.payout_id) IN (TABLE subject_payout)"),

	WALLET_EXPORT("search", "(t.business_id, t.export_id) IN (TABLE subject_export)"),

	WEBHOOK_DELIVERY("body", "(t.business_id, t.payout_id) IN (TABLE subject_payout)"),

	WEBHOOK_ATTEMPT("response_body",
			"""
					t.delivery_id IN (SELECT d.delivery_id FROM webhook_delivery d JOIN subject_payout USING (business_id, payout_id))
					"""),

	BUSINESS_EVENT("body", "(t.business_id, t.payout_id) IN (TABLE subject_payout)"),

	/** Ids, states and amounts of the payouts, without personal columns. */
	PAYOUT_EVENT("", "(t.business_id, t.payout_id) IN (TABLE subject_payout)"),

	BANK_ATTEMPT("", "(t.business_id, t.payout_id) IN (TABLE subject_payout)"),

	WALLET_MOVEMENT("", "(t.business_id, t.payout_id) IN (TABLE subject_payout)");

	private final Set<String> columns;

	private final String ofSubject;

	PersonalTable(String columns, String ofSubject) {
		this.columns = columns.isEmpty() ? Set.of() : Set.of(columns.split(" "));
		this.ofSubject = ofSubject;
	}

	String table() {
		return name().toLowerCase(Locale.ROOT);
	}

	Set<String> columns() {
		return this.columns;
	}

	/** Condition for the rows {@code t} of the person that {@link FindSubject} found. */
	String ofSubject() {
		return this.ofSubject;
	}

}
