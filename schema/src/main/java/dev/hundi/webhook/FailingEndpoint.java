package dev.hundi.webhook;

import java.time.Instant;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * An endpoint whose last attempt failed.
 *
 * @param active whether new events are delivered to it
 * @param failedTries failures since the last success
 * @param failingSince the first of them, UTC
 * @param parkedUntil when the next probe may be sent, UTC, or null if it is not parked
 * @param disabledAt UTC, or null
 * @param waiting its pending deliveries
 */
public record FailingEndpoint(UUID endpointId, UUID businessId, String url, boolean active, int failedTries,
		Instant failingSince, @Nullable Instant parkedUntil, @Nullable Instant disabledAt, long waiting) {
}
