package dev.hundi.payout;

import java.time.Instant;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * One entry of a payout's timeline.
 *
 * @param sequence 1 for the creation, then contiguous
 * @param fromStatus previous status, or null for the creation
 * @param source the component of Hundi that wrote it
 * @param createdAt UTC
 */
public record StatusEvent(UUID eventId, int sequence, @Nullable PayoutStatus fromStatus, PayoutStatus status,
		Stage stage, String source, String responseCode, String responseMessage, @Nullable String utr,
		Instant createdAt) {
}
