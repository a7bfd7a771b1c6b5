package dev.hundi.webhook;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Set;
import java.util.UUID;

import dev.hundi.time.TimeOrderedIds;
import dev.hundi.time.Timestamps;
import org.jspecify.annotations.Nullable;

/**
 * The deliveries made in a span of time.
 *
 * @param from its first moment, UTC
 * @param to the moment after its last, UTC
 * @param businessId whose, or null for everybody's
 * @param states where they stand, at least one
 */
public record DeliveryRange(Instant from, Instant to, @Nullable UUID businessId, Set<DeliveryState> states) {

	/**
	 * Far more than the clocks of an installation may differ: the ids of deliveries carry
	 * the time of the process that made them.
	 */
	private static final long SKEW_SECONDS = 3600;

	public DeliveryRange {
		if (!from.isBefore(to)) {
			throw new IllegalArgumentException("from must be before to");
		}
		if (states.isEmpty()) {
			throw new IllegalArgumentException("states must name one at least");
		}
		states = Set.copyOf(states);
	}

	UUID firstId() {
		return TimeOrderedIds.first(this.from.minusSeconds(SKEW_SECONDS));
	}

	UUID endId() {
		return TimeOrderedIds.first(this.to.plusSeconds(SKEW_SECONDS));
	}

	OffsetDateTime fromUtc() {
		return Timestamps.utc(this.from);
	}

	OffsetDateTime toUtc() {
		return Timestamps.utc(this.to);
	}

	String[] stateNames() {
		return this.states.stream().map(DeliveryState::name).toArray(String[]::new);
	}

}
