package dev.hundi.stream.webhook;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import dev.hundi.webhook.ClaimedDelivery;

/**
 * What this copy has claimed: first it is being tried, then it waits to be recorded. Only
 * the first takes room at its endpoint, so tries go on while others are recorded.
 */
final class InFlightDeliveries {

	private final Map<UUID, Integer> tries = new HashMap<>();

	private final Map<Claim, Held> held = new HashMap<>();

	private int trying;

	synchronized void begin(List<ClaimedDelivery> deliveries) {
		long now = System.nanoTime();
		for (ClaimedDelivery delivery : deliveries) {
			this.held.put(Claim.of(delivery), new Held(now, true));
			this.tries.merge(delivery.endpointId(), 1, Integer::sum);
			this.trying++;
		}
	}

	/**
	 * The try is over, but not recorded yet.
	 * @return tries under way now
	 */
	synchronized int tried(ClaimedDelivery delivery) {
		Held since = this.held.get(Claim.of(delivery));
		if (since != null && since.trying) {
			this.held.put(Claim.of(delivery), new Held(since.nanos, false));
			leave(delivery);
		}
		return this.trying;
	}

	/**
	 * They are recorded, or never will be. One that this copy lost and claimed anew is
	 * under way once more, by its other claim.
	 */
	synchronized void end(List<ClaimedDelivery> deliveries) {
		for (ClaimedDelivery delivery : deliveries) {
			Held since = this.held.remove(Claim.of(delivery));
			if (since != null && since.trying) {
				leave(delivery);
			}
		}
		notifyAll();
	}

	/** Tries under way. */
	synchronized int trying() {
		return this.trying;
	}

	/** Deliveries that are being tried or wait to be recorded. */
	synchronized int total() {
		return this.held.size();
	}

	/** Tries under way to each endpoint. */
	synchronized Map<UUID, Integer> byEndpoint() {
		return Map.copyOf(this.tries);
	}

	/** The claims of deliveries that have been under way for a time, by delivery. */
	synchronized Map<UUID, UUID> claimsOlderThan(Duration age) {
		long begun = System.nanoTime() - age.toNanos();
		Map<UUID, UUID> claims = new HashMap<>();
		Map<UUID, Long> newest = new HashMap<>();
		this.held.forEach((claim, since) -> {
			Long other = newest.get(claim.deliveryId);
			if (since.nanos - begun <= 0 && (other == null || since.nanos - other > 0)) {
				newest.put(claim.deliveryId, since.nanos);
				claims.put(claim.deliveryId, claim.claimId);
			}
		});
		return claims;
	}

	private void leave(ClaimedDelivery delivery) {
		this.tries.computeIfPresent(delivery.endpointId(), (endpointId, count) -> (count == 1) ? null : count - 1);
		this.trying--;
	}

	private record Claim(UUID deliveryId, UUID claimId) {

		static Claim of(ClaimedDelivery delivery) {
			return new Claim(delivery.deliveryId(), delivery.claimId());
		}

	}

	/**
	 * Since when it is held.
	 *
	 * @param trying whether its try is under way
	 */
	private record Held(long nanos, boolean trying) {
	}

}
