package dev.hundi.testing;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * A person whose data is in every table that can hold it, some years ago: a payout that
 * failed, its orders and callbacks, an archived beneficiary, a bulk file, a statement
 * line and a search. Inserted without triggers, which would refuse the past.
 */
public record PersonOfThePast(String name, String account, String phone, String email, UUID businessId, UUID payoutId) {

	public static final String IFSC = "HDFC0000001";

	/**
	 * Inserts a person.
	 * @param word makes name and e-mail address unique: lower-case letters
	 * @param digits makes account and phone number unique: six digits
	 * @param years age of everything
	 */
	public static PersonOfThePast insert(TestDatabase database, UUID businessId, String word, String digits,
			int years) {
		PersonOfThePast person = new PersonOfThePast("Kavita " + word, "445566" + digits, "9700" + digits,
				word + "@mail.test", businessId, UUID.randomUUID());
		String at = "now() - interval '%d years 1 day'".formatted(years);
		try (Connection connection = database.dataSource().getConnection();
				Statement statement = connection.createStatement()) {
			connection.setAutoCommit(false);
			statement.execute("SET LOCAL session_replication_role = replica");
			statement.execute(SQL.replace("$at", at)
				.replace("$business", "'" + businessId + "'::uuid")
				.replace("$name", person.name())
				.replace("$account", person.account())
				.replace("$phone", person.phone())
				.replace("$email", person.email())
				.replace("$word", word)
				.replace("$code", digits + "00")
				.replace("$digits", digits));
			connection.commit();
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
		UUID payout = JdbcClient.create(database.dataSource())
			.sql("SELECT payout_id FROM payout WHERE account_number = :account")
			.param("account", person.account())
			.query(UUID.class)
			.single();
		return new PersonOfThePast(person.name(), person.account(), person.phone(), person.email(), businessId, payout);
	}

	/** The tables with a row that contains the name, account, phone number or e-mail. */
	public List<String> whereabouts(TestDatabase database) {
		JdbcClient jdbc = JdbcClient.create(database.dataSource());
		return jdbc.sql("""
				SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
				 WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition
				 ORDER BY 1
				""")
			.query(String.class)
			.list()
			.stream()
			.filter((table) -> jdbc
				.sql("""
						SELECT EXISTS (SELECT FROM %s t WHERE lower(to_jsonb(t)::text) ~ lower(:pattern)
						                   OR convert_from(coalesce(decode(substring(to_jsonb(t) ->> 'body' FROM '^.x([0-9a-f]+)$'), 'hex'), ''), 'UTF8') ~ :pattern)
						"""
					.formatted(table))
				.param("pattern", String.join("|", this.name, this.account, this.phone, this.email))
				.query(Boolean.class)
				.single())
			.toList();
	}

	private static final String SQL = """
			WITH b AS (
			  INSERT INTO beneficiary (business_id, beneficiary_code, name, email, phone_number, account_number, ifsc, status,
			                           created_at, updated_at)
			  VALUES ($business, 'BEN$code', '$name', '$email', '$phone', '$account', 'HDFC0000001', 0, $at, $at)
			  RETURNING *
			), event AS (
			  INSERT INTO beneficiary_event (business_id, beneficiary_id, sequence, kind, snapshot, created_at)
			  SELECT business_id, beneficiary_id, 1, 'CREATED', beneficiary_snapshot(b::beneficiary), created_at FROM b
			), verified AS (
			  INSERT INTO beneficiary_verification (business_id, beneficiary_id, bank, target_version, name, account_number, ifsc,
			                                        state, registered_name, due_at, answered_at, settled_at, settled_by, note)
			  SELECT business_id, beneficiary_id, bank, version, name, account_number, ifsc, 'MISMATCH', 'MRS ' || name, NULL, $at,
			         $at, 'Asha', 'The merchant says $name is right'
			    FROM b, (VALUES ('one', 1), ('two', 1)) AS banks (bank, version)
			), looked_up AS (
			  INSERT INTO name_verification (business_id, beneficiary_id, name, account_number, ifsc, fee_paise, gst_paise,
			                                 requested_by, requested_at, due_at, result, score, name_at_bank, checked_at)
			  SELECT business_id, beneficiary_id, name, account_number, ifsc, 0, 0, 'API', $at, NULL, 'CLOSE', 80, 'MRS ' || name, $at
			    FROM b
			), upload AS (
			  INSERT INTO bulk_file (business_id, file_name, format, size_bytes, sha256, release_mode, status, changed_by,
			                         uploaded_by, released_by, people_needed, rows_read, valid_rows, invalid_rows, loaded_at,
			                         released_at, completed_at, created_at, headings)
			  VALUES ($business, 'salaries.csv', 'CSV', 100, sha256('$word'), 'VALID_ROWS', 'FAILED', 'test', 'test', 'test', 1, 2,
			          1, 1, $at, $at, $at, $at, '{Name,Account,Phone}')
			  RETURNING *
			), p AS (
			  INSERT INTO payout (business_id, payout_id, transaction_id, beneficiary_id, beneficiary_code, beneficiary_name,
			                      beneficiary_email, beneficiary_phone, account_number, ifsc, rail, amount_paise, commission_paise,
			                      gst_paise, status, last_sequence, response_code, response_message, narration, utr, source,
			                      bulk_file_id, bulk_row_number, updated_at, completed_at)
			  SELECT business_id, (left(first_uuid_at($at)::text, 14) || '7' || substring(gen_random_uuid()::text FROM 16))::uuid,
			         'TXN20200101$digits0000', beneficiary_id, beneficiary_code, name, email, phone_number, account_number, ifsc,
			         'N', 10000, 300, 54, 12, 2, 'INVALID_ACCOUNT', 'The account does not exist', 'Salary $word', 'UTR$digits', 'BULK',
			         (SELECT bulk_file_id FROM upload), 1, $at, $at
			    FROM b
			  RETURNING *
			), events AS (
			  INSERT INTO payout_event (business_id, payout_id, sequence, from_status, status, stage, source, response_code,
			                            response_message, created_at)
			  SELECT business_id, payout_id, n, from_status, to_status, stage, 'TEST', 'TEST', 'Test', $at
			    FROM p, (VALUES (1, NULL::smallint, 3::smallint, 'CREATED'), (2, 3::smallint, 12::smallint, 'FAILED'))
			         AS step (n, from_status, to_status, stage)
			), indexed AS (
			  INSERT INTO payout_search (business_id, payout_id, part, text, bucket_id, is_late)
			  SELECT business_id, payout_id, 0, concat_ws(E'\\n', present.accepted, nullif(present.bank, '')), 1, false
			    FROM p, payout_search_text(p::payout) AS present
			), attempt AS (
			  INSERT INTO bank_attempt (business_id, payout_id, attempt_number, bank, reference, state)
			  SELECT business_id, payout_id, 1, 'one', 'REF$digits', 'FAILED' FROM p
			), file AS (
			  INSERT INTO bank_file (bank, message_id, rail, created_at, written_at) VALUES ('one', 'MSG$digits', 'N', $at, $at)
			), ordered AS (
			  INSERT INTO bank_file_order (bank, reference, business_id, payout_id, attempt_number, rail, amount_paise,
			                               beneficiary_name, account_number, ifsc, transaction_id, message_id, narration)
			  SELECT 'one', 'REF$digits', business_id, payout_id, 1, rail, amount_paise, beneficiary_name, account_number, ifsc,
			         transaction_id, 'MSG$digits', narration FROM p
			), called AS (
			  INSERT INTO bank_callback (bank, event_id, reference, status, body, verdict, first_received_at, last_received_at)
			  VALUES ('one', 'E$digits', 'REF$digits', 'FAILED', '{"payee":"$name","account":"$account"}', 'AGREES', $at, $at)
			), rows AS (
			  INSERT INTO bulk_row (business_id, bulk_file_id, row_number, status, cells, name, phone_number, email, account_number,
			                        ifsc, rail, amount_paise, commission_paise, gst_paise, narration, fingerprint, errors, warnings)
			  SELECT business_id, bulk_file_id, n, row_status, ARRAY['$name', '$account', '$phone'], '$name', '$phone', '$email',
			         '$account', 'HDFC0000001', 'N', 10000, 300, 54, 'Salary $word', gen_random_uuid(), errors,
			         '[{"column":"Name","code":"LONG","message":"It is long","value":"$name"}]'
			    FROM upload, (VALUES (1, 'VALID', NULL::jsonb), (2, 'INVALID',
			         '[{"column":"Account","code":"BAD","message":"It is wrong","value":"$account"}]')) AS r (n, row_status, errors)
			), account AS (
			  INSERT INTO nodal_account (account_holder_name, ifsc, bank_name, branch_name, account_type, supported_modes, active)
			  VALUES ('Hundi', 'SBOX0000001', 'Sandbox Bank', 'Fort', 'NODAL', '{NEFT}', false) RETURNING nodal_account_id
			), statement AS (
			  INSERT INTO bank_statement (nodal_account_id, business_date, statement_reference, format, source, file_name, sha256,
			                              opening_paise, closing_paise, line_count, credit_paise, debit_paise, status, day_position)
			  SELECT nodal_account_id, ($at)::date, 'S$digits', 'CSV', 'UPLOAD', 'statement.csv', sha256('$digits'), 10000, 0, 1, 0,
			         10000, 'ACCEPTED', 1 FROM account
			  RETURNING *
			), line AS (
			  INSERT INTO bank_statement_line (bank_statement_id, line_number, nodal_account_id, business_date, direction,
			                                   amount_paise, booked_on, value_on, kind, utr, counterparty_account,
			                                   counterparty_name, narration)
			  SELECT bank_statement_id, 1, nodal_account_id, business_date, 'DEBIT', 10000, business_date, business_date, 'PAYMENT',
			         'UTR$digits', '$account', '$name', 'NEFT $name $account' FROM statement
			), received AS (
			  INSERT INTO statement_file (sha256, file_name, stored_as, source, status, due_at, size_bytes, received_at, ended_at)
			  VALUES (sha256('$digits'), 'statement.csv', 'statement/$word.dat', 'UPLOAD', 'LOADED', NULL, 10, $at, $at)
			)
			INSERT INTO wallet_export (business_id, kind, format, search, last_sequence, file_name, status, due_at, row_count,
			                           truncated, size_bytes, sha256, created_at, completed_at, expires_at)
			VALUES ($business, 'REQUESTED', 'CSV', '$name', 0, 'wallet-BIZ00000000-20200101-20200102.csv', 'EXPIRED', NULL, 0, false,
			        1, sha256('$name'), $at, $at, $at)
			""";

}
