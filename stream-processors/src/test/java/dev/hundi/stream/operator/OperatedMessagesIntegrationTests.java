package dev.hundi.stream.operator;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;

import dev.hundi.stream.message.Messages;
import dev.hundi.stream.message.PayoutMessage;
import dev.hundi.stream.message.Topics;
import dev.hundi.payout.Stage;
import dev.hundi.stream.StreamProcessorsApplication;
import dev.hundi.stream.kafka.DeadLetters;
import dev.hundi.stream.kafka.KafkaClients;
import dev.hundi.stream.kafka.ReplayDeadLetters;
import dev.hundi.stream.testing.Rows;
import dev.hundi.stream.testing.TestKafka;
import dev.hundi.stream.testing.TestKeys;
import dev.hundi.testing.OwnerBeans;
import dev.hundi.testing.TestDatabase;
import dev.hundi.webhook.FanOutWebhooks;
import dev.hundi.webhook.LoggedDelivery;
import dev.hundi.webhook.RedeliverWebhooks;
import dev.hundi.webhook.WebhookEndpoints;
import dev.hundi.webhook.WebhookLog;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/** Dead letters and redeliveries on a real broker, with the webhook processor. */
class OperatedMessagesIntegrationTests {

	private static final TestDatabase database = TestDatabase.create();

	private static final Rows rows = new Rows(database).withNumbers();

	private static final TestKafka kafka = TestKafka.started();

	private static ConfigurableApplicationContext application;

	private final UUID business = rows.business();

	@BeforeAll
	static void start() {
		kafka.createTopics(2);
		application = run();
	}

	@AfterAll
	static void close() {
		application.close();
		kafka.close();
		database.close();
	}

	@Test
	void showsADeadLetterRedactedAndReplaysIt() throws Exception {
		String topic = Topics.PAYOUT_STATUS;
		send(topic, business(),
				"{\"payoutId\":\"9876543210\",\"accountNumber\":\"026291800001191\",\"name\":\"Ramesh Kumar\",\"sequence\":7}",
				Map.of());
		JsonNode letter = awaitLetter((each) -> each.get("payload").asString().contains("sequence"));
		assertThat(letter.get("topic").asString()).isEqualTo(topic);
		assertThat(letter.get("reason").asString()).startsWith("Not a valid message");
		assertThat(letter.get("fromPartition").isInt() && letter.get("fromOffset").isIntegralNumber()).isTrue();
		assertThat(letter.get("key").asString()).isEqualTo(business());
		assertThat(letter.get("payload").asString()).isEqualTo(
				"{\"payoutId\":\"(10 characters)\",\"accountNumber\":\"(15 characters)\",\"name\":\"(12 characters)\",\"sequence\":\"7\"}");
		long offset = letter.get("offset").asLong();
		assertThat(letter(topic, offset)).isEqualTo(letter);

		assertThat(deadLetters().replay(topic, offset)).isTrue();
		assertThat(letter(topic, offset).get("replayedAt").isNull()).isFalse();
		JsonNode again = awaitLetter((each) -> each.get("payload").equals(letter.get("payload"))
				&& each.get("offset").asLong() != letter.get("offset").asLong());
		assertThat(again.get("firstSeen")).as("unchanged by the replay").isEqualTo(letter.get("firstSeen"));
		assertThat(again.get("fromOffset")).isNotEqualTo(letter.get("fromOffset"));
		assertThat(letters(true).toString()).contains(letter.get("offset").asString());
		assertThat(deadLetters().letter(topic, 999_999)).isEmpty();
		assertThat(deadLetters().letter("__consumer_offsets", 0)).isEmpty();
	}

	@Test
	void aPoisonMessageDoesNotBlockItsPartition() throws Exception {
		register("http://localhost:1/hook");
		UUID payout = rows.payout(this.business);
		send(Topics.PAYOUT_STATUS, business(), "poison", Map.of());
		send(Topics.PAYOUT_STATUS, business(), message(payout), Map.of());
		Awaitility.await().until(() -> deliveries(payout) == 1);
	}

	@Test
	void repeatedReplaysAreIdempotent() throws Exception {
		register("http://localhost:1/hook");
		UUID payout = rows.payout(this.business);
		String dlt = Topics.deadLettersOf(Topics.PAYOUT_STATUS);
		send(dlt, business(), message(payout), Map.of(DeadLetters.REASON, "a corrected error", DeadLetters.TOPIC,
				Topics.PAYOUT_STATUS, DeadLetters.PARTITION, "0", DeadLetters.OFFSET, "77"));
		JsonNode letter = awaitLetter((each) -> each.get("reason").asString().equals("a corrected error"));
		assertThat(letter.get("payload").asString()).contains(payout.toString(), "payout.created");
		assertThat(deadLetters().replayAll()).isPositive();
		Awaitility.await().until(() -> deliveries(payout) == 1);
		deadLetters().replay(Topics.PAYOUT_STATUS, letter.get("offset").asLong());
		UUID marker = rows.payout(this.business);
		send(Topics.PAYOUT_STATUS, business(), message(marker), Map.of());
		Awaitility.await().until(() -> deliveries(marker) == 1);
		assertThat(deliveries(payout)).isEqualTo(1);
		assertThat(letters(false).toString()).doesNotContain("a corrected error");
	}

	@Test
	void listsContentThatNeverWasAMessageButDoesNotReplayIt() throws Exception {
		send(Topics.deadLettersOf(Topics.BENEFICIARY), null, "Struct{account_number=026291800001191}",
				Map.of(DeadLetters.REASON, "The row cannot be converted to a message"));
		JsonNode letter = awaitLetter((each) -> each.get("topic").asString().equals(Topics.BENEFICIARY));
		assertThat(letter.get("replayable").asBoolean()).isFalse();
		assertThat(letter.get("payload").asString()).isEqualTo("(no JSON object, 38 bytes)");
		assertThat(deadLetters().replay(Topics.BENEFICIARY, letter.get("offset").asLong())).isFalse();
		deadLetters().replayAll();
		assertThat(letters(false).toString()).contains("The row cannot be converted to a message");
	}

	@Test
	void showsTheAttemptsOfADeliveryAndRedeliversIt() {
		register("http://localhost:1/hook");
		UUID payout = rows.payout(this.business);
		application.getBean(FanOutWebhooks.class).of(List.of(eventOf(payout)));
		WebhookLog log = OwnerBeans.bean(database.url(), TestKeys.file(), WebhookLog.class);
		Awaitility.await().until(() -> log.ofPayout(this.business, payout).getFirst().attempts().size() == 1);
		LoggedDelivery delivery = log.ofPayout(this.business, payout).getFirst();
		assertThat(log.delivery(delivery.deliveryId())).contains(delivery);
		assertThat(delivery.attempts().getFirst().error()).contains("HttpHostConnectException");
		assertThat(application.getBean(RedeliverWebhooks.class).of(List.of(delivery.deliveryId()))).isOne();
		Awaitility.await().until(() -> log.delivery(delivery.deliveryId()).orElseThrow().attempts().size() > 1);
	}

	private String business() {
		return this.business.toString();
	}

	private UUID register(String url) {
		return OwnerBeans.bean(database.url(), TestKeys.file(), WebhookEndpoints.class)
			.register(this.business, URI.create(url), "whsec_1");
	}

	private String message(UUID payout) {
		return new String(Messages.write(PayoutMessage.of(eventOf(payout), Stage.CREATED, this.business, payout, 1,
				Instant.parse("2026-11-21T06:30:00Z"))), StandardCharsets.UTF_8);
	}

	private static UUID eventOf(UUID payout) {
		return rows.jdbc()
			.sql("SELECT event_id FROM payout_event WHERE payout_id = :payout")
			.param("payout", payout)
			.query(UUID.class)
			.single();
	}

	private static int deliveries(UUID payout) {
		return rows.jdbc()
			.sql("SELECT count(*) FROM webhook_delivery WHERE payout_id = :payout")
			.param("payout", payout)
			.query(Integer.class)
			.single();
	}

	private static JsonNode awaitLetter(Predicate<JsonNode> wanted) {
		return Awaitility.await().until(() -> {
			for (JsonNode letter : letters(false)) {
				if (wanted.test(letter)) {
					return letter;
				}
			}
			return null;
		}, (letter) -> letter != null);
	}

	private static ReplayDeadLetters deadLetters() {
		return application.getBean(ReplayDeadLetters.class);
	}

	private static JsonNode letters(boolean replayed) {
		return JsonMapper.shared().valueToTree(deadLetters().list(replayed, 1_000));
	}

	private static JsonNode letter(String topic, long offset) {
		return JsonMapper.shared().valueToTree(deadLetters().letter(topic, offset).orElseThrow());
	}

	private static void send(String topic, @Nullable String key, String value, Map<String, String> headers)
			throws Exception {
		ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic,
				(key != null) ? key.getBytes(StandardCharsets.UTF_8) : null, value.getBytes(StandardCharsets.UTF_8));
		headers.forEach((name, text) -> record.headers().add(name, text.getBytes(StandardCharsets.UTF_8)));
		try (var producer = application.getBean(KafkaClients.class).newProducer("test")) {
			producer.send(record).get();
		}
	}

	private static ConfigurableApplicationContext run(String... more) {
		List<String> arguments = new ArrayList<>(List.of("--hundi.database.url=" + database.url(),
				"--hundi.database.username=hundi_stream", "--hundi.database.password=postgres",
				"--hundi.database.pool-size=6", "--hundi.kafka.bootstrap-servers=" + kafka.bootstrapServers(),
				"--hundi.management.port=0", "--hundi.key-encryption.file=" + TestKeys.file(),
				"--hundi.processors=webhook", "--hundi.webhook.allow-http=true", "--hundi.webhook.schedule=1h"));
		arguments.addAll(List.of(more));
		return StreamProcessorsApplication.builder().run(arguments.toArray(String[]::new));
	}

}
