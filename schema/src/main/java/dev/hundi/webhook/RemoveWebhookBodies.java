package dev.hundi.webhook;

import java.time.Duration;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Removes the bodies of deliveries after their retention. The rows stay: they record
 * which event was delivered when and prevent a second delivery of it. A delivery that is
 * still pending, such as one for a disabled endpoint, fails; none can be redelivered
 * without its body.
 */
@Component
public class RemoveWebhookBodies {

	private final JdbcClient jdbc;

	RemoveWebhookBodies(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Removes bodies of deliveries that were created longer ago than {@code age}, the
	 * oldest first. The progress is kept, so no run reads the earlier ones again.
	 * @return bodies removed; fewer than {@code limit} when none remain
	 */
	public int olderThan(Duration age, int limit) {
		return this.jdbc
			.sql("""
					WITH expired AS (
					  SELECT delivery_id FROM webhook_delivery
					   WHERE delivery_id >= first_uuid_at(coalesce(
					           (SELECT swept_to FROM sweep_progress WHERE name = 'webhook-bodies'), to_timestamp(0)))
					     AND delivery_id < first_uuid_at(now() - make_interval(secs => :ageSeconds))
					     AND body IS NOT NULL
					   ORDER BY delivery_id LIMIT :limit FOR UPDATE
					), removed AS (
					  UPDATE webhook_delivery d
					     SET body = NULL, state = CASE d.state WHEN 'PENDING' THEN 'FAILED' ELSE d.state END, due_at = NULL,
					         claim_id = NULL, claimed_until = NULL, completed_at = coalesce(d.completed_at, now())
					    FROM expired WHERE d.delivery_id = expired.delivery_id
					  RETURNING d.delivery_id
					), progress AS (
					  INSERT INTO sweep_progress (name, swept_to)
					  SELECT 'webhook-bodies', uuid_extract_timestamp(delivery_id) FROM removed ORDER BY delivery_id DESC LIMIT 1
					  ON CONFLICT (name) DO UPDATE SET swept_to = greatest(sweep_progress.swept_to, excluded.swept_to)
					)
					SELECT count(*) FROM removed
					""")
			.param("ageSeconds", age.toSeconds())
			.param("limit", limit)
			.query(Integer.class)
			.single();
	}

	/** Counts the bodies of all deliveries that are older. */
	public long remaining(Duration age) {
		return this.jdbc.sql("""
				SELECT count(*) FROM webhook_delivery
				 WHERE delivery_id < first_uuid_at(now() - make_interval(secs => :ageSeconds)) AND body IS NOT NULL
				""").param("ageSeconds", age.toSeconds()).query(Long.class).single();
	}

	/**
	 * Removes recorded events that are older, the oldest first. Events of
	 * docs/specification.md are not recorded.
	 * @return events removed; fewer than {@code limit} when none remain
	 */
	public int eventsOlderThan(Duration age, int limit) {
		return this.jdbc.sql("""
				DELETE FROM business_event WHERE event_id IN (
				  SELECT event_id FROM business_event
				   WHERE event_id < first_uuid_at(now() - make_interval(secs => :ageSeconds))
				   ORDER BY event_id LIMIT :limit)
				""").param("ageSeconds", age.toSeconds()).param("limit", limit).update();
	}

	/** Counts the recorded events that are older. */
	public long remainingEvents(Duration age) {
		return this.jdbc.sql("""
				SELECT count(*) FROM business_event
				 WHERE event_id < first_uuid_at(now() - make_interval(secs => :ageSeconds))
				""").param("ageSeconds", age.toSeconds()).query(Long.class).single();
	}

}
