package dev.hundi.payout;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;

import dev.hundi.sweep.SweepProgress;
import dev.hundi.time.TimeOrderedIds;
import dev.hundi.time.Timestamps;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Finds stuck payouts for the sweep: payouts that were not debited and events whose
 * webhooks are not stored.
 */
@Repository
public class StuckPayouts {

	private final JdbcClient jdbc;

	private final SweepProgress progress;

	StuckPayouts(JdbcClient jdbc) {
		this.jdbc = jdbc;
		this.progress = new SweepProgress(jdbc, "payout-events", "payout_event");
	}

	/** A payout that no debit was tried for. */
	public record Accepted(UUID businessId, UUID payoutId) {
	}

	/**
	 * The next page of payouts accepted before a moment that no debit was tried for,
	 * oldest first. Queued and held payouts are not among them, and released ones only if
	 * their release was before the moment.
	 * @param after the last one of the previous page, or null
	 */
	public List<Accepted> acceptedBefore(Instant moment, @Nullable Accepted after, int limit) {
		return this.jdbc.sql("""
				SELECT business_id, payout_id
				  FROM payout
				 WHERE status = 3 AND response_code = 'INITIATED' AND NOT queued AND NOT held
				   AND payout_id > :after AND payout_id < :before AND updated_at < :moment
				 ORDER BY payout_id
				 LIMIT :limit
				""")
			.param("after", (after != null) ? after.payoutId : new UUID(0, 0))
			.param("before", TimeOrderedIds.first(moment))
			.param("moment", Timestamps.utc(moment))
			.param("limit", limit)
			.query((row, number) -> new Accepted(row.getObject("business_id", UUID.class),
					row.getObject("payout_id", UUID.class)))
			.list();
	}

	/**
	 * The next page of events of a span of time that lack a webhook delivery, by the same
	 * rule as the fan-out.
	 * @param after the last one of the previous page, or null
	 */
	public List<UUID> eventsWithoutDelivery(Instant from, Instant to, @Nullable UUID after, int limit) {
		return this.jdbc.sql("""
				SELECT DISTINCT e.event_id
				  FROM payout_event e
				  JOIN webhook_endpoint w ON w.business_id = e.business_id AND w.active
				 WHERE e.event_id > :afterId AND e.event_id < :toId
				   AND e.stage IN ('CREATED', 'SUCCESS', 'FAILED', 'RETURNED')
				   AND CASE e.stage WHEN 'CREATED' THEN 'Initiated' WHEN 'SUCCESS' THEN 'Successful' ELSE 'Failed' END
				       = ANY (w.events)
				   AND EXISTS (SELECT FROM webhook_endpoint o
				                WHERE o.business_id = e.business_id AND o.created_at <= e.created_at)
				   AND NOT EXISTS (SELECT FROM webhook_delivery d
				                    WHERE d.business_id = e.business_id AND d.payout_id = e.payout_id
				                      AND d.event_id = e.event_id
				                   OFFSET 0)
				 ORDER BY e.event_id
				 LIMIT :limit
				""")
			.param("afterId", (after != null) ? after : TimeOrderedIds.first(from))
			.param("toId", TimeOrderedIds.first(to))
			.param("limit", limit)
			.query(UUID.class)
			.list();
	}

	/** The database's time, which stamps payouts and events. */
	public Instant now() {
		return this.jdbc.sql("SELECT clock_timestamp()")
			.query((row, number) -> row.getObject(1, OffsetDateTime.class).toInstant())
			.single();
	}

	/** Where the last sweep of events without a delivery ended; initially, the epoch. */
	public Instant sweepStart() {
		return this.progress.start();
	}

	/**
	 * The end of the next sweep of events without a delivery.
	 * @param before its latest end
	 */
	public Instant sweepEnd(Instant before) {
		return this.progress.end(before);
	}

	/** Records that events before a moment have deliveries. Never moves backwards. */
	public void recordSweptTo(Instant moment) {
		this.progress.record(moment);
	}

}
