package dev.hundi.sandbox.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

import com.zaxxer.hikari.HikariDataSource;
import dev.hundi.startup.Migrations;
import dev.hundi.startup.RolePasswords;
import dev.hundi.testing.PreparedServer;

/**
 * The data of a stopped PostgreSQL whose database {@value #DATABASE} has the newest
 * schema, with which every platform of tests begins.
 */
public final class PreparedDatabase {

	private static final String DATABASE = "hundi";

	private PreparedDatabase() {
	}

	/** Copies the data to a directory that does not exist yet. */
	public static void copyTo(Path directory) {
		PreparedServer.copyTo(directory, PreparedDatabase::prepare, PostgresServer.class, PreparedDatabase.class);
		try {
			Files.createFile(PostgresServer.finishedMark(directory));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static void prepare(Path data) {
		try (PostgresServer server = PostgresServer.start(data, 0, data.resolveSibling("postgres.log"))) {
			PostgresServer.createDatabase(server.port(), DATABASE);
			migrate(server);
		}
	}

	private static void migrate(PostgresServer server) {
		try (HikariDataSource owner = new HikariDataSource()) {
			owner.setJdbcUrl(server.url(DATABASE));
			owner.setUsername(PostgresServer.username);
			owner.setPassword(PostgresServer.password);
			owner.setMaximumPoolSize(2);
			Migrations.migrate(owner, RolePasswords.same(PostgresServer.password));
		}
	}

}
