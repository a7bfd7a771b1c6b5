package dev.hundi.retention;

import java.util.Locale;

import dev.hundi.retention.RetentionPeriods.Duty;

/**
 * Personal data that expires with its age. Each rule erases in chunks, and counts
 * afterwards, by conditions of its own, what should be gone.
 */
public enum ErasureRule {

	PAYOUTS(Duty.TRANSACTION, "SELECT erase_payouts(:from, :before, :most)",
			"""
					SELECT (SELECT count(*) FROM payout
					         WHERE payout_id < first_uuid_at(:before) AND completed_at < :before
					           AND (beneficiary_name <> 'ERASED' OR beneficiary_phone <> 'ERASED' OR beneficiary_email IS NOT NULL
					                OR coalesce(account_number, vpa) <> 'ERASED' OR narration IS NOT NULL))
					     + (SELECT count(*) FROM payout_search s
					          JOIN payout p ON p.business_id = s.business_id AND p.payout_id = s.payout_id
					         WHERE s.payout_id < first_uuid_at(:before) AND p.completed_at < :before AND s.part = 0
					           AND position(E'\\nerased\\n' IN s.text) = 0)
					     + (SELECT count(*) FROM payout_detail d
					          JOIN payout p ON p.business_id = d.business_id AND p.payout_id = d.payout_id
					         WHERE d.payout_id < first_uuid_at(:before) AND p.completed_at < :before AND d.notes <> '{}')
					     + (SELECT count(*) FROM bank_file_order o
					          JOIN payout p ON p.business_id = o.business_id AND p.payout_id = o.payout_id
					         WHERE o.payout_id < first_uuid_at(:before) AND p.completed_at < :before
					           AND (o.beneficiary_name <> 'ERASED' OR o.account_number <> 'ERASED' OR o.narration IS NOT NULL))
					"""),

	BENEFICIARIES(Duty.TRANSACTION, "SELECT erase_beneficiaries(:before, :most)",
			"SELECT unerased_beneficiaries(:before)"),

	BULK_ROWS(Duty.TRANSACTION, "SELECT erase_bulk_rows(:from, :before, :most)",
			"""
					SELECT count(*) FROM bulk_file f JOIN bulk_row r USING (business_id, bulk_file_id)
					 WHERE f.completed_at < :before
					   AND (r.cells <> array_fill(''::text, ARRAY[cardinality(r.cells)]) OR r.name <> 'ERASED' OR r.account_number <> 'ERASED'
					        OR r.vpa <> 'ERASED' OR num_nonnulls(r.phone_number, r.email, r.narration, r.fingerprint) > 0)
					"""),

	BANK_CALLBACKS(Duty.TRANSACTION, "SELECT erase_bank_callbacks(:before, :most)",
			"SELECT unerased_bank_callbacks(:before)"),

	STATEMENT_LINES(Duty.BOOKS,
			"""
					SELECT erase_statement_lines((:from AT TIME ZONE 'Asia/Kolkata')::date, (:before AT TIME ZONE 'Asia/Kolkata')::date,
					                             :most)
					""",
			"""
					SELECT count(*) FROM bank_statement_line l
					 WHERE l.business_date < (:before AT TIME ZONE 'Asia/Kolkata')::date
					   AND (l.counterparty_account IS NOT NULL OR l.counterparty_name IS NOT NULL OR l.narration IS NOT NULL)
					   AND NOT EXISTS (SELECT FROM reconciliation_open_line o
					                    WHERE o.bank_statement_id = l.bank_statement_id AND o.line_number = l.line_number)
					"""),

	EXPORT_PHRASES(Duty.NONE,
			"""
					WITH erased AS (
					  UPDATE wallet_export SET search = NULL
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

	private final Duty duty;

	private final String erase;

	private final String count;

	ErasureRule(Duty duty, String erase, String count) {
		this.duty = duty;
		this.erase = erase;
		this.count = count;
	}

	/** Name of its step, such as {@code erased-payouts}. */
	public String stepName() {
		return "erased-" + name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	/** Why the data is kept until then. */
	public Duty duty() {
		return this.duty;
	}

	String erase() {
		return this.erase;
	}

	String count() {
		return this.count;
	}

}
