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
 * @param secretCiphertext what the try is signed with, encrypted for the endpoint's id
 * @param body exact bytes to send
 * @param attemptCount tries recorded so far
 * @param createdAt when the delivery began, UTC
 */
@SuppressWarnings("ArrayRecordComponent")
public record ClaimedDelivery(UUID deliveryId, UUID claimId, UUID endpointId, String url, byte[] secretCiphertext,
		byte[] body, int attemptCount, Instant createdAt) {

	/** Short enough for a log. */
	@Override
	public String toString() {
		return "ClaimedDelivery[" + this.deliveryId + ", try " + (this.attemptCount + 1) + "]";
	}

}
