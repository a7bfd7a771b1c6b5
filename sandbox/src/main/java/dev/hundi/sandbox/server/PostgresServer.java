package dev.hundi.sandbox.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.util.FileSystemUtils;

/**
 * Embedded PostgreSQL 18 with durable settings: commits survive a power failure, as in
 * production.
 */
public final class PostgresServer implements PlatformServers.Server {

	/** The user that owns everything. */
	public static final String username = "postgres";

	/** Not checked: the server trusts the loopback and listens nowhere else. */
	public static final String password = "postgres";

	private static final Logger logger = LoggerFactory.getLogger(PostgresServer.class);

	/** Settings beside {@code shared_buffers}. */
	public static final Map<String, String> SETTINGS = Map.ofEntries(Map.entry("fsync", "on"),
			Map.entry("synchronous_commit", "on"), Map.entry("full_page_writes", "on"),
			Map.entry("wal_level", "logical"), Map.entry("log_error_verbosity", "terse"),
			Map.entry("max_wal_senders", "20"), Map.entry("max_replication_slots", "20"),
			Map.entry("max_slot_wal_keep_size", "4GB"), Map.entry("max_connections", "200"),
			Map.entry("max_wal_size", "2GB"), Map.entry("shared_preload_libraries", "pg_stat_statements"),
			Map.entry("listen_addresses", "localhost"), Map.entry("unix_socket_directories", ""),
			Map.entry("autovacuum_naptime", "10s"), Map.entry("timezone", "UTC"), Map.entry("jit", "off"));

	/** Default {@code shared_buffers}. */
	public static final String MEMORY = "256MB";

	private final Path data;

	private final EmbeddedPostgres postgres;

	private PostgresServer(Path data, EmbeddedPostgres postgres) {
		this.data = data;
		this.postgres = postgres;
	}

	/**
	 * Starts the server with 256 MB of memory and waits until it answers. A server left
	 * over in the same directory by a killed program is stopped first.
	 * @param directory of its data, initialised when it is new
	 * @param port 0 for any free one
	 * @param output its log file
	 * @throws StartFailedException if it does not start
	 */
	public static PostgresServer start(Path directory, int port, Path output) {
		return start(directory, port, output, MEMORY);
	}

	/**
	 * Starts the server with as much memory as its {@code shared_buffers} say.
	 * @throws StartFailedException if it does not start
	 */
	public static PostgresServer start(Path directory, int port, Path output, String memory) {
		Path data = directory.toAbsolutePath().normalize();
		try {
			Files.createDirectories(output.toAbsolutePath().getParent());
			stopLeftOver(data);
			dropUnfinished(data);
			EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
				.setDataDirectory(data)
				.setCleanDataDirectory(false)
				.setRegisterShutdownHook(false)
				.setPort(Ports.orFree(port))
				.setPGStartupWait(ChildProcess.READY_WITHIN)
				.setLocaleConfig("locale", "C")
				.setLocaleConfig("locale-provider", "builtin")
				.setLocaleConfig("builtin-locale", "C.UTF-8")
				.setOutputRedirector(ProcessBuilder.Redirect.appendTo(output.toFile()))
				.setErrorRedirector(ProcessBuilder.Redirect.appendTo(output.toFile()));
			SETTINGS.forEach(builder::setServerConfig);
			builder.setServerConfig("shared_buffers", memory);
			PostgresServer server = new PostgresServer(data, builder.start());
			Files.writeString(finishedMark(data), "initdb ran to its end\n");
			return server;
		}
		catch (IOException | IllegalStateException ex) {
			throw new StartFailedException(
					"PostgreSQL did not start in %s (see %s): %s".formatted(data, output, ex.getMessage()), ex);
		}
	}

	/** Creates a database with the statistics extension unless it exists. */
	public static void createDatabase(int port, String name) {
		try (Connection connection = connect(port, "postgres"); Statement statement = connection.createStatement()) {
			boolean exists;
			try (ResultSet row = statement
				.executeQuery("SELECT 1 FROM pg_database WHERE datname = '%s'".formatted(name))) {
				exists = row.next();
			}
			if (!exists) {
				statement.execute("CREATE DATABASE " + name);
			}
		}
		catch (SQLException ex) {
			throw new StartFailedException("Cannot create the database " + name, ex);
		}
		try (Connection connection = connect(port, name); Statement statement = connection.createStatement()) {
			statement.execute("CREATE EXTENSION IF NOT EXISTS pg_stat_statements");
		}
		catch (SQLException ex) {
			throw new StartFailedException("Cannot prepare the database " + name, ex);
		}
	}

	private static Connection connect(int port, String database) throws SQLException {
		return DriverManager.getConnection("jdbc:postgresql://localhost:%d/%s".formatted(port, database), username,
				password);
	}

	/** The JDBC address of a database. */
	public String url(String database) {
		return "jdbc:postgresql://localhost:%d/%s".formatted(port(), database);
	}

	public int port() {
		return this.postgres.getPort();
	}

	@Override
	public boolean isAlive() {
		try {
			return postmaster(this.data).isPresent();
		}
		catch (IOException ex) {
			return false;
		}
	}

	@Override
	public void kill() {
		try {
			postmaster(this.data).ifPresent((postmaster) -> {
				List<ProcessHandle> processes = Stream.concat(Stream.of(postmaster), postmaster.descendants()).toList();
				processes.forEach(ProcessHandle::destroyForcibly);
				if (!processes.stream().allMatch(PostgresServer::awaitEnd)) {
					throw new StartFailedException("PostgreSQL in %s cannot be killed".formatted(this.data));
				}
			});
		}
		catch (IOException ex) {
			throw new StartFailedException("Cannot read postmaster.pid in " + this.data, ex);
		}
		// Releases the directory for the next server.
		close();
	}

	/** Stops the server and waits for the end of its processes. */
	@Override
	public void close() {
		try {
			this.postgres.close();
			// The library does not wait for longer than five seconds.
			stopLeftOver(this.data);
		}
		catch (IOException | StartFailedException ex) {
			logger.warn("PostgreSQL did not stop cleanly", ex);
		}
	}

	/** Deletes a directory whose initdb was interrupted. */
	private static void dropUnfinished(Path data) throws IOException {
		if (Files.exists(data) && Files.notExists(finishedMark(data))) {
			FileSystemUtils.deleteRecursively(data);
		}
	}

	/** Exists beside data whose initdb has ended. */
	static Path finishedMark(Path data) {
		return data.resolveSibling(data.getFileName() + ".initialised");
	}

	/**
	 * Stops a server that a killed program left running on this data.
	 * @throws StartFailedException if it does not stop
	 */
	public static void stopLeftOver(Path directory) {
		Path data = directory.toAbsolutePath().normalize();
		try {
			postmaster(data).ifPresent((process) -> stop(process, data));
		}
		catch (IOException ex) {
			throw new StartFailedException("Cannot read postmaster.pid in " + data, ex);
		}
	}

	private static void stop(ProcessHandle process, Path data) {
		logger.info("Stopping PostgreSQL {} left over in {}", process.pid(), data);
		// INT is PostgreSQL's fast shutdown, QUIT its immediate one.
		for (String signal : List.of("INT", "QUIT", "KILL")) {
			signal(process, signal);
			if (awaitEnd(process)) {
				return;
			}
		}
		throw new StartFailedException("PostgreSQL %d in %s does not stop".formatted(process.pid(), data));
	}

	private static Optional<ProcessHandle> postmaster(Path data) throws IOException {
		Path pidFile = data.resolve("postmaster.pid");
		if (Files.notExists(pidFile)) {
			return Optional.empty();
		}
		List<String> lines = Files.readAllLines(pidFile);
		if (lines.isEmpty() || !lines.getFirst().strip().matches("[0-9]{1,9}")) {
			return Optional.empty();
		}
		return ProcessHandle.of(Long.parseLong(lines.getFirst().strip()))
			.filter(ProcessHandle::isAlive)
			.filter((process) -> process.info().command().orElse("").endsWith("postgres"));
	}

	private static void signal(ProcessHandle process, String signal) {
		try {
			new ProcessBuilder("sh", "-c", "kill -%s %d".formatted(signal, process.pid())).inheritIO()
				.start()
				.waitFor();
		}
		catch (IOException ex) {
			throw new StartFailedException("Cannot signal PostgreSQL " + process.pid(), ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private static boolean awaitEnd(ProcessHandle process) {
		try {
			process.onExit().get(15, TimeUnit.SECONDS);
			return true;
		}
		catch (TimeoutException ex) {
			return false;
		}
		catch (ExecutionException ex) {
			return !process.isAlive();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return !process.isAlive();
		}
	}

}
