package dev.hundi.payout;

import java.time.Instant;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * The first response for a payout. A replay returns the same, so the status is always
 * {@link PayoutStatus#INITIATED}, even if the payout's status has changed.
 *
 * @param amountPaise amount to the beneficiary in paise
 * @param createdAt when it was accepted, UTC
 */
public record PayoutReceipt(UUID payoutId, String transactionId, PayoutStatus status, long amountPaise, Rail rail,
		@Nullable String merchantReferenceId, Instant createdAt) {
}
