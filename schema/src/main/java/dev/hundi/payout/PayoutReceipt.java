package dev.hundi.payout;

import java.time.Instant;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * What the merchant was first answered for a payout. A replay answers the same, so the
 * status is always {@link PayoutStatus#INITIATED}, wherever the payout is by now.
 *
 * @param amountPaise amount to the beneficiary in paise
 * @param createdAt when it was accepted, UTC
 */
public record PayoutReceipt(UUID payoutId, String transactionId, PayoutStatus status, long amountPaise, Rail rail,
		@Nullable String merchantReferenceId, Instant createdAt) {
}
