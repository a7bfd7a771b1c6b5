package dev.hundi.batch.housekeeping;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Deletes nonces of signed requests that can no longer be replayed. */
@Repository
class ExpiredNonces implements HousekeepingStep {

	private final JdbcClient jdbc;

	private final HousekeepingSettings settings;

	ExpiredNonces(JdbcClient jdbc, HousekeepingSettings settings) {
		this.jdbc = jdbc;
		this.settings = settings;
	}

	@Override
	public String name() {
		return "expired-nonces";
	}

	/** Uses the clock of the database, which also stamped the nonces. */
	@Override
	public int removeExpired(int limit) {
		return this.jdbc.sql("""
				DELETE FROM request_nonce
				WHERE ctid = ANY (ARRAY(
				    SELECT ctid FROM request_nonce
				    WHERE seen_at < now() - make_interval(secs => :ageSeconds)
				    LIMIT :limit
				    FOR UPDATE SKIP LOCKED))
				""").param("ageSeconds", this.settings.nonceAge().toSeconds()).param("limit", limit).update();
	}

	@Override
	public Proof prove() {
		return Proof.of(this.jdbc
			.sql("SELECT count(*) FROM request_nonce WHERE seen_at < now() - make_interval(secs => :ageSeconds)")
			.param("ageSeconds", Proof.overdueAfter(this.settings.nonceAge()).toSeconds())
			.query(Long.class)
			.single());
	}

}
