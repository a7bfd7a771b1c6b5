package dev.hundi.payout;

import java.time.Instant;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * One entry of a payout's timeline.
 *
 * @param sequence 1 for the creation, then contiguous
 * @param fromStatus status before, or null for the creation
 * @param source which part of Hundi wrote it
 * @param createdAt UTC
 */
public record StatusEvent(UUID eventId, int sequence, @Nullable PayoutStatus fromStatus, PayoutStatus status,
		Stage stage, String source, String responseCode, String responseMessage, @Nullable String utr,
		Instant createdAt) {
}
