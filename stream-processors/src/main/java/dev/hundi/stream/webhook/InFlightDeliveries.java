package dev.hundi.stream.webhook;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import dev.hundi.webhook.ClaimedDelivery;
import org.jspecify.annotations.Nullable;

/**
 * The claimed deliveries of this instance, which are first attempted and then recorded.
 * Only attempts count against the limit of an endpoint, so new attempts start while
 * others are recorded.
 */
final class InFlightDeliveries {

	private final Map<UUID, Integer> attempts = new HashMap<>();

	private final Map<Claim, Held> held = new HashMap<>();

	private int attempting;

	/** Of the running claim. */
	private int reserved;

	/**
	 * The attempts by endpoint when the running claim began, null without one. It may
	 * claim what was free then; what has become free since is not its.
	 */
	private @Nullable Map<UUID, Integer> beforeClaim;

	/**
	 * Reserves capacity for a claim, whose deliveries are known only when it has ended.
	 * @return attempts in flight by endpoint, which limit the claim
	 */
	synchronized Map<UUID, Integer> reserve(int capacity) {
		Map<UUID, Integer> busy = Map.copyOf(this.attempts);
		this.reserved = capacity;
		this.beforeClaim = busy;
		return busy;
	}

	/** Ends a reservation once the claimed deliveries have begun. */
	synchronized void endReservation() {
		this.reserved = 0;
		this.beforeClaim = null;
	}

	/**
	 * Returns how many more attempts may begin.
	 * @param concurrency maximum number of attempts
	 * @param maxHeld maximum number of deliveries being attempted or recorded
	 */
	synchronized int free(int concurrency, int maxHeld) {
		return Math.min(concurrency - this.attempting, maxHeld - this.held.size()) - this.reserved;
	}

	/** Returns how many more attempts may begin at an endpoint. */
	synchronized int free(UUID endpointId, int perEndpoint) {
		int limit = (this.beforeClaim != null) ? this.beforeClaim.getOrDefault(endpointId, 0) : perEndpoint;
		return limit - this.attempts.getOrDefault(endpointId, 0);
	}

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
