package dev.hundi.webhook;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

import dev.hundi.list.IdPrefix;
import dev.hundi.time.TimeOrderedIds;
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

	/** Deliveries that one page of {@link #newest} examines. */
	private static final int EXAMINED = 50_000;

	/**
	 * The statement that makes a business event makes its deliveries too. It waits for a
	 * lock for at most half of this time.
	 */
	private static final Duration LONGEST_REPORT = Duration.ofMinutes(1);

	private static final String COLUMNS = """
			delivery_id, webhook_id, business_id, endpoint_id, payout_id, bulk_file_id, event, state, attempt_count, created_at,
			due_at, completed_at
			""";

	private static final String NEWEST_FIRST = "SELECT " + COLUMNS + """
			  FROM webhook_delivery
			 WHERE business_id = :business AND delivery_id >= :first AND delivery_id < least(:before::uuid, :end::uuid)
			 ORDER BY delivery_id DESC
			""";

	/**
	 * By the id of a delivery, a payout, a bulk file, an event of a payout, or another
	 * event, whose deliveries have the next ids.
	 */
	private static final String OF_SUBJECT = """
			SELECT %1$s FROM (
			  SELECT %1$s FROM webhook_delivery WHERE business_id = :business AND delivery_id = :subject
			  UNION
			  SELECT %1$s FROM webhook_delivery WHERE business_id = :business AND payout_id = :subject
			  UNION
			  SELECT %1$s FROM webhook_delivery WHERE business_id = :business AND bulk_file_id = :subject
			  UNION
			  SELECT %1$s FROM webhook_delivery
			   WHERE payout_id = (SELECT payout_id FROM payout_event WHERE business_id = :business AND event_id = :subject)
			     AND business_id = :business AND webhook_id = :subject
			  UNION
			  SELECT %1$s FROM (
			    SELECT %1$s FROM webhook_delivery
			     WHERE business_id = :business AND delivery_id > :subject AND delivery_id < :reportedBefore
			     ORDER BY delivery_id LIMIT :examined) AS later
			   WHERE webhook_id = :subject) AS of_subject
			 WHERE delivery_id < least(:before::uuid, :end::uuid)
			"""
		.formatted(COLUMNS);

	private static final String MATCHING = """
			 WHERE (:state::text IS NULL OR state = :state) AND (:event::text IS NULL OR event = :event)
			   AND (:endpoint::uuid IS NULL OR endpoint_id = :endpoint::uuid)
			   AND (:from::timestamptz IS NULL OR created_at >= :from::timestamptz)
			   AND (:to::timestamptz IS NULL OR created_at < :to::timestamptz)
			 ORDER BY delivery_id DESC LIMIT :rows
			""";

	private final JdbcClient jdbc;

	WebhookLog(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Deliveries by their business, in the order of its id; unknown ones are left out.
	 */
	public Map<UUID, List<UUID>> byBusiness(Collection<UUID> deliveryIds) {
		Map<UUID, List<UUID>> found = new LinkedHashMap<>();
		this.jdbc.sql("""
				SELECT business_id, array_agg(delivery_id ORDER BY delivery_id) AS deliveries FROM webhook_delivery
				 WHERE delivery_id = ANY(:deliveries::uuid[]) GROUP BY business_id ORDER BY business_id
				""").param("deliveries", deliveryIds.toArray(UUID[]::new)).query((row) -> {
			List<UUID> deliveries = List.of((UUID[]) row.getArray("deliveries").getArray());
			found.put(row.getObject("business_id", UUID.class), deliveries);
		});
		return found;
	}

	/**
	 * Those of these deliveries that can be made again: their content is not removed.
	 */
	public Set<UUID> redeliverable(Collection<UUID> deliveryIds) {
		return Set.copyOf(this.jdbc.sql(
				"SELECT delivery_id FROM webhook_delivery WHERE delivery_id = ANY(:deliveries::uuid[]) AND body IS NOT NULL")
			.param("deliveries", deliveryIds.toArray(UUID[]::new))
			.query(UUID.class)
			.list());
	}

	/** A delivery with all attempts. */
	public Optional<LoggedDelivery> delivery(UUID deliveryId) {
		return this.jdbc.sql("SELECT " + COLUMNS + " FROM webhook_delivery WHERE delivery_id = :delivery")
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
		return range
			.bind(this.jdbc.sql("SELECT " + COLUMNS + " FROM webhook_delivery WHERE " + DeliveryRange.AFTER
					+ " ORDER BY delivery_id LIMIT :limit"), range.firstId())
			.param("limit", limit)
			.query((row, number) -> delivery(row, List.of()))
			.list();
	}

	/**
	 * Deliveries of a business without their attempts. Those of a subject are found by
	 * indexes of its kinds; of others, a page examines a bounded number, so that a filter
	 * that matches few answers in bounded time.
	 * @param before only deliveries created before this one, or null from the newest
	 */
	public DeliveryPage newest(UUID businessId, DeliveryFilter filter, @Nullable UUID before, int rows) {
		boolean ofSubject = filter.subject() != null;
		Map<String, @Nullable Object> parameters = parameters(businessId, filter, before);
		List<LoggedDelivery> found = new ArrayList<>(this.jdbc
			.sql("SELECT " + COLUMNS + " FROM (" + (ofSubject ? OF_SUBJECT : NEWEST_FIRST + " LIMIT :examined")
					+ ") AS d " + MATCHING)
			.params(parameters)
			.param("examined", filter.isAll() ? rows + 1 : EXAMINED)
			.param("rows", rows + 1)
			.query((row, number) -> delivery(row, List.of()))
			.list());
		if (found.size() > rows) {
			found.removeLast();
			return new DeliveryPage(found, found.getLast().deliveryId(), false);
		}
		UUID last = (ofSubject || filter.isAll()) ? null : lastExamined(parameters);
		return new DeliveryPage(found, last, last != null);
	}

	private @Nullable UUID lastExamined(Map<String, @Nullable Object> parameters) {
		return this.jdbc.sql("SELECT delivery_id FROM (" + NEWEST_FIRST + " OFFSET :skipped LIMIT 1) AS examined")
			.params(parameters)
			.param("skipped", EXAMINED - 1)
			.query(UUID.class)
			.optional()
			.orElse(null);
	}

	private static Map<String, @Nullable Object> parameters(UUID businessId, DeliveryFilter filter,
			@Nullable UUID before) {
		Map<String, @Nullable Object> parameters = new HashMap<>();
		parameters.put("business", businessId);
		parameters.put("first", filter.firstId());
		parameters.put("end", filter.endId());
		parameters.put("before", before);
		parameters.put("state", Objects.toString(filter.state(), null));
		parameters.put("event", filter.event());
		parameters.put("endpoint", filter.endpointId());
		parameters.put("from", Objects.toString(filter.from(), null));
		parameters.put("to", Objects.toString(filter.to(), null));
		UUID subject = filter.subject();
		if (subject != null) {
			parameters.put("subject", subject);
			parameters.put("reportedBefore", TimeOrderedIds.first(TimeOrderedIds.timeOf(subject).plus(LONGEST_REPORT)));
		}
		return parameters;
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
