package dev.hundi.partition;

import java.time.Duration;
import java.util.Objects;
import java.util.function.IntSupplier;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Maintains the monthly partitions of {@code webhook_attempt}. Months are in UTC, like
 * the times in the ids that the table is partitioned by. Every method is idempotent; a
 * lock that is not granted within two seconds fails the call, so that statements do not
 * queue up behind it, and the next run repeats it.
 */
@Component
public class MaintainPartitions {

	private static final int MONTHS_AHEAD = 2;

	private final JdbcClient jdbc;

	private final TransactionTemplate transaction;

	MaintainPartitions(JdbcClient jdbc, PlatformTransactionManager transactions) {
		this.jdbc = jdbc;
		this.transaction = new TransactionTemplate(transactions);
	}

	/**
	 * Creates the partitions of this month and of the next two where they are missing.
	 * Rows that the default partition received for these months move into them.
	 * @return partitions created
	 */
	public int createAhead() {
		return inTransaction(() -> this.jdbc.sql("SELECT create_webhook_attempt_partitions(:ahead)")
			.param("ahead", MONTHS_AHEAD)
			.query(Integer.class)
			.single());
	}

	/**
	 * Drops partitions whose month ended longer ago than {@code age}, and deletes rows as
	 * old from the default partition.
	 * @return partitions dropped
	 */
	public int dropExpired(Duration age) {
		if (age.isNegative()) {
			throw new IllegalArgumentException("The retention must not be negative: " + age);
		}
		int dropped = 0;
		while (inTransaction(
				() -> this.jdbc.sql("SELECT drop_oldest_webhook_attempt_partition(make_interval(secs => :age))")
					.param("age", age.toSeconds())
					.query(Integer.class)
					.single()) > 0) {
			dropped++;
		}
		this.jdbc.sql("""
				DELETE FROM webhook_attempt_default
				 WHERE delivery_id < first_uuid_at(now() - make_interval(secs => :ageSeconds))
				""").param("ageSeconds", age.toSeconds()).update();
		return dropped;
	}

	/** Counts the rows of months that ended longer ago than {@code age}. */
	public long remaining(Duration age) {
		return this.jdbc
			.sql("""
					SELECT count(*) FROM webhook_attempt
					 WHERE delivery_id < first_uuid_at(
					         date_trunc('month', (now() - make_interval(secs => :ageSeconds)) AT TIME ZONE 'UTC') AT TIME ZONE 'UTC')
					""")
			.param("ageSeconds", age.toSeconds())
			.query(Long.class)
			.single();
	}

	private int inTransaction(IntSupplier work) {
		return Objects.requireNonNullElse(this.transaction.execute((status) -> {
			this.jdbc.sql("SET LOCAL lock_timeout = '2s'").update();
			return work.getAsInt();
		}), 0);
	}

}
