package dev.hundi.webhook;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.list.IdPrefix;
import dev.hundi.time.Timestamps;
import dev.hundi.webhook.LoggedDelivery.LoggedAttempt;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Deliveries and their attempts.
 */
@Repository
public class WebhookLog {

	private final JdbcClient jdbc;

	WebhookLog(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/** A delivery with all attempts. */
	public Optional<LoggedDelivery> delivery(UUID deliveryId) {
		return this.jdbc
			.sql("""
					SELECT delivery_id, webhook_id, business_id, endpoint_id, payout_id, bulk_file_id, event, state, attempt_count, created_at,
					       due_at, completed_at
					  FROM webhook_delivery WHERE delivery_id = :delivery
					""")
			.param("delivery", deliveryId)
			.query((row, number) -> delivery(row, attempts(deliveryId)))
			.optional();
	}

	/** The deliveries of a payout with all attempts, oldest first. */
	public List<LoggedDelivery> ofPayout(UUID businessId, UUID payoutId) {
		return this.jdbc.sql("""
				SELECT delivery_id FROM webhook_delivery
				 WHERE business_id = :business AND payout_id = :payout ORDER BY delivery_id
				""")
			.param("business", businessId)
			.param("payout", payoutId)
			.query(UUID.class)
			.list()
			.stream()
			.flatMap((deliveryId) -> delivery(deliveryId).stream())
			.toList();
	}

	/**
	 * Deliveries of a business whose id begins with a text, and those of the event with
	 * this whole {@code payoutWebhookId}, newest first.
	 */
	public List<NamedDelivery> named(UUID businessId, String text, int limit) {
		return IdPrefix.of(text)
			.map((prefix) -> this.jdbc
				.sql("""
						SELECT delivery_id, event FROM (
						  (SELECT delivery_id, event FROM webhook_delivery
						    WHERE business_id = :business AND delivery_id BETWEEN :first AND :last
						    ORDER BY delivery_id DESC LIMIT :limit)
						  UNION
						  (SELECT d.delivery_id, d.event
						     FROM payout_event e
						     JOIN webhook_delivery d ON d.payout_id = e.payout_id AND d.event_id = e.event_id AND d.business_id = :business
						    WHERE e.business_id = :business AND e.event_id = :first)) AS found
						 ORDER BY delivery_id DESC LIMIT :limit
						""")
				.param("business", businessId)
				.param("first", prefix.first())
				.param("last", prefix.last())
				.param("limit", limit)
				.query(NamedDelivery.class)
				.list())
			.orElse(List.of());
	}

	/** The deliveries of a span of time without their attempts, oldest first. */
	public List<LoggedDelivery> list(DeliveryRange range, int limit) {
		return this.jdbc
			.sql("""
					SELECT delivery_id, webhook_id, business_id, endpoint_id, payout_id, bulk_file_id, event, state, attempt_count, created_at,
					       due_at, completed_at
					  FROM webhook_delivery
					 WHERE delivery_id >= :first AND delivery_id < :end AND created_at >= :from AND created_at < :to
					   AND (:business::uuid IS NULL OR business_id = :business::uuid) AND state = ANY(:states::text[])
					 ORDER BY delivery_id
					 LIMIT :limit
					""")
			.param("first", range.firstId())
			.param("end", range.endId())
			.param("from", range.fromUtc())
			.param("to", range.toUtc())
			.param("business", range.businessId())
			.param("states", range.stateNames())
			.param("limit", limit)
			.query((row, number) -> delivery(row, List.of()))
			.list();
	}

	/**
	 * Deliveries of a business without their attempts, newest first.
	 * @param before only deliveries created before this one, or null from the newest
	 */
	public List<LoggedDelivery> newest(UUID businessId, DeliveryFilter filter, @Nullable UUID before, int limit) {
		return this.jdbc
			.sql("""
					SELECT delivery_id, webhook_id, business_id, endpoint_id, payout_id, bulk_file_id, event, state, attempt_count, created_at,
					       due_at, completed_at
					  FROM webhook_delivery
					 WHERE business_id = :business AND (:before::uuid IS NULL OR delivery_id < :before::uuid)
					   AND (:state::text IS NULL OR state = :state) AND (:event::text IS NULL OR event = :event)
					   AND (:endpoint::uuid IS NULL OR endpoint_id = :endpoint::uuid)
					   AND (:subject::uuid IS NULL OR :subject::uuid IN (payout_id, bulk_file_id, delivery_id, webhook_id))
					   AND (:from::timestamptz IS NULL OR created_at >= :from::timestamptz)
					   AND (:to::timestamptz IS NULL OR created_at < :to::timestamptz)
					 ORDER BY delivery_id DESC LIMIT :limit
					""")
			.param("business", businessId)
			.param("before", before)
			.param("state", Objects.toString(filter.state(), null))
			.param("event", filter.event())
			.param("endpoint", filter.endpointId())
			.param("subject", filter.subject())
			.param("from", Objects.toString(filter.from(), null))
			.param("to", Objects.toString(filter.to(), null))
			.param("limit", limit)
			.query((row, number) -> delivery(row, List.of()))
			.list();
	}

	/** Counts those of some deliveries that a business has. */
	public int count(UUID businessId, Collection<UUID> deliveryIds) {
		return this.jdbc.sql("""
				SELECT count(*) FROM webhook_delivery
				 WHERE business_id = :business AND delivery_id = ANY(:deliveries::uuid[])
				""")
			.param("business", businessId)
			.param("deliveries", deliveryIds.toArray(UUID[]::new))
			.query(Integer.class)
			.single();
	}

	/** The body of a delivery as text; empty after its retention. */
	public Optional<String> body(UUID deliveryId) {
		return this.jdbc.sql("SELECT body FROM webhook_delivery WHERE delivery_id = :delivery AND body IS NOT NULL")
			.param("delivery", deliveryId)
			.query((row, number) -> new String(row.getBytes("body"), StandardCharsets.UTF_8))
			.optional();
	}

	private List<LoggedAttempt> attempts(UUID deliveryId) {
		return this.jdbc.sql("""
				SELECT attempt_number, started_at, duration_ms, response_status, response_body, error
				  FROM webhook_attempt WHERE delivery_id = :delivery ORDER BY attempt_number
				""").param("delivery", deliveryId).query(WebhookLog::attempt).list();
	}

	private static LoggedDelivery delivery(ResultSet row, List<LoggedAttempt> attempts) throws SQLException {
		UUID deliveryId = row.getObject("delivery_id", UUID.class);
		return new LoggedDelivery(deliveryId,
				Objects.requireNonNullElse(row.getObject("webhook_id", UUID.class), deliveryId),
				row.getObject("business_id", UUID.class), row.getObject("endpoint_id", UUID.class),
				row.getObject("payout_id", UUID.class), row.getObject("bulk_file_id", UUID.class),
				row.getString("event"), DeliveryState.valueOf(row.getString("state")), row.getInt("attempt_count"),
				Timestamps.instant(row, "created_at"), Timestamps.nullable(row, "due_at"),
				Timestamps.nullable(row, "completed_at"), attempts);
	}

	private static LoggedAttempt attempt(ResultSet row, int number) throws SQLException {
		byte[] body = row.getBytes("response_body");
		return new LoggedAttempt(row.getInt("attempt_number"), Timestamps.instant(row, "started_at"),
				row.getInt("duration_ms"), row.getObject("response_status", Integer.class),
				(body != null) ? new String(body, StandardCharsets.UTF_8) : null, row.getString("error"));
	}

	/** A delivery and the event that it reports. */
	public record NamedDelivery(UUID deliveryId, String event) {
	}

}
