package dev.hundi.payout;

import java.util.List;
import java.util.UUID;

/**
 * A rule by which payouts of a business need an approval.
 *
 * @param abovePaise it applies above this many paise
 * @param people checkers who must approve, 1 to 5
 * @param validHours hours until an approval that is not given expires, 1 to 720
 * @param checkers of whom any {@code people} decide; empty for every checker of the
 * business
 */
public record PayoutRule(Scope scope, long abovePaise, int people, int validHours, List<UUID> checkers) {

	public PayoutRule {
		checkers = List.copyOf(checkers);
		if (abovePaise < 0 || people < 1 || people > 5 || validHours < 1 || validHours > 720) {
			throw new IllegalArgumentException("A rule has a bound of at least 0 paise, 1 to 5 people, 1 to 720 hours");
		}
		if (!checkers.isEmpty() && (checkers.size() < people || checkers.size() > 20)) {
			throw new IllegalArgumentException("A rule names no checkers, or as many as it needs up to 20");
		}
	}

	/** What the bound of a rule is compared with. */
	public enum Scope {

		/** The amount of one payout. */
		PAYOUT,

		/** All debits of the wallet on an Indian day, with this one. */
		DAY

	}

}
