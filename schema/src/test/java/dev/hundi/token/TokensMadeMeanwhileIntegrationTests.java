package dev.hundi.token;

import java.sql.Connection;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

import dev.hundi.testing.TestDatabase;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Access tokens and device logins of a person whose roles or credentials change in
 * another transaction at the same moment.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TokensMadeMeanwhileIntegrationTests {

	private static final String PASSWORD = "UPDATE person_password SET changed_at = now() WHERE person_id = '%s'";

	private static final String ROLE = "DELETE FROM staff_role WHERE person_id = '%s' AND role = 'AUDITOR'";

	private static final String CODES = "DELETE FROM recovery_code WHERE person_id = '%s'";

	private final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(this.database.dataSource());

	@AfterAll
	void close() {
		this.database.close();
	}

	@ParameterizedTest
	@ValueSource(strings = { PASSWORD, ROLE, CODES })
	void aChangeEndsTheTokenThatIsBeingMade(String change) throws Exception {
		UUID person = person();
		meanwhile((jdbc) -> new AccessTokens(jdbc).create(person, token()), change.formatted(person));
		assertThat(states("SELECT revoked_at IS NOT NULL FROM access_token WHERE person_id = '%s'", person))
			.containsExactly("t");
	}

	@Test
	void aChangeEndsTheDeviceLoginThatIsBeingConfirmed() throws Exception {
		UUID person = person();
		DeviceLogins.Begun begun = logins(this.jdbc).begin("192.0.2.1").orElseThrow();
		meanwhile((jdbc) -> logins(jdbc).decide(begun.userCode(), person, true), PASSWORD.formatted(person));
		assertThat(logins(this.jdbc).exchange(begun.deviceCode(), "x")).isInstanceOf(DeviceExchange.Ended.class);
		assertThat(states("SELECT token_id FROM access_token WHERE person_id = '%s'", person)).isEmpty();
	}

	@Test
	void aChangeEndsTheTokenThatADeviceLoginIsBeingExchangedFor() throws Exception {
		UUID person = person();
		DeviceLogins.Begun begun = logins(this.jdbc).begin("192.0.2.2").orElseThrow();
		logins(this.jdbc).decide(begun.userCode(), person, true);
		meanwhile((jdbc) -> logins(jdbc).exchange(begun.deviceCode(), "x"), PASSWORD.formatted(person));
		assertThat(states("SELECT revoked_at IS NOT NULL FROM access_token WHERE person_id = '%s'", person))
			.containsExactly("t");
	}

	@Test
	void aDeviceLoginIsNotExchangedWhileACredentialChanges() throws Exception {
		UUID person = person();
		DeviceLogins.Begun begun = logins(this.jdbc).begin("192.0.2.3").orElseThrow();
		logins(this.jdbc).decide(begun.userCode(), person, true);
		try (Connection changing = this.database.dataSource().getConnection();
				Connection exchanging = this.database.dataSource().getConnection();
				ExecutorService threads = Executors.newSingleThreadExecutor()) {
			changing.setAutoCommit(false);
			on(changing).sql(PASSWORD.formatted(person)).update();
			Future<DeviceExchange> exchange = threads
				.submit(() -> logins(on(exchanging)).exchange(begun.deviceCode(), "x"));
			Awaitility.await().until(() -> exchange.isDone() || isAnyoneWaiting());
			changing.commit();
			assertThat(exchange.get()).isInstanceOf(DeviceExchange.Ended.class);
		}
	}

	/** The change begins when the action is done and not committed. */
	private void meanwhile(Consumer<JdbcClient> action, String change) throws Exception {
		try (Connection acting = this.database.dataSource().getConnection();
				ExecutorService threads = Executors.newSingleThreadExecutor()) {
			acting.setAutoCommit(false);
			action.accept(on(acting));
			Future<Integer> changed = threads.submit(() -> this.jdbc.sql(change).update());
			Awaitility.await().until(() -> changed.isDone() || isAnyoneWaiting());
			acting.commit();
			assertThat(changed.get()).isOne();
		}
	}

	private boolean isAnyoneWaiting() {
		return this.jdbc.sql(
				"SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')")
			.query(Boolean.class)
			.single();
	}

	private List<String> states(String sql, UUID person) {
		return this.jdbc.sql(sql.formatted(person)).query((row, number) -> row.getString(1)).list();
	}

	private static JdbcClient on(Connection connection) {
		return JdbcClient.create(new SingleConnectionDataSource(connection, true));
	}

	private static DeviceLogins logins(JdbcClient jdbc) {
		return new DeviceLogins(jdbc, new AccessTokens(jdbc));
	}

	private static NewToken token() {
		return new NewToken("x", TokenScope.ACT, EnumSet.allOf(CommandGroup.class), Duration.ofDays(1));
	}

	private UUID person() {
		UUID person = this.jdbc
			.sql("INSERT INTO person (audience, email, person_name) VALUES ('STAFF', :email, 'A') RETURNING person_id")
			.param("email", UUID.randomUUID() + "@example.com")
			.query(UUID.class)
			.single();
		for (String sql : List.of("INSERT INTO person_password (person_id, hash) VALUES ('%s', '$argon2id$x')",
				"INSERT INTO recovery_code (person_id, code_hash) VALUES ('%s', sha256('x'))",
				"INSERT INTO staff_role (person_id, role) VALUES ('%s', 'AUDITOR')")) {
			this.jdbc.sql(sql.formatted(person)).update();
		}
		return person;
	}

}
