package dev.hundi.stream.operator;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
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
import dev.hundi.stream.testing.Rows;
import dev.hundi.stream.testing.TestKafka;
import dev.hundi.stream.testing.TestKeys;
import dev.hundi.testing.OwnerBeans;
import dev.hundi.testing.TestDatabase;
import dev.hundi.webhook.FanOutWebhooks;
import dev.hundi.webhook.WebhookEndpoints;
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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class OperatorApiIntegrationTests {

	private static final String TOKEN = "a-token-of-at-least-32-characters";

	private static final String LETTERS = "/internal/dead-letters";

	private static final TestDatabase database = TestDatabase.create();

	private static final Rows rows = new Rows(database).withNumbers();

	private static final TestKafka kafka = TestKafka.started();

	private static final HttpClient http = HttpClient.newHttpClient();

	private static ConfigurableApplicationContext application;

	private final UUID business = rows.business();

	@BeforeAll
	static void start() {
		kafka.createTopics(2);
		application = run("--hundi.operator.token=" + TOKEN);
		Awaitility.await().until(() -> call("GET", "/actuator/health", null, null).statusCode() == 200);
	}

	@AfterAll
	static void close() {
		application.close();
		http.close();
		kafka.close();
		database.close();
	}

	@Test
	void rejectsRequestsWithoutTheToken() throws Exception {
		for (String path : List.of(LETTERS, "/internal/webhooks/endpoints", "/internal", "/internal/anything")) {
			assertThat(call("GET", path, null, null).statusCode()).as(path).isEqualTo(401);
			assertThat(call("GET", path, "Bearer " + TOKEN + "x", null).statusCode()).as(path).isEqualTo(401);
			assertThat(call("GET", path, "Basic " + TOKEN, null).statusCode()).as(path).isEqualTo(401);
		}
		assertThat(call("POST", LETTERS + "/replay", null, null).statusCode()).isEqualTo(401);
		for (String detour : List.of("/internal/../internal/dead-letters", "//internal/dead-letters",
				"/internal;a=b/dead-letters", "/%69nternal/dead-letters", "/internal/dead-letters/")) {
			assertThat(call("GET", detour, null, null).statusCode()).as(detour).isNotEqualTo(200);
		}
		assertThat(call("GET", LETTERS, "Bearer " + TOKEN, null).statusCode()).isEqualTo(200);
	}

	@Test
	void isDisabledWithoutATokenAndRejectsAShortOne() throws Exception {
		try (ConfigurableApplicationContext disabled = run()) {
			assertThat(call(disabled, "GET", LETTERS, "Bearer ", null).statusCode()).isEqualTo(404);
			assertThat(call(disabled, "GET", LETTERS, null, null).statusCode()).isEqualTo(404);
		}
		assertThatThrownBy(() -> run("--hundi.operator.token=short").close())
			.hasStackTraceContaining("hundi.operator.token must be");
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
		String one = LETTERS + "/" + topic + "/" + letter.get("offset").asLong();
		assertThat(get(one)).isEqualTo(letter);

		assertThat(post(one + "/replay", null).get("replayed").asInt()).isEqualTo(1);
		assertThat(get(one).get("replayedAt").isNull()).isFalse();
		JsonNode again = awaitLetter((each) -> each.get("payload").equals(letter.get("payload"))
				&& each.get("offset").asLong() != letter.get("offset").asLong());
		assertThat(again.get("firstSeen")).as("unchanged by the replay").isEqualTo(letter.get("firstSeen"));
		assertThat(again.get("fromOffset")).isNotEqualTo(letter.get("fromOffset"));
		assertThat(texts(get(LETTERS + "?replayed=true"))).contains(letter.get("offset").asString());
		assertThat(call("GET", LETTERS + "/" + topic + "/999999", "Bearer " + TOKEN, null).statusCode()).isEqualTo(404);
		assertThat(call("GET", LETTERS + "/__consumer_offsets/0", "Bearer " + TOKEN, null).statusCode()).isEqualTo(404);
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
		String one = LETTERS + "/" + Topics.PAYOUT_STATUS + "/" + letter.get("offset").asLong();
		assertThat(post(LETTERS + "/replay", null).get("replayed").asInt()).isPositive();
		Awaitility.await().until(() -> deliveries(payout) == 1);
		post(one + "/replay", null);
		UUID marker = rows.payout(this.business);
		send(Topics.PAYOUT_STATUS, business(), message(marker), Map.of());
		Awaitility.await().until(() -> deliveries(marker) == 1);
		assertThat(deliveries(payout)).isEqualTo(1);
		assertThat(texts(get(LETTERS))).doesNotContain("a corrected error");
	}

	@Test
	void listsContentThatNeverWasAMessageButDoesNotReplayIt() throws Exception {
		send(Topics.deadLettersOf(Topics.BENEFICIARY), null, "Struct{account_number=026291800001191}",
				Map.of(DeadLetters.REASON, "The row cannot be converted to a message"));
		JsonNode letter = awaitLetter((each) -> each.get("topic").asString().equals(Topics.BENEFICIARY));
		assertThat(letter.get("replayable").asBoolean()).isFalse();
		assertThat(letter.get("payload").asString()).isEqualTo("(no JSON object, 38 bytes)");
		assertThat(call("POST", LETTERS + "/" + Topics.BENEFICIARY + "/" + letter.get("offset").asLong() + "/replay",
				"Bearer " + TOKEN, null)
			.statusCode()).isEqualTo(409);
		post(LETTERS + "/replay", null);
		assertThat(texts(get(LETTERS))).contains("The row cannot be converted to a message");
	}

	@Test
	void showsTheAttemptsOfADeliveryAndRedeliversIt() throws Exception {
		UUID endpoint = register("http://localhost:1/hook");
		UUID payout = rows.payout(this.business);
		Instant before = Instant.now().minusSeconds(60);
		application.getBean(FanOutWebhooks.class).of(List.of(eventOf(payout)));
		String list = "/internal/webhooks/businesses/" + this.business + "/payouts/" + payout;
		Awaitility.await().until(() -> get(list).get(0).get("attempts").size() == 1);
		JsonNode delivery = get(list).get(0);
		String id = delivery.get("deliveryId").asString();
		assertThat(get("/internal/webhooks/deliveries/" + id)).isEqualTo(delivery);
		assertThat(delivery.at("/attempts/0/error").asString()).contains("HttpHostConnectException");
		assertThat(delivery.at("/attempts/0/durationMs").asInt(-1)).isNotNegative();
		String range = "?states=PENDING,FAILED&businessId=" + this.business + "&from=" + before + "&to="
				+ Instant.now().plusSeconds(60);
		assertThat(texts(get("/internal/webhooks/deliveries" + range))).contains(id);

		assertThat(
				post("/internal/webhooks/redeliver", "{\"deliveryIds\":[\"" + id + "\"]}").get("redelivered").asInt())
			.isEqualTo(1);
		Awaitility.await().until(() -> get("/internal/webhooks/deliveries/" + id).get("attempts").size() > 1);
		assertThat(
				post("/internal/webhooks/redeliver",
						"{\"from\":\"%s\",\"to\":\"%s\",\"businessId\":\"%s\",\"states\":[\"PENDING\"]}"
							.formatted(before, Instant.now().plusSeconds(60), this.business))
					.get("redelivered")
					.asInt())
			.isBetween(0, 1);
		for (String wrong : List.of("{}", "{\"from\":\"" + before + "\"}", "{\"deliveryIds\":[\"1\"]}", "nonsense",
				"{\"deliveryIds\":[],\"from\":\"" + before + "\"}",
				"{\"from\":\"%s\",\"to\":\"%s\"}".formatted(before, before))) {
			assertThat(call("POST", "/internal/webhooks/redeliver", "Bearer " + TOKEN, wrong).statusCode()).as(wrong)
				.isEqualTo(400);
		}
		assertThat(post("/internal/webhooks/endpoints/" + endpoint + "/enable", null).get("enabled").asBoolean())
			.isTrue();
		JsonNode rotated = post("/internal/webhooks/endpoints/" + endpoint + "/secret",
				"{\"from\":\"2099-01-01T00:00:00Z\"}");
		assertThat(rotated.get("secret").asString()).matches("whsec_[0-9a-f]{48}");
		assertThat(rotated.get("from").asString()).isEqualTo("2099-01-01T00:00:00Z");
		assertThat(get("/internal/webhooks/endpoints").isArray()).isTrue();
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
			for (JsonNode letter : get(LETTERS)) {
				if (wanted.test(letter)) {
					return letter;
				}
			}
			return null;
		}, (letter) -> letter != null);
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

	private static String texts(JsonNode node) {
		return node.toString();
	}

	private static JsonNode get(String path) throws Exception {
		return read(call("GET", path, "Bearer " + TOKEN, null));
	}

	private static JsonNode post(String path, @Nullable String body) throws Exception {
		return read(call("POST", path, "Bearer " + TOKEN, body));
	}

	private static JsonNode read(HttpResponse<String> answer) {
		assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
		return new JsonMapper().readTree(answer.body());
	}

	private static HttpResponse<String> call(String method, String path, @Nullable String authorization,
			@Nullable String body) throws IOException, InterruptedException {
		return call(application, method, path, authorization, body);
	}

	private static HttpResponse<String> call(ConfigurableApplicationContext application, String method, String path,
			@Nullable String authorization, @Nullable String body) throws IOException, InterruptedException {
		String port = application.getEnvironment().getRequiredProperty("local.server.port");
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
			.method(method,
					(body != null) ? HttpRequest.BodyPublishers.ofString(body) : HttpRequest.BodyPublishers.noBody())
			.header("Content-Type", "application/json");
		if (authorization != null) {
			request.header("Authorization", authorization);
		}
		return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
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
