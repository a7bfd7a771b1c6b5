package dev.hundi.person;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;

import dev.hundi.startup.RuntimeRole;
import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * SQL that runs as the role of a portal neither forgets nor fills failed sign-ins of the
 * other audience, nor of any person while one is signed in.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SeparateThrottlesIntegrationTests {

	private static final String EMAIL = "guessed@example.com";

	private final TestDatabase database = TestDatabase.create();

	private final SignInThrottle throttle = new SignInThrottle(JdbcClient.create(this.database.dataSource()));

	@AfterAll
	void close() {
		this.database.close();
	}

	@ParameterizedTest
	@EnumSource
	void aPortalForgetsNoFailuresOfTheOtherAudience(Audience other) throws SQLException {
		block(other);
		try (Connection connection = connect(other == Audience.STAFF ? Audience.MERCHANT : Audience.STAFF);
				Statement statement = connection.createStatement()) {
			attempt(statement, "UPDATE %s SET failures = 0, blocked_until = NULL");
			attempt(statement, "DELETE FROM %s");
		}
		assertThat(this.throttle.begin(other, EMAIL, "192.0.2.9")).isInstanceOf(SignInAttempt.EmailBlocked.class);
	}

	@ParameterizedTest
	@EnumSource
	void aPortalBlocksNoPersonOfTheOtherAudience(Audience other) throws SQLException {
		String email = "victim-" + other.ordinal() + "@example.com";
		try (Connection connection = connect(other == Audience.STAFF ? Audience.MERCHANT : Audience.STAFF);
				Statement statement = connection.createStatement()) {
			attempt(statement, "INSERT INTO %s (throttle_key, failures, last_at, blocked_until) VALUES (sha256('"
					+ (other + "|email|" + email) + "'), 9, now(), now() + interval '1 hour')");
		}
		assertThat(this.throttle.begin(other, email, "192.0.2.10")).isInstanceOf(SignInAttempt.Permitted.class);
	}

	/** Attempts are counted outside the transactions that name a person. */
	@Test
	void aSignedInPersonOfABusinessForgetsNoFailures() throws SQLException {
		block(Audience.MERCHANT);
		try (Connection connection = connect(Audience.MERCHANT); Statement statement = connection.createStatement()) {
			statement.execute("SELECT set_config('hundi.person_id', '%s', false)".formatted(UUID.randomUUID()));
			attempt(statement, "UPDATE %s SET failures = 0, blocked_until = NULL");
			attempt(statement, "DELETE FROM %s");
		}
		assertThat(this.throttle.begin(Audience.MERCHANT, EMAIL, "192.0.2.9"))
			.isInstanceOf(SignInAttempt.EmailBlocked.class);
	}

	@ParameterizedTest
	@EnumSource
	void eachPortalCountsItsOwn(Audience audience) throws SQLException {
		try (Connection connection = connect(audience)) {
			SignInThrottle own = new SignInThrottle(
					JdbcClient.create(new SingleConnectionDataSource(connection, true)));
			SignInAttempt.Permitted attempt = (SignInAttempt.Permitted) own.begin(audience, "own@example.com",
					"192.0.2.11");
			own.giveBack(attempt);
			own.succeeded((SignInAttempt.Permitted) own.begin(audience, "own@example.com", "192.0.2.11"));
			assertThat(own.isAddressBlocked(audience, "192.0.2.11")).isFalse();
		}
	}

	private void block(Audience audience) {
		for (int i = 0; i < SignInThrottle.FAILURES_PER_EMAIL; i++) {
			this.throttle.begin(audience, EMAIL, "192.0.2.1");
		}
		assertThat(this.throttle.begin(audience, EMAIL, "192.0.2.1")).isInstanceOf(SignInAttempt.EmailBlocked.class);
	}

	/** On every table of throttles; a refusal is as good as no effect. */
	private void attempt(Statement statement, String sql) throws SQLException {
		List<String> tables = JdbcClient.create(this.database.dataSource())
			.sql("SELECT relname FROM pg_class WHERE relkind = 'r' AND relname LIKE '%sign_in_throttle'")
			.query(String.class)
			.list();
		assertThat(tables).isNotEmpty();
		for (String table : tables) {
			try {
				statement.execute(sql.formatted(table));
			}
			catch (SQLException ex) {
				assertThat(ex.getSQLState()).as(ex.getMessage()).isEqualTo("42501");
			}
		}
	}

	private Connection connect(Audience audience) throws SQLException {
		return DriverManager.getConnection(this.database.url(), RuntimeRole.valueOf("PORTAL_" + audience).roleName(),
				"trusted");
	}

}
