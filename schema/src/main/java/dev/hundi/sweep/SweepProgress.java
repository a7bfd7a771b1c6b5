package dev.hundi.sweep;

import java.time.Instant;

import dev.hundi.time.Timestamps;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * How far a sweep over events has come.
 */
public final class SweepProgress {

	private final JdbcClient jdbc;

	private final String name;

	private final String table;

	/**
	 * Creates the progress of a sweep.
	 * @param name key of the sweep in {@code sweep_progress}
	 * @param table append-only table whose ids are UUIDv7 drawn by their insert
	 */
	public SweepProgress(JdbcClient jdbc, String name, String table) {
		this.jdbc = jdbc;
		this.name = name;
		this.table = table;
	}

	/**
	 * Where the last sweep ended; initially, the epoch. If the database's clock is behind
	 * that moment, after a failover for instance, a minute before its present time.
	 */
	public Instant start() {
		return this.jdbc.sql("""
				SELECT CASE WHEN swept_to > clock_timestamp() THEN clock_timestamp() - interval '1 minute'
				            ELSE swept_to END AS swept_to
				  FROM sweep_progress WHERE name = :name
				""")
			.param("name", this.name)
			.query((row, number) -> Timestamps.instant(row, "swept_to"))
			.optional()
			.orElse(Instant.EPOCH);
	}

	/**
	 * A moment before which every event is committed or never will be, so that each is
	 * read once. An insert locks its table before it draws an id and until its
	 * transaction is visible, so events that are not visible yet are later than the begin
	 * of the oldest transaction with that lock.
	 * @param before latest such moment, not in the future
	 */
	public Instant end(Instant before) {
		return this.jdbc.sql("SELECT least(:before, oldest_writer_since(:table::regclass)) AS settled")
			.param("before", Timestamps.utc(before))
			.param("table", this.table)
			.query((row, number) -> Timestamps.instant(row, "settled"))
			.single();
	}

	/**
	 * Records that all events before a moment are swept. Moves backwards only if the
	 * database's clock has.
	 */
	public void record(Instant moment) {
		this.jdbc.sql("""
				INSERT INTO sweep_progress (name, swept_to) VALUES (:name, :moment)
				ON CONFLICT (name) DO UPDATE
				   SET swept_to = CASE WHEN sweep_progress.swept_to > clock_timestamp() THEN excluded.swept_to
				                       ELSE greatest(sweep_progress.swept_to, excluded.swept_to) END
				""").param("name", this.name).param("moment", Timestamps.utc(moment)).update();
	}

}
