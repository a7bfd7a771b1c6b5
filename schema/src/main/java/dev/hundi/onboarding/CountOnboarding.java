package dev.hundi.onboarding;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Figures about all cases, without drafts that are erased. */
@Component
public class CountOnboarding {

	private final JdbcClient jdbc;

	CountOnboarding(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	@Transactional(readOnly = true)
	public Statistics statistics() {
		Map<CaseState, Long> counts = new EnumMap<>(CaseState.class);
		for (CaseState state : CaseState.values()) {
			counts.put(state, 0L);
		}
		this.jdbc.sql("""
				SELECT state, count(*) AS cases FROM onboarding_case
				 WHERE erased_at IS NULL OR state IN ('APPROVED', 'REJECTED') GROUP BY state
				""").query((row) -> {
			counts.put(CaseState.valueOf(row.getString("state")), row.getLong("cases"));
		});
		return this.jdbc.sql("""
				SELECT count(*) FILTER (WHERE state = 'IN_REVIEW' AND NOT with_merchant) AS waiting,
				       percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM now() - submitted_at)::float8)
				         FILTER (WHERE state = 'IN_REVIEW' AND NOT with_merchant) AS age_seconds,
				       percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM closed_at - created_at)::float8)
				         FILTER (WHERE state = 'APPROVED') AS approval_seconds
				  FROM onboarding_case WHERE erased_at IS NULL OR state IN ('APPROVED', 'REJECTED')
				""")
			.query((row, number) -> new Statistics(counts, row.getLong("waiting"),
					duration(row.getObject("age_seconds", Double.class)),
					duration(row.getObject("approval_seconds", Double.class))))
			.single();
	}

	private static @Nullable Duration duration(@Nullable Double seconds) {
		return Optional.ofNullable(seconds).map((value) -> Duration.ofSeconds(Math.round(value))).orElse(null);
	}

	/**
	 * Figures about all cases.
	 *
	 * @param waiting cases that wait for the staff
	 * @param medianAge of those that wait for the staff, since their last submission;
	 * null if there is none
	 * @param medianUntilApproval from the opening of a case to its approval; null if none
	 * is approved
	 */
	public record Statistics(Map<CaseState, Long> counts, long waiting, @Nullable Duration medianAge,
			@Nullable Duration medianUntilApproval) {

		public Statistics {
			counts = new EnumMap<>(counts);
		}

		/** The number of cases in a state. */
		public long count(CaseState state) {
			return Objects.requireNonNullElse(this.counts.get(state), 0L);
		}

	}

}
