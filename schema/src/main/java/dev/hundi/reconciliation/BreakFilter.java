package dev.hundi.reconciliation;

import java.time.LocalDate;

import org.jspecify.annotations.Nullable;

/**
 * Which breaks a worklist shows; null means all.
 *
 * @param accountId the nodal account
 * @param owner e-mail address of the owner; empty for breaks without an owner
 * @param least amount of the break in paise
 * @param most amount of the break in paise
 * @param leastBankDays least age in bank days
 * @param dueUntil only breaks that are due on this day or before, Asia/Kolkata
 */
public record BreakFilter(State state, @Nullable String type, @Nullable Long accountId, @Nullable String owner,
		@Nullable Long least, @Nullable Long most, int leastBankDays, @Nullable LocalDate dueUntil) {

	/** All open breaks. */
	public static final BreakFilter OPEN = new BreakFilter(State.OPEN, null, null, null, null, null, 0, null);

	/** How far breaks are. */
	public enum State {

		/** Not closed, with or without a requested resolution. */
		OPEN,

		/** Open, with a resolution that waits for another person. */
		WAITING,

		/** Closed in the last year. */
		CLOSED

	}

	/** The order of a worklist. Closed breaks are always listed newest first. */
	public enum Order {

		/** By the day on which they were opened. */
		OLDEST,

		/** By amount, the largest first. */
		LARGEST,

		/** By the day on which they are due; those without one come last. */
		DUE

	}

}
