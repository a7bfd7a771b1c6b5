package dev.hundi.stream.relay;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.hundi.stream.message.BeneficiaryMessage;
import dev.hundi.stream.message.Messages;
import dev.hundi.stream.message.PayoutMessage;
import dev.hundi.stream.message.Topics;
import dev.hundi.payout.Stage;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;

/**
 * The Kafka records of one captured row: one for each processor that reads the event.
 */
final class EventRecords {

	/** The columns of the publication (V031): ids and states, no personal data. */
	private static final Set<String> COLUMNS = Set.of("business_id", "payout_id", "beneficiary_id", "sequence",
			"event_id", "stage", "kind", "created_at");

	private EventRecords() {
	}

	/**
	 * Returns the records of a row of {@code payout_event}; none for stages that the
	 * publication leaves out (V091, V098).
	 * @throws RuntimeException if this version cannot read the row
	 */
	static List<ProducerRecord<byte[], byte[]>> ofPayoutEvent(Struct row) {
		Stage stage = Stage.valueOf(row.getString("stage"));
		return switch (stage) {
			// Work before webhooks, which can wait.
			case CREATED -> records(row, Topics.PAYOUT_CREATED, Topics.PAYOUT_STATUS);
			case RELEASED -> records(row, Topics.PAYOUT_CREATED);
			case WALLET_DEBITED -> records(row, Topics.PAYOUT_DEBITED);
			case DISPATCHED, BANK_ACKNOWLEDGED, IN_DOUBT -> List.of();
			case SUCCESS, FAILED, RETURNED -> records(row, Topics.PAYOUT_STATUS);
		};
	}

	/**
	 * Returns the message of a row of {@code payout_event}.
	 * @throws RuntimeException if this version cannot read the row
	 */
	static PayoutMessage message(Struct row) {
		return PayoutMessage.of(uuid(row, "event_id"), Stage.valueOf(row.getString("stage")), uuid(row, "business_id"),
				uuid(row, "payout_id"), row.getInt32("sequence"), Instant.parse(row.getString("created_at")));
	}

	private static List<ProducerRecord<byte[], byte[]>> records(Struct row, String... topics) {
		byte[] value = Messages.write(message(row));
		return Stream.of(topics).map((topic) -> new ProducerRecord<>(topic, key(row, topic), value)).toList();
	}

	private static byte[] key(Struct row, String topic) {
		return bytes(row.getString(topic.equals(Topics.PAYOUT_DEBITED) ? "payout_id" : "business_id"));
	}

	/**
	 * Returns the record of a row of {@code beneficiary_event}.
	 * @throws RuntimeException if this version cannot read the row
	 */
	static List<ProducerRecord<byte[], byte[]>> ofBeneficiaryEvent(Struct row) {
		BeneficiaryMessage message = BeneficiaryMessage.of(uuid(row, "event_id"),
				BeneficiaryMessage.Kind.valueOf(row.getString("kind")), uuid(row, "business_id"),
				uuid(row, "beneficiary_id"), row.getInt32("sequence"), Instant.parse(row.getString("created_at")));
		return List
			.of(new ProducerRecord<>(Topics.BENEFICIARY, bytes(row.getString("business_id")), Messages.write(message)));
	}

	/** The ids and states of a row that is not readable, for its dead letter. */
	static String describe(Struct row) {
		return row.schema()
			.fields()
			.stream()
			.map(Field::name)
			.filter(COLUMNS::contains)
			.map((column) -> column + "=" + row.get(column))
			.collect(Collectors.joining(", "));
	}

	private static UUID uuid(Struct row, String column) {
		return UUID.fromString(row.getString(column));
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.US_ASCII);
	}

}
