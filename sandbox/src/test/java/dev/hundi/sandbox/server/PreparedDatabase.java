package dev.hundi.sandbox.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;

import com.zaxxer.hikari.HikariDataSource;
import dev.hundi.startup.Migrations;
import dev.hundi.startup.RolePasswords;

import org.springframework.util.FileSystemUtils;

/**
 * The data of a stopped PostgreSQL whose database has the newest schema, made once in a
 * test JVM. Every platform of this JVM begins with a copy, so that none spends seconds on
 * initdb and the migrations.
 */
final class PreparedDatabase {

	private static final String DATABASE = "hundi";

	private PreparedDatabase() {
	}

	/** Copies the data to a directory that does not exist yet. */
	static void copyTo(Path directory) {
		try {
			copy(Prepared.data, directory);
			Files.copy(PostgresServer.finishedMark(Prepared.data), PostgresServer.finishedMark(directory));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static void copy(Path from, Path to) throws IOException {
		Files.createDirectories(to.toAbsolutePath().getParent());
		try (Stream<Path> files = Files.walk(from)) {
			for (Path file : files.toList()) {
				Files.copy(file, to.resolve(from.relativize(file).toString()), StandardCopyOption.COPY_ATTRIBUTES);
			}
		}
	}

	/** Made when first used. */
	private static final class Prepared {

		static final Path data = prepare();

		private static Path prepare() {
			try {
				Path directory = Files.createTempDirectory("hundi-prepared-postgres");
				Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(directory)));
				Path data = directory.resolve("data");
				try (PostgresServer server = PostgresServer.start(data, 0, directory.resolve("postgres.log"))) {
					PostgresServer.createDatabase(server.port(), DATABASE);
					migrate(server);
				}
				return data;
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

		private static void delete(Path directory) {
			try {
				FileSystemUtils.deleteRecursively(directory);
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
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

}
