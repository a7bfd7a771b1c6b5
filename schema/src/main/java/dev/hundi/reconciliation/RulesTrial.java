package dev.hundi.reconciliation;

import java.time.LocalDate;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What the closing of a past day would have been with other rules. Amounts are paise;
 * plus is money in the account.
 *
 * @param runId the closing of the day
 * @param day Asia/Kolkata
 * @param rulesVersion the version that the closing used; null if it did not record one
 * @param breaks the first breaks that would not be the same
 */
public record RulesTrial(long runId, LocalDate day, @Nullable Integer rulesVersion, List<Figure> figures,
		Changes changes, List<Difference> breaks) {

	public RulesTrial {
		figures = List.copyOf(figures);
		breaks = List.copyOf(breaks);
	}

	/**
	 * A figure of the closing beside that of the trial.
	 *
	 * @param section LINES, ENTRIES, MATCHED, EFFECT or BREAK
	 */
	public record Figure(String section, String name, long closedCount, long closedPaise, long triedCount,
			long triedPaise) {
	}

	/**
	 * How many breaks would not be the same.
	 *
	 * @param matched breaks of the closing that the trial does not have
	 * @param differing breaks of both with another type or difference
	 * @param broken breaks of the trial that the closing does not have
	 */
	public record Changes(long matched, long differing, long broken) {
	}

	/**
	 * A break that would not be the same.
	 *
	 * @param closedType its type at the end of the closing; null if it has none
	 * @param triedType its type at the end of the trial; null if it has none
	 */
	public record Difference(@Nullable String closedType, @Nullable String triedType, @Nullable Long closedPaise,
			@Nullable Long triedPaise, String detail) {
	}

}
