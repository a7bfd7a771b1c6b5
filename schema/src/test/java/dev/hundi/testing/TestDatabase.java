package dev.hundi.testing;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import dev.hundi.startup.DatabaseSettings;
import dev.hundi.startup.Migrations;
import dev.hundi.startup.RolePasswords;
import dev.hundi.startup.RuntimeRole;

/**
 * A migrated database on the one PostgreSQL server of the test JVM, with the durability
 * of production.
 */
public final class TestDatabase implements AutoCloseable {

	/** The server trusts its callers. */
	public static final RolePasswords PASSWORDS = RolePasswords.same("trusted");

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

	/** Creates an empty database with the newest schema. */
	public static TestDatabase create() {
		return create(" TEMPLATE " + Server.template);
	}

	/** Creates a database without a schema. */
	public static TestDatabase empty() {
		return create("");
	}

	private static TestDatabase create(String options) {
		String name = "hundi_test_" + created.incrementAndGet();
		Server.execute("CREATE DATABASE " + name + options);
		return new TestDatabase(name);
	}

	public DataSource dataSource() {
		return this.dataSource;
	}

	public String url() {
		return Server.address(this.name);
	}

	/** The settings of an application. */
	public DatabaseSettings settings(RuntimeRole role) {
		return new DatabaseSettings(url(), role.roleName(), "trusted", 8, Duration.ofMinutes(1));
	}

	@Override
	public void close() {
		this.dataSource.close();
	}

	/** Started when first used. */
	private static final class Server {

		static final int port = switch (TestServers.selected()) {
			case EMBEDDED -> EmbeddedServer.start();
			case CONTAINERS -> TestContainer.postgres(FreePorts.next(), TestServers.POSTGRES).start().port();
		};

		static final String template = migrated();

		/** Migrated once; every other database is a copy. */
		private static String migrated() {
			String name = "hundi_template";
			execute("CREATE DATABASE " + name);
			try (TestDatabase database = new TestDatabase(name)) {
				Migrations.migrate(database.dataSource, PASSWORDS);
			}
			execute("ALTER DATABASE " + name + " ALLOW_CONNECTIONS false");
			return name;
		}

		static void execute(String sql) {
			try (Connection connection = DriverManager.getConnection(address("postgres"), "postgres", "postgres");
					Statement statement = connection.createStatement()) {
				statement.execute(sql);
			}
			catch (SQLException ex) {
				throw new IllegalStateException(ex);
			}
		}

		static String address(String database) {
			return "jdbc:postgresql://localhost:%d/%s".formatted(port, database);
		}

	}

}
