package dev.hundi.webhook;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * A delivery and its attempts.
 *
 * @param webhookId the {@code payoutWebhookId}, the same in the deliveries of an event to
 * several endpoints
 * @param payoutId its payout, or null
 * @param bulkFileId its bulk file, or null
 * @param event the name of a {@link WebhookEvent}, or Test
 * @param attemptCount recorded attempts
 * @param createdAt UTC
 * @param dueAt next attempt, UTC; null once it has ended
 * @param completedAt when it ended, UTC, or null
 * @param attempts in order; empty in lists of deliveries
 */
public record LoggedDelivery(UUID deliveryId, UUID webhookId, UUID businessId, UUID endpointId, @Nullable UUID payoutId,
		@Nullable UUID bulkFileId, String event, DeliveryState state, int attemptCount, Instant createdAt,
		@Nullable Instant dueAt, @Nullable Instant completedAt, List<LoggedAttempt> attempts) {

	public LoggedDelivery {
		attempts = List.copyOf(attempts);
	}

	/**
	 * One attempt.
	 *
	 * @param number from 1
	 * @param startedAt UTC
	 * @param durationMs milliseconds
	 * @param responseStatus HTTP status, or null without a response
	 * @param responseBody first 20 kB of the response as UTF-8 text, or null
	 * @param error why there was no response, or null
	 */
	public record LoggedAttempt(int number, Instant startedAt, int durationMs, @Nullable Integer responseStatus,
			@Nullable String responseBody, @Nullable String error) {
	}

}
