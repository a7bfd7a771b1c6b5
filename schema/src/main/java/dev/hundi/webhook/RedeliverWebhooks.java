package dev.hundi.webhook;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Makes deliveries due again in any state: the same {@code payoutWebhookId} and body,
 * with a new timestamp and signature, on a new schedule. A delivery that is being
 * attempted now is left to that attempt. Deliveries to a parked or disabled endpoint wait
 * for it like all others.
 */
@Component
public class RedeliverWebhooks {

	private static final int PAGE = 5_000;

	private final JdbcClient jdbc;

	RedeliverWebhooks(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Makes deliveries due.
	 * @return the number of deliveries
	 */
	public int of(Collection<UUID> deliveryIds) {
		return redeliver(deliveryIds.toArray(UUID[]::new));
	}

	/**
	 * Makes the deliveries of a span of time due, in the order of their creation; one
	 * commit per page, to bound the number of locks.
	 * @return the number of deliveries
	 */
	public int of(DeliveryRange range) {
		int redelivered = 0;
		UUID after = range.firstId();
		List<UUID> page;
		do {
			page = page(range, after);
			redelivered += redeliver(page.toArray(UUID[]::new));
			after = page.isEmpty() ? after : page.getLast();
		}
		while (page.size() == PAGE);
		return redelivered;
	}

	/** The businesses that have deliveries in a span of time. */
	public List<UUID> businesses(DeliveryRange range) {
		return range.bind(this.jdbc.sql("SELECT DISTINCT business_id FROM webhook_delivery WHERE " + DeliveryRange.AFTER
				+ " ORDER BY business_id"), range.firstId())
			.query(UUID.class)
			.list();
	}

	private List<UUID> page(DeliveryRange range, UUID after) {
		return range.bind(this.jdbc.sql("SELECT delivery_id FROM webhook_delivery WHERE " + DeliveryRange.AFTER
				+ " ORDER BY delivery_id LIMIT :page"), after)
			.param("page", PAGE)
			.query(UUID.class)
			.list();
	}

	/** Due times are a microsecond apart, which keeps the order. */
	private int redeliver(UUID[] deliveryIds) {
		UUID[] sorted = Arrays.stream(deliveryIds).distinct().sorted().toArray(UUID[]::new);
		return this.jdbc
			.sql("""
					WITH wanted AS (
					  SELECT d.delivery_id, number
					    FROM unnest(:deliveries::uuid[]) WITH ORDINALITY AS requested (delivery_id, number)
					    JOIN webhook_delivery d ON d.delivery_id = requested.delivery_id
					   WHERE d.body IS NOT NULL AND (d.claimed_until IS NULL OR d.claimed_until <= now())
					   ORDER BY d.delivery_id FOR UPDATE OF d
					)
					UPDATE webhook_delivery d
					   SET state = 'PENDING', due_at = now() + wanted.number * interval '1 microsecond', counted_attempts = 0,
					       begun_at = now(), claim_id = NULL, claimed_until = NULL, completed_at = NULL
					  FROM wanted
					 WHERE d.delivery_id = wanted.delivery_id
					""")
			.param("deliveries", sorted)
			.update();
	}

}
