package dev.hundi.person;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;

import dev.hundi.startup.RuntimeRole;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * SQL that runs as the role of the merchants' portal while one person is signed in pays,
 * uploads, releases, invites and acts in the name of no other one.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ActsOfOthersIntegrationTests {

	private static final String ROWS = "row-level security";

	private static final String PAY = """
			WITH p AS (
			  INSERT INTO payout (business_id, transaction_id, beneficiary_id, beneficiary_code, beneficiary_name, beneficiary_phone,
			                      account_number, ifsc, rail, amount_paise, commission_paise, gst_paise, response_message, source)
			  SELECT business_id, 'TXN20261129' || upper(left(md5(random()::text), 10)), beneficiary_id, beneficiary_code, name,
			         phone_number, account_number, ifsc, 'I', 150000, 0, 0, 'A', '%s'
			    FROM beneficiary WHERE business_id = acting_business() AND account_number IS NOT NULL LIMIT 1
			  RETURNING business_id, payout_id
			), e AS (
			  INSERT INTO payout_event (business_id, payout_id, sequence, status, stage, source, response_code, response_message)
			  SELECT business_id, payout_id, 1, 3, 'CREATED', 'PORTAL', 'INITIATED', 'A' FROM p
			)
			INSERT INTO payout_detail (business_id, payout_id, maker_id, purpose) SELECT business_id, payout_id, %s, 'rent' FROM p
			""";

	/** Pays a payout that is held, or was. */
	private static final String HOLD = PAY.replace("message, source)\n", "message, source, held)\n")
		.replace("'A', '%s'\n", "'A', 'PORTAL', %s\n")
		.replace(")\nINSERT INTO payout_detail", "), d AS (\nINSERT INTO payout_detail")
			+ ") INSERT INTO payout_hold (business_id, payout_id, %s) SELECT business_id, payout_id, %s FROM p";

	private static final String UPLOAD = """
			INSERT INTO bulk_file (business_id, file_name, format, size_bytes, sha256, release_mode, changed_by, uploaded_by)
			VALUES (acting_business(), 'rent.csv', 'CSV', 1, sha256(gen_random_uuid()::text::bytea), 'VALID_ROWS', '%s', '%s')
			""";

	private final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(this.database.dataSource());

	private final TestBusiness business = TestBusiness.create(this.database);

	private final UUID one = this.business.person(Role.OWNER);

	private final UUID other = this.business.person(Role.OWNER);

	@AfterAll
	void close() {
		this.database.close();
	}

	@Test
	void noPayoutIsThatOfAnotherMaker() throws SQLException {
		refused(PAY.formatted("PORTAL", quoted(this.other)), ROWS);
		run(PAY.formatted("PORTAL", quoted(this.one)));
		assertThat(this.jdbc.sql("SELECT DISTINCT maker_id FROM payout_detail").query(UUID.class).list())
			.containsExactly(this.one);
	}

	/** It would be one of the API, and its maker could approve it. */
	@Test
	void noPayoutIsWithoutAMaker() {
		refused(PAY.formatted("PORTAL", "NULL"), ROWS);
		refused(PAY.formatted("API", quoted(this.one)), ROWS);
		refused(PAY.formatted("PORTAL", quoted(this.one)).replace(" FROM p\n", " FROM p WHERE false\n"),
				"has no maker");
	}

	/**
	 * A hold begins with what a payout waits for. With the approval of another payout, or
	 * after its end, it would count as approved.
	 */
	@Test
	void noHoldBeginsWithAnApproval() throws SQLException {
		String one = quoted(this.one);
		run(HOLD.formatted("true", one, "reason", "'APPROVAL'"));
		UUID approval = this.jdbc.sql("SELECT approval_id FROM payout_hold WHERE business_id = ?")
			.params(this.business.id())
			.query(UUID.class)
			.single();
		String denied = "permission denied";
		refused(HOLD.formatted("true", one, "reason, earlier_approvals",
				"'APPROVAL', ARRAY['%s'::uuid]".formatted(approval)), denied);
		refused(HOLD.formatted("false", one, "ended_at", "now()"), denied);
		this.jdbc.sql("UPDATE payout_hold SET approval_id = NULL, decide_until = NULL WHERE approval_id = ?")
			.params(approval)
			.update();
		refused(HOLD.formatted("false", one, "ended_at, approval_id, decide_until",
				"now(), '%s'::uuid, now()".formatted(approval)), denied);
		refused(HOLD.formatted("true", one, "reason, rule_id", "'APPROVAL', uuidv7()"), denied);
	}

	@Test
	void rolesBeginHoldsWithTheirOwnColumns() {
		assertThat(this.jdbc.sql("""
				SELECT r.rolname || ': ' || string_agg(a.attname, ', ' ORDER BY a.attnum)
				  FROM pg_roles r
				  JOIN pg_attribute a ON a.attrelid = 'payout_hold'::regclass AND a.attnum > 0 AND NOT a.attisdropped
				 WHERE r.rolname LIKE 'hundi%' AND NOT r.rolsuper
				   AND has_column_privilege(r.oid, a.attrelid, a.attnum, 'INSERT')
				 GROUP BY r.rolname ORDER BY r.rolname
				""").query(String.class).list()).containsExactly(
				"hundi_api: business_id, payout_id, reason, scheduled_for",
				"hundi_portal_merchant: business_id, payout_id, reason, scheduled_for",
				"hundi_stream: business_id, payout_id, reason, rule_id");
	}

	@Test
	void noFileIsUploadedByAnother() throws SQLException {
		refused(UPLOAD.formatted(author(this.one), author(this.other)), ROWS);
		refused(UPLOAD.formatted(author(this.one), "pk_0123456789ABCDEFGHJKMNPQ"), ROWS);
		refused(UPLOAD.formatted(author(this.other), author(this.one)), ROWS);
		run(UPLOAD.formatted(author(this.one), author(this.one)));
	}

	/** How many people a file needs, and who releases it, are decided later. */
	@ParameterizedTest
	@ValueSource(strings = { "released_by", "planned_by", "people_needed", "status", "valid_paise" })
	void noFileIsUploadedWithADecision(String column) {
		refused(UPLOAD.replace("changed_by,", column + ", changed_by,")
			.replace("'VALID_ROWS',", "'VALID_ROWS', DEFAULT,")
			.formatted(author(this.one), author(this.one)), "permission denied");
	}

	@Test
	void noFileIsDecidedByAnother() throws SQLException {
		UUID file = file(author(this.one));
		String update = "UPDATE bulk_file SET changed_by = '%s', %s WHERE bulk_file_id = '" + file + "'";
		String own = author(this.one);
		String others = author(this.other);
		String refusal = "names another person";
		refused(update.formatted(own, "released_by = '" + others + "'"), refusal);
		refused(update.formatted(own, "planned_for = now(), planned_by = '" + others + "'"), refusal);
		refused(update.formatted(others, "status = 'CANCELLED', completed_at = now()"), refusal);
		plan(file, others);
		refused(update.formatted(own, "planned_for = now() + interval '1 day'"), refusal);
		run(update.formatted(own, "due_at = now()"));
		run(update.formatted(own, "planned_for = NULL, planned_by = NULL"));
		run(update.formatted(own, "status = 'CANCELLED', completed_at = now()"));
	}

	@Test
	void noHistoryOfAFileNamesAnother() throws SQLException {
		String event = "INSERT INTO bulk_file_event (business_id, bulk_file_id, status, changed_by) VALUES (acting_business(), '%s', 'CANCELLED', '%s')";
		UUID file = file(author(this.one));
		refused(event.formatted(file, author(this.other)), ROWS);
		run(event.formatted(file, author(this.one)));
	}

	@Test
	void noActIsThatOfAnother() throws SQLException {
		String act = "INSERT INTO audit_event (business_id, person_id, act) VALUES (acting_business(), %s, 'PAYOUT_MADE')";
		refused(act.formatted(quoted(this.other)), ROWS);
		refused(act.formatted("NULL"), ROWS);
		run(act.formatted(quoted(this.one)));
	}

	@Test
	void noInvitationIsThatOfAnother() throws SQLException {
		String invite = """
				INSERT INTO invitation (token_hash, purpose, audience, email, business_id, roles, invited_by, expires_at)
				VALUES (sha256('%1$s'), 'JOIN', 'MERCHANT', 'a@acts.example', acting_business(), '{MAKER}', '%1$s', now() + interval '1 hour')
				""";
		refused(invite.formatted(this.other), ROWS);
		run(invite.formatted(this.one));
	}

	@Test
	void noRoleIsGrantedByAnother() throws SQLException {
		UUID member = this.business.person(Role.VIEWER);
		String grant = "INSERT INTO membership (person_id, business_id, role, granted_by) VALUES ('%s', acting_business(), 'MAKER', %s)";
		refused(grant.formatted(member, quoted(this.other)), ROWS);
		refused(grant.formatted(member, "NULL"), ROWS);
		refused(grant.formatted(this.one, quoted(this.other)), ROWS);
		refused(grant.formatted(this.one, "NULL"), ROWS);
		run(grant.formatted(member, quoted(this.one)));
	}

	/** Those of the invitation that the same transaction uses up, from who sent it. */
	@Test
	void anInvitationGrantsItsOwnRolesOnce() throws SQLException {
		UUID invitation = this.jdbc
			.sql("""
					INSERT INTO invitation (token_hash, purpose, audience, email, business_id, roles, invited_by, expires_at)
					VALUES (sha256('granting'), 'JOIN', 'MERCHANT', 'one@acts.example', ?, '{CHECKER}', ?, now() + interval '1 hour')
					RETURNING invitation_id
					""")
			.params(this.business.id(), this.other)
			.query(UUID.class)
			.single();
		String grant = "INSERT INTO membership (person_id, business_id, role, granted_by) VALUES ('%s', acting_business(), '%s', '%s')";
		String use = "UPDATE invitation SET used_at = clock_timestamp(), used_by = '%s' WHERE invitation_id = '%s';"
			.formatted(this.one, invitation);
		String granted = grant.formatted(this.one, "CHECKER", this.other);
		refused(granted, ROWS);
		refused(use + grant.formatted(this.one, "DEVELOPER", this.other), ROWS);
		refused(use + grant.formatted(this.one, "CHECKER", this.business.person(Role.OWNER)), ROWS);
		run(use + granted);
		this.jdbc.sql("DELETE FROM membership WHERE person_id = ? AND role = 'CHECKER'").params(this.one).update();
		refused(granted, ROWS);
	}

	private UUID file(String uploadedBy) {
		return this.jdbc
			.sql(UPLOAD.replace("acting_business()", quoted(this.business.id())).formatted(uploadedBy, uploadedBy)
					+ " RETURNING bulk_file_id")
			.query(UUID.class)
			.single();
	}

	private void plan(UUID file, String by) {
		this.jdbc
			.sql("UPDATE bulk_file SET planned_for = now() + interval '2 days', planned_by = ? WHERE bulk_file_id = ?")
			.params(by, file)
			.update();
	}

	private static String author(UUID person) {
		return "person:" + person;
	}

	private static String quoted(UUID id) {
		return "'" + id + "'";
	}

	private void refused(String sql, String message) {
		assertThatExceptionOfType(SQLException.class).as(sql).isThrownBy(() -> run(sql)).withMessageContaining(message);
	}

	private void run(String sql) throws SQLException {
		try (Connection connection = DriverManager.getConnection(this.database.url(),
				RuntimeRole.PORTAL_MERCHANT.roleName(), "trusted");
				Statement statement = connection.createStatement()) {
			statement.execute(
					"SELECT set_config('hundi.person_id', '%s', false), set_config('hundi.business_id', '%s', false)"
						.formatted(this.one, this.business.id()));
			statement.execute(sql);
		}
	}

}
