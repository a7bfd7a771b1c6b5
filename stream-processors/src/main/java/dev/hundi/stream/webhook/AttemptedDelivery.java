package dev.hundi.stream.webhook;

import dev.hundi.webhook.ClaimedDelivery;
import dev.hundi.webhook.RecordedAttempt;
import dev.hundi.webhook.RecordedAttempt.Next;

/** A delivery and the result of its attempt. */
record AttemptedDelivery(ClaimedDelivery delivery, RecordedAttempt attempt) {

	boolean succeeded() {
		return this.attempt.next() instanceof Next.Delivered;
	}

	boolean isProbe() {
		return this.delivery.endpoint() == ClaimedDelivery.Endpoint.PROBED;
	}

}
