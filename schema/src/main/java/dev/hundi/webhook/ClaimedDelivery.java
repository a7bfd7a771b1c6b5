package dev.hundi.webhook;

import java.time.Instant;
import java.util.UUID;

/**
 * A delivery that the caller may attempt once, until its lease ends.
 *
 * @param claimId required to record the result
 * @param secret signs the attempt
 * @param body exact bytes to send
 * @param countedAttempts attempts so far that its schedule counts
 * @param begunAt when its schedule began, UTC
 * @param endpoint state of the endpoint at the claim
 */
@SuppressWarnings("ArrayRecordComponent")
public record ClaimedDelivery(UUID deliveryId, UUID claimId, UUID endpointId, String url, EndpointSecret secret,
		byte[] body, int countedAttempts, Instant begunAt, Endpoint endpoint) {

	/** The state of an endpoint. */
	public enum Endpoint {

		/** No recent failure. */
		WELL,

		/** The last attempt failed. */
		FAILING,

		/** Parked; this attempt is a probe. */
		PROBED

	}

	@Override
	public String toString() {
		return "ClaimedDelivery[" + this.deliveryId + ", " + this.countedAttempts + " attempts so far]";
	}

}
