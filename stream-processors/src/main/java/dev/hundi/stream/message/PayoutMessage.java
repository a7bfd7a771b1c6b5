package dev.hundi.stream.message;

import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;

import dev.hundi.payout.Stage;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code payout_event} as a Kafka message. Processors decide by the rows in the
 * database, so duplicate, late and lost messages are harmless.
 *
 * @param eventId id of the row
 * @param type {@code payout.} followed by the stage in lower case
 * @param schema schema version, {@value Messages#SCHEMA}
 * @param businessId owner of the payout
 * @param payoutId the payout
 * @param sequence sequence number in the payout's timeline, from 1
 * @param occurredAt time of the row, UTC
 * @param data the rest of the row
 */
public record PayoutMessage(UUID eventId, String type, int schema, UUID businessId, UUID payoutId, int sequence,
		Instant occurredAt, Data data) {

	public PayoutMessage {
		Objects.requireNonNull(eventId, "eventId");
		Objects.requireNonNull(type, "type");
		Objects.requireNonNull(businessId, "businessId");
		Objects.requireNonNull(payoutId, "payoutId");
		Objects.requireNonNull(occurredAt, "occurredAt");
		Objects.requireNonNull(data, "data");
		Messages.requireSchema(schema);
		Messages.requireSequence(sequence);
		if (!type.equals(typeOf(data.stage()))) {
			throw new IllegalArgumentException("type " + type + " does not match the stage " + data.stage());
		}
	}

	/** Creates a message of the current schema. */
	public static PayoutMessage of(UUID eventId, UUID businessId, UUID payoutId, int sequence, Instant occurredAt,
			Data data) {
		return new PayoutMessage(eventId, typeOf(data.stage()), Messages.SCHEMA, businessId, payoutId, sequence,
				occurredAt, data);
	}

	private static String typeOf(Stage stage) {
		return "payout." + stage.name().toLowerCase(Locale.ROOT);
	}

	/**
	 * The content of the event.
	 *
	 * @param fromStatus previous status code, null at creation
	 * @param status new status code
	 * @param stage the stage that was reached
	 * @param source writer of the row
	 * @param responseCode response code
	 * @param responseMessage response message
	 * @param utr bank reference, null until assigned by the bank
	 */
	public record Data(@Nullable Integer fromStatus, int status, Stage stage, String source, String responseCode,
			String responseMessage, @Nullable String utr) {

		public Data {
			Objects.requireNonNull(stage, "stage");
			Objects.requireNonNull(source, "source");
			Objects.requireNonNull(responseCode, "responseCode");
			Objects.requireNonNull(responseMessage, "responseMessage");
		}

	}

}
