package dev.hundi.sandbox;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import dev.hundi.stream.message.Topics;
import dev.hundi.sandbox.operator.OperatorCommand;
import dev.hundi.sandbox.server.StartFailedException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/**
 * The commands of operators, against the platform of
 * {@link OperatingFilesIntegrationTests}, which run these.
 */
abstract class OperatorCommandIntegrationTests {

	private final Platform platform;

	private final Path directory;

	OperatorCommandIntegrationTests(Platform platform, Path directory) {
		this.platform = platform;
		this.directory = directory;
	}

	@Test
	void redeliversWebhooksAndReplaysDeadLetters() throws Exception {
		Merchant merchant = Merchant.with(this.platform, this.directory, 10_000_00);
		UUID payout = merchant.pay(Merchant.SUCCESS, "10.00");
		merchant.terminal(payout);
		merchant.assertToldOf(payout, "Initiated", "Successful");
		// A webhook is received before that is recorded.
		await().until(() -> delivered(payout) == 2);
		String from = Instant.now().minusSeconds(3600).toString();
		String to = Instant.now().plusSeconds(3600).toString();
		JsonNode listed = answer("webhooks", "list", "--from", from, "--to", to, "--states", "DELIVERED,PENDING");
		String delivery = deliveryOf(payout);
		assertThat(listed.valueStream().map((each) -> each.get("deliveryId").asString())).contains(delivery);
		assertThat(answer("webhooks", "show", delivery).at("/attempts/0/responseStatus").asInt()).isEqualTo(200);

		int before = received(payout);
		assertThat(answer("webhooks", "redeliver", delivery).get("redelivered").asInt()).isEqualTo(1);
		await().until(() -> received(payout) > before);
		await().until(() -> delivered(payout) == 2);
		await().until(() -> answer("webhooks", "redeliver", "--from", from, "--to", to, "--states", "DELIVERED")
			.get("redelivered")
			.asInt() > 1);
		await().until(() -> received(payout) > before + 2);
		assertThat(answer("webhooks", "endpoints").isEmpty()).isTrue();

		sendPoison();
		await().until(() -> answer("dead-letters", "list").size() == 1);
		JsonNode letter = answer("dead-letters", "show", Topics.PAYOUT_CREATED, "0");
		assertThat(letter.get("reason").asString()).startsWith("Not a valid message");
		assertThat(answer("dead-letters", "replay", "all").get("replayed").asInt()).isEqualTo(1);
		await().until(() -> answer("dead-letters", "list", "--replayed", "true").size() == 2);

		var out = new ByteArrayOutputStream();
		var stranger = new OperatorCommand(OperatorAccess.to(this.platform.managementUrl(Application.STREAM)),
				new PrintStream(out, true, StandardCharsets.UTF_8));
		assertThat(stranger.run(List.of("webhooks", "endpoints"))).isFalse();
		assertThat(out.toString(StandardCharsets.UTF_8)).contains("401");
	}

	@Test
	void settlesWhatIsLeftToAPerson() throws Exception {
		Merchant merchant = Merchant.with(this.platform, this.directory, 10_000_00);
		UUID payout = merchant.pay(Merchant.MISMATCH, "10.00");
		String beneficiary = merchant.payout(payout).path("beneficiaryId").asString();
		await().until(() -> !questions(beneficiary).isEmpty());
		JsonNode question = questions(beneficiary).getFirst();
		assertThat(question.path("kind").asString()).isEqualTo("BENEFICIARY_MISMATCH");
		String businessId = question.path("businessId").asString();
		assertThat(answer("questions", "settle", businessId, "beneficiary", beneficiary, "--by", "Meera", "--note",
				"The merchant knows both names")
			.get("settled")
			.asInt()).isEqualTo(1);
		assertThat(questions(beneficiary)).isEmpty();
		assertThat(refused("questions", "ask", businessId, payout.toString())).contains("404",
				"There is no payout " + payout + " whose enquiries have ended");
		assertThat(refused("questions", "settle", businessId, "payout", payout.toString(), "--by", " ", "--note", "x"))
			.contains("400", "settledBy must have 1 to 100 characters and not be blank");
	}

	@Test
	void saysHowManyPeopleBulkFilesNeed() throws Exception {
		String business = new DemoBusinesses(this.platform, this.directory).create("Asha Traders", 0, false)
			.businessId()
			.toString();
		assertThat(answer("bulk", "tiers", business).isEmpty()).isTrue();
		JsonNode set = answer("bulk", "tiers", business, "100000.00=2", "0.00=1", "--by", "asha");
		assertThat(set).isEqualTo(answer("bulk", "tiers", business));
		assertThat(set.toString())
			.isEqualTo("[{\"above\":\"0.00\",\"people\":1},{\"above\":\"100000.00\",\"people\":2}]");
		assertThat(answer("bulk", "tiers", business, "none", "--by", "asha").isEmpty()).isTrue();
		assertThat(answer("bulk", "completed-webhook", business, "on", "--by", "asha").path("sent").asBoolean())
			.isTrue();
		assertThat(JdbcClient.create(this.platform.dataSource())
			.sql("SELECT notify_bulk_completed FROM business WHERE business_id = :id")
			.param("id", UUID.fromString(business))
			.query(Boolean.class)
			.single()).isTrue();
		assertThat(refused("bulk", "tiers", business, "1000=2", "--by", "asha")).contains("400");
		assertThat(refused("bulk", "tiers", business, "1000.00=3", "--by", "asha")).contains("400");
		assertThat(refused("bulk", "tiers", UUID.randomUUID().toString(), "1.00=2", "--by", "asha")).contains("404");
	}

	@Test
	void takesTheEnvironmentsInstallationOrTheSandboxThatRunsHere(@TempDir Path directory) {
		assertThatThrownBy(() -> OperatorAccess.find(Map.of(), directory)).isInstanceOf(StartFailedException.class)
			.hasMessageContaining("HUNDI_OPERATOR_URL");
		OperatorAccess here = OperatorAccess.to(URI.create("http://localhost:8092"));
		PrivateFile.write(OperatorAccess.file(directory), here);
		assertThat(OperatorAccess.find(Map.of(), directory)).isEqualTo(here);
		assertThat(OperatorAccess
			.find(Map.of("HUNDI_OPERATOR_URL", "http://stream:8081", "HUNDI_OPERATOR_TOKEN", "secret"), directory))
			.isEqualTo(new OperatorAccess(URI.create("http://stream:8081"), "secret"));
		assertThat(here.toString()).doesNotContain(here.token());
	}

	@Test
	void knowsNoOtherCommands() {
		OperatorCommand command = new OperatorCommand(OperatorAccess.to(URI.create("http://localhost:1")), System.out);
		for (List<String> words : List.of(List.<String>of(), List.of("webhooks"), List.of("webhooks", "show"),
				List.of("webhooks", "redeliver"), List.of("webhooks", "redeliver", "id", "--from", "x"),
				List.of("webhooks", "rotate", "id"), List.of("webhooks", "list", "--from"),
				List.of("questions", "ask", "business"), List.of("questions", "settle", "business", "payout", "id"),
				List.of("questions", "settle", "business", "x", "id", "--by", "a", "--note", "b"),
				List.of("dead-letters", "replay"), List.of("dead-letters", "show", "topic"), List.of("bulk", "tiers"),
				List.of("bulk", "tiers", "id", "1.00=2"), List.of("bulk", "tiers", "id", "2", "--by", "asha"),
				List.of("bulk", "completed-webhook", "id", "maybe", "--by", "asha"),
				List.of("reconciliation", "run", "2026-11-21"), List.of("reconciliation", "report", "id", "csv"),
				List.of("nonsense", "x"))) {
			assertThatThrownBy(() -> command.run(words)).as(words.toString())
				.isInstanceOf(IllegalArgumentException.class);
		}
		assertThatThrownBy(() -> command.run(List.of("dead-letters", "show"))).hasMessage("""
				usage: ./hundi dead-letters list [--replayed true]
				       ./hundi dead-letters show TOPIC OFFSET
				       ./hundi dead-letters replay TOPIC OFFSET
				       ./hundi dead-letters replay all""");
	}

	private List<JsonNode> questions(String subject) throws IOException, InterruptedException {
		return answer("questions", "list", "--limit", "1000").valueStream()
			.filter((question) -> question.path("subjectId").asString().equals(subject))
			.toList();
	}

	private String refused(String... words) throws IOException, InterruptedException {
		var out = new ByteArrayOutputStream();
		boolean done = new OperatorCommand(this.platform.operator(), new PrintStream(out, true, StandardCharsets.UTF_8))
			.run(List.of(words));
		assertThat(done).isFalse();
		return out.toString(StandardCharsets.UTF_8);
	}

	private JsonNode answer(String... words) throws IOException, InterruptedException {
		var out = new ByteArrayOutputStream();
		boolean done = new OperatorCommand(this.platform.operator(), new PrintStream(out, true, StandardCharsets.UTF_8))
			.run(List.of(words));
		String answer = out.toString(StandardCharsets.UTF_8);
		assertThat(done).as(answer).isTrue();
		return JsonMapper.shared().readTree(answer);
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
