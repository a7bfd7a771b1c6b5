package dev.hundi.reconciliation;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;

/** A resolution with its decision. */
public record Resolution(long resolutionId, NewResolution.Action action, List<Long> breakIds, @Nullable UUID businessId,
		@Nullable LocalDate carryTo, @Nullable Long revokesMatchId, @Nullable ResolvedStatement statement,
		@JsonUnwrapped Request request, @JsonUnwrapped Decision decided, @JsonUnwrapped Outcome outcome) {

	/** Who asked for it, why, and where the evidence is. */
	public record Request(String reason, String evidence, String maker, Instant madeAt) {
	}

	/**
	 * The checker's decision; all null while it waits.
	 *
	 * @param decision APPROVED or REJECTED
	 * @param runId the run in whose report the decision stands; null until that run has
	 * started
	 */
	public record Decision(@Nullable String decision, @Nullable String checker, @Nullable Instant checkedAt,
			@Nullable Long runId) {
	}

	/**
	 * What it posted and matched.
	 *
	 * @param amountPaise the posted amount; plus raises the ledger's balance at the bank
	 * @param transactionId of the ledger
	 * @param matchId the match that it made
	 */
	public record Outcome(@Nullable Long amountPaise, @Nullable UUID transactionId, @Nullable Long matchId) {
	}

	public String reason() {
		return this.request.reason;
	}

	public String maker() {
		return this.request.maker;
	}

	@Nullable Long amountPaise() {
		return this.outcome.amountPaise;
	}

	@Nullable UUID transactionId() {
		return this.outcome.transactionId;
	}

}
