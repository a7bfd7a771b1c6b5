package dev.hundi.stream.message;

import java.time.Instant;
import java.util.Objects;
import java.util.UUID;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.hundi.payout.Stage;

/**
 * A row of {@code payout_event} as a Kafka message. Processors decide by the rows in the
 * database, so duplicate, late and lost messages are harmless, and a message needs
 * nothing but ids and the stage. Messages of schema 1 carry more in {@code data}, which
 * is ignored.
 *
 * @param eventId id of the row
 * @param type {@code payout.} followed by the stage in lower case
 * @param schema schema version, {@value Messages#SCHEMA} or an earlier one
 * @param businessId owner of the payout
 * @param payoutId the payout
 * @param sequence sequence number in the payout's timeline, from 1
 * @param occurredAt time of the row, UTC
 */
@JsonIgnoreProperties("data")
public record PayoutMessage(UUID eventId, String type, int schema, UUID businessId, UUID payoutId, int sequence,
		Instant occurredAt) {

	private static final String PREFIX = "payout.";

	public PayoutMessage {
		Objects.requireNonNull(eventId, "eventId");
		Objects.requireNonNull(type, "type");
		Objects.requireNonNull(businessId, "businessId");
		Objects.requireNonNull(payoutId, "payoutId");
		Objects.requireNonNull(occurredAt, "occurredAt");
		Messages.requireSchema(schema);
		Messages.requireSequence(sequence);
		Messages.constantOf(Stage.class, PREFIX, type);
	}

	/** Creates a message of the current schema. */
	public static PayoutMessage of(UUID eventId, Stage stage, UUID businessId, UUID payoutId, int sequence,
			Instant occurredAt) {
		return new PayoutMessage(eventId, Messages.typeOf(PREFIX, stage), Messages.SCHEMA, businessId, payoutId,
				sequence, occurredAt);
	}

	/** The stage that was reached. */
	public Stage stage() {
		return Messages.constantOf(Stage.class, PREFIX, this.type);
	}

}
