package dev.hundi.reconciliation;

import java.time.LocalDate;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * A line of a confirmed match.
 *
 * @param matchId the id to revoke it by
 * @param signedPaise plus is money in
 * @param businessDate of the statement, Asia/Kolkata
 * @param transactionId of the ledger, if it is in the same row; others have the same
 * match id
 */
public record MatchedItem(long matchId, String rule, @Nullable Long runId, @Nullable Long resolutionId,
		UUID statementId, int lineNumber, LocalDate businessDate, long signedPaise, @Nullable String utr,
		@Nullable String reference, @Nullable UUID transactionId) {
}
