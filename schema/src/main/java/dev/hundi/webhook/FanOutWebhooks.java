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

	private static final String[] TOLD = Arrays.stream(Stage.values())
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
		List<Telling> tellings = read(eventIds);
		return tellings.isEmpty() ? 0 : store(tellings);
	}

	private List<Telling> read(Collection<UUID> eventIds) {
		return this.jdbc.sql("""
				SELECT e.business_id, e.payout_id, e.event_id, e.status, e.response_code, e.response_message, e.utr,
				       e.created_at, p.transaction_id, p.merchant_reference_id, w.endpoint_id
				  FROM payout_event e
				  JOIN payout p ON p.business_id = e.business_id AND p.payout_id = e.payout_id
				  JOIN webhook_endpoint w ON w.business_id = e.business_id AND w.active
				 WHERE e.event_id = ANY(:events::uuid[])
				   AND e.stage = ANY(:told::text[])
				   AND EXISTS (SELECT FROM webhook_endpoint o
				                WHERE o.business_id = e.business_id AND o.created_at <= e.created_at)
				   AND NOT EXISTS (SELECT FROM webhook_delivery d
				                    WHERE d.business_id = e.business_id AND d.payout_id = e.payout_id
				                      AND d.event_id = e.event_id)
				 ORDER BY e.event_id
				""")
			.param("events", eventIds.toArray(UUID[]::new))
			.param("told", TOLD)
			.query(FanOutWebhooks::telling)
			.list();
	}

	private int store(List<Telling> tellings) {
		return this.jdbc.sql("""
				INSERT INTO webhook_delivery (delivery_id, business_id, endpoint_id, payout_id, event_id, event, body)
				SELECT * FROM unnest(:deliveries::uuid[], :businesses::uuid[], :endpoints::uuid[], :payouts::uuid[],
				                     :eventIds::uuid[], :events::text[], :bodies::bytea[])
				ON CONFLICT ON CONSTRAINT webhook_delivery_once_per_event DO NOTHING
				""")
			.param("deliveries", tellings.stream().map(Telling::deliveryId).toArray(UUID[]::new))
			.param("businesses", tellings.stream().map(Telling::businessId).toArray(UUID[]::new))
			.param("endpoints", tellings.stream().map(Telling::endpointId).toArray(UUID[]::new))
			.param("payouts", tellings.stream().map(Telling::payoutId).toArray(UUID[]::new))
			.param("eventIds", tellings.stream().map(Telling::eventId).toArray(UUID[]::new))
			.param("events", tellings.stream().map(Telling::event).toArray(String[]::new))
			.param("bodies", tellings.stream().map(Telling::body).toArray(byte[][]::new))
			.update();
	}

	private static Telling telling(ResultSet row, int number) throws SQLException {
		UUID deliveryId = UuidCreator.getTimeOrderedEpoch();
		UUID businessId = row.getObject("business_id", UUID.class);
		UUID payoutId = row.getObject("payout_id", UUID.class);
		PayoutStatus status = PayoutStatus.of(row.getInt("status"));
		String event = status.event();
		if (event == null) {
			throw new IllegalStateException("Event " + row.getObject("event_id") + " is told but has no webhook");
		}
		String utr = row.getString("utr");
		WebhookPayload payload = new WebhookPayload(deliveryId, event,
				new WebhookPayload.Data(status.code(), WebhookPayload.time(Timestamps.instant(row, "created_at")),
						businessId, row.getString("response_code"), row.getString("transaction_id"),
						row.getString("response_message"), payoutId, row.getString("merchant_reference_id"), utr, utr));
		return new Telling(deliveryId, businessId, row.getObject("endpoint_id", UUID.class), payoutId,
				row.getObject("event_id", UUID.class), event, payload.bytes());
	}

	private record Telling(UUID deliveryId, UUID businessId, UUID endpointId, UUID payoutId, UUID eventId, String event,
			byte[] body) {
	}

}
