package dev.hundi.retention;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

import dev.hundi.time.Timestamps;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * What housekeeping counted after the last run of each step.
 */
@Repository
public class HousekeepingProofs {

	private final JdbcClient jdbc;

	HousekeepingProofs(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Records the count of a step.
	 * @param overdue what should be gone and is not
	 * @param cleanBefore nothing due before this time is left, or null if that is not
	 * known
	 */
	public void record(String step, long overdue, @Nullable Instant cleanBefore) {
		this.jdbc.sql("""
				INSERT INTO housekeeping_proof (step, overdue, clean_before) VALUES (:step, :overdue, :cleanBefore)
				ON CONFLICT (step) DO UPDATE
				   SET overdue = excluded.overdue, clean_before = excluded.clean_before, proved_at = now()
				""")
			.param("step", step)
			.param("overdue", overdue)
			.param("cleanBefore", (cleanBefore != null && overdue == 0) ? Timestamps.utc(cleanBefore) : null)
			.update();
	}

	/** Before this time nothing is left that a step erases; initially the epoch. */
	public Instant cleanBefore(String step) {
		return this.jdbc
			.sql("SELECT clean_before FROM housekeeping_proof WHERE step = :step AND clean_before IS NOT NULL")
			.param("step", step)
			.query((row, number) -> Timestamps.instant(row, "clean_before"))
			.optional()
			.orElse(Instant.EPOCH);
	}

	/** Whether a step was proved to leave nothing behind, not longer ago than an age. */
	public boolean isClean(String step, Duration age) {
		return this.jdbc
			.sql("""
					SELECT EXISTS (SELECT FROM housekeeping_proof
					                WHERE step = :step AND overdue = 0 AND proved_at > now() - make_interval(secs => :ageSeconds))
					""")
			.param("step", step)
			.param("ageSeconds", age.toSeconds())
			.query(Boolean.class)
			.single();
	}

	/** The last proof of each step that has one. */
	public Map<String, Proved> all() {
		Map<String, Proved> proofs = new HashMap<>();
		this.jdbc.sql("SELECT step, overdue, proved_at FROM housekeeping_proof").query((row) -> {
			proofs.put(row.getString("step"), new Proved(row.getLong("overdue"), Timestamps.instant(row, "proved_at")));
		});
		return proofs;
	}

	/**
	 * A proof.
	 *
	 * @param overdue what should be gone and is not; 0 is good
	 * @param provedAt UTC
	 */
	public record Proved(long overdue, Instant provedAt) {
	}

}
