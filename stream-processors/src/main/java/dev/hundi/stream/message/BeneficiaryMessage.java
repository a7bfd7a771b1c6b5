package dev.hundi.stream.message;

import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A row of {@code beneficiary_event} as a Kafka message.
 *
 * @param eventId id of the row
 * @param type {@code beneficiary.} followed by the kind in lower case
 * @param schema schema version, {@value Messages#SCHEMA}
 * @param businessId owner of the beneficiary
 * @param beneficiaryId the beneficiary
 * @param sequence sequence number in the beneficiary's history, from 1
 * @param occurredAt time of the row, UTC
 * @param data the rest of the row
 */
public record BeneficiaryMessage(UUID eventId, String type, int schema, UUID businessId, UUID beneficiaryId,
		int sequence, Instant occurredAt, Data data) {

	public BeneficiaryMessage {
		Objects.requireNonNull(eventId, "eventId");
		Objects.requireNonNull(type, "type");
		Objects.requireNonNull(businessId, "businessId");
		Objects.requireNonNull(beneficiaryId, "beneficiaryId");
		Objects.requireNonNull(occurredAt, "occurredAt");
		Objects.requireNonNull(data, "data");
		Messages.requireSchema(schema);
		Messages.requireSequence(sequence);
		if (!type.equals(typeOf(data.kind()))) {
			throw new IllegalArgumentException("type " + type + " does not match the kind " + data.kind());
		}
	}

	/** Creates a message of the current schema. */
	public static BeneficiaryMessage of(UUID eventId, UUID businessId, UUID beneficiaryId, int sequence,
			Instant occurredAt, Data data) {
		return new BeneficiaryMessage(eventId, typeOf(data.kind()), Messages.SCHEMA, businessId, beneficiaryId,
				sequence, occurredAt, data);
	}

	private static String typeOf(Kind kind) {
		return "beneficiary." + kind.name().toLowerCase(Locale.ROOT);
	}

	public enum Kind {

		CREATED, UPDATED, ARCHIVED, REACTIVATED

	}

	/**
	 * The content of the event.
	 *
	 * @param kind what happened
	 * @param reason reason of the change, or null
	 * @param snapshot the beneficiary after the change, as in the API
	 */
	public record Data(Kind kind, @Nullable String reason, JsonNode snapshot) {

		public Data {
			Objects.requireNonNull(kind, "kind");
			if (!snapshot.isObject()) {
				throw new IllegalArgumentException("snapshot is not an object");
			}
		}

	}

}
