package dev.hundi.startup;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delays an application's start until PostgreSQL answers. After a power cut applications
 * often start before their database, so they wait, log why, and continue by themselves.
 */
final class AwaitDatabase {

	private static final Logger logger = LoggerFactory.getLogger(AwaitDatabase.class);

	private static final Duration PAUSE = Duration.ofSeconds(1);

	private AwaitDatabase() {
	}

	static void await(DatabaseSettings database) {
		if (answers(database)) {
			return;
		}
		// Spring's own hook waits for the start to end, which this wait would prevent.
		Thread waiting = Thread.currentThread();
		Thread interrupt = new Thread(waiting::interrupt, "await-database-interrupt");
		Runtime.getRuntime().addShutdownHook(interrupt);
		do {
			pause();
		}
		while (!answers(database));
		Runtime.getRuntime().removeShutdownHook(interrupt);
		logger.info("PostgreSQL at {} answers; the start continues", database.url());
	}

	/**
	 * Retries wrong credentials as well: the password of a database that is being
	 * restored or rotated becomes valid without a restart here.
	 */
	private static boolean answers(DatabaseSettings database) {
		try (Connection connection = DriverManager.getConnection(database.url(), database.username(),
				database.password())) {
			return connection.isValid(2);
		}
		catch (SQLException ex) {
			logger.warn("Waiting for PostgreSQL at {} (hundi.database.url) as {}: {}", database.url(),
					database.username(), ex.getMessage());
			return false;
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
