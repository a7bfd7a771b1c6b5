package dev.hundi.testing;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import dev.hundi.startup.DatabaseSettings;
import dev.hundi.startup.Migrations;
import dev.hundi.startup.RelaySettings;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/**
 * A migrated database on the test JVM's one PostgreSQL server, with the durability of
 * production.
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

	/** A new, empty database with the newest schema. */
	public static TestDatabase create() {
		return create(" TEMPLATE " + Server.template);
	}

	/** A new database without a schema. */
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
		return "jdbc:postgresql://localhost:%d/%s".formatted(Server.postgres.getPort(), this.name);
	}

	public DatabaseSettings settings() {
		return new DatabaseSettings(url(), "postgres", "postgres", 8);
	}

	@Override
	public void close() {
		this.dataSource.close();
	}

	/** Started on first use; stops with the JVM, even if that is killed. */
	private static final class Server {

		static final EmbeddedPostgres postgres = start();

		static final String template = migrated();

		private static EmbeddedPostgres start() {
			try {
				Path directory = Files.createTempDirectory("hundi-test-postgres");
				Path data = directory.resolve("data");
				EmbeddedPostgres started = EmbeddedPostgres.builder()
					.setDataDirectory(data)
					.setCleanDataDirectory(false)
					.setRegisterShutdownHook(false)
					.setPGStartupWait(Duration.ofMinutes(2))
					.setServerConfig("fsync", "on")
					.setServerConfig("synchronous_commit", "on")
					.setServerConfig("full_page_writes", "on")
					.setServerConfig("wal_level", "logical")
					.setServerConfig("max_wal_senders", "20")
					.setServerConfig("max_replication_slots", "20")
					.setServerConfig("max_connections", "300")
					.setServerConfig("shared_preload_libraries", "pg_stat_statements")
					.start();
				endWithThisJvm(data.resolve("postmaster.pid"), directory);
				return started;
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

		/** Migrated once; every other database is a copy of it. */
		private static String migrated() {
			String name = "hundi_template";
			execute("CREATE DATABASE " + name);
			try (TestDatabase database = new TestDatabase(name)) {
				Migrations.migrate(database.dataSource, RELAY);
			}
			execute("ALTER DATABASE " + name + " ALLOW_CONNECTIONS false");
			return name;
		}

		static void execute(String sql) {
			try (Connection connection = postgres.getPostgresDatabase().getConnection();
					Statement statement = connection.createStatement()) {
				statement.execute(sql);
			}
			catch (SQLException ex) {
				throw new IllegalStateException(ex);
			}
		}

		/**
		 * A shell holds the other end of a pipe, which the operating system closes even
		 * when this JVM is killed. It then kills the server, whose data is disposable.
		 */
		private static void endWithThisJvm(Path pidFile, Path directory) throws IOException {
			String pid = Files.readAllLines(pidFile).getFirst().strip();
			Process guard = new ProcessBuilder("sh", "-c", """
					trap '' HUP INT TERM
					cat > /dev/null
					kill -QUIT "$1"
					attempts=0
					while [ -e "$2" ] && [ $attempts -lt 300 ]; do sleep 0.1; attempts=$((attempts + 1)); done
					rm -rf "$3"
					""", "sh", pid, pidFile.toString(), directory.toString())
				.redirectOutput(ProcessBuilder.Redirect.DISCARD)
				.redirectError(ProcessBuilder.Redirect.DISCARD)
				.start();
			Runtime.getRuntime().addShutdownHook(new Thread(() -> {
				try (OutputStream pipe = guard.getOutputStream()) {
					pipe.flush();
				}
				catch (IOException ex) {
					throw new UncheckedIOException(ex);
				}
				guard.onExit().join();
			}));
		}

	}

}
