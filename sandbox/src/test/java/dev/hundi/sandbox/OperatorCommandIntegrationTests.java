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

import dev.hundi.message.Topics;
import dev.hundi.sandbox.server.StartFailedException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** The commands of operators, against a whole platform. */
class OperatorCommandIntegrationTests {

	@Test
	void redeliversWebhooksAndReplaysDeadLetters(@TempDir Path directory) throws Exception {
		try (Platform platform = Platform.builder(directory).run(Application.BATCH, Application.Mode.OFF).start()) {
			Merchant merchant = Merchant.with(platform, directory, 10_000_00);
			UUID payout = merchant.pay(Merchant.SUCCESS, "10.00");
			merchant.terminal(payout);
			merchant.assertToldOf(payout, "Initiated", "Successful");
			String from = Instant.now().minusSeconds(3600).toString();
			String to = Instant.now().plusSeconds(3600).toString();
			JsonNode listed = answer(platform, "webhooks", "list", "--from", from, "--to", to, "--states",
					"DELIVERED,PENDING");
			String delivery = listed.get(0).get("deliveryId").asString();
			assertThat(answer(platform, "webhooks", "show", delivery).at("/attempts/0/responseStatus").asInt())
				.isEqualTo(200);

			int before = received(platform);
			assertThat(answer(platform, "webhooks", "redeliver", delivery).get("redelivered").asInt()).isEqualTo(1);
			await().until(() -> received(platform) == before + 1);
			await().until(
					() -> answer(platform, "webhooks", "redeliver", "--from", from, "--to", to, "--states", "DELIVERED")
						.get("redelivered")
						.asInt() > 1);
			await().until(() -> received(platform) > before + 2);
			assertThat(answer(platform, "webhooks", "endpoints").isEmpty()).isTrue();

			sendPoison(platform);
			await().until(() -> answer(platform, "dead-letters", "list").size() == 1);
			JsonNode letter = answer(platform, "dead-letters", "show", Topics.PAYOUT_CREATED, "0");
			assertThat(letter.get("reason").asString()).startsWith("Not the JSON of a message");
			assertThat(answer(platform, "dead-letters", "replay", "all").get("replayed").asInt()).isEqualTo(1);
			await().until(() -> answer(platform, "dead-letters", "list", "--replayed", "true").size() == 2);

			var out = new ByteArrayOutputStream();
			var stranger = new OperatorCommand(OperatorAccess.to(platform.managementUrl(Application.STREAM)),
					new PrintStream(out, true, StandardCharsets.UTF_8));
			assertThat(stranger.run(List.of("webhooks", "endpoints"))).isFalse();
			assertThat(out.toString(StandardCharsets.UTF_8)).contains("401");
		}
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
				List.of("dead-letters", "replay"), List.of("dead-letters", "show", "topic"),
				List.of("nonsense", "x"))) {
			assertThatThrownBy(() -> command.run(words)).as(words.toString())
				.isInstanceOf(IllegalArgumentException.class);
		}
	}

	private static JsonNode answer(Platform platform, String... words) throws IOException, InterruptedException {
		var out = new ByteArrayOutputStream();
		boolean done = new OperatorCommand(platform.operator(), new PrintStream(out, true, StandardCharsets.UTF_8))
			.run(List.of(words));
		String answer = out.toString(StandardCharsets.UTF_8);
		assertThat(done).as(answer).isTrue();
		return JsonMapper.shared().readTree(answer);
	}

	private static int received(Platform platform) throws IOException {
		try (var in = platform.receiverUrl().resolve("/received").toURL().openStream()) {
			return JsonMapper.shared().readTree(in).size();
		}
	}

	private static void sendPoison(Platform platform) throws Exception {
		try (KafkaProducer<String, String> producer = new KafkaProducer<>(
				Map.of("bootstrap.servers", platform.bootstrapServers()), new StringSerializer(),
				new StringSerializer())) {
			producer.send(new ProducerRecord<>(Topics.PAYOUT_CREATED, "key", "poison")).get();
		}
	}

}
