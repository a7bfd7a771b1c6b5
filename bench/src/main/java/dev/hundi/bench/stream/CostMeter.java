package dev.hundi.bench.stream;

import java.util.List;
import java.util.Objects;

import dev.hundi.sandbox.Application;
import dev.hundi.sandbox.Platform;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;

/** Measures what payouts cost a platform from {@link #start} to {@link #stop}. */
public final class CostMeter {

	private final Platform platform;

	private final List<Application> applications;

	private final JdbcClient jdbc;

	private final DatabaseUse databaseBefore;

	private final ProcessorTimes processorBefore;

	private @Nullable ProcessorTimes processor;

	private @Nullable String position;

	private @Nullable DatabaseUse database;

	private CostMeter(Platform platform, List<Application> applications, JdbcClient jdbc, DatabaseUse database,
			ProcessorTimes processor) {
		this.platform = platform;
		this.applications = applications;
		this.jdbc = jdbc;
		this.databaseBefore = database;
		this.processorBefore = processor;
	}

	/** Makes the database count what it does, for all later measurements. */
	public static void prepare(JdbcClient jdbc) {
		DatabaseUse.prepare(jdbc);
	}

	/**
	 * Waits for statistics that are still on their way, and starts.
	 * @param applications that run in processes of their own
	 */
	public static CostMeter start(Platform platform, List<Application> applications, JdbcClient jdbc)
			throws InterruptedException {
		DatabaseUse database = DatabaseUse.afterDelay(jdbc);
		return new CostMeter(platform, applications, jdbc, database,
				ProcessorTimes.soFar(platform, applications, jdbc));
	}

	/** Stops after the last payout; the database's statistics may arrive later. */
	public void stop() {
		this.processor = ProcessorTimes.soFar(this.platform, this.applications, this.jdbc).since(this.processorBefore);
		this.position = this.jdbc.sql("SELECT pg_current_wal_flush_lsn()::text").query(String.class).single();
	}

	/**
	 * Stops while payouts go on. The statistics of the last seconds are missing, as they
	 * were at the start.
	 */
	public void stopAmidPayouts() {
		stop();
		this.database = DatabaseUse.soFar(this.jdbc);
	}

	/** Prints the cost of each payout. */
	public void print(long payouts) throws InterruptedException {
		ProcessorTimes processor = Objects.requireNonNull(this.processor, "stop() first");
		String position = Objects.requireNonNull(this.position, "stop() first");
		DatabaseUse used = (this.database != null) ? this.database : DatabaseUse.afterDelay(this.jdbc);
		new PayoutCost(payouts, processor, used.since(this.databaseBefore),
				DatabaseUse.wal(this.jdbc, this.databaseBefore.position(), position), unusedIndexes())
			.print();
	}

	/** Processor time of a part until {@link #stop}, in milliseconds. */
	double processorMs(String part) {
		return Objects.requireNonNull(this.processor, "stop() first").ms().getOrDefault(part, 0.0);
	}

	private List<String> unusedIndexes() {
		return this.jdbc.sql("""
				SELECT s.indexrelname || CASE WHEN i.indisunique THEN ' (unique)' ELSE '' END
				  FROM pg_stat_user_indexes s
				  JOIN pg_index i ON i.indexrelid = s.indexrelid
				  JOIN pg_stat_user_tables t ON t.relid = s.relid
				 WHERE s.idx_scan = 0 AND t.n_tup_ins >= 100
				 ORDER BY 1
				""").query(String.class).list();
	}

}
