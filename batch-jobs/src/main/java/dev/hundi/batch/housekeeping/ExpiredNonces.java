package dev.hundi.batch.housekeeping;

import java.time.Duration;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * The nonces of signed requests that nobody can use again.
 */
@Repository
class ExpiredNonces {

	private final JdbcClient jdbc;

	ExpiredNonces(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Deletes nonces seen longer ago than {@code age} by the database's clock, which is
	 * the clock that stamped them.
	 * @return how many went; fewer than {@code limit} when none were left
	 */
	int deleteOlderThan(Duration age, int limit) {
		return this.jdbc.sql("""
				DELETE FROM request_nonce
				WHERE ctid = ANY (ARRAY(
				    SELECT ctid FROM request_nonce
				    WHERE seen_at < now() - make_interval(secs => :ageSeconds)
				    LIMIT :limit
				    FOR UPDATE SKIP LOCKED))
				""").param("ageSeconds", age.toSeconds()).param("limit", limit).update();
	}

}
