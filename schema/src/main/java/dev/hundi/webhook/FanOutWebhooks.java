package dev.hundi.webhook;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

import com.github.f4b6a3.uuid.UuidCreator;
import dev.hundi.payout.PayoutStatus;
import dev.hundi.payout.Stage;
import dev.hundi.time.Timestamps;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Creates the deliveries of status events to the endpoints of their businesses,
 * idempotently. Events older than the first endpoint of a business are not published.
 */
@Component
public class FanOutWebhooks {

	private static final String[] PUBLISHED_STAGES = Arrays.stream(Stage.values())
		.filter(Stage::isPublished)
		.map(Stage::name)
		.toArray(String[]::new);

	private final JdbcClient jdbc;

	FanOutWebhooks(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Stores the missing deliveries of those events that are published.
	 * @param eventIds ids of rows of {@code payout_event}, any stage
	 * @return new deliveries
	 */
	public int of(Collection<UUID> eventIds) {
		List<NewDelivery> deliveries = read(eventIds);
		return deliveries.isEmpty() ? 0 : store(deliveries);
	}

	private List<NewDelivery> read(Collection<UUID> eventIds) {
		return this.jdbc.sql("""
				SELECT e.business_id, e.payout_id, e.event_id, e.status, e.response_code, e.response_message, e.utr,
				       e.created_at, p.transaction_id, p.merchant_reference_id, w.endpoint_id
				  FROM payout_event e
				  JOIN payout p ON p.business_id = e.business_id AND p.payout_id = e.payout_id
				  JOIN webhook_endpoint w ON w.business_id = e.business_id AND w.active
				 WHERE e.event_id = ANY(:events::uuid[])
				   AND e.stage = ANY(:stages::text[])
				   AND EXISTS (SELECT FROM webhook_endpoint o
				                WHERE o.business_id = e.business_id AND o.created_at <= e.created_at)
				   AND NOT EXISTS (SELECT FROM webhook_delivery d
				                    WHERE d.business_id = e.business_id AND d.payout_id = e.payout_id
				                      AND d.event_id = e.event_id)
				 ORDER BY e.event_id
				""")
			.param("events", eventIds.toArray(UUID[]::new))
			.param("stages", PUBLISHED_STAGES)
			.query(FanOutWebhooks::newDelivery)
			.list();
	}

	private int store(List<NewDelivery> deliveries) {
		return this.jdbc.sql("""
				INSERT INTO webhook_delivery (delivery_id, business_id, endpoint_id, payout_id, event_id, event, body)
				SELECT * FROM unnest(:deliveries::uuid[], :businesses::uuid[], :endpoints::uuid[], :payouts::uuid[],
				                     :eventIds::uuid[], :events::text[], :bodies::bytea[])
				ON CONFLICT ON CONSTRAINT webhook_delivery_once_per_event DO NOTHING
				""")
			.param("deliveries", deliveries.stream().map(NewDelivery::deliveryId).toArray(UUID[]::new))
			.param("businesses", deliveries.stream().map(NewDelivery::businessId).toArray(UUID[]::new))
			.param("endpoints", deliveries.stream().map(NewDelivery::endpointId).toArray(UUID[]::new))
			.param("payouts", deliveries.stream().map(NewDelivery::payoutId).toArray(UUID[]::new))
			.param("eventIds", deliveries.stream().map(NewDelivery::eventId).toArray(UUID[]::new))
			.param("events", deliveries.stream().map(NewDelivery::event).toArray(String[]::new))
			.param("bodies", deliveries.stream().map(NewDelivery::body).toArray(byte[][]::new))
			.update();
	}

	private static NewDelivery newDelivery(ResultSet row, int number) throws SQLException {
		UUID deliveryId = UuidCreator.getTimeOrderedEpoch();
		UUID businessId = row.getObject("business_id", UUID.class);
		UUID payoutId = row.getObject("payout_id", UUID.class);
		PayoutStatus status = PayoutStatus.of(row.getInt("status"));
		String event = status.event();
		if (event == null) {
			throw new IllegalStateException(
					"Event " + row.getObject("event_id") + " is published but has no webhook event");
		}
		String utr = row.getString("utr");
		WebhookPayload payload = new WebhookPayload(deliveryId, event,
				new WebhookPayload.Data(status.code(), WebhookPayload.time(Timestamps.instant(row, "created_at")),
						businessId, row.getString("response_code"), row.getString("transaction_id"),
						row.getString("response_message"), payoutId, row.getString("merchant_reference_id"), utr, utr));
		return new NewDelivery(deliveryId, businessId, row.getObject("endpoint_id", UUID.class), payoutId,
				row.getObject("event_id", UUID.class), event, payload.bytes());
	}

	private record NewDelivery(UUID deliveryId, UUID businessId, UUID endpointId, UUID payoutId, UUID eventId,
			String event, byte[] body) {
	}

}
