package dev.hundi.startup;

import java.time.Duration;
import java.util.Map;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import dev.hundi.testing.DatabaseTls;
import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.Test;

import org.springframework.dao.TransientDataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

class DatabaseConnectionsIntegrationTests {

	@Test
	void cancelsASlowStatementAtTheServer() {
		try (TestDatabase database = TestDatabase.create();
				HikariDataSource pool = SchemaConfiguration.pool(database.settings(RuntimeRole.API), 1,
						Duration.ofMillis(100), Duration.ofMinutes(5))) {
			JdbcClient jdbc = JdbcClient.create(pool);
			assertThatThrownBy(() -> jdbc.sql("SELECT pg_sleep(3600)").query().singleRow())
				.isInstanceOf(TransientDataAccessException.class);
			// A busy server may need longer than the timeout even for this.
			await().ignoreExceptions().until(() -> jdbc.sql("SELECT 1").query(Integer.class).single() == 1);
		}
	}

	@Test
	void limitsAcceptsButNotMigrations() {
		try (TestDatabase database = TestDatabase.create();
				AcceptDatabase accepts = new AcceptDatabase(database.settings(RuntimeRole.API))) {
			assertThat(accepts.jdbc().queryForObject("SHOW statement_timeout", String.class)).isEqualTo("4s");
			assertThat(accepts.jdbc().queryForObject("SHOW lock_timeout", String.class)).isEqualTo("2s");
			DataSource migrations = MigrateSchema.dataSource(database.settings(RuntimeRole.API));
			assertThat(show(migrations, "statement_timeout")).isEqualTo("0");
			assertThat(show(migrations, "client_connection_check_interval")).isEqualTo("10s");
		}
	}

	@Test
	void verifiesTheServerOverTls() {
		try (TestDatabase database = TestDatabase.create(); DatabaseTls tls = new DatabaseTls(database)) {
			try (AcceptDatabase accepts = new AcceptDatabase(settings(tls.url()))) {
				assertThat(accepts.jdbc()
					.queryForObject("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()", Boolean.class))
					.isTrue();
			}
			Map<String, String> refused = Map.of(tls.url().replace("localhost", "127.0.0.1"),
					"hostname 127.0.0.1 could not be verified", tls.urlWithAnotherAuthority(), "PKIX path");
			refused.forEach((wrong, reason) -> {
				try (AcceptDatabase accepts = new AcceptDatabase(settings(wrong))) {
					assertThatThrownBy(() -> accepts.jdbc().queryForObject("SELECT 1", Integer.class)).as(wrong)
						.hasStackTraceContaining(reason);
				}
			});
		}
	}

	private static DatabaseSettings settings(String url) {
		return new DatabaseSettings(url, RuntimeRole.API.roleName(), "trusted", 1, Duration.ofMinutes(1));
	}

	private static String show(DataSource dataSource, String setting) {
		return JdbcClient.create(dataSource).sql("SHOW " + setting).query(String.class).single();
	}

}
