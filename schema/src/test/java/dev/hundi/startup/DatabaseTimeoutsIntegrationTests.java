package dev.hundi.startup;

import java.time.Duration;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.Test;

import org.springframework.dao.TransientDataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class DatabaseTimeoutsIntegrationTests {

	@Test
	void cancelsASlowStatementAtTheServer() {
		try (TestDatabase database = TestDatabase.create();
				HikariDataSource pool = SchemaConfiguration.pool(database.settings(RuntimeRole.API), 1,
						Duration.ofMillis(100), Duration.ofMinutes(5))) {
			JdbcClient jdbc = JdbcClient.create(pool);
			assertThatThrownBy(() -> jdbc.sql("SELECT pg_sleep(3600)").query().singleRow())
				.isInstanceOf(TransientDataAccessException.class);
			assertThat(jdbc.sql("SELECT 1").query(Integer.class).single()).isOne();
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

	private static String show(DataSource dataSource, String setting) {
		return JdbcClient.create(dataSource).sql("SHOW " + setting).query(String.class).single();
	}

}
