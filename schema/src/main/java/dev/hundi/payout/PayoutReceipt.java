package dev.hundi.payout;

import java.time.Instant;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * The response for a payout when it is accepted, and for each replay of its idempotency
 * key.
 *
 * @param status {@link PayoutStatus#INITIATED} for a new payout, the present status for a
 * replay
 * @param amountPaise amount to the beneficiary in paise
 * @param createdAt when it was accepted, UTC
 */
public record PayoutReceipt(UUID payoutId, String transactionId, PayoutStatus status, long amountPaise, Rail rail,
		@Nullable String merchantReferenceId, Instant createdAt) {
}
