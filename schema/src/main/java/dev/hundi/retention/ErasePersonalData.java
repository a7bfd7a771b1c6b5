package dev.hundi.retention;

import java.time.Instant;

import dev.hundi.time.Timestamps;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Erases personal data that has expired. The money records that it belongs to stay.
 */
@Repository
public class ErasePersonalData {

	private final JdbcClient jdbc;

	ErasePersonalData(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Erases a chunk.
	 * @param from everything before is known to be erased; bounds what is read
	 * @param before only what ended before this time
	 * @param most rows at most
	 * @return erased rows; fewer than {@code most} when none remain
	 */
	public int erase(ErasureRule rule, Instant from, Instant before, int most) {
		return this.jdbc.sql(rule.erase())
			.param("from", Timestamps.utc(from))
			.param("before", Timestamps.utc(before))
			.param("most", most)
			.query(Integer.class)
			.single();
	}

	/** Counts the rows that ended before a time and still hold personal data. */
	public long remaining(ErasureRule rule, Instant before) {
		return this.jdbc.sql(rule.count()).param("before", Timestamps.utc(before)).query(Long.class).single();
	}

}
