package dev.hundi.reconciliation;

import org.jspecify.annotations.Nullable;

/**
 * Who matched a ledger transaction before its day was collected.
 *
 * @param postedHere whether it was also posted for that, or found posted
 */
record Origin(@Nullable Long runId, @Nullable Long resolutionId, boolean postedHere) {

	static Origin run(ClaimedRun run, boolean postedHere) {
		return new Origin(run.runId(), null, postedHere);
	}

	static Origin resolution(long resolutionId) {
		return new Origin(null, resolutionId, true);
	}

}
