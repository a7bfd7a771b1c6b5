package dev.hundi.reconciliation;

import java.time.LocalDate;
import java.util.UUID;

/**
 * A reconciliation run claimed under a lease.
 *
 * @param accountId the nodal account
 * @param businessDate Asia/Kolkata
 * @param dry whether everything is rolled back at the end
 * @param round how often the day has been requested
 * @param attempt from 1
 */
public record ClaimedRun(long runId, long accountId, LocalDate businessDate, boolean dry, int round, UUID claimId,
		int attempt) {
}
