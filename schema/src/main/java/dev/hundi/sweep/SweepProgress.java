package dev.hundi.sweep;

import java.time.Duration;
import java.time.Instant;

import dev.hundi.time.Timestamps;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * How far a sweep over events has come.
 */
public final class SweepProgress {

	private final JdbcClient jdbc;

	private final String name;

	/**
	 * @param name key of the sweep in {@code sweep_progress}
	 */
	public SweepProgress(JdbcClient jdbc, String name) {
		this.jdbc = jdbc;
		this.name = name;
	}

	/**
	 * Where the last sweep ended; initially, the epoch.
	 * @param overlap how far to go back from there, for transactions that committed late
	 */
	public Instant start(Duration overlap) {
		return this.jdbc.sql("SELECT swept_to FROM sweep_progress WHERE name = :name")
			.param("name", this.name)
			.query((row, number) -> Timestamps.instant(row, "swept_to").minus(overlap))
			.optional()
			.orElse(Instant.EPOCH);
	}

	/** Records that all events before a moment are swept. Never moves backwards. */
	public void record(Instant moment) {
		this.jdbc.sql("""
				INSERT INTO sweep_progress (name, swept_to) VALUES (:name, :moment)
				ON CONFLICT (name) DO UPDATE SET swept_to = greatest(sweep_progress.swept_to, excluded.swept_to)
				""").param("name", this.name).param("moment", Timestamps.utc(moment)).update();
	}

}
