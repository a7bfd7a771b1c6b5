package dev.hundi.retention;

import java.util.List;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Finds everything about a person and keeps the keys in temporary tables of the session.
 * A beneficiary is found by what it is and by what it was; a statement line by its
 * counterparty or the UTR of a payout.
 */
final class FindSubject {

	private final JdbcClient jdbc;

	FindSubject(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Searches all tables. It reads whole tables and takes minutes on a large database.
	 */
	void find(Subject subject) {
		this.jdbc.sql("""
				DROP TABLE IF EXISTS subject_beneficiary, subject_payout, subject_row, subject_line, subject_export;
				CREATE TEMPORARY TABLE subject_beneficiary (business_id uuid, beneficiary_id uuid);
				CREATE TEMPORARY TABLE subject_payout (business_id uuid, payout_id uuid);
				CREATE TEMPORARY TABLE subject_row (business_id uuid, bulk_file_id uuid, row_number integer);
				CREATE TEMPORARY TABLE subject_line (bank_statement_id uuid, line_number integer);
				CREATE TEMPORARY TABLE subject_export (business_id uuid, export_id uuid)
				""").update();
		for (String sql : List.of(
				"""
						INSERT INTO subject_beneficiary
						SELECT t.business_id, t.beneficiary_id FROM beneficiary t WHERE %s
						UNION
						SELECT e.business_id, e.beneficiary_id FROM beneficiary_event e WHERE %s
						""".formatted(columns(subject, "phone_number", "email"),
						subject.matches("e.snapshot ->> 'accountNumber'", "e.snapshot ->> 'ifsc'",
								"e.snapshot ->> 'vpa'", "e.snapshot ->> 'phoneNumber'", "e.snapshot ->> 'email'")),
				"INSERT INTO subject_payout SELECT t.business_id, t.payout_id FROM payout t WHERE "
						+ columns(subject, "beneficiary_phone", "beneficiary_email"),
				"""
						INSERT INTO subject_row
						SELECT t.business_id, t.bulk_file_id, t.row_number FROM bulk_row t
						 WHERE %s OR EXISTS (SELECT FROM unnest(t.cells) AS cell WHERE %s)
						""".formatted(columns(subject, "phone_number", "email"), cell(subject, "cell")), """
						INSERT INTO subject_line
						SELECT t.bank_statement_id, t.line_number FROM bank_statement_line t WHERE %s
						UNION
						SELECT l.bank_statement_id, l.line_number FROM bank_statement_line l
						 WHERE l.utr IN (SELECT p.utr FROM payout p JOIN subject_payout USING (business_id, payout_id))
						""".formatted(cell(subject, "t.counterparty_account")),
				"INSERT INTO subject_export SELECT t.business_id, t.export_id FROM wallet_export t WHERE "
						+ cell(subject, "t.search"))) {
			this.jdbc.sql(sql).param("value", subject.value()).param("ifsc", subject.ifsc()).update();
		}
	}

	/** The number of rows found. */
	long found() {
		return this.jdbc.sql("""
				SELECT (SELECT count(*) FROM subject_beneficiary) + (SELECT count(*) FROM subject_payout)
				     + (SELECT count(*) FROM subject_row) + (SELECT count(*) FROM subject_line)
				     + (SELECT count(*) FROM subject_export)
				""").query(Long.class).single();
	}

	private static String columns(Subject subject, String phone, String email) {
		return subject.matches("t.account_number", "t.ifsc", "t.vpa", "t." + phone, "t." + email);
	}

	/** A text that is an identifier alone; it has no IFSC beside it. */
	private static String cell(Subject subject, String text) {
		return subject.matches(text, "coalesce(:ifsc, '')", text, text, text);
	}

}
