package dev.hundi.reconciliation;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * A resolution and what became of it.
 *
 * @param decision APPROVED, REJECTED or null while it waits for the second person
 * @param amountPaise what was posted; plus made the ledger's money at the bank more
 * @param transactionId of the ledger
 * @param matchId the match that it made
 */
public record Resolution(long resolutionId, NewResolution.Action action, List<Long> breakIds, @Nullable UUID businessId,
		@Nullable LocalDate carryTo, @Nullable Long revokesMatchId, String reason, String evidence, String maker,
		Instant madeAt, @Nullable String decision, @Nullable String checker, @Nullable Instant checkedAt,
		@Nullable Long amountPaise, @Nullable UUID transactionId, @Nullable Long matchId) {
}
