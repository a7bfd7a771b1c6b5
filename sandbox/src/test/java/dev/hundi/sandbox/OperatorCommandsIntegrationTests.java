package dev.hundi.sandbox;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import dev.hundi.person.Role;
import dev.hundi.stream.message.Topics;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Operator commands against the platform of {@link OperatingFilesIntegrationTests}, which
 * runs these tests.
 */
abstract class OperatorCommandsIntegrationTests {

	private static final String WHY = "asked for by the merchant";

	private final Platform platform;

	private final Path directory;

	private final Operator operator;

	OperatorCommandsIntegrationTests(Platform platform, Path directory) {
		this.platform = platform;
		this.directory = directory;
		this.operator = Operator.of(platform, directory, Role.OPERATOR);
	}

	@Test
	void redeliversWebhooksAndReplaysDeadLetters() throws Exception {
		Merchant merchant = Merchant.with(this.platform, this.directory, 10_000_00);
		UUID payout = merchant.pay(Merchant.SUCCESS, "10.00");
		merchant.terminal(payout);
		merchant.assertNotified(payout, "Initiated", "Successful");
		// The receiver has a webhook before its delivery is recorded.
		await().until(() -> delivered(payout) == 2);
		String from = Instant.now().minusSeconds(3600).toString();
		String to = Instant.now().plusSeconds(3600).toString();
		JsonNode listed = this.operator.answer("webhooks", "list", "--from", from, "--to", to, "--states",
				"DELIVERED,PENDING");
		String delivery = deliveryOf(payout);
		assertThat(listed.valueStream().map((each) -> each.get("deliveryId").asString())).contains(delivery);
		assertThat(this.operator.answer("webhooks", "show", delivery).at("/attempts/0/responseStatus").asInt())
			.isEqualTo(200);

		int before = received(payout);
		assertThat(this.operator.answer("webhooks", "redeliver", delivery, "--reason", WHY).get("redelivered").asInt())
			.isEqualTo(1);
		await().until(() -> received(payout) > before);
		await().until(() -> delivered(payout) == 2);
		await().until(() -> this.operator
			.answer("webhooks", "redeliver", "--from", from, "--to", to, "--states", "DELIVERED", "--reason", WHY)
			.get("redelivered")
			.asInt() > 1);
		await().until(() -> received(payout) > before + 2);
		assertThat(this.operator.answer("webhooks", "endpoints").isEmpty()).isTrue();

		sendPoison();
		await().until(() -> this.operator.answer("dead-letters", "list").size() == 1);
		JsonNode letter = this.operator.answer("dead-letters", "show", Topics.PAYOUT_CREATED, "0");
		assertThat(letter.get("reason").asString()).startsWith("Not a valid message");
		assertThat(this.operator.answer("dead-letters", "replay", "all", "--reason", WHY).get("replayed").asInt())
			.isEqualTo(1);
		await().until(() -> this.operator.answer("dead-letters", "list", "--replayed", "true").size() == 2);

		assertThat(this.operator.printed(Map.of("HUNDI_TOKEN", "hundi_wrong"), 1, List.of("webhooks", "endpoints")))
			.contains("token_invalid");
		assertThat(this.operator.as(Role.AUDITOR).refused("dead-letters", "replay", "all", "--reason", WHY))
			.contains("role_missing");
		assertThat(this.operator.as(Role.AUDITOR).answer("webhooks", "endpoints").isEmpty()).isTrue();
		assertThat(this.operator.printed(Map.of(), 1, List.of("webhooks", "endpoints", "--as", "NOBODY")))
			.contains("no staff of role NOBODY");
	}

	@Test
	void settlesManualReviews() throws Exception {
		Merchant merchant = Merchant.with(this.platform, this.directory, 10_000_00);
		UUID payout = merchant.pay(Merchant.MISMATCH, "10.00");
		String beneficiary = merchant.payout(payout).path("beneficiaryId").asString();
		await().until(() -> !reviews(beneficiary).isEmpty());
		JsonNode review = reviews(beneficiary).getFirst();
		assertThat(review.path("kind").asString()).isEqualTo("BENEFICIARY_MISMATCH");
		String businessId = review.path("businessId").asString();
		assertThat(this.operator
			.answer("reviews", "settle", businessId, "beneficiary", beneficiary, "--shown",
					review.path("since").asString(), "--note", "The merchant knows both names")
			.get("settled")
			.asInt()).isEqualTo(1);
		assertThat(reviews(beneficiary)).isEmpty();
		assertThat(this.operator.refused("reviews", "enquire", businessId, payout.toString(), "--reason", WHY))
			.contains("404", "There is no payout " + payout + " whose enquiries have ended");
		assertThat(this.operator.refused("reviews", "settle", businessId, "payout", payout.toString(), "--shown",
				review.path("since").asString(), "--note", " "))
			.contains("400", "note is required");
		// The bank's behaviour of another test does not meet it.
		merchant.terminal(payout);
	}

	@Test
	void proposesApprovalTiersAndSetsCompletedWebhookOfABusiness() throws Exception {
		String business = new DemoBusinesses(this.platform, this.directory).create("Asha Traders", 0, false)
			.businessId()
			.toString();
		assertThat(this.operator.answer("bulk", "tiers", business).isEmpty()).isTrue();
		JsonNode set = this.operator.answer("bulk", "tiers", business, "100000.00=2", "0.00=1", "--reason", WHY);
		assertThat(set.path("approvalId").asString()).isNotEmpty();
		assertThat(set.path("tiers").toString())
			.isEqualTo("[{\"above\":\"0.00\",\"people\":1},{\"above\":\"100000.00\",\"people\":2}]");
		assertThat(this.operator.answer("bulk", "tiers", business).isEmpty()).as("until another person agrees")
			.isTrue();
		assertThat(this.operator.answer("bulk", "completed-webhook", business, "on", "--reason", WHY)
			.path("sent")
			.asBoolean()).isTrue();
		assertThat(JdbcClient.create(this.platform.dataSource())
			.sql("SELECT 'BulkCompleted' = ANY (events) FROM webhook_endpoint WHERE business_id = :id")
			.param("id", UUID.fromString(business))
			.query(Boolean.class)
			.single()).isTrue();
		assertThat(this.operator.refused("bulk", "tiers", business, "1000=2", "--reason", WHY)).contains("400");
		assertThat(this.operator.refused("bulk", "tiers", business, "1000.00=3", "--reason", WHY)).contains("400");
		assertThat(this.operator.refused("bulk", "tiers", UUID.randomUUID().toString(), "1.00=2", "--reason", WHY))
			.contains("404");
	}

	private List<JsonNode> reviews(String subject) {
		return this.operator.answer("reviews", "list", "--limit", "1000")
			.valueStream()
			.filter((review) -> review.path("subjectId").asString().equals(subject))
			.toList();
	}

	private String deliveryOf(UUID payout) {
		return JdbcClient.create(this.platform.dataSource())
			.sql("SELECT delivery_id::text FROM webhook_delivery WHERE payout_id = :payout ORDER BY delivery_id LIMIT 1")
			.param("payout", payout)
			.query(String.class)
			.single();
	}

	private int delivered(UUID payout) {
		return JdbcClient.create(this.platform.dataSource())
			.sql("SELECT count(*) FROM webhook_delivery WHERE payout_id = :payout AND state = 'DELIVERED'")
			.param("payout", payout)
			.query(Integer.class)
			.single();
	}

	private int received(UUID payout) {
		return this.platform.receiver().received(payout.toString()).size();
	}

	private void sendPoison() throws Exception {
		try (KafkaProducer<String, String> producer = new KafkaProducer<>(
				Map.of("bootstrap.servers", this.platform.bootstrapServers()), new StringSerializer(),
				new StringSerializer())) {
			producer.send(new ProducerRecord<>(Topics.PAYOUT_CREATED, "key", "poison")).get();
		}
	}

}
