package dev.hundi.batch.housekeeping;

import java.time.Duration;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Deletes the ids of submitted forms after a day, when no browser sends a form a second
 * time.
 */
@Repository
class ExpiredForms implements HousekeepingStep {

	private static final Duration AGE = Duration.ofDays(1);

	private static final String EXPIRED = "submitted_at < now() - make_interval(secs => :ageSeconds)";

	private final JdbcClient jdbc;

	ExpiredForms(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	@Override
	public String name() {
		return "expired-forms";
	}

	@Override
	public int removeExpired(int limit) {
		return this.jdbc.sql("""
				DELETE FROM submitted_form
				 WHERE form_id = ANY (ARRAY(SELECT form_id FROM submitted_form WHERE %s LIMIT :limit))
				""".formatted(EXPIRED)).param("ageSeconds", AGE.toSeconds()).param("limit", limit).update();
	}

	@Override
	public Proof prove() {
		return Proof.of(this.jdbc.sql("SELECT count(*) FROM submitted_form WHERE " + EXPIRED)
			.param("ageSeconds", Proof.overdueAfter(AGE).toSeconds())
			.query(Long.class)
			.single());
	}

}
