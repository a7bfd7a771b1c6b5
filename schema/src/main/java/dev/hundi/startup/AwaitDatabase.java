package dev.hundi.startup;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

import javax.sql.DataSource;

import org.flywaydb.core.api.FlywayException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * Delays an application's start until PostgreSQL answers and has the schema that this
 * version needs. After a power cut applications often start before their database, and in
 * an upgrade before its migration, so they wait, log why, and continue by themselves.
 */
final class AwaitDatabase {

	private static final Logger logger = LoggerFactory.getLogger(AwaitDatabase.class);

	private static final Duration PAUSE = Duration.ofSeconds(1);

	private final DatabaseSettings database;

	private final DataSource dataSource;

	private AwaitDatabase(DatabaseSettings database) {
		this.database = database;
		// A pool would fail for good if it could not connect at first.
		this.dataSource = new DriverManagerDataSource(database.url(), database.username(), database.password());
	}

	static void await(DatabaseSettings database) {
		new AwaitDatabase(database).await();
	}

	private void await() {
		if (isReady()) {
			return;
		}
		// Spring's own hook waits for the start to end, which this wait would prevent.
		Thread waiting = Thread.currentThread();
		Thread interrupt = new Thread(waiting::interrupt, "await-database-interrupt");
		Runtime.getRuntime().addShutdownHook(interrupt);
		do {
			pause();
		}
		while (!isReady());
		Runtime.getRuntime().removeShutdownHook(interrupt);
		logger.info("PostgreSQL at {} is ready; the start continues", this.database.url());
	}

	/**
	 * Retries wrong credentials as well: the password of a database that is being
	 * restored or rotated becomes valid without a restart here.
	 */
	private boolean isReady() {
		try (Connection connection = this.dataSource.getConnection()) {
			if (!connection.isValid(2)) {
				return false;
			}
			refuseMember(connection);
			List<String> missing = Migrations.missing(this.dataSource);
			if (!missing.isEmpty()) {
				logger.warn(
						"Waiting for the schema: {} of {} migrations are missing, the first is {}. Run ./hundi "
								+ "migrate as the owner of the schema.",
						missing.size(), this.database.url(), missing.getFirst());
			}
			return missing.isEmpty();
		}
		catch (SQLException | FlywayException ex) {
			logger.warn("Waiting for PostgreSQL at {} (hundi.database.url) as {}: {}", this.database.url(),
					this.database.username(), ex.getMessage());
			return false;
		}
	}

	/**
	 * The database confines the roles by their names, also in functions that act for one
	 * business: a login of another name would have a role's rights without its limits.
	 * @throws IllegalStateException if the login is a member of a runtime role
	 */
	private void refuseMember(Connection connection) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement("""
				SELECT r.rolname FROM pg_roles r JOIN pg_roles login ON login.rolname = session_user
				 WHERE r.rolname = ANY (?) AND r.oid <> login.oid AND NOT login.rolsuper
				   AND pg_has_role(login.oid, r.oid, 'USAGE')
				 ORDER BY r.rolname LIMIT 1
				""")) {
			statement.setArray(1, connection.createArrayOf("text",
					Arrays.stream(RuntimeRole.values()).map(RuntimeRole::roleName).toArray()));
			try (ResultSet role = statement.executeQuery()) {
				if (role.next()) {
					throw new IllegalStateException(
							"hundi.database.username %1$s is a member of %2$s: log in as %2$s itself"
								.formatted(this.database.username(), role.getString(1)));
				}
			}
		}
	}

	private static void pause() {
		try {
			TimeUnit.MILLISECONDS.sleep(PAUSE.toMillis());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Stopped while waiting for PostgreSQL", ex);
		}
	}

}
