package dev.hundi.webhook;

import java.time.Instant;
import java.util.Set;
import java.util.UUID;

import dev.hundi.time.TimeOrderedIds;
import dev.hundi.time.Timestamps;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;

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

	/** The deliveries after one, with the parameters of {@link #bind}. */
	static final String AFTER = """
			delivery_id > :after AND delivery_id < :end AND created_at >= :from AND created_at < :to
			   AND (:business::uuid IS NULL OR business_id = :business::uuid) AND state = ANY(:states::text[])
			""";

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

	/** Before all of its ids. */
	UUID firstId() {
		return TimeOrderedIds.first(this.from.minusSeconds(SKEW_SECONDS));
	}

	/** Binds the parameters of {@link #AFTER}. */
	JdbcClient.StatementSpec bind(JdbcClient.StatementSpec sql, UUID after) {
		return sql.param("after", after)
			.param("end", TimeOrderedIds.first(this.to.plusSeconds(SKEW_SECONDS)))
			.param("from", Timestamps.utc(this.from))
			.param("to", Timestamps.utc(this.to))
			.param("business", this.businessId)
			.param("states", this.states.stream().map(DeliveryState::name).toArray(String[]::new));
	}

}
