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
 * @param dry whether it is a dry run
 * @param rulesVersion the version of the rules that it used; null until it has collected
 */
public record ReconciliationRun(long runId, long accountId, LocalDate businessDate, boolean dry, String requestedBy,
		@Nullable Integer rulesVersion, @JsonUnwrapped Progress progress, @JsonUnwrapped Proof proof,
		@JsonUnwrapped Times times, @JsonUnwrapped SignOff signOff) {

	/** When it was requested, started and done. */
	public record Times(Instant createdAt, @Nullable Instant startedAt, @Nullable Instant completedAt) {
	}

	/** Who signed it and when; null until it is signed. */
	public record SignOff(@Nullable Instant signedAt, @Nullable String signedBy) {
	}

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
	 * @param provedAfter the signed day whose proof of the books it continues; null if it
	 * read every row
	 */
	public record Proof(@Nullable Long bankOpeningPaise, @Nullable Long bankClosingPaise, @Nullable Long ledgerPaise,
			@Nullable Long latePaise, @Nullable Long breaksPaise, @Nullable Long unexplainedPaise,
			@Nullable Integer violations, @Nullable LocalDate provedAfter) {
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

	public @Nullable Instant completedAt() {
		return this.times.completedAt;
	}

	public @Nullable String signedBy() {
		return this.signOff.signedBy;
	}

	public @Nullable Instant signedAt() {
		return this.signOff.signedAt;
	}

	/**
	 * This run as it is once signed, for the report that is stored with the signature.
	 */
	ReconciliationRun signed(Instant at, String by) {
		return new ReconciliationRun(this.runId, this.accountId, this.businessDate, this.dry, this.requestedBy,
				this.rulesVersion, new Progress("SIGNED", this.progress.step, this.progress.stepsDone,
						this.progress.steps, this.progress.failure),
				this.proof, this.times, new SignOff(at, by));
	}

}
