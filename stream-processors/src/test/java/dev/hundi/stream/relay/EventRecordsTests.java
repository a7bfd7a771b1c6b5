package dev.hundi.stream.relay;

import java.nio.charset.StandardCharsets;
import java.util.List;

import dev.hundi.payout.Stage;
import dev.hundi.stream.message.Topics;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Rows that were captured before the publication had column lists. */
class EventRecordsTests {

	private static final String ID = "018f6f0e-6d1c-7c3a-9d52-0f5f3a3f9b11";

	private final Struct row = new Struct(SchemaBuilder.struct()
		.field("business_id", Schema.STRING_SCHEMA)
		.field("beneficiary_id", Schema.STRING_SCHEMA)
		.field("sequence", Schema.INT32_SCHEMA)
		.field("event_id", Schema.STRING_SCHEMA)
		.field("kind", Schema.STRING_SCHEMA)
		.field("reason", Schema.STRING_SCHEMA)
		.field("snapshot", Schema.STRING_SCHEMA)
		.field("created_at", Schema.STRING_SCHEMA)
		.build()).put("business_id", ID)
		.put("beneficiary_id", ID)
		.put("sequence", 1)
		.put("event_id", ID)
		.put("kind", "CREATED")
		.put("reason", "Ramesh moved")
		.put("snapshot", "{\"name\": \"Ramesh Kumar\"}")
		.put("created_at", "2026-11-21T06:30:00Z");

	@Test
	void publishesNoPersonalDataOfABeneficiary() {
		assertThat(EventRecords.ofBeneficiaryEvent(this.row)).singleElement()
			.extracting((record) -> new String(record.value(), StandardCharsets.UTF_8))
			.asString()
			.contains("beneficiary.created")
			.doesNotContain("Ramesh");
	}

	@Test
	void publishesAnEventToTheProcessorsThatReadIt() {
		assertThat(topics("CREATED")).containsExactly(Topics.PAYOUT_CREATED, Topics.PAYOUT_STATUS);
		assertThat(topics("RELEASED")).containsExactly(Topics.PAYOUT_CREATED);
		assertThat(topics("WALLET_DEBITED")).containsExactly(Topics.PAYOUT_DEBITED);
		for (String stage : List.of("SUCCESS", "FAILED", "RETURNED")) {
			assertThat(topics(stage)).containsExactly(Topics.PAYOUT_STATUS);
		}
	}

	@Test
	void publishesNoEventThatNoProcessorReads() {
		for (String stage : List.of("DISPATCHED", "BANK_ACKNOWLEDGED", "IN_DOUBT")) {
			assertThat(topics(stage)).isEmpty();
		}
	}

	@Test
	void publishesEveryStageOfAWebhookToTheStatusTopic() {
		assertThat(Stage.values()).allSatisfy((stage) -> assertThat(topics(stage.name()).contains(Topics.PAYOUT_STATUS))
			.isEqualTo(stage.hasWebhook()));
	}

	static List<String> topics(String stage) {
		return EventRecords.ofPayoutEvent(payoutEvent(stage)).stream().map(ProducerRecord::topic).toList();
	}

	static Struct payoutEvent(String stage) {
		return new Struct(SchemaBuilder.struct()
			.field("business_id", Schema.STRING_SCHEMA)
			.field("payout_id", Schema.STRING_SCHEMA)
			.field("sequence", Schema.INT32_SCHEMA)
			.field("event_id", Schema.STRING_SCHEMA)
			.field("stage", Schema.STRING_SCHEMA)
			.field("created_at", Schema.STRING_SCHEMA)
			.build()).put("business_id", ID)
			.put("payout_id", ID)
			.put("sequence", 2)
			.put("event_id", ID)
			.put("stage", stage)
			.put("created_at", "2026-11-21T06:30:00Z");
	}

	@Test
	void describesAnUnreadableRowByItsIds() {
		assertThat(EventRecords.describe(this.row.put("kind", "MERGED"))).contains("event_id=" + ID, "kind=MERGED")
			.doesNotContain("Ramesh");
	}

}
