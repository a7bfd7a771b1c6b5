package dev.hundi.webhook;

import java.time.Instant;
import java.util.UUID;

/**
 * A delivery that the caller may try once, until its lease ends.
 *
 * @param deliveryId the {@code payoutWebhookId} of its body
 * @param claimId what the result is recorded with
 * @param endpointId the endpoint
 * @param url the endpoint's URL
 * @param secret what the try is signed with
 * @param body exact bytes to send
 * @param countedAttempts tries so far that its schedule counts
 * @param begunAt when its schedule began, UTC
 * @param endpoint how the endpoint stood when it was claimed
 */
@SuppressWarnings("ArrayRecordComponent")
public record ClaimedDelivery(UUID deliveryId, UUID claimId, UUID endpointId, String url, EndpointSecret secret,
		byte[] body, int countedAttempts, Instant begunAt, Endpoint endpoint) {

	/** How an endpoint stands. */
	public enum Endpoint {

		/** Nothing is known against it. */
		WELL,

		/** Its last try failed. */
		FAILING,

		/** It is parked, and this try finds out whether it is back. */
		PROBED

	}

	/** Short enough for a log. */
	@Override
	public String toString() {
		return "ClaimedDelivery[" + this.deliveryId + ", " + this.countedAttempts + " tries so far]";
	}

}
