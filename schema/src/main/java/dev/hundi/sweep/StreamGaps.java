package dev.hundi.sweep;

import java.time.Instant;
import java.util.Optional;

import dev.hundi.time.Timestamps;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Times in which events may have been committed that are never published. The relay
 * records them; the copy that sweeps, which can be another one, reads them.
 */
@Component
public class StreamGaps {

	private final JdbcClient jdbc;

	StreamGaps(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Records that a part of the change stream is missing, before it is made again: if
	 * the process ends in between, the next leader {@linkplain #end() ends} the gap. Does
	 * nothing while a gap for this reason is open, so that retries add no rows.
	 * @param reason what is missing, for operators
	 */
	public void begin(String reason) {
		this.jdbc
			.sql("""
					INSERT INTO stream_gap (reason)
					SELECT found.reason FROM left(:reason, 500) AS found (reason)
					 WHERE NOT EXISTS (SELECT FROM stream_gap open
					                    WHERE open.reason = found.reason AND open.ended_at IS NULL AND open.swept_at IS NULL)
					""")
			.param("reason", reason)
			.update();
	}

	/** Ends the open gaps: events are published from now on. */
	public void end() {
		this.jdbc.sql("""
				UPDATE stream_gap SET ended_at = greatest(clock_timestamp(), found_at)
				 WHERE ended_at IS NULL AND swept_at IS NULL
				""").update();
	}

	/** Returns when the last gap ended that is not swept. */
	public Optional<Instant> unswept() {
		return this.jdbc.sql("""
				SELECT ended_at FROM stream_gap WHERE swept_at IS NULL AND ended_at IS NOT NULL
				 ORDER BY ended_at DESC LIMIT 1
				""").query((row, number) -> Timestamps.instant(row, "ended_at")).optional();
	}

	/**
	 * Records that a sweep over everything open is complete.
	 * @param ended the end of the last gap before the sweep began, in UTC
	 */
	public void swept(Instant ended) {
		this.jdbc.sql("""
				UPDATE stream_gap SET swept_at = greatest(clock_timestamp(), ended_at)
				 WHERE swept_at IS NULL AND ended_at <= :ended
				""").param("ended", Timestamps.utc(ended)).update();
	}

}
