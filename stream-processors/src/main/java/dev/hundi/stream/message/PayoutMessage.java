package dev.hundi.stream.message;

import java.time.Instant;
import java.util.Objects;
import java.util.UUID;

import dev.hundi.payout.Stage;
import org.jspecify.annotations.Nullable;

/**
 * One row of {@code payout_event} on its way through Kafka. It tells that something
 * happened; what is to be done follows from the rows in the database, so a message that
 * comes twice, late or never does no harm.
 *
 * @param eventId the row's own id
 * @param type {@code payout.} and the stage in lower case
 * @param schema version of this shape, {@value Messages#SCHEMA}
 * @param businessId owner of the payout
 * @param payoutId the payout
 * @param sequence place in the payout's timeline, from 1
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
			throw new IllegalArgumentException("type " + type + " does not name the stage " + data.stage());
		}
	}

	/** A message of the present shape. */
	public static PayoutMessage of(UUID eventId, UUID businessId, UUID payoutId, int sequence, Instant occurredAt,
			Data data) {
		return new PayoutMessage(eventId, typeOf(data.stage()), Messages.SCHEMA, businessId, payoutId, sequence,
				occurredAt, data);
	}

	/** The type of messages about a stage, such as {@code payout.wallet_debited}. */
	public static String typeOf(Stage stage) {
		return switch (stage) {
			case CREATED -> "payout.created";
			case WALLET_DEBITED -> "payout.wallet_debited";
			case DISPATCHED -> "payout.dispatched";
			case BANK_ACKNOWLEDGED -> "payout.bank_acknowledged";
			case IN_DOUBT -> "payout.in_doubt";
			case SUCCESS -> "payout.success";
			case FAILED -> "payout.failed";
			case RETURNED -> "payout.returned";
		};
	}

	/**
	 * What the event says.
	 *
	 * @param fromStatus status code before, null at creation
	 * @param status status code after
	 * @param stage what happened
	 * @param source who wrote it
	 * @param responseCode response code of that moment
	 * @param responseMessage its message
	 * @param utr bank reference, null until the bank has given one
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
