package dev.hundi.reconciliation;

import java.time.LocalDate;
import java.util.UUID;

/**
 * A run under the lease of the one who works on it.
 *
 * @param accountId the nodal account
 * @param businessDate the day, Asia/Kolkata
 * @param dry whether everything is rolled back at the end
 * @param round how often the day has been asked for
 * @param claimId of this claim and no other
 * @param attempt this one's number, from 1
 */
public record ClaimedRun(long runId, long accountId, LocalDate businessDate, boolean dry, int round, UUID claimId,
		int attempt) {
}
