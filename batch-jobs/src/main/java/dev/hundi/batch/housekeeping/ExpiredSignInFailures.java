package dev.hundi.batch.housekeeping;

import java.time.Duration;
import java.util.Arrays;

import dev.hundi.person.Audience;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Deletes failed sign-ins after a day, when they no longer count. Anyone can write a row
 * for any address.
 */
@Repository
class ExpiredSignInFailures implements HousekeepingStep {

	private static final Duration AGE = Duration.ofDays(1);

	private static final String EXPIRED = """
			last_at < now() - make_interval(secs => :ageSeconds) AND (blocked_until IS NULL OR blocked_until <= now())
			""";

	private final JdbcClient jdbc;

	ExpiredSignInFailures(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	@Override
	public String name() {
		return "expired-sign-in-failures";
	}

	@Override
	public int removeExpired(int limit) {
		int removed = 0;
		for (Audience audience : Audience.values()) {
			removed += removeExpired(audience, limit - removed);
		}
		return removed;
	}

	/** A row that counts again meanwhile stays. */
	private int removeExpired(Audience audience, int limit) {
		return this.jdbc.sql("""
				DELETE FROM %2$s
				 WHERE throttle_key = ANY (ARRAY(SELECT throttle_key FROM %2$s WHERE %1$s LIMIT :limit)) AND %1$s
				""".formatted(EXPIRED, audience.throttleTable()))
			.param("ageSeconds", AGE.toSeconds())
			.param("limit", limit)
			.update();
	}

	@Override
	public Proof prove() {
		return Proof.of(Arrays.stream(Audience.values()).mapToLong(this::overdue).sum());
	}

	private long overdue(Audience audience) {
		return this.jdbc.sql("SELECT count(*) FROM " + audience.throttleTable() + " WHERE " + EXPIRED)
			.param("ageSeconds", Proof.overdueAfter(AGE).toSeconds())
			.query(Long.class)
			.single();
	}

}
