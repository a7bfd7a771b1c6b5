package dev.hundi.stream.webhook;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import dev.hundi.webhook.ClaimedDelivery;

/**
 * What this copy tries right now: in all and to each endpoint.
 */
final class UnderWay {

	private final Map<UUID, Integer> byEndpoint = new HashMap<>();

	private final Map<UUID, Held> held = new HashMap<>();

	synchronized void begin(List<ClaimedDelivery> deliveries) {
		long now = System.nanoTime();
		for (ClaimedDelivery delivery : deliveries) {
			this.byEndpoint.merge(delivery.endpointId(), 1, Integer::sum);
			this.held.put(delivery.deliveryId(), new Held(delivery.claimId(), now));
		}
	}

	/**
	 * Ends what is under way by these very claims: one that this copy lost and claimed
	 * anew is under way once more.
	 */
	synchronized void end(List<ClaimedDelivery> deliveries) {
		for (ClaimedDelivery delivery : deliveries) {
			this.byEndpoint.computeIfPresent(delivery.endpointId(),
					(endpointId, count) -> (count == 1) ? null : count - 1);
			this.held.computeIfPresent(delivery.deliveryId(),
					(id, held) -> held.claimId.equals(delivery.claimId()) ? null : held);
		}
		notifyAll();
	}

	synchronized int total() {
		int total = 0;
		for (int count : this.byEndpoint.values()) {
			total += count;
		}
		return total;
	}

	synchronized Map<UUID, Integer> byEndpoint() {
		return Map.copyOf(this.byEndpoint);
	}

	/** The claims of deliveries that have been under way for a time, by delivery. */
	synchronized Map<UUID, UUID> claimsOlderThan(Duration age) {
		long begun = System.nanoTime() - age.toNanos();
		Map<UUID, UUID> claims = new HashMap<>();
		this.held.forEach((deliveryId, held) -> {
			if (held.sinceNanos - begun <= 0) {
				claims.put(deliveryId, held.claimId);
			}
		});
		return claims;
	}

	private record Held(UUID claimId, long sinceNanos) {
	}

}
