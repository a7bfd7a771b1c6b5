package dev.hundi.bench.measure;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import javax.sql.DataSource;

import dev.hundi.payout.IndexPayouts;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;

/**
 * The search index of payouts, which stream-processors writes some seconds after the
 * events of payouts.
 */
public final class SearchIndex {

	private static final Duration LONGEST_CATCHING_UP = Duration.ofMinutes(5);

	private static final long LOOK_MS = 200;

	private SearchIndex() {
	}

	/**
	 * Whether it contains every event. The order makes the planner use the index of
	 * events: it expects newer events and would scan the table for the first.
	 */
	public static boolean isComplete(JdbcClient jdbc) {
		return jdbc.sql("""
				SELECT coalesce((SELECT event_id FROM payout_event ORDER BY event_id DESC LIMIT 1)
				                <= (SELECT indexed_to FROM search_progress WHERE name = 'payout'), true)
				""").query(Boolean.class).single();
	}

	/** Seals the full buckets of a database that no application is indexing. */
	public static void seal(DataSource dataSource) {
		IndexPayouts index = new IndexPayouts(JdbcClient.create(dataSource), new JdbcTransactionManager(dataSource));
		boolean more = true;
		while (more) {
			more = index.index();
		}
	}

	/**
	 * Waits until it contains every event.
	 * @throws IllegalStateException after five minutes
	 */
	public static void awaitComplete(JdbcClient jdbc) throws InterruptedException {
		long end = System.nanoTime() + LONGEST_CATCHING_UP.toNanos();
		while (!isComplete(jdbc)) {
			if (System.nanoTime() > end) {
				throw new IllegalStateException("The index did not catch up in " + LONGEST_CATCHING_UP);
			}
			TimeUnit.MILLISECONDS.sleep(LOOK_MS);
		}
	}

}
