package dev.hundi.reconciliation;

import java.time.Instant;
import java.time.LocalDate;

import org.jspecify.annotations.Nullable;

/**
 * The closing of a day, as it stands. Amounts are paise; plus is money in the account.
 *
 * @param accountId the nodal account
 * @param businessDate Asia/Kolkata
 * @param dry whether it was only rehearsed
 * @param state DUE, RUNNING, DONE, FAILED or SIGNED
 * @param step what it does now, or did last
 * @param stepsDone of {@code steps}
 * @param unexplainedPaise must be 0; null until it is known
 */
public record ReconciliationRun(long runId, long accountId, LocalDate businessDate, boolean dry, String requestedBy,
		String state, @Nullable String step, int stepsDone, int steps, @Nullable String failure,
		@Nullable Long bankOpeningPaise, @Nullable Long bankClosingPaise, @Nullable Long ledgerPaise,
		@Nullable Long latePaise, @Nullable Long breaksPaise, @Nullable Long unexplainedPaise,
		@Nullable Integer violations, Instant createdAt, @Nullable Instant startedAt, @Nullable Instant completedAt,
		@Nullable Instant signedAt, @Nullable String signedBy) {
}
