package dev.hundi.stream.webhook;

import dev.hundi.webhook.ClaimedDelivery;
import dev.hundi.webhook.NewDelivery;
import dev.hundi.webhook.RecordedAttempt;
import dev.hundi.webhook.RecordedAttempt.Next;
import org.jspecify.annotations.Nullable;

/**
 * A delivery and the result of its attempt.
 *
 * @param unstored the delivery if it is not stored yet, otherwise null
 */
record AttemptedDelivery(ClaimedDelivery delivery, @Nullable NewDelivery unstored, RecordedAttempt attempt) {

	boolean succeeded() {
		return this.attempt.next() instanceof Next.Delivered;
	}

	boolean isProbe() {
		return this.delivery.endpoint() == ClaimedDelivery.Endpoint.PROBED;
	}

}
