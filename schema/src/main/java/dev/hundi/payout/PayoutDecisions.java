package dev.hundi.payout;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * An approval of a payout and what people decided.
 *
 * @param askedAt UTC
 * @param makerName null for the API
 * @param rule why it needs people
 * @param needed checkers who must approve
 */
public record PayoutDecisions(Instant askedAt, @Nullable String makerName, String rule, int needed,
		List<Decision> decisions) {

	public PayoutDecisions {
		decisions = List.copyOf(decisions);
	}

	/**
	 * A checker's decision.
	 *
	 * @param at UTC
	 * @param checkerName null if the reader may not see the person
	 * @param onBehalfOf the checker who delegated the right to decide, or null
	 * @param reason of a rejection
	 */
	public record Decision(Instant at, @Nullable String checkerName, @Nullable String onBehalfOf, boolean approves,
			@Nullable String reason) {
	}

}
