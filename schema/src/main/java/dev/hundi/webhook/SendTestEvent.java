package dev.hundi.webhook;

import java.time.Clock;
import java.util.Optional;
import java.util.UUID;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.github.f4b6a3.uuid.UuidCreator;
import dev.hundi.time.IsoTime;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Creates a delivery that is about nothing, so that a merchant can try its endpoint. It
 * is signed, sent and retried like every other webhook.
 */
@Component
public class SendTestEvent {

	static final String EVENT = "Test";

	private static final ObjectWriter writer = new JsonMapper().writer();

	private final Clock clock = Clock.systemUTC();

	private final JdbcClient jdbc;

	SendTestEvent(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Stores the delivery.
	 * @return its id, or empty if the business has no such active endpoint
	 */
	public Optional<UUID> to(UUID businessId, UUID endpointId) {
		UUID deliveryId = UuidCreator.getTimeOrderedEpoch();
		Payload payload = new Payload(deliveryId, EVENT, new Data(IsoTime.text(this.clock.instant()), businessId));
		int stored = this.jdbc.sql("""
				INSERT INTO webhook_delivery (delivery_id, business_id, endpoint_id, event, body)
				SELECT :delivery, business_id, endpoint_id, :event, :body
				  FROM webhook_endpoint WHERE business_id = :business AND endpoint_id = :endpoint AND active
				""")
			.param("delivery", deliveryId)
			.param("event", EVENT)
			.param("body", writer.writeValueAsBytes(payload))
			.param("business", businessId)
			.param("endpoint", endpointId)
			.update();
		return (stored == 1) ? Optional.of(deliveryId) : Optional.empty();
	}

	@JsonPropertyOrder({ "payoutWebhookId", "event", "data" })
	private record Payload(UUID payoutWebhookId, String event, Data data) {
	}

	@JsonPropertyOrder({ "timestamp", "businessId" })
	private record Data(String timestamp, UUID businessId) {
	}

}
