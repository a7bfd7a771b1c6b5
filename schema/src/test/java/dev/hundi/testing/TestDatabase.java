package dev.hundi.testing;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import dev.hundi.startup.DatabaseSettings;
import dev.hundi.startup.Migrations;
import dev.hundi.startup.RolePasswords;
import dev.hundi.startup.RuntimeRole;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/**
 * A migrated database on the one PostgreSQL server of the test JVM, with the durability
 * of production.
 */
public final class TestDatabase implements AutoCloseable {

	/** The server trusts its callers. */
	public static final RolePasswords PASSWORDS = RolePasswords.same("trusted");

	/** A test that is paused while it holds a lock keeps its session. */
	private static final String NO_HASTE = " -c idle_in_transaction_session_timeout=10min -c lock_timeout=10min";

	private static final AtomicInteger created = new AtomicInteger();

	private final String name;

	private final HikariDataSource dataSource;

	private final Map<RuntimeRole, SingleConnectionDataSource> sessions = new ConcurrentHashMap<>();

	private TestDatabase(String name) {
		this.name = name;
		this.dataSource = pool(url());
	}

	private static HikariDataSource pool(String url) {
		HikariDataSource pool = new HikariDataSource();
		pool.setJdbcUrl(url);
		pool.setUsername("postgres");
		pool.setPassword("postgres");
		pool.setMaximumPoolSize(24);
		pool.setMinimumIdle(1);
		pool.addDataSourceProperty("options", DatabaseSettings.SESSION_OPTIONS + NO_HASTE);
		return pool;
	}

	/**
	 * Creates an empty database with the newest schema. Copying its files takes half of
	 * the processor time of writing each of their blocks to the log.
	 */
	public static TestDatabase create() {
		return create(" TEMPLATE " + Server.template + " STRATEGY file_copy");
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

	/**
	 * The one session of a role, for one thread. A login takes longer than most
	 * statements of tests.
	 */
	public DataSource session(RuntimeRole role) {
		return this.sessions.computeIfAbsent(role,
				(key) -> new SingleConnectionDataSource(url(), key.roleName(), "trusted", true));
	}

	@Override
	public void close() {
		this.sessions.values().forEach(SingleConnectionDataSource::destroy);
		this.dataSource.close();
	}

	/** Started when first used. */
	private static final class Server {

		/** Migrated once; every other database is a copy. */
		static final String template = "hundi_template";

		static final int port = switch (TestServers.selected()) {
			case EMBEDDED -> EmbeddedServer.start(Server::prepare);
			case CONTAINERS -> {
				int started = TestContainer.postgres(FreePorts.next(), TestServers.POSTGRES).start().port();
				prepare(started);
				yield started;
			}
		};

		private static void prepare(int port) {
			execute(port, "CREATE DATABASE " + template);
			try (HikariDataSource owner = pool(address(port, template))) {
				Migrations.migrate(owner, PASSWORDS);
				packCatalog(owner);
			}
			execute(port, "ALTER DATABASE " + template + " ALLOW_CONNECTIONS false");
		}

		/**
		 * The migrations leave dead rows in the catalog, and rows that are not yet marked
		 * as committed: their first readers write that to the pages. Every copy would
		 * repeat it.
		 */
		private static void packCatalog(DataSource owner) {
			JdbcClient jdbc = JdbcClient.create(owner);
			jdbc.sql("""
					SELECT 'VACUUM (FULL, FREEZE) ' || oid::regclass FROM pg_class
					 WHERE relnamespace = 'pg_catalog'::regnamespace AND relkind = 'r' AND NOT relisshared
					""").query(String.class).list().forEach((vacuum) -> jdbc.sql(vacuum).update());
		}

		static void execute(String sql) {
			execute(port, sql);
		}

		private static void execute(int port, String sql) {
			try (Connection connection = DriverManager.getConnection(address(port, "postgres"), "postgres", "postgres");
					Statement statement = connection.createStatement()) {
				statement.execute(sql);
			}
			catch (SQLException ex) {
				throw new IllegalStateException(ex);
			}
		}

		static String address(String database) {
			return address(port, database);
		}

		private static String address(int port, String database) {
			return "jdbc:postgresql://localhost:%d/%s".formatted(port, database);
		}

	}

}
