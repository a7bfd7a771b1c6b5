package dev.hundi.ledger;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;

import dev.hundi.time.Timestamps;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Waits until every transaction that was posting or recording an event has ended. The id
 * of a posting contains its day and is generated before the commit, so a transaction of
 * yesterday may still commit today. It locks the table before it generates the id, which
 * shows those transactions and no others, such as reports that run for hours.
 */
public final class AwaitPostings {

	private static final Logger logger = LoggerFactory.getLogger(AwaitPostings.class);

	private static final Duration LIMIT = Duration.ofMinutes(5);

	private static final Duration POLL_INTERVAL = Duration.ofMillis(50);

	private static final String WRITERS = """
			SELECT DISTINCT virtualtransaction FROM pg_locks
			 WHERE locktype = 'relation' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
			   AND relation IN ('ledger_transaction'::regclass, 'payout_event'::regclass)
			   AND mode = 'RowExclusiveLock' AND granted AND pid <> pg_backend_pid()
			""";

	private final JdbcClient jdbc;

	public AwaitPostings(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Waits as {@link #await} does.
	 * @return the time of the database before that: what commits from now on has no
	 * earlier id
	 */
	public Instant committedBefore() {
		Instant before = this.jdbc.sql("SELECT clock_timestamp() AS present")
			.query((row, number) -> Timestamps.instant(row, "present"))
			.single();
		await();
		return before;
	}

	/**
	 * Waits for the transactions that run now.
	 * @throws IllegalStateException if one of them does not end within five minutes
	 */
	public void await() {
		List<String> older = this.jdbc.sql(WRITERS).query(String.class).list();
		long endNanos = System.nanoTime() + LIMIT.toNanos();
		while (!older.isEmpty()) {
			if (System.nanoTime() > endNanos) {
				throw new IllegalStateException(
						older.size() + " transactions that may post for the day have not ended");
			}
			logger.debug("Waiting for {} transactions that may post for the day", older.size());
			pause();
			older = this.jdbc.sql(WRITERS + " AND virtualtransaction = ANY (:older)")
				.param("older", older.toArray(String[]::new))
				.query(String.class)
				.list();
		}
	}

	private static void pause() {
		try {
			TimeUnit.MILLISECONDS.sleep(POLL_INTERVAL.toMillis());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while transactions may post for the day", ex);
		}
	}

}
