package dev.hundi.retention;

import java.util.List;
import java.util.stream.Stream;

import dev.hundi.bulk.BulkColumn;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Finds everything about a person and keeps the keys in temporary tables of the session.
 * A beneficiary is found by what it is and by what it was; a statement line by the UTR of
 * a payout, or by the VPA of its counterparty.
 */
final class FindSubject {

	/** Columns whose digits may be those of a phone number by chance. */
	private static final String[] NOT_PHONES = Stream.of(BulkColumn.ACCOUNT_NUMBER, BulkColumn.MERCHANT_REFERENCE)
		.flatMap((column) -> column.plainHeadings().stream())
		.toArray(String[]::new);

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
						SELECT t.business_id, t.bulk_file_id, t.row_number
						  FROM bulk_row t JOIN bulk_file f USING (business_id, bulk_file_id)
						 WHERE %s OR %s
						""".formatted(columns(subject, "phone_number", "email"), cells(subject)), """
						INSERT INTO subject_line
						SELECT t.bank_statement_id, t.line_number FROM bank_statement_line t WHERE %s
						UNION
						SELECT l.bank_statement_id, l.line_number FROM bank_statement_line l
						 WHERE l.utr IN (SELECT p.utr FROM payout p JOIN subject_payout USING (business_id, payout_id))
						""".formatted(counterparty(subject)),
				"INSERT INTO subject_export SELECT t.business_id, t.export_id FROM wallet_export t WHERE "
						+ subject.matchesAlone("t.search"))) {
			this.jdbc.sql(sql)
				.param("value", subject.value())
				.param("ifsc", subject.ifsc())
				.param("notPhones", NOT_PHONES)
				.update();
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

	/**
	 * The cells of a row, which are all that an invalid row has. An account number is
	 * unique only with its IFSC, so another bank's row is of another person.
	 */
	private static String cells(Subject subject) {
		return switch (subject.kind()) {
			case ACCOUNT -> """
					(:value = ANY (t.cells) AND EXISTS (SELECT FROM unnest(t.cells) AS cell WHERE upper(cell) = :ifsc))
					""";
			case VPA, EMAIL ->
				"EXISTS (SELECT FROM unnest(t.cells) AS cell WHERE " + subject.matchesAlone("cell") + ")";
			case PHONE ->
				"""
						EXISTS (SELECT FROM unnest(t.cells, f.headings) AS column_of (cell, heading)
						         WHERE regexp_replace(lower(coalesce(heading, '')), '[^[:alnum:]]', '', 'g') <> ALL (:notPhones)
						           AND %s)
						"""
					.formatted(subject.matchesAlone("cell"));
		};
	}

	/** A statement names no IFSC, so only a VPA identifies a counterparty. */
	private static String counterparty(Subject subject) {
		return (subject.kind() == Subject.Kind.VPA) ? subject.matchesAlone("t.counterparty_account") : "false";
	}

}
