package dev.hundi.webhook;

import java.time.Instant;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * Which deliveries of a business to show; null means all.
 *
 * @param event Initiated, Successful, Failed, BulkCompleted or Test
 * @param subject id of a payout, a bulk file or a delivery
 * @param from inclusive, UTC
 * @param to exclusive, UTC
 */
public record DeliveryFilter(@Nullable DeliveryState state, @Nullable String event, @Nullable UUID subject,
		@Nullable Instant from, @Nullable Instant to) {
}
