package dev.hundi.webhook;

import java.time.Instant;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * Which deliveries of a business to show; null means all.
 *
 * @param event the name of a {@link WebhookEvent}, or Test
 * @param subject id of a payout, a bulk file, a webhook or a delivery
 * @param from inclusive, UTC
 * @param to exclusive, UTC
 */
public record DeliveryFilter(@Nullable DeliveryState state, @Nullable String event, @Nullable UUID endpointId,
		@Nullable UUID subject, @Nullable Instant from, @Nullable Instant to) {
}
