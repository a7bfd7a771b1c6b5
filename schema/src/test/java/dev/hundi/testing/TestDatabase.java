package dev.hundi.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import dev.hundi.startup.DatabaseSettings;
import dev.hundi.startup.Migrations;
import dev.hundi.startup.RelaySettings;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/**
 * A migrated database on the test JVM's one PostgreSQL server. Durable as in production:
 * tests see what merchants would.
 */
public final class TestDatabase implements AutoCloseable {

	public static final RelaySettings RELAY = new RelaySettings("hundi_relay", "hundi_relay", "hundi_events");

	private static final AtomicInteger created = new AtomicInteger();

	private final String name;

	private final HikariDataSource dataSource;

	private TestDatabase(String name) {
		this.name = name;
		this.dataSource = new HikariDataSource();
		this.dataSource.setJdbcUrl(url());
		this.dataSource.setUsername("postgres");
		this.dataSource.setPassword("postgres");
		this.dataSource.setMaximumPoolSize(24);
		this.dataSource.setMinimumIdle(1);
		this.dataSource.addDataSourceProperty("options", DatabaseSettings.SESSION_OPTIONS);
	}

	/** A new database with the newest schema and nothing in it. */
	public static TestDatabase create() {
		TestDatabase database = empty();
		Migrations.migrate(database.dataSource, RELAY);
		return database;
	}

	/** A new database without a schema. */
	public static TestDatabase empty() {
		String name = "hundi_test_" + created.incrementAndGet();
		try (Connection connection = Server.postgres.getPostgresDatabase().getConnection();
				Statement statement = connection.createStatement()) {
			statement.execute("CREATE DATABASE " + name);
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
		return new TestDatabase(name);
	}

	public DataSource dataSource() {
		return this.dataSource;
	}

	public String url() {
		return "jdbc:postgresql://localhost:%d/%s".formatted(Server.postgres.getPort(), this.name);
	}

	public DatabaseSettings settings() {
		return new DatabaseSettings(url(), "postgres", "postgres", 8);
	}

	@Override
	public void close() {
		this.dataSource.close();
	}

	/** Started when first used; zonky stops it with the JVM. */
	private static final class Server {

		static final EmbeddedPostgres postgres = start();

		private static EmbeddedPostgres start() {
			try {
				return EmbeddedPostgres.builder()
					.setServerConfig("fsync", "on")
					.setServerConfig("synchronous_commit", "on")
					.setServerConfig("full_page_writes", "on")
					.setServerConfig("wal_level", "logical")
					.setServerConfig("max_wal_senders", "20")
					.setServerConfig("max_replication_slots", "20")
					.setServerConfig("max_connections", "300")
					.setServerConfig("shared_preload_libraries", "pg_stat_statements")
					.start();
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

	}

}
