package dev.hundi.webhook;

import java.time.Instant;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * An endpoint whose last try failed.
 *
 * @param active whether new events go to it
 * @param failedTries tries that failed since the last success
 * @param failingSince the first of them, UTC
 * @param parkedUntil null while it gets what is due; otherwise when the next probe may be
 * made, UTC
 * @param disabledAt when it was given up, UTC, or null
 * @param waiting its deliveries that are pending
 */
public record FailingEndpoint(UUID endpointId, UUID businessId, String url, boolean active, int failedTries,
		Instant failingSince, @Nullable Instant parkedUntil, @Nullable Instant disabledAt, long waiting) {
}
