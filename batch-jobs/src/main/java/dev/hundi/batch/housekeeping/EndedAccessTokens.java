package dev.hundi.batch.housekeeping;

import java.time.Duration;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Deletes access tokens a year after they ended, also those of people who create no
 * others.
 */
@Repository
class EndedAccessTokens implements HousekeepingStep {

	private static final Duration AGE = Duration.ofDays(365);

	private static final String ENDED = "least(revoked_at, expires_at) < now() - make_interval(secs => :ageSeconds)";

	private final JdbcClient jdbc;

	EndedAccessTokens(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	@Override
	public String name() {
		return "ended-access-tokens";
	}

	@Override
	public int removeExpired(int limit) {
		return this.jdbc.sql("""
				DELETE FROM access_token
				 WHERE token_id = ANY (ARRAY(SELECT token_id FROM access_token WHERE %s LIMIT :limit))
				""".formatted(ENDED)).param("ageSeconds", AGE.toSeconds()).param("limit", limit).update();
	}

	@Override
	public Proof prove() {
		return Proof.of(this.jdbc.sql("SELECT count(*) FROM access_token WHERE " + ENDED)
			.param("ageSeconds", Proof.overdueAfter(AGE).toSeconds())
			.query(Long.class)
			.single());
	}

}
