package dev.hundi.stream.webhook;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import dev.hundi.webhook.ClaimedDelivery;

/**
 * The claimed deliveries of this instance, which are first attempted and then recorded.
 * Only attempts count against the limit of an endpoint, so new attempts start while
 * others are recorded.
 */
final class InFlightDeliveries {

	private final Map<UUID, Integer> attempts = new HashMap<>();

	private final Map<Claim, Held> held = new HashMap<>();

	private int attempting;

	synchronized void begin(List<ClaimedDelivery> deliveries) {
		long now = System.nanoTime();
		for (ClaimedDelivery delivery : deliveries) {
			this.held.put(Claim.of(delivery), new Held(now, true));
			this.attempts.merge(delivery.endpointId(), 1, Integer::sum);
			this.attempting++;
		}
	}

	/**
	 * Marks an attempt as completed but not yet recorded.
	 * @return the number of attempts in flight
	 */
	synchronized int attempted(ClaimedDelivery delivery) {
		Held held = this.held.get(Claim.of(delivery));
		if (held != null && held.attempting) {
			this.held.put(Claim.of(delivery), new Held(held.nanos, false));
			attemptEnded(delivery);
		}
		return this.attempting;
	}

	/**
	 * Removes deliveries that were recorded or cannot be. A delivery that was lost and
	 * claimed again stays in flight by its newer claim.
	 */
	synchronized void end(List<ClaimedDelivery> deliveries) {
		for (ClaimedDelivery delivery : deliveries) {
			Held held = this.held.remove(Claim.of(delivery));
			if (held != null && held.attempting) {
				attemptEnded(delivery);
			}
		}
		notifyAll();
	}

	synchronized int attempting() {
		return this.attempting;
	}

	/** Returns the number of deliveries being attempted or recorded. */
	synchronized int total() {
		return this.held.size();
	}

	synchronized Map<UUID, Integer> byEndpoint() {
		return Map.copyOf(this.attempts);
	}

	/**
	 * Returns the claims of deliveries in flight for longer than the age, by delivery.
	 */
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

	private void attemptEnded(ClaimedDelivery delivery) {
		this.attempts.computeIfPresent(delivery.endpointId(), (endpointId, count) -> (count == 1) ? null : count - 1);
		this.attempting--;
	}

	private record Claim(UUID deliveryId, UUID claimId) {

		static Claim of(ClaimedDelivery delivery) {
			return new Claim(delivery.deliveryId(), delivery.claimId());
		}

	}

	/**
	 * A claimed delivery.
	 *
	 * @param attempting whether its attempt is in flight
	 */
	private record Held(long nanos, boolean attempting) {
	}

}
