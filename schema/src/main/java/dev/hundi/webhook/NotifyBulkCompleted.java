package dev.hundi.webhook;

import java.time.Instant;
import java.util.UUID;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.github.f4b6a3.uuid.UuidCreator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Creates the delivery that notifies a business of a completed bulk file, if the business
 * has enabled it ({@code business.notify_bulk_completed}) and has an endpoint. It is
 * signed, sent and retried like every other webhook.
 */
@Component
public class NotifyBulkCompleted {

	static final String EVENT = "BulkCompleted";

	private static final ObjectWriter writer = new JsonMapper().writer();

	private final JdbcClient jdbc;

	NotifyBulkCompleted(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * A completed file.
	 *
	 * @param status COMPLETED, PARTIALLY_COMPLETED or FAILED
	 * @param outcome what became of the rows
	 * @param completedAt UTC
	 * @param successfulPaise paid amount in paise
	 * @param failedPaise unpaid amount in paise
	 */
	public record Completed(UUID businessId, UUID bulkFileId, String fileName, @Nullable String clientReference,
			String status, String outcome, Instant completedAt, Rows rows, long successfulPaise, long failedPaise) {
	}

	/** Numbers of rows. */
	public record Rows(int read, int valid, int invalid, int duplicate, int successful, int failed) {
	}

	/**
	 * Stores the delivery in the caller's transaction; idempotent.
	 * @return whether it was stored now
	 */
	public boolean enqueue(Completed file) {
		UUID deliveryId = UuidCreator.getTimeOrderedEpoch();
		return this.jdbc.sql("""
				INSERT INTO webhook_delivery (delivery_id, business_id, endpoint_id, bulk_file_id, event, body)
				SELECT :delivery, w.business_id, w.endpoint_id, :bulkFile, :event, :body
				  FROM webhook_endpoint w
				  JOIN business b ON b.business_id = w.business_id AND b.notify_bulk_completed
				 WHERE w.business_id = :business AND w.active
				ON CONFLICT DO NOTHING
				""")
			.param("delivery", deliveryId)
			.param("bulkFile", file.bulkFileId)
			.param("event", EVENT)
			.param("body", writer.writeValueAsBytes(payload(deliveryId, file)))
			.param("business", file.businessId)
			.update() == 1;
	}

	/**
	 * Enables or disables the notification of a business.
	 * @return false if the business does not exist
	 */
	public boolean setEnabled(UUID businessId, boolean enabled) {
		return this.jdbc.sql("UPDATE business SET notify_bulk_completed = :enabled WHERE business_id = :businessId")
			.param("enabled", enabled)
			.param("businessId", businessId)
			.update() == 1;
	}

	private static Payload payload(UUID deliveryId, Completed file) {
		return new Payload(deliveryId, EVENT,
				new Data(file.status, file.outcome, WebhookPayload.time(file.completedAt), file.businessId,
						file.bulkFileId, file.fileName, file.clientReference, file.rows,
						Long.toString(file.successfulPaise), Long.toString(file.failedPaise)));
	}

	@JsonPropertyOrder({ "payoutWebhookId", "event", "data" })
	private record Payload(UUID payoutWebhookId, String event, Data data) {
	}

	@JsonPropertyOrder({ "status", "outcome", "timestamp", "businessId", "bulkFileId", "fileName", "clientReference",
			"rows", "successfulPaise", "failedPaise" })
	private record Data(String status, String outcome, String timestamp, UUID businessId, UUID bulkFileId,
			String fileName, @Nullable String clientReference, Rows rows, String successfulPaise, String failedPaise) {
	}

}
