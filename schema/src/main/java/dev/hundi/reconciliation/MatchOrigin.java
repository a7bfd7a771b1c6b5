package dev.hundi.reconciliation;

import org.jspecify.annotations.Nullable;

/**
 * The origin of a match that was made before its ledger transaction was collected.
 *
 * @param postedHere whether the transaction was posted for the match, not found posted
 */
record MatchOrigin(@Nullable Long runId, @Nullable Long resolutionId, boolean postedHere) {

	static MatchOrigin run(ClaimedRun run, boolean postedHere) {
		return new MatchOrigin(run.runId(), null, postedHere);
	}

	static MatchOrigin resolution(long resolutionId) {
		return new MatchOrigin(null, resolutionId, true);
	}

}
