package dev.hundi.startup;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;

import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** Logs in as each application's role and tries what it must not do. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RuntimeRolesIntegrationTests {

	/** No role may do any of these. */
	private static final List<String> FORBIDDEN_TO_ALL = List.of("ALTER TABLE ledger_entry DISABLE TRIGGER ALL",
			"SET session_replication_role = replica", "DROP TRIGGER ledger_entry_is_append_only ON ledger_entry",
			"UPDATE ledger_entry SET amount_paise = amount_paise", "DELETE FROM ledger_entry", "DELETE FROM payout",
			"DELETE FROM payout_event", "TRUNCATE wallet_movement", "UPDATE wallet_movement SET amount_paise = 1",
			"UPDATE payout SET amount_paise = 1", "UPDATE payout SET business_id = business_id",
			"UPDATE business SET business_code = business_code", "UPDATE flyway_schema_history SET success = true",
			"DROP TABLE payout", "CREATE TABLE own (id integer)", "CREATE SCHEMA own", "CREATE EXTENSION dblink",
			"CREATE FUNCTION own() RETURNS integer LANGUAGE sql AS 'SELECT 1'", "CREATE ROLE own", "SET ROLE postgres",
			"ALTER ROLE hundi_api SUPERUSER", "ALTER SYSTEM SET fsync = off", "COPY payout TO PROGRAM 'cat'",
			"COPY payout FROM PROGRAM 'cat'", "SELECT pg_read_file('postgresql.conf')",
			"SELECT lo_export(1, '/tmp/own')", "CREATE PUBLICATION own FOR TABLE payout",
			"ALTER TABLE payout OWNER TO hundi_api",
			"SELECT create_month_partition('payout', 'payout_id', '2026-01-01')");

	private final TestDatabase database = TestDatabase.create();

	@BeforeAll
	void theSchemaIsMigrated() {
		assertThat(Migrations.missing(this.database.dataSource())).isEmpty();
	}

	@AfterAll
	void close() {
		this.database.close();
	}

	static Stream<Arguments> forbidden() {
		Stream<Arguments> general = Arrays.stream(RuntimeRole.values())
			.flatMap((role) -> FORBIDDEN_TO_ALL.stream().map((sql) -> Arguments.of(role, sql)));
		Stream<Arguments> own = Stream.of(
				// api accepts payouts; it moves no money and reads no webhook secret.
				Arguments.of(RuntimeRole.API, "UPDATE wallet SET balance_paise = balance_paise + 1"),
				Arguments.of(RuntimeRole.API, "UPDATE payout SET status = 11"),
				Arguments.of(RuntimeRole.API, "INSERT INTO ledger_transaction DEFAULT VALUES"),
				Arguments.of(RuntimeRole.API, "INSERT INTO api_key DEFAULT VALUES"),
				Arguments.of(RuntimeRole.API, "UPDATE api_key SET revoked_at = NULL"),
				Arguments.of(RuntimeRole.API, "SELECT secret_ciphertext FROM webhook_endpoint"),
				Arguments.of(RuntimeRole.API, "SELECT * FROM reconciliation_run"),
				Arguments.of(RuntimeRole.API, "SELECT pg_create_logical_replication_slot('own', 'pgoutput')"),
				Arguments.of(RuntimeRole.STREAM, "SELECT signing_key_ciphertext FROM api_key"),
				Arguments.of(RuntimeRole.STREAM, "INSERT INTO payout DEFAULT VALUES"),
				Arguments.of(RuntimeRole.STREAM, "SELECT * FROM bulk_row"),
				Arguments.of(RuntimeRole.STREAM, "UPDATE webhook_endpoint SET active = true"),
				Arguments.of(RuntimeRole.WEBHOOK, "UPDATE webhook_endpoint SET secret_ciphertext = ''"),
				Arguments.of(RuntimeRole.STREAM, "SELECT * FROM bank_statement_line"),
				Arguments.of(RuntimeRole.STREAM, "SELECT pg_create_logical_replication_slot('own', 'pgoutput')"),
				Arguments.of(RuntimeRole.BATCH, "SELECT signing_key_ciphertext FROM api_key"),
				Arguments.of(RuntimeRole.BATCH, "SELECT secret_ciphertext FROM webhook_endpoint"),
				Arguments.of(RuntimeRole.BATCH, "UPDATE webhook_endpoint SET active = false"),
				Arguments.of(RuntimeRole.BATCH, "DELETE FROM webhook_delivery"),
				Arguments.of(RuntimeRole.BATCH, "UPDATE nodal_account SET account_number = '770077007700'"),
				Arguments.of(RuntimeRole.BATCH, "UPDATE nodal_account SET statement_profile = NULL"),
				Arguments.of(RuntimeRole.API,
						"INSERT INTO business_event (event_id, event, body) VALUES (uuidv7(), 'BankUp', '')"),
				Arguments.of(RuntimeRole.STREAM,
						"INSERT INTO business_event (event_id, event, body) VALUES (uuidv7(), 'BankUp', '')"),
				Arguments.of(RuntimeRole.BATCH, "SELECT body FROM business_event"),
				Arguments.of(RuntimeRole.BATCH, "SELECT pg_create_logical_replication_slot('own', 'pgoutput')"),
				Arguments.of(RuntimeRole.API, "UPDATE payout SET held = false"),
				Arguments.of(RuntimeRole.API, "SELECT release_agreed_payout(NULL, NULL, NULL)"),
				Arguments.of(RuntimeRole.STREAM, "SELECT release_agreed_payout(NULL, NULL, NULL)"),
				Arguments.of(RuntimeRole.API, "INSERT INTO price_plan DEFAULT VALUES"),
				Arguments.of(RuntimeRole.API, "SELECT * FROM person"),
				Arguments.of(RuntimeRole.STREAM, "SELECT * FROM person_totp"),
				Arguments.of(RuntimeRole.BATCH, "SELECT * FROM audit_event"),
				Arguments.of(RuntimeRole.RELAY, "SELECT * FROM payout"),
				Arguments.of(RuntimeRole.RELAY, "SELECT * FROM payout_event"),
				Arguments.of(RuntimeRole.RELAY, "SELECT * FROM api_key"),
				Arguments.of(RuntimeRole.RELAY, "INSERT INTO payout_event DEFAULT VALUES"));
		return Stream.of(general, own, portals(), personalData()).flatMap(Function.identity());
	}

	/** The portals touch no money, and neither reads the other's sessions. */
	private static Stream<Arguments> portals() {
		return Stream.of(Arguments.of(RuntimeRole.PORTAL_MERCHANT, "SELECT * FROM staff_session"),
				Arguments.of(RuntimeRole.PORTAL_MERCHANT, "SELECT * FROM staff_role"),
				Arguments.of(RuntimeRole.PORTAL_MERCHANT, "SELECT * FROM audit_chain"),
				Arguments.of(RuntimeRole.PORTAL_MERCHANT, "UPDATE approval SET state = 'AGREED'"),
				Arguments.of(RuntimeRole.PORTAL_MERCHANT, "UPDATE wallet SET balance_paise = balance_paise + 1"),
				Arguments.of(RuntimeRole.PORTAL_MERCHANT, "INSERT INTO audit_event (act, hash) VALUES ('FORGED', '')"),
				Arguments.of(RuntimeRole.PORTAL_MERCHANT, "ALTER TABLE membership DISABLE ROW LEVEL SECURITY"),
				Arguments.of(RuntimeRole.PORTAL_MERCHANT, "SELECT text FROM public.payout_search"),
				Arguments.of(RuntimeRole.PORTAL_MERCHANT, "SELECT cells FROM public.bulk_row"),
				Arguments.of(RuntimeRole.PORTAL_MERCHANT, "SELECT search_text FROM public.beneficiary_search"),
				Arguments.of(RuntimeRole.PORTAL_MERCHANT, "SELECT bank FROM bank_attempt"),
				Arguments.of(RuntimeRole.PORTAL_MERCHANT, "UPDATE wallet SET low_balance_paise = 1"),
				Arguments.of(RuntimeRole.PORTAL_MERCHANT, "SELECT body FROM business_event"),
				Arguments.of(RuntimeRole.PORTAL_MERCHANT,
						"SELECT record_business_event(NULL, 'BankDown', '{}', NULL, NULL)"),
				Arguments.of(RuntimeRole.PORTAL_MERCHANT, "SELECT note FROM beneficiary_verification"),
				Arguments.of(RuntimeRole.PORTAL_MERCHANT, "UPDATE bulk_file SET uploaded_by = 'another'"),
				Arguments.of(RuntimeRole.PORTAL_STAFF, "SELECT * FROM merchant.bulk_row"),
				Arguments.of(RuntimeRole.PORTAL_STAFF, "SELECT session_id FROM merchant_session"),
				Arguments.of(RuntimeRole.PORTAL_STAFF, "SELECT principal_name FROM merchant_session"),
				Arguments.of(RuntimeRole.PORTAL_STAFF, "DELETE FROM merchant_session"),
				Arguments.of(RuntimeRole.PORTAL_STAFF, "SELECT * FROM merchant_session_attributes"),
				Arguments.of(RuntimeRole.PORTAL_STAFF, "UPDATE approval SET state = 'AGREED'"),
				Arguments.of(RuntimeRole.PORTAL_STAFF, "UPDATE audit_chain SET last_sequence = 0"),
				Arguments.of(RuntimeRole.PORTAL_STAFF, "DELETE FROM audit_event"),
				Arguments.of(RuntimeRole.PORTAL_STAFF, "UPDATE wallet SET balance_paise = balance_paise + 1"),
				Arguments.of(RuntimeRole.PORTAL_STAFF, "UPDATE price_plan SET starts_at = now()"),
				Arguments.of(RuntimeRole.PORTAL_STAFF, "UPDATE proposed_change SET content = '{}'"),
				Arguments.of(RuntimeRole.BATCH, "INSERT INTO bulk_approval_tier DEFAULT VALUES"),
				Arguments.of(RuntimeRole.PORTAL_MERCHANT, "SELECT * FROM proposed_change"),
				Arguments.of(RuntimeRole.PORTAL_MERCHANT, "UPDATE payout SET status = 12"),
				Arguments.of(RuntimeRole.PORTAL_MERCHANT, "UPDATE payout SET held = false"),
				Arguments.of(RuntimeRole.PORTAL_MERCHANT, "UPDATE payout_hold SET reason = NULL"),
				Arguments.of(RuntimeRole.PORTAL_MERCHANT, "UPDATE payout_rule SET above_paise = 1"),
				Arguments.of(RuntimeRole.PORTAL_MERCHANT, "INSERT INTO price_plan DEFAULT VALUES"));
	}

	/** Columns that a role does not work with, and the audit of erasures. */
	private static Stream<Arguments> personalData() {
		Map<RuntimeRole, List<String>> forbidden = Map.of(RuntimeRole.API,
				List.of("SELECT phone_number FROM bulk_row", "SELECT account_number FROM bulk_row",
						"SELECT snapshot FROM beneficiary_event",
						"SELECT registered_name FROM beneficiary_verification",
						"SELECT counterparty_name FROM bank_statement_line", "SELECT body FROM bank_callback",
						"SELECT account_number FROM bank_file_order", "SELECT body FROM webhook_delivery",
						"SELECT erase_payouts(now(), now(), 1)"),
				RuntimeRole.STREAM,
				List.of("SELECT * FROM payout", "SELECT beneficiary_phone FROM payout",
						"SELECT beneficiary_email FROM payout", "SELECT beneficiary_code FROM payout",
						"SELECT idempotency_key FROM payout", "SELECT payout_search_text(p) FROM payout p",
						"SELECT notes FROM payout_detail", "SELECT response_body FROM webhook_attempt",
						"SELECT phone_number FROM beneficiary", "SELECT cells FROM bulk_row",
						"SELECT counterparty_account FROM bank_statement_line", "SELECT search FROM wallet_export",
						"SELECT account_number FROM reconciliation_open_entry",
						"SELECT erase_payouts(now(), now(), 1)"),
				RuntimeRole.BATCH,
				List.of("SELECT * FROM payout", "SELECT beneficiary_phone FROM payout",
						"SELECT beneficiary_email FROM payout", "SELECT idempotency_key FROM payout",
						"SELECT payout_search_text(p) FROM payout p", "SELECT notes FROM payout_detail",
						"SELECT counterparty_name FROM bank_statement_line",
						"SELECT narration FROM bank_statement_line", "SELECT account_number FROM bank_file_order",
						"SELECT beneficiary_name FROM bank_file_order", "SELECT endpoint_id FROM webhook_delivery",
						"UPDATE payout SET beneficiary_name = 'ERASED'", "UPDATE beneficiary SET erased_at = now()",
						"UPDATE beneficiary_event SET snapshot = '{}'", "UPDATE bank_callback SET body = '{}'",
						"UPDATE bank_statement_line SET narration = NULL", "SELECT response_body FROM webhook_attempt",
						"SELECT response_body FROM webhook_attempt_default", "SELECT snapshot FROM beneficiary_event",
						"SELECT registered_name FROM beneficiary_verification", "SELECT body FROM bank_callback",
						"SELECT erase_beneficiary(business_id, beneficiary_id) FROM beneficiary",
						"SELECT erase_bulk_row(business_id, bulk_file_id, 1) FROM bulk_file"),
				RuntimeRole.WEBHOOK,
				List.of("SELECT account_number FROM payout", "SELECT vpa FROM payout",
						"SELECT beneficiary_name FROM payout", "SELECT beneficiary_phone FROM payout",
						"SELECT narration FROM payout", "SELECT * FROM payout", "SELECT text FROM payout_search",
						"SELECT response_body FROM webhook_attempt", "SELECT name FROM beneficiary",
						"SELECT snapshot FROM beneficiary_event", "SELECT name FROM beneficiary_verification",
						"SELECT account_number FROM bank_file_order", "SELECT body FROM bank_callback",
						"SELECT * FROM bulk_row", "SELECT * FROM bank_statement_line", "SELECT * FROM wallet",
						"SELECT * FROM ledger_entry", "SELECT * FROM manual_review", "SELECT * FROM bank_attempt",
						"SELECT signing_key_ciphertext FROM api_key", "UPDATE payout SET status = 11",
						"INSERT INTO payout_event DEFAULT VALUES", "DELETE FROM webhook_delivery",
						"SELECT pg_create_logical_replication_slot('own', 'pgoutput')"),
				RuntimeRole.PORTAL_STAFF,
				List.of("SELECT account_number FROM payout", "SELECT beneficiary_name FROM payout",
						"SELECT beneficiary_phone FROM payout", "SELECT counterparty_name FROM bank_statement_line",
						"SELECT name FROM beneficiary"),
				RuntimeRole.RELAY, List.of("SELECT snapshot FROM beneficiary_event"));
		return Arrays.stream(RuntimeRole.values())
			.flatMap((role) -> Stream.concat(forbidden.getOrDefault(role, List.of()).stream(),
					Stream.of("SELECT * FROM personal_data_request", "SELECT * FROM personal_data_erasure",
							"DELETE FROM personal_data_erasure"))
				.map((sql) -> Arguments.of(role, sql)));
	}

	@ParameterizedTest
	@MethodSource("forbidden")
	void refuses(RuntimeRole role, String sql) throws SQLException {
		try (Connection connection = this.database.session(role).getConnection();
				Statement statement = connection.createStatement()) {
			assertThatExceptionOfType(SQLException.class).isThrownBy(() -> statement.execute(sql))
				.extracting(SQLException::getSQLState)
				.as("insufficient_privilege")
				.isEqualTo("42501");
		}
	}

	/**
	 * The staff lets an OWNER recover by an invitation, which the merchants' portal
	 * accepts: its own portal reads and sets no credential of a merchant's person.
	 */
	@Test
	void theStaffSetsCredentialsOfTheStaffOnly() throws SQLException {
		JdbcClient owner = jdbc();
		String merchant = credentials(owner, "MERCHANT");
		String staff = credentials(owner, "STAFF");
		try (Connection connection = connect(RuntimeRole.PORTAL_STAFF);
				Statement statement = connection.createStatement()) {
			for (String sql : List.of("UPDATE person SET person_name = 'X' WHERE person_id = '%s'",
					"UPDATE person_password SET changed_at = now() WHERE person_id = '%s'",
					"UPDATE person_totp SET last_step = 1 WHERE person_id = '%s'",
					"UPDATE recovery_code SET used_at = now() WHERE person_id = '%s'",
					"UPDATE user_credentials SET label = 'X' WHERE credential_id = '%s'",
					"UPDATE user_entities SET display_name = 'X' WHERE name = '%s'",
					"UPDATE person_device SET last_used_at = now() WHERE person_id = '%s'",
					"DELETE FROM user_credentials WHERE credential_id = '%s'",
					"DELETE FROM user_entities WHERE name = '%s'", "DELETE FROM person_password WHERE person_id = '%s'",
					"DELETE FROM person_totp WHERE person_id = '%s'",
					"DELETE FROM recovery_code WHERE person_id = '%s'",
					"DELETE FROM person_device WHERE person_id = '%s'")) {
				assertThat(statement.executeUpdate(sql.formatted(merchant))).as(sql).isZero();
				assertThat(statement.executeUpdate(sql.formatted(staff))).as(sql).isOne();
			}
			for (String sql : List.of("INSERT INTO person_password (person_id, hash) VALUES ('%s', '$argon2id$x')",
					"INSERT INTO person_totp (person_id, secret_ciphertext) VALUES ('%s', 'x')",
					"INSERT INTO recovery_code (person_id, code_hash) VALUES ('%s', sha256('y'))",
					"INSERT INTO user_entities (id, name) VALUES (gen_random_uuid(), '%s')",
					"INSERT INTO person_device (person_id, device_hash) VALUES ('%s', sha256('y'))")) {
				assertThat(statement.executeUpdate(sql.formatted(staff))).as(sql).isOne();
				assertThatExceptionOfType(SQLException.class)
					.isThrownBy(() -> statement.execute(sql.formatted(merchant)))
					.as(sql)
					.withMessageContaining("row-level security");
			}
			assertThatExceptionOfType(SQLException.class).isThrownBy(() -> statement.execute(
					"INSERT INTO person (audience, email, person_name) VALUES ('MERCHANT', 'new@x.example', 'New')"))
				.withMessageContaining("row-level security");
		}
	}

	/** Of its own business, only the file is missing. */
	@Test
	void theMerchantsPortalWritesTheHistoryOfItsOwnFilesOnly() throws SQLException {
		UUID business = UUID.randomUUID();
		String sql = "INSERT INTO bulk_file_event (business_id, bulk_file_id, status, changed_by) VALUES ('%s', uuidv7(), 'FAILED', acting_author())";
		try (Connection connection = connect(RuntimeRole.PORTAL_MERCHANT);
				Statement statement = connection.createStatement()) {
			statement.execute(
					"SELECT set_config('hundi.business_id', '%s', false), set_config('hundi.person_id', '%s', false)"
						.formatted(business, UUID.randomUUID()));
			assertThatExceptionOfType(SQLException.class)
				.isThrownBy(() -> statement.execute(sql.formatted(UUID.randomUUID())))
				.withMessageContaining("row-level security");
			assertThatExceptionOfType(SQLException.class).isThrownBy(() -> statement.execute(sql.formatted(business)))
				.withMessageContaining("foreign key");
		}
	}

	/** A person with every credential; its id is also that of its passkey. */
	private static String credentials(JdbcClient owner, String audience) {
		String id = owner.sql(
				"INSERT INTO person (audience, email, person_name) VALUES (:audience, :email, 'A') RETURNING person_id")
			.param("audience", audience)
			.param("email", audience + "@credentials.example")
			.query(String.class)
			.single();
		for (String sql : List.of("INSERT INTO person_password (person_id, hash) VALUES ('%s', '$argon2id$x')",
				"INSERT INTO person_totp (person_id, secret_ciphertext) VALUES ('%s', 'x')",
				"INSERT INTO recovery_code (person_id, code_hash) VALUES ('%s', sha256('x'))",
				"INSERT INTO user_entities (id, name) VALUES ('%1$s', '%1$s')",
				"INSERT INTO user_credentials (credential_id, user_entity_user_id, public_key, backup_eligible, backup_state, label) VALUES ('%1$s', '%1$s', 'x', false, false, 'x')",
				"INSERT INTO person_device (person_id, device_hash) VALUES ('%s', sha256('x'))")) {
			owner.sql(sql.formatted(id)).update();
		}
		return id;
	}

	/**
	 * A link to new credentials of a merchant's person needs an approval about this
	 * person, and a business with an OWNER is joined through its OWNER.
	 */
	@Test
	void theStaffRecoversWhomTwoPeopleAgreedToAndInvitesFirstOwnersOnly() throws SQLException {
		JdbcClient owner = jdbc();
		UUID business = TestBusiness.create(this.database).id();
		UUID empty = TestBusiness.create(this.database).id();
		UUID person = person(owner, "MERCHANT", "recovered");
		owner.sql("INSERT INTO membership (person_id, business_id, role) VALUES (?, ?, 'OWNER')")
			.params(person, business)
			.update();
		UUID maker = person(owner, "STAFF", "onboarding");
		UUID checker = person(owner, "STAFF", "admin");
		owner.sql("INSERT INTO staff_role (person_id, role) VALUES (?, 'ONBOARDING'), (?, 'ADMIN')")
			.params(maker, checker)
			.update();
		try (Connection connection = connect(RuntimeRole.PORTAL_STAFF);
				Statement statement = connection.createStatement()) {
			connection.setAutoCommit(false);
			assertRefused(statement, invitation(null, business, null, maker, null), "has an OWNER");
			assertRefused(statement, invitation(null, empty, null, null, null), "names the person who invites");
			statement.execute(invitation(null, empty, null, maker, null));
			UUID right = approve(statement, "OWNER_RECOVERY", "OWNER_RECOVERY|" + person, maker, checker);
			UUID ofPrices = approve(statement, "PRICES", "OWNER_RECOVERY|" + person, maker, checker);
			UUID ofAnother = approve(statement, "OWNER_RECOVERY", "OWNER_RECOVERY|" + maker, maker, checker);
			UUID before = approve(statement, "OWNER_RECOVERY", "OWNER_RECOVERY|" + person, maker, checker);
			execute(statement, before);
			connection.commit();
			execute(statement, ofPrices);
			execute(statement, ofAnother);
			for (UUID approval : List.of(UUID.randomUUID(), ofPrices, ofAnother, before, right)) {
				assertRefused(statement, invitation(person, business, "RECOVER", checker, approval),
						"two people must agree");
			}
			execute(statement, right);
			assertRefused(statement, invitation(person, empty, "RECOVER", checker, right), "where it has a role");
			statement.execute(invitation(person, business, "RECOVER", checker, right));
			assertRefused(statement, invitation(person, business, "RECOVER", checker, right), "once_per_approval");
			connection.rollback();
		}
	}

	/**
	 * What two people did not see is not added later to the prices that they approved.
	 */
	@Test
	void theStaffAddsNoPricesToAPlanThatIsAgreed() throws SQLException {
		UUID business = TestBusiness.create(this.database).id();
		long plan = jdbc()
			.sql("INSERT INTO price_plan (business_id, starts_at) VALUES (?, now()) RETURNING price_plan_id")
			.param(business)
			.query(Long.class)
			.single();
		UUID maker = person(jdbc(), "STAFF", "prices-maker");
		UUID checker = person(jdbc(), "STAFF", "prices-checker");
		String slab = "INSERT INTO commission_slab (price_plan_id, business_id, rail, above_paise, flat_paise, percent) VALUES (%s, '"
				+ business + "', 'I', 0, 1, 0)";
		try (Connection connection = connect(RuntimeRole.PORTAL_STAFF);
				Statement statement = connection.createStatement()) {
			connection.setAutoCommit(false);
			assertRefused(statement, slab.formatted(plan), "two people must agree");
			UUID approval = approve(statement, "PRICES", "any", maker, checker, business);
			execute(statement, approval);
			assertRefused(statement, slab.formatted(plan), "two people must agree");
			statement.execute("INSERT INTO price_plan (business_id, starts_at, approval_id) VALUES ('%s', now(), '%s')"
				.formatted(business, approval));
			statement.execute(slab.formatted("(SELECT max(price_plan_id) FROM price_plan)"));
			connection.rollback();
		}
	}

	private static String invitation(@Nullable UUID person, UUID business, @Nullable String purpose,
			@Nullable UUID invitedBy, @Nullable UUID approval) {
		return """
				INSERT INTO invitation (token_hash, purpose, audience, email, business_id, roles, person_id, invited_by, approval_id, expires_at)
				VALUES (sha256(gen_random_uuid()::text::bytea), '%s', 'MERCHANT', 'own@x.example', '%s', '%s', %s, %s, %s, now() + interval '1 hour')
				"""
			.formatted((purpose != null) ? purpose : "JOIN", business, (purpose != null) ? "{}" : "{OWNER}",
					quoted(person), quoted(invitedBy), quoted(approval));
	}

	private static String quoted(@Nullable UUID id) {
		return (id != null) ? "'" + id + "'" : "NULL";
	}

	private static UUID approve(Statement statement, String kind, String content, UUID maker, UUID checker)
			throws SQLException {
		return approve(statement, kind, content, maker, checker, null);
	}

	private static UUID approve(Statement statement, String kind, String content, UUID maker, UUID checker,
			@Nullable UUID business) throws SQLException {
		UUID id = UUID.randomUUID();
		statement.execute(
				"""
						INSERT INTO approval (approval_id, kind, business_id, content_hash, summary, maker_id, rule, people_needed, expires_at)
						VALUES ('%s', '%s', %s, sha256('%s'), 'A', '%s', 'R', 1, now() + interval '1 hour')
						"""
					.formatted(id, kind, quoted(business), content, maker));
		statement.execute("""
				INSERT INTO approval_decision (approval_id, checker_id, decision, content_hash)
				VALUES ('%s', '%s', 'AGREE', sha256('%s'))
				""".formatted(id, checker, content));
		return id;
	}

	private static void execute(Statement statement, UUID approval) throws SQLException {
		statement.execute("UPDATE approval SET executed_at = clock_timestamp() WHERE approval_id = '" + approval + "'");
	}

	private static void assertRefused(Statement statement, String sql, String message) throws SQLException {
		statement.execute("SAVEPOINT before");
		assertThatExceptionOfType(SQLException.class).isThrownBy(() -> statement.execute(sql))
			.as(sql)
			.withMessageContaining(message);
		statement.execute("ROLLBACK TO SAVEPOINT before");
	}

	private static UUID person(JdbcClient owner, String audience, String name) {
		return owner.sql("INSERT INTO person (audience, email, person_name) VALUES (?, ?, 'A') RETURNING person_id")
			.params(audience, name + "@runtime-roles.example")
			.query(UUID.class)
			.single();
	}

	/** Every table whose trigger refuses changes is insert-only for the roles as well. */
	@Test
	void grantsOnlyInsertOnAppendOnlyTables() {
		List<String> granted = jdbc().sql("""
				SELECT r.rolname || ' may ' || privilege || ' ' || t.tgrelid::regclass
				  FROM pg_trigger t, pg_roles r, unnest(ARRAY['UPDATE', 'DELETE', 'TRUNCATE']) AS privilege
				 WHERE t.tgname LIKE '%\\_is\\_append\\_only' AND r.rolname LIKE 'hundi\\_%'
				   AND (has_table_privilege(r.oid, t.tgrelid, privilege)
				        OR privilege = 'UPDATE' AND has_any_column_privilege(r.oid, t.tgrelid, privilege))
				""").query(String.class).list();
		assertThat(granted).isEmpty();
		assertThat(jdbc().sql("SELECT count(*) FROM pg_trigger WHERE tgname LIKE '%\\_is\\_append\\_only'")
			.query(Integer.class)
			.single()).isGreaterThan(8);
	}

	@ParameterizedTest
	@EnumSource
	void hasNoAttributesBeyondItsWork(RuntimeRole role) {
		assertThat(jdbc().sql("""
				SELECT concat_ws(' ', rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolcanlogin, rolreplication)
				  FROM pg_roles WHERE rolname = :name
				""").param("name", role.roleName()).query(String.class).single())
			.isEqualTo("f f f f t " + (role == RuntimeRole.RELAY ? "t" : "f"));
		assertThat(jdbc().sql("""
				SELECT count(*) FROM pg_class c JOIN pg_roles r ON r.oid = c.relowner WHERE r.rolname = :name
				""").param("name", role.roleName()).query(Integer.class).single()).isZero();
	}

	@Test
	void keepsTheRightsOfRolesThatAnAdministratorCreated() {
		JdbcClient jdbc = jdbc();
		jdbc.sql("ALTER ROLE hundi_batch CONNECTION LIMIT 7").update();
		try {
			List<Map<String, Object>> before = roles();
			RuntimeRoles.prepare(this.database.dataSource(),
					new RolePasswords(null, null, null, null, null, null, null));
			assertThat(roles()).isEqualTo(before).hasSizeGreaterThan(5);
		}
		finally {
			jdbc.sql("ALTER ROLE hundi_batch CONNECTION LIMIT -1").update();
		}
	}

	private List<Map<String, Object>> roles() {
		return jdbc().sql("""
				SELECT rolname, rolsuper, rolinherit, rolcanlogin, rolreplication, rolconnlimit, rolpassword
				  FROM pg_authid WHERE rolname LIKE 'hundi%' ORDER BY rolname
				""").query().listOfRows();
	}

	@Test
	void refusesARoleWithMoreRights() {
		JdbcClient jdbc = jdbc();
		jdbc.sql("ALTER ROLE hundi_batch CREATEDB").update();
		try {
			assertThatIllegalStateException()
				.isThrownBy(() -> Migrations.migrate(this.database.dataSource(), TestDatabase.PASSWORDS))
				.withMessage("The role hundi_batch has CREATEDB, which no application may have");
		}
		finally {
			jdbc.sql("ALTER ROLE hundi_batch NOCREATEDB").update();
		}
	}

	private JdbcClient jdbc() {
		return JdbcClient.create(this.database.dataSource());
	}

	private Connection connect(RuntimeRole role) throws SQLException {
		return DriverManager.getConnection(this.database.url(), role.roleName(), "trusted");
	}

}
