package dev.hundi.portal;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.Member;
import dev.hundi.portal.testing.Program;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What begins with credentials that change before it ends: sign-ins, and access tokens of
 * a session that the change ends.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CredentialsChangedMeanwhileIntegrationTests {

	private static final String PASSWORD = "UPDATE person_password SET changed_at = now() WHERE person_id = '%s'";

	private static final String AUTHENTICATOR = "UPDATE person_totp SET changed_at = now() WHERE person_id = '%s'";

	private static final String CODES = "INSERT INTO recovery_code (person_id, code_hash) VALUES ('%s', sha256('new'))";

	private static final String PASSKEY = """
			WITH entity AS (INSERT INTO user_entities (id, name) VALUES ('e-%1$s', '%1$s') RETURNING id)
			INSERT INTO user_credentials (credential_id, user_entity_user_id, public_key, backup_eligible, backup_state, label)
			SELECT 'c-%1$s', id, '', false, false, 'key' FROM entity
			""";

	private final TestPortal portal = new TestPortal();

	private final UUID business = this.portal.business();

	@SuppressWarnings("NullAway.Init")
	private TestPortal.Copy merchants;

	@SuppressWarnings("NullAway.Init")
	private TestPortal.Copy staff;

	@BeforeAll
	void start() {
		this.merchants = this.portal.start(Audience.MERCHANT);
		this.staff = this.portal.start(Audience.STAFF);
	}

	@AfterAll
	void stop() {
		this.portal.close();
	}

	/** Who knows the old password has no part in what comes after it. */
	@ParameterizedTest
	@ValueSource(strings = { PASSWORD, AUTHENTICATOR, CODES })
	void aSignInThatBeganBeforeAChangeHasNoSession(String change) {
		Member member = member();
		Visitor visitor = new Visitor(this.merchants.url());
		visitor.password(member.email(), TestPortal.PASSWORD);
		this.portal.jdbc().sql(change.formatted(member.id())).update();
		visitor.code(member.code());
		assertThat(visitor.get("/profile").location()).startsWith("/sign-in");
		assertThat(Visitor.signedIn(this.merchants.url(), member).get("/profile").status()).isEqualTo(200);
	}

	/** Its session is stored after the change ended the others. */
	@ParameterizedTest
	@ValueSource(strings = { PASSWORD, CODES, PASSKEY })
	void aSignInDuringAChangeHasNoSession(String change) throws Exception {
		Member member = member();
		try (Connection changing = change(change, "merchant_session", member.id())) {
			Visitor visitor = Visitor.signedIn(this.merchants.url(), member);
			commitWhileWaiting(changing, () -> visitor.get("/profile"));
			assertThat(visitor.get("/profile").location()).startsWith("/sign-in");
		}
	}

	@Test
	void aSessionThatAChangeEndsMakesNoToken() throws Exception {
		Member member = operator();
		Visitor visitor = Visitor.signedIn(this.staff.url(), member);
		Visitor.Page page = visitor.get("/tokens");
		try (Connection changing = change(PASSWORD, "staff_session", member.id())) {
			commitWhileWaiting(changing, () -> page.submit("#create-token",
					Map.of("name", "kept", "scope", "READ", "groups", "WEBHOOKS", "validDays", "90")));
		}
		assertThat(this.portal.jdbc()
			.sql("SELECT count(*) FROM access_token WHERE person_id = ? AND revoked_at IS NULL")
			.param(member.id())
			.query(Integer.class)
			.single()).isZero();
	}

	@Test
	void aSessionThatAChangeEndsConfirmsNoDeviceLogin() throws Exception {
		Member member = operator();
		Visitor visitor = Visitor.signedIn(this.staff.url(), member);
		Program program = new Program(this.staff.url(), null);
		var begun = program.send("POST", "/commands/device", null).ok();
		Visitor.Page page = visitor.get("/device?code=" + begun.path("userCode").asString());
		try (Connection changing = change(PASSWORD, "staff_session", member.id())) {
			commitWhileWaiting(changing, () -> page.submit("#confirm-device", Map.of()));
		}
		assertThat(program
			.post("/commands/device/token", "{\"deviceCode\":\"%s\"}".formatted(begun.path("deviceCode").asString()))
			.status()).isNotEqualTo(200);
	}

	/** Otherwise the codes would outlast a recovery of the person. */
	@Test
	void aSessionThatAChangeEndsMakesNoCredential() throws Exception {
		Member member = member();
		Visitor visitor = Visitor.signedIn(this.merchants.url(), member);
		Visitor.Page page = visitor.get("/profile");
		try (Connection changing = change(PASSWORD, "merchant_session", member.id())) {
			commitWhileWaiting(changing, () -> page.submit("form[action=/profile/recovery-codes]", Map.of()));
		}
		assertThat(this.portal.jdbc()
			.sql("SELECT count(*) FROM recovery_code WHERE person_id = ?")
			.param(member.id())
			.query(Integer.class)
			.single()).isZero();
	}

	/** A change of credentials that has ended the person's sessions, uncommitted. */
	private Connection change(String change, String sessions, UUID person) throws SQLException {
		Connection connection = this.portal.dataSource().getConnection();
		connection.setAutoCommit(false);
		try (Statement statement = connection.createStatement()) {
			assertThat(statement.executeUpdate(change.formatted(person))).isOne();
			statement.executeUpdate("DELETE FROM %s WHERE principal_name = '%s'".formatted(sessions, person));
		}
		return connection;
	}

	/** Commits once the request has ended or waits for the change. */
	private void commitWhileWaiting(Connection changing, Supplier<Visitor.Page> request) throws Exception {
		try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
			Future<Visitor.Page> answer = threads.submit(request::get);
			Awaitility.await().until(() -> answer.isDone() || isAnyoneWaiting());
			changing.commit();
			assertThat(answer.get().status()).isLessThan(500);
		}
	}

	private boolean isAnyoneWaiting() {
		return this.portal.jdbc()
			.sql("SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')")
			.query(Boolean.class)
			.single();
	}

	private Member member() {
		return this.portal.person(UUID.randomUUID() + "@example.com", this.business, Role.OWNER);
	}

	private Member operator() {
		return this.portal.person(UUID.randomUUID() + "@example.com", null, Role.OPERATOR);
	}

}
