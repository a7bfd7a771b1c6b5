package dev.hundi.webhook;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Set;
import java.util.UUID;

import dev.hundi.time.TimeOrderedIds;
import dev.hundi.time.Timestamps;
import org.jspecify.annotations.Nullable;

/**
 * The deliveries created in a span of time.
 *
 * @param from inclusive, UTC
 * @param to exclusive, UTC
 * @param businessId the business, or null for all
 * @param states at least one
 */
public record DeliveryRange(Instant from, Instant to, @Nullable UUID businessId, Set<DeliveryState> states) {

	/**
	 * Far more than the clocks of an installation may differ: delivery ids contain the
	 * clock time of the process that created them.
	 */
	static final long SKEW_SECONDS = 3600;

	public DeliveryRange {
		if (!from.isBefore(to)) {
			throw new IllegalArgumentException("from must be before to");
		}
		if (states.isEmpty()) {
			throw new IllegalArgumentException("states must name one at least");
		}
		states = Set.copyOf(states);
	}

	/** The same span of time of one business. */
	public DeliveryRange of(UUID business) {
		return new DeliveryRange(this.from, this.to, business, this.states);
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
