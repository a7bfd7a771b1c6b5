package dev.hundi.retention;

import java.util.Locale;

import dev.hundi.retention.RetentionPeriods.Basis;

/**
 * Personal data that expires with its age. Each rule erases in chunks, and counts
 * afterwards, by conditions of its own, what should be gone.
 */
public enum ErasureRule {

	PAYOUTS(Basis.TRANSACTION, "SELECT erase_payouts(:from, :before, :most)", "SELECT unerased_payouts(:before)"),

	BENEFICIARIES(Basis.TRANSACTION, "SELECT erase_beneficiaries(:before, :most)",
			"SELECT unerased_beneficiaries(:before)"),

	BULK_ROWS(Basis.TRANSACTION, "SELECT erase_bulk_rows(:from, :before, :most)",
			"""
					SELECT count(*) FROM bulk_file f JOIN bulk_row r USING (business_id, bulk_file_id)
					 WHERE f.completed_at < :before
					   AND (r.cells <> array_fill(''::text, ARRAY[cardinality(r.cells)]) OR r.name <> 'ERASED' OR r.account_number <> 'ERASED'
					        OR r.vpa <> 'ERASED' OR num_nonnulls(r.phone_number, r.email, r.narration, r.fingerprint) > 0)
					"""),

	ONBOARDING(Basis.TRANSACTION, "SELECT erase_onboarding(:before, :most)", "SELECT unerased_onboarding(:before)"),

	ONBOARDING_DRAFTS(Basis.DRAFT, "SELECT erase_onboarding_drafts(:before, :most)",
			"SELECT unerased_onboarding_drafts(:before)"),

	BANK_CALLBACKS(Basis.TRANSACTION, "SELECT erase_bank_callbacks(:before, :most)",
			"SELECT unerased_bank_callbacks(:before)"),

	STATEMENT_LINES(Basis.BOOKS,
			"""
					SELECT erase_statement_lines((:from AT TIME ZONE 'Asia/Kolkata')::date, (:before AT TIME ZONE 'Asia/Kolkata')::date,
					                             :most)
					""",
			"SELECT unerased_statement_lines((:before AT TIME ZONE 'Asia/Kolkata')::date)"),

	EXPORT_PHRASES(Basis.NONE,
			"""
					WITH erased AS (
					  UPDATE wallet_export SET search = NULL, status = 'EXPIRED'
					   WHERE ctid = ANY (ARRAY(SELECT ctid FROM wallet_export
					                            WHERE status IN ('EXPIRED', 'FAILED') AND created_at < :before AND search IS NOT NULL
					                            LIMIT :most FOR UPDATE))
					  RETURNING 1)
					SELECT count(*) FROM erased
					""",
			"""
					SELECT count(*) FROM wallet_export
					 WHERE status IN ('EXPIRED', 'FAILED') AND created_at < :before AND length(search) > 0
					""");

	private final Basis basis;

	private final String erase;

	private final String count;

	ErasureRule(Basis basis, String erase, String count) {
		this.basis = basis;
		this.erase = erase;
		this.count = count;
	}

	/** Name of its step, such as {@code erased-payouts}. */
	public String stepName() {
		return "erased-" + name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	/** Why the data is kept until then. */
	public Basis basis() {
		return this.basis;
	}

	String erase() {
		return this.erase;
	}

	String count() {
		return this.count;
	}

}
