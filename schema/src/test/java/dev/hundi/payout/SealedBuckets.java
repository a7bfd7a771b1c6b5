package dev.hundi.payout;

import javax.sql.DataSource;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;

/** Seals buckets of the search index that a test has filled itself. */
public final class SealedBuckets {

	private SealedBuckets() {
	}

	/**
	 * Seals all.
	 * @param full number of payouts of a full bucket
	 */
	public static void seal(DataSource dataSource, int full) {
		IndexPayouts index = new IndexPayouts(JdbcClient.create(dataSource), new JdbcTransactionManager(dataSource),
				full);
		boolean more = true;
		while (more) {
			more = index.index();
		}
	}

}
