package dev.hundi.webhook;

import java.util.Optional;
import java.util.UUID;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Records events beyond those of docs/specification.md, with their deliveries to the
 * endpoints that subscribe to them, in the caller's transaction. They are signed, sent
 * and retried like every other webhook, and listed at {@code GET /v1/events} whether or
 * not an endpoint subscribes. Events of payouts are recorded by triggers.
 */
@Component
public class RecordEvent {

	private static final ObjectWriter writer = new JsonMapper().writer();

	private final JdbcClient jdbc;

	RecordEvent(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Records an event of a business.
	 * @param data the {@code data} of the webhook: a record or map that Jackson writes,
	 * without personal data
	 * @return the {@code payoutWebhookId}
	 */
	public UUID of(UUID businessId, WebhookEvent event, Object data) {
		return record(businessId, event, data, null).orElseThrow();
	}

	/** Records an event for all businesses. */
	public UUID forAll(WebhookEvent event, Object data) {
		return record(null, event, data, null).orElseThrow();
	}

	/**
	 * Records the completion of a bulk file, once.
	 * @return the {@code payoutWebhookId}; empty if it is recorded already
	 */
	public Optional<UUID> completed(UUID businessId, UUID bulkFileId, Object data) {
		return record(businessId, WebhookEvent.BULK_COMPLETED, data, bulkFileId);
	}

	private Optional<UUID> record(@Nullable UUID businessId, WebhookEvent event, Object data,
			@Nullable UUID bulkFileId) {
		return this.jdbc
			.sql("SELECT record_business_event(:business::uuid, :event, :data::json, NULL, :bulkFile::uuid)")
			.param("business", businessId)
			.param("event", event.code())
			.param("data", writer.writeValueAsString(data))
			.param("bulkFile", bulkFileId)
			.query(UUID.class)
			.optional();
	}

}
