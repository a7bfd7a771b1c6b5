package dev.hundi.webhook;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

import dev.hundi.sweep.SweepProgress;
import dev.hundi.time.TimeOrderedIds;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Events of payouts whose deliveries are not stored, for the sweep. */
@Repository
public class UnpublishedEvents {

	/** The ids of deliveries are made by the clocks of applications. */
	private static final Duration EARLIEST = Duration.ofSeconds(1);

	/** A delivery that is stored later is looked up by itself. */
	private static final Duration LATEST = Duration.ofSeconds(5);

	private final JdbcClient jdbc;

	private final SweepProgress progress;

	UnpublishedEvents(JdbcClient jdbc) {
		this.jdbc = jdbc;
		this.progress = new SweepProgress(jdbc, "payout-events", "payout_event");
	}

	/**
	 * A page of a sweep.
	 *
	 * @param events those without a delivery, oldest first
	 * @param last the last event that was read, or null if the span has no more
	 */
	public record Page(List<UUID> events, @Nullable UUID last) {
	}

	/**
	 * The next page of events of a span of time, with those that lack a delivery by the
	 * same rule as the fan-out. The deliveries of the span are read in one range, because
	 * nearly every event has one and a look-up of each costs ten times as much.
	 * @param after the last one of the previous page, or null
	 * @param limit maximum number of events that are read
	 */
	public Page page(Instant from, Instant to, @Nullable UUID after, int limit) {
		List<Event> events = this.jdbc.sql("""
				SELECT business_id, event_id FROM payout_event
				 WHERE event_id > :after AND event_id < :end AND stage IN ('CREATED', 'SUCCESS', 'FAILED', 'RETURNED')
				 ORDER BY event_id
				 LIMIT :limit
				""")
			.param("after", (after != null) ? after : TimeOrderedIds.first(from))
			.param("end", TimeOrderedIds.first(to))
			.param("limit", limit)
			.query((row, number) -> new Event(row.getObject("business_id", UUID.class),
					row.getObject("event_id", UUID.class)))
			.list();
		return new Page(events.isEmpty() ? List.of() : unpublished(events),
				(events.size() == limit) ? events.getLast().eventId : null);
	}

	private List<UUID> unpublished(List<Event> events) {
		Set<UUID> published = publishedBetween(TimeOrderedIds.timeOf(events.getFirst().eventId).minus(EARLIEST),
				TimeOrderedIds.timeOf(events.getLast().eventId).plus(LATEST));
		List<Event> others = events.stream().filter((event) -> !published.contains(event.eventId)).toList();
		Set<UUID> subscribers = others.isEmpty() ? Set.of() : subscribers(others);
		List<UUID> wanted = others.stream()
			.filter((event) -> subscribers.contains(event.businessId))
			.map(Event::eventId)
			.toList();
		return wanted.isEmpty() ? wanted : unpublishedAmong(wanted);
	}

	private Set<UUID> publishedBetween(Instant from, Instant to) {
		return new HashSet<>(this.jdbc.sql("""
				SELECT event_id FROM webhook_delivery
				 WHERE delivery_id >= :first AND delivery_id < :end AND event_id IS NOT NULL
				""")
			.param("first", TimeOrderedIds.first(from))
			.param("end", TimeOrderedIds.first(to))
			.query(UUID.class)
			.list());
	}

	private Set<UUID> subscribers(List<Event> events) {
		return this.jdbc
			.sql("SELECT DISTINCT business_id FROM webhook_endpoint WHERE active AND business_id = ANY (:businesses)")
			.param("businesses", events.stream().map(Event::businessId).distinct().toArray(UUID[]::new))
			.query(UUID.class)
			.set();
	}

	private List<UUID> unpublishedAmong(List<UUID> events) {
		return this.jdbc
			.sql("""
					SELECT e.event_id
					  FROM unnest((SELECT :events::uuid[])) AS asked (event_id)
					 CROSS JOIN LATERAL (SELECT business_id, payout_id, event_id, stage, created_at FROM payout_event
					                      WHERE payout_event.event_id = asked.event_id OFFSET 0) AS e
					 WHERE EXISTS (SELECT FROM webhook_endpoint w
					                WHERE w.business_id = e.business_id AND w.active
					                  AND CASE e.stage WHEN 'CREATED' THEN 'Initiated' WHEN 'SUCCESS' THEN 'Successful' ELSE 'Failed' END
					                      = ANY (w.events)
					               OFFSET 0)
					   AND EXISTS (SELECT FROM webhook_endpoint o
					                WHERE o.business_id = e.business_id AND o.created_at <= e.created_at
					               OFFSET 0)
					   AND NOT EXISTS (SELECT FROM webhook_delivery d
					                    WHERE d.business_id = e.business_id AND d.payout_id = e.payout_id
					                      AND d.event_id = e.event_id
					                   OFFSET 0)
					 ORDER BY e.event_id
					""")
			.param("events", events.toArray(UUID[]::new))
			.query(UUID.class)
			.list();
	}

	/** Up to when events have deliveries. */
	public SweepProgress progress() {
		return this.progress;
	}

	private record Event(UUID businessId, UUID eventId) {
	}

}
