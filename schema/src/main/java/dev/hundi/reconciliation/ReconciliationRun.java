package dev.hundi.reconciliation;

import java.time.Instant;
import java.time.LocalDate;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;

/**
 * The closing of a business day. Amounts are paise; plus is money in the account.
 *
 * @param accountId the nodal account
 * @param businessDate Asia/Kolkata
 * @param dry whether it is a rehearsal
 */
public record ReconciliationRun(long runId, long accountId, LocalDate businessDate, boolean dry, String requestedBy,
		@JsonUnwrapped Progress progress, @JsonUnwrapped Proof proof, Instant createdAt, @Nullable Instant startedAt,
		@Nullable Instant completedAt, @Nullable Instant signedAt, @Nullable String signedBy) {

	/**
	 * How far the run is.
	 *
	 * @param state DUE, RUNNING, DONE, FAILED or SIGNED
	 * @param step the current or last step
	 * @param stepsDone of {@code steps}
	 */
	public record Progress(String state, @Nullable String step, int stepsDone, int steps, @Nullable String failure) {
	}

	/**
	 * The proof of balances; null until it is known.
	 *
	 * @param unexplainedPaise must be 0
	 */
	public record Proof(@Nullable Long bankOpeningPaise, @Nullable Long bankClosingPaise, @Nullable Long ledgerPaise,
			@Nullable Long latePaise, @Nullable Long breaksPaise, @Nullable Long unexplainedPaise,
			@Nullable Integer violations) {
	}

	public String state() {
		return this.progress.state;
	}

	public @Nullable String failure() {
		return this.progress.failure;
	}

	public @Nullable Long unexplainedPaise() {
		return this.proof.unexplainedPaise;
	}

	public @Nullable Integer violations() {
		return this.proof.violations;
	}

}
