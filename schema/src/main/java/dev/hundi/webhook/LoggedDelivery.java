package dev.hundi.webhook;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * A delivery and its tries, for people to read.
 *
 * @param deliveryId the {@code payoutWebhookId}
 * @param payoutId the payout it tells of, or null
 * @param bulkFileId the bulk file it tells of instead, or null
 * @param event Initiated, Successful, Failed or BulkCompleted
 * @param attemptCount tries recorded so far
 * @param createdAt when it was made, UTC
 * @param dueAt next try, UTC; null once it has ended
 * @param completedAt when it ended, UTC, or null
 * @param attempts its tries in order; in a list of deliveries, none
 */
public record LoggedDelivery(UUID deliveryId, UUID businessId, UUID endpointId, @Nullable UUID payoutId,
		@Nullable UUID bulkFileId, String event, DeliveryState state, int attemptCount, Instant createdAt,
		@Nullable Instant dueAt, @Nullable Instant completedAt, List<LoggedAttempt> attempts) {

	public LoggedDelivery {
		attempts = List.copyOf(attempts);
	}

	/**
	 * One try.
	 *
	 * @param number from 1
	 * @param startedAt when it began, UTC
	 * @param durationMs milliseconds it took
	 * @param responseStatus HTTP status, or null if there was no answer
	 * @param responseBody first 20 kB of the answer as UTF-8 text, or null
	 * @param error why there was no answer, or null
	 */
	public record LoggedAttempt(int number, Instant startedAt, int durationMs, @Nullable Integer responseStatus,
			@Nullable String responseBody, @Nullable String error) {
	}

}
