package dev.hundi.reconciliation;

import org.jspecify.annotations.Nullable;

/**
 * Who matched a ledger transaction before its day was collected.
 *
 * @param postedHere whether it was also posted for that, or found posted
 */
record MatchOrigin(@Nullable Long runId, @Nullable Long resolutionId, boolean postedHere) {

	static MatchOrigin run(ClaimedRun run, boolean postedHere) {
		return new MatchOrigin(run.runId(), null, postedHere);
	}

	static MatchOrigin resolution(long resolutionId) {
		return new MatchOrigin(null, resolutionId, true);
	}

}
