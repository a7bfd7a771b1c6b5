package dev.hundi.portal.console;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

import dev.hundi.portal.session.StaffOnly;
import dev.hundi.time.Timestamps;
import dev.hundi.webhook.DeliveryFilter;
import dev.hundi.webhook.DeliveryState;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** Deliveries of webhooks of all businesses, newest first. */
@StaffOnly
@Repository
class FindDeliveries {

	/** Deliveries that one page looks at; the next page goes on behind them. */
	private static final int SCANNED = 50_000;

	private static final String COLUMNS = """
			delivery_id, webhook_id, business_id, endpoint_id, payout_id, bulk_file_id, event, state, attempt_count,
			created_at, body IS NOT NULL AS has_body""";

	private static final String NEWEST = "SELECT " + COLUMNS + """
			  FROM webhook_delivery
			 WHERE delivery_id >= :first AND delivery_id < least(:before, :end)
			   AND (:business::uuid IS NULL OR business_id = :business::uuid) %s
			 ORDER BY delivery_id DESC LIMIT :scanned
			""";

	/**
	 * By the id of a delivery, a payout, a bulk file or a webhook, whose deliveries have
	 * the next ids.
	 */
	private static final String OF_SUBJECT = """
			SELECT * FROM (
			  SELECT %1$s FROM webhook_delivery WHERE delivery_id = :subject
			  UNION
			  SELECT %1$s FROM webhook_delivery WHERE payout_id = :subject
			  UNION
			  SELECT of_file.* FROM business b CROSS JOIN LATERAL (
			    SELECT %1$s FROM webhook_delivery d
			     WHERE d.business_id = b.business_id AND d.bulk_file_id = :subject OFFSET 0) AS of_file
			  UNION
			  SELECT * FROM (
			    SELECT %1$s FROM webhook_delivery WHERE delivery_id > :subject ORDER BY delivery_id LIMIT :scanned) AS later
			   WHERE webhook_id = :subject) AS of_subject
			 WHERE delivery_id >= :first AND delivery_id < least(:before, :end)
			   AND (:business::uuid IS NULL OR business_id = :business::uuid) %2$s
			""";

	private final JdbcClient jdbc;

	FindDeliveries(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * A delivery.
	 *
	 * @param redeliverable false once its content is removed
	 */
	record Delivery(UUID deliveryId, UUID businessId, String businessCode, String businessName, UUID endpointId,
			String event, DeliveryState state, int attempts, Instant createdAt, boolean redeliverable) {
	}

	/**
	 * A page.
	 *
	 * @param next before which delivery the next page begins; null if this is the last
	 */
	record Found(List<Delivery> deliveries, @Nullable UUID next) {

		Found {
			deliveries = List.copyOf(deliveries);
		}

	}

	/**
	 * Those of a subject are found by indexes; of others, looks at a bounded number of
	 * deliveries, so that a filter that matches few answers in bounded time.
	 * @param businessId null for all
	 * @param before only deliveries created before this one, or null from the newest
	 */
	@Transactional(readOnly = true)
	Found newest(@Nullable UUID businessId, DeliveryFilter filter, @Nullable UUID before) {
		// As a constant, so that failed ones are found by their index.
		String state = (filter.state() == DeliveryState.FAILED) ? "AND state = 'FAILED'" : "";
		boolean ofSubject = filter.subject() != null;
		List<Row> rows = this.jdbc
			.sql("WITH scanned AS MATERIALIZED (\n"
					+ (ofSubject ? OF_SUBJECT.formatted(COLUMNS, state) : NEWEST.formatted(state))
					+ """
							), matching AS (
							  SELECT * FROM scanned
							   WHERE (:state::text IS NULL OR state = :state) AND (:event::text IS NULL OR event = :event)
							     AND (:from::timestamptz IS NULL OR created_at >= :from::timestamptz)
							     AND (:to::timestamptz IS NULL OR created_at < :to::timestamptz)
							   ORDER BY delivery_id DESC LIMIT :limit
							), whole AS (
							  SELECT CASE WHEN NOT :ofSubject AND count(*) = :scanned THEN min(delivery_id::text)::uuid END AS scanned_to
							    FROM scanned
							)
							SELECT m.*, b.business_code, b.business_name, w.scanned_to
							  FROM whole w LEFT JOIN matching m ON true LEFT JOIN business b ON b.business_id = m.business_id
							 ORDER BY m.delivery_id DESC
							""")
			.param("before", (before != null) ? before : new UUID(-1, -1))
			.param("first", filter.firstId())
			.param("end", filter.endId())
			.param("business", businessId)
			.param("scanned", SCANNED)
			.param("state", Objects.toString(filter.state(), null))
			.param("event", filter.event())
			.param("subject", filter.subject(), Types.OTHER)
			.param("ofSubject", ofSubject)
			.param("from", Objects.toString(filter.from(), null))
			.param("to", Objects.toString(filter.to(), null))
			.param("limit", Slice.READ)
			.query(FindDeliveries::row)
			.list();
		Slice<Delivery> page = Slice
			.of(rows.stream().map(Row::delivery).filter(Objects::nonNull).map(Objects::requireNonNull).toList());
		return new Found(page.rows(), page.more() ? page.last().deliveryId() : rows.getFirst().scannedTo());
	}

	private static Row row(ResultSet row, int number) throws SQLException {
		UUID id = row.getObject("delivery_id", UUID.class);
		Delivery delivery = (id == null) ? null
				: new Delivery(id, row.getObject("business_id", UUID.class), row.getString("business_code"),
						row.getString("business_name"), row.getObject("endpoint_id", UUID.class),
						row.getString("event"), DeliveryState.valueOf(row.getString("state")),
						row.getInt("attempt_count"), Timestamps.instant(row, "created_at"), row.getBoolean("has_body"));
		return new Row(delivery, row.getObject("scanned_to", UUID.class));
	}

	private record Row(@Nullable Delivery delivery, @Nullable UUID scannedTo) {
	}

}
