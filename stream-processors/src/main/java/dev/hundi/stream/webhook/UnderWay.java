package dev.hundi.stream.webhook;

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

	private int total;

	synchronized void begin(ClaimedDelivery delivery) {
		this.byEndpoint.merge(delivery.endpointId(), 1, Integer::sum);
		this.total++;
	}

	synchronized void end(List<ClaimedDelivery> deliveries) {
		for (ClaimedDelivery delivery : deliveries) {
			this.byEndpoint.computeIfPresent(delivery.endpointId(),
					(endpointId, count) -> (count == 1) ? null : count - 1);
		}
		this.total -= deliveries.size();
		notifyAll();
	}

	synchronized int total() {
		return this.total;
	}

	synchronized Map<UUID, Integer> byEndpoint() {
		return Map.copyOf(this.byEndpoint);
	}

}
