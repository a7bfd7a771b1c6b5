package dev.hundi.reconciliation;

import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * A statement line and a ledger transaction that may be the same money: the same amount,
 * at most three days apart. Two people confirm it with a resolution that matches both
 * breaks.
 *
 * @param score 0 to 100, as docs/finance.md, "Proposals", says
 * @param basis ACCOUNT if both have one account, UTR if their UTRs are at most two
 * letters apart
 * @param lineBreakId the break of the line
 * @param entryBreakId the break of the ledger transaction
 * @param signedPaise plus is money in
 */
public record ProposedMatch(int score, String basis, int daysApart, @Nullable Long lineBreakId,
		@Nullable Long entryBreakId, UUID statementId, int lineNumber, UUID transactionId, long signedPaise,
		@Nullable String lineUtr, @Nullable String entryUtr) {
}
