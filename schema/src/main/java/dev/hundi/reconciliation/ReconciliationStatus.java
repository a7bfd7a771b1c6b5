package dev.hundi.reconciliation;

import java.util.Map;

/**
 * The status of the active account's books, for monitoring.
 *
 * @param closedTo end of the newest closed day in seconds since the epoch; before the
 * first, when the account was created, so that an account that is never closed is
 * noticed; 0 without an account
 * @param unexplainedPaise of the newest closed day, 0 before the first
 * @param failedRuns days that a person must request again
 * @param openBreaks by type
 */
public record ReconciliationStatus(long closedTo, long unexplainedPaise, int failedRuns, Map<String, Long> openBreaks) {

	public ReconciliationStatus {
		openBreaks = Map.copyOf(openBreaks);
	}

}
