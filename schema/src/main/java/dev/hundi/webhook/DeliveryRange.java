package dev.hundi.webhook;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Set;
import java.util.UUID;

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
		return idOf(this.from.minusSeconds(SKEW_SECONDS));
	}

	UUID endId() {
		return idOf(this.to.plusSeconds(SKEW_SECONDS));
	}

	OffsetDateTime fromUtc() {
		return this.from.atOffset(ZoneOffset.UTC);
	}

	OffsetDateTime toUtc() {
		return this.to.atOffset(ZoneOffset.UTC);
	}

	String[] stateNames() {
		return this.states.stream().map(DeliveryState::name).toArray(String[]::new);
	}

	/** The smallest UUIDv7 of a millisecond. */
	private static UUID idOf(Instant moment) {
		return new UUID(Math.max(0, moment.toEpochMilli()) << 16, 0);
	}

}
