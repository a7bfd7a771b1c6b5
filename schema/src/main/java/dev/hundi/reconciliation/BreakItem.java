package dev.hundi.reconciliation;

import java.time.LocalDate;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * A statement line or a ledger transaction that is open in a break.
 *
 * @param statementId with {@code lineNumber}, or null
 * @param transactionId of the ledger, or null
 * @param signedPaise plus is money in
 * @param bookedOn Asia/Kolkata
 * @param account last four characters of the other party's account; null if not known
 */
public record BreakItem(@Nullable UUID statementId, @Nullable Integer lineNumber, @Nullable UUID transactionId,
		String kind, long signedPaise, LocalDate bookedOn, @Nullable String utr, @Nullable String reference,
		@Nullable String account) {
}
