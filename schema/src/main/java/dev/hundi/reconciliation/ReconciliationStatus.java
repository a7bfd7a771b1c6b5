package dev.hundi.reconciliation;

import java.util.Map;

/**
 * How the books of the active account stand, for those who watch.
 *
 * @param closedTo seconds since the epoch at which the newest closed day ended, 0 before
 * the first
 * @param unexplainedPaise of the newest closed day, 0 before the first
 * @param failedRuns days that wait for a person to ask for them again
 * @param openBreaks by type
 */
public record ReconciliationStatus(long closedTo, long unexplainedPaise, int failedRuns, Map<String, Long> openBreaks) {

	public ReconciliationStatus {
		openBreaks = Map.copyOf(openBreaks);
	}

}
