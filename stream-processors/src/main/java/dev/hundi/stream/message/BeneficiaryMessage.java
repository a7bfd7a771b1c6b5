package dev.hundi.stream.message;

import java.time.Instant;
import java.util.Objects;
import java.util.UUID;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;

/**
 * A row of {@code beneficiary_event} as a Kafka message, without the beneficiary's data.
 * Messages of schema 1 carry them in {@code data}, which is ignored.
 *
 * @param eventId id of the row
 * @param type {@code beneficiary.} followed by the kind in lower case
 * @param schema schema version, {@value Messages#SCHEMA} or an earlier one
 * @param businessId owner of the beneficiary
 * @param beneficiaryId the beneficiary
 * @param sequence sequence number in the beneficiary's history, from 1
 * @param occurredAt time of the row, UTC
 */
@JsonIgnoreProperties("data")
public record BeneficiaryMessage(UUID eventId, String type, int schema, UUID businessId, UUID beneficiaryId,
		int sequence, Instant occurredAt) {

	private static final String PREFIX = "beneficiary.";

	public BeneficiaryMessage {
		Objects.requireNonNull(eventId, "eventId");
		Objects.requireNonNull(type, "type");
		Objects.requireNonNull(businessId, "businessId");
		Objects.requireNonNull(beneficiaryId, "beneficiaryId");
		Objects.requireNonNull(occurredAt, "occurredAt");
		Messages.requireSchema(schema);
		Messages.requireSequence(sequence);
		Messages.constantOf(Kind.class, PREFIX, type);
	}

	/** Creates a message of the current schema. */
	public static BeneficiaryMessage of(UUID eventId, Kind kind, UUID businessId, UUID beneficiaryId, int sequence,
			Instant occurredAt) {
		return new BeneficiaryMessage(eventId, Messages.typeOf(PREFIX, kind), Messages.SCHEMA, businessId,
				beneficiaryId, sequence, occurredAt);
	}

	/** What happened to the beneficiary. */
	public enum Kind {

		CREATED, UPDATED, ARCHIVED, REACTIVATED

	}

}
