package dev.hundi.sandbox.server;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class PostgresServerIntegrationTests {

	private final Path directory;

	PostgresServerIntegrationTests(@TempDir Path directory) {
		this.directory = directory;
	}

	@Test
	void keepsItsDataAndIsDurable() throws SQLException {
		try (PostgresServer server = start()) {
			execute(server, "CREATE TABLE kept AS SELECT 7 AS value");
			assertThat(value(server, "SHOW fsync")).isEqualTo("on");
			assertThat(value(server, "SHOW synchronous_commit")).isEqualTo("on");
			assertThat(value(server, "SHOW full_page_writes")).isEqualTo("on");
			assertThat(value(server, "SHOW wal_level")).isEqualTo("logical");
			assertThat(value(server, "SELECT count(*) >= 0 FROM pg_stat_statements")).isEqualTo("t");
		}
		try (PostgresServer server = start()) {
			assertThat(value(server, "SELECT value FROM kept")).isEqualTo("7");
		}
	}

	@Test
	void stopsTheServerThatAKilledLauncherLeft() throws Exception {
		Path data = this.directory.resolve("data");
		ChildProcess launcher = ChildProcess.start("launcher", LeavesPostgres.class.getName(),
				this.directory.resolve("launcher.log"), List.of("-Xmx128m"), List.of(data.toString()));
		launcher.awaitReady(java.time.Duration.ofMinutes(2), () -> Files.exists(this.directory.resolve("committed")));
		launcher.kill();
		long leftOver = postmaster(data);
		assertThat(ProcessHandle.of(leftOver)).isPresent();
		try (PostgresServer server = start()) {
			assertThat(postmaster(data)).isNotEqualTo(leftOver);
			assertThat(value(server, "SELECT value FROM committed")).isEqualTo("8");
		}
	}

	private PostgresServer start() {
		return start(this.directory.resolve("data"));
	}

	private static PostgresServer start(Path data) {
		PostgresServer server = PostgresServer.start(data, 0, data.resolveSibling("postgres.log"));
		PostgresServer.createDatabase(server.port(), "hundi");
		return server;
	}

	private static long postmaster(Path data) throws java.io.IOException {
		return Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid")).getFirst().strip());
	}

	private static void execute(PostgresServer server, String sql) throws SQLException {
		try (Connection connection = connect(server); Statement statement = connection.createStatement()) {
			statement.execute(sql);
		}
	}

	private static String value(PostgresServer server, String sql) throws SQLException {
		try (Connection connection = connect(server);
				Statement statement = connection.createStatement();
				ResultSet row = statement.executeQuery(sql)) {
			row.next();
			return row.getString(1);
		}
	}

	private static Connection connect(PostgresServer server) throws SQLException {
		return DriverManager.getConnection(server.url("hundi"), PostgresServer.username, "any");
	}

	/** A launcher that is killed before it can stop its server. */
	public static final class LeavesPostgres {

		private LeavesPostgres() {
		}

		public static void main(String[] args) throws Exception {
			Path data = Path.of(args[0]);
			PostgresServer server = start(data);
			execute(server, "CREATE TABLE committed AS SELECT 8 AS value");
			Files.createFile(data.resolveSibling("committed"));
		}

	}

}
