package dev.hundi.stream.relay;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

import dev.hundi.stream.message.BeneficiaryMessage;
import dev.hundi.stream.message.Messages;
import dev.hundi.stream.message.PayoutMessage;
import dev.hundi.stream.message.Topics;
import dev.hundi.payout.Stage;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;

/**
 * The Kafka records of one captured row. Every payout event goes to the status topic;
 * events that trigger debit or dispatch go to their topics too.
 */
final class EventRecords {

	private EventRecords() {
	}

	/**
	 * Returns the records of a row of {@code payout_event}.
	 * @throws RuntimeException if this version cannot read the row
	 */
	static List<ProducerRecord<byte[], byte[]>> ofPayoutEvent(Struct row) {
		Stage stage = Stage.valueOf(row.getString("stage"));
		PayoutMessage message = PayoutMessage.of(uuid(row, "event_id"), uuid(row, "business_id"),
				uuid(row, "payout_id"), row.getInt32("sequence"), Instant.parse(row.getString("created_at")),
				new PayoutMessage.Data(status(row.getInt16("from_status")), row.getInt16("status"), stage,
						row.getString("source"), row.getString("response_code"), row.getString("response_message"),
						row.getString("utr")));
		byte[] value = Messages.write(message);
		byte[] business = bytes(row.getString("business_id"));
		ProducerRecord<byte[], byte[]> status = new ProducerRecord<>(Topics.PAYOUT_STATUS, business, value);
		return switch (stage) {
			// Work before webhooks, which can wait.
			case CREATED -> List.of(new ProducerRecord<>(Topics.PAYOUT_CREATED, business, value), status);
			case WALLET_DEBITED ->
				List.of(new ProducerRecord<>(Topics.PAYOUT_DEBITED, bytes(row.getString("payout_id")), value), status);
			case DISPATCHED, BANK_ACKNOWLEDGED, IN_DOUBT, SUCCESS, FAILED, RETURNED -> List.of(status);
		};
	}

	/**
	 * Returns the record of a row of {@code beneficiary_event}.
	 * @throws RuntimeException if this version cannot read the row
	 */
	static List<ProducerRecord<byte[], byte[]>> ofBeneficiaryEvent(Struct row) {
		BeneficiaryMessage message = BeneficiaryMessage.of(uuid(row, "event_id"), uuid(row, "business_id"),
				uuid(row, "beneficiary_id"), row.getInt32("sequence"), Instant.parse(row.getString("created_at")),
				new BeneficiaryMessage.Data(BeneficiaryMessage.Kind.valueOf(row.getString("kind")),
						row.getString("reason"), Messages.readSnapshot(row.getString("snapshot"))));
		return List
			.of(new ProducerRecord<>(Topics.BENEFICIARY, bytes(row.getString("business_id")), Messages.write(message)));
	}

	private static UUID uuid(Struct row, String column) {
		return UUID.fromString(row.getString(column));
	}

	private static @Nullable Integer status(@Nullable Short code) {
		return (code != null) ? Integer.valueOf(code) : null;
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.US_ASCII);
	}

}
