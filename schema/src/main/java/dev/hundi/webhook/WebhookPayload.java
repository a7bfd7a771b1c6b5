package dev.hundi.webhook;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.hundi.payout.PayoutStatus;
import dev.hundi.time.IsoTime;
import dev.hundi.time.Timestamps;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/**
 * The body of a webhook, a snapshot of one status event (docs/specification.md,
 * "Payload"). It is created once; every attempt sends the same bytes.
 *
 * @param payoutWebhookId id of the event, the same for every endpoint and in
 * {@code GET /v1/events}
 * @param event Initiated, Successful or Failed
 */
@JsonPropertyOrder({ "payoutWebhookId", "event", "data" })
record WebhookPayload(UUID payoutWebhookId, String event, Data data) {

	private static final ObjectWriter writer = new JsonMapper().writer();

	/** From a row of {@code payout_event} with the columns of its payout. */
	static WebhookPayload of(ResultSet row, UUID webhookId) throws SQLException {
		PayoutStatus status = PayoutStatus.of(row.getInt("status"));
		String event = status.event();
		if (event == null) {
			throw new IllegalStateException(
					"Event " + row.getObject("event_id") + " is published but has no webhook event");
		}
		String utr = row.getString("utr");
		return new WebhookPayload(webhookId, event,
				new Data(status.code(), IsoTime.text(Timestamps.instant(row, "created_at")),
						row.getObject("business_id", UUID.class), row.getString("response_code"),
						row.getString("transaction_id"), row.getString("response_message"),
						row.getObject("payout_id", UUID.class), row.getString("merchant_reference_id"), utr, utr));
	}

	byte[] bytes() {
		return writer.writeValueAsBytes(this);
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
