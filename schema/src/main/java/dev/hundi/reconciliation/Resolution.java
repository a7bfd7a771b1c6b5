package dev.hundi.reconciliation;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * A resolution with its decision.
 *
 * @param decision APPROVED, REJECTED or null while it awaits the checker
 * @param amountPaise the posted amount; plus raises the ledger's balance at the bank
 * @param transactionId of the ledger
 * @param matchId the match that it made
 */
public record Resolution(long resolutionId, NewResolution.Action action, List<Long> breakIds, @Nullable UUID businessId,
		@Nullable LocalDate carryTo, @Nullable Long revokesMatchId, @Nullable ResolvedStatement statement,
		String reason, String evidence, String maker, Instant madeAt, @Nullable String decision,
		@Nullable String checker, @Nullable Instant checkedAt, @Nullable Long amountPaise, @Nullable UUID transactionId,
		@Nullable Long matchId) {
}
