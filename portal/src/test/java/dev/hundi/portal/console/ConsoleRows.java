package dev.hundi.portal.console;

import java.time.LocalDate;
import java.util.List;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;

/** Rows that the console shows, inserted as owner of the database. */
public final class ConsoleRows {

	private final JdbcClient jdbc;

	public ConsoleRows(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	public UUID mismatch(UUID business) {
		return this.jdbc
			.sql("""
					WITH b AS (
					  INSERT INTO beneficiary (business_id, beneficiary_code, name, phone_number, account_number, ifsc)
					  VALUES (?, 'BEN' || upper(left(md5(random()::text), 8)), 'RAMESH', '9876543210',
					          lpad((random() * 1e12)::bigint::text, 12, '0'), 'HDFC0000001') RETURNING *
					)
					INSERT INTO beneficiary_verification (business_id, beneficiary_id, bank, target_version, name, account_number, ifsc,
					                                      state, registered_name, due_at, answered_at)
					SELECT business_id, beneficiary_id, 'one', 1, name, account_number, ifsc, 'MISMATCH', 'MRS ' || name, NULL, now() FROM b
					RETURNING beneficiary_id
					""")
			.param(business)
			.query(UUID.class)
			.single();
	}

	public UUID endpoint(UUID business) {
		return this.jdbc.sql(
				"INSERT INTO webhook_endpoint (business_id, url, secret_ciphertext) VALUES (?, ?, '') RETURNING endpoint_id")
			.param(business)
			.param("https://merchant.example/" + business)
			.query(UUID.class)
			.single();
	}

	public UUID delivery(UUID business, UUID endpoint, String state) {
		return this.jdbc.sql("""
				INSERT INTO webhook_delivery (business_id, endpoint_id, event, body, state, due_at, completed_at)
				VALUES (?, ?, 'Test', 'secret content', ?, NULL, now()) RETURNING delivery_id
				""").param(business).param(endpoint).param(state).query(UUID.class).single();
	}

	public UUID export(UUID business, String status, int lastSequence) {
		return this.jdbc
			.sql("""
					INSERT INTO wallet_export (business_id, kind, format, last_sequence, file_name, status, due_at, failure, completed_at)
					SELECT ?, 'REQUESTED', 'CSV', ?, 'wallet-BIZ00000000-20200101-20200102.csv', state,
					       CASE WHEN state = 'PENDING' THEN now() END, CASE WHEN state = 'FAILED' THEN 'the disk is full' END,
					       CASE WHEN state = 'FAILED' THEN now() END
					  FROM (VALUES (?)) AS of (state) RETURNING export_id
					""")
			.param(business)
			.param(lastSequence)
			.param(status)
			.query(UUID.class)
			.single();
	}

	public long change(LocalDate day) {
		return this.jdbc.sql("SELECT change_id FROM bank_calendar_change WHERE day = ? AND decision IS NULL")
			.param(day)
			.query(Long.class)
			.single();
	}

	public String code(UUID business) {
		return this.jdbc.sql("SELECT business_code FROM business WHERE business_id = ?")
			.param(business)
			.query(String.class)
			.single();
	}

	public List<String> audited(@Nullable UUID business, String act) {
		return this.jdbc.sql("""
				SELECT concat(before_value, after_value) FROM audit_event
				 WHERE business_id IS NOT DISTINCT FROM ?::uuid AND act = ?
				""").param(business).param(act).query(String.class).list();
	}

	public void jdbc(String sql, Object... parameters) {
		this.jdbc.sql(sql).params(parameters).update();
	}

}
