package dev.hundi.webhook;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.UUID;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/**
 * The body of a webhook, a snapshot of one status event (docs/specification.md,
 * "Payload"). It is created once; every attempt sends the same bytes.
 *
 * @param payoutWebhookId id of the delivery
 * @param event Initiated, Successful or Failed
 */
@JsonPropertyOrder({ "payoutWebhookId", "event", "data" })
record WebhookPayload(UUID payoutWebhookId, String event, Data data) {

	private static final ObjectWriter writer = new JsonMapper().writer();

	private static final DateTimeFormatter milliseconds = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'")
		.withZone(ZoneOffset.UTC);

	byte[] bytes() {
		return writer.writeValueAsBytes(this);
	}

	static String time(Instant time) {
		return milliseconds.format(time);
	}

	/**
	 * The event. {@code transactionReference} carries the same value as {@code utr}.
	 */
	@JsonPropertyOrder({ "status", "timestamp", "businessId", "responseCode", "transactionId", "responseMessage",
			"payoutTransactionId", "merchantReferenceId", "utr", "transactionReference" })
	record Data(int status, String timestamp, UUID businessId, String responseCode, String transactionId,
			String responseMessage, UUID payoutTransactionId, @Nullable String merchantReferenceId,
			@Nullable String utr, @Nullable String transactionReference) {
	}

}
