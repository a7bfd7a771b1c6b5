package dev.hundi.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

import dev.hundi.sandbox.client.MerchantClient;
import dev.hundi.stream.message.Topics;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Runs payouts to every outcome with injected failures, then searches the logs of all
 * applications, PostgreSQL and Kafka for secrets and personal data, and every Kafka
 * record for personal data.
 */
class LogSecrecyIntegrationTests {

	private static final Duration PATIENCE = Duration.ofSeconds(120);

	/** The log configuration of ./hundi up instead of that of tests. */
	private static final String LOGGING = "logging.config=classpath:logback.xml";

	/**
	 * Key of the messages that do not come from the platform, and of their dead letters.
	 */
	private static final String HOSTILE = "hostile";

	private static final String NAME = "Canary Person";

	private static final String PHONE = "9823456701";

	private static final String EMAIL = "canary.mail@example.com";

	private static final List<Merchant.Target> TARGETS = List.of(Merchant.SUCCESS, Merchant.FAILURE,
			Merchant.PAID_BUT_SILENT, Merchant.NOT_PAID_AND_SILENT, Merchant.UPI_SUCCESS, Merchant.UPI_INVALID);

	@Test
	void noApplicationLogsSecretsOrBeneficiaries(@TempDir Path directory) throws Exception {
		List<String> secrets = new ArrayList<>(List.of(NAME, PHONE, EMAIL));
		TARGETS.forEach((target) -> target.fields()
			.forEach((field, value) -> secrets.addAll(field.equals("ifsc") ? List.of() : List.of(value))));
		try (Platform platform = Platform.builder(directory)
			.run(Application.API, Application.Mode.CHILD_PROCESS)
			.run(Application.STREAM, Application.Mode.CHILD_PROCESS)
			.run(Application.WEBHOOKS, Application.Mode.CHILD_PROCESS)
			.run(Application.BATCH, Application.Mode.CHILD_PROCESS)
			.set(Application.API, "hundi.rate-limits.reads=off", LOGGING)
			.set(Application.BATCH, LOGGING)
			.set(Application.WEBHOOKS, LOGGING)
			.set(Application.STREAM, LOGGING, "hundi.dispatch.enquiry-schedule=1s",
					"hundi.dispatch.enquiry-interval=100ms", "hundi.dispatch.banks.sandbox.connect-timeout=1s",
					"hundi.dispatch.banks.sandbox.call-timeout=2s", "hundi.sweep.interval=500ms",
					"hundi.sweep.stuck-after=1s", "hundi.dispatch.lease=7s", "hundi.dispatch.not-sent-after=8s")
			.start()) {
			DemoBusiness business = new DemoBusinesses(platform, directory).create("Asha Traders", 10_000_00, true);
			List<String> personal = List.copyOf(secrets);
			secrets.addAll(List.of(business.signingKey(), business.webhookSecret(),
					Files.readString(directory.resolve("kafka-access").resolve("password"))));
			MerchantClient merchant = new MerchantClient(platform.apiUrl(), business.apiKey(), business.signingKey());

			sendNoMessage(platform, secrets);
			awaitLog(directory, "stream", "Dead letter");
			breakWebhooks(platform, true);
			List<UUID> payouts = TARGETS.stream().map((target) -> pay(merchant, target)).toList();
			awaitLog(directory, "webhooks", "no_webhook_fits");
			awaitLog(directory, "postgres", "no_webhook_fits");
			breakWebhooks(platform, false);
			platform.bank().kill();
			UUID late = pay(merchant, Merchant.SUCCESS);
			platform.startBank();
			payouts.forEach((payout) -> awaitEnd(merchant, payout));
			awaitEnd(merchant, late);
			awaitLog(directory, "api", payouts.getFirst().toString());
			assertThat(records(platform)).as("payouts, beneficiaries and positions of consumers")
				.anyMatch((record) -> record.startsWith(Topics.PAYOUT_STATUS))
				.anyMatch((record) -> record.startsWith(Topics.BENEFICIARY))
				.anyMatch((record) -> record.startsWith("__consumer_offsets"))
				.noneMatch((record) -> personal.stream().anyMatch(record::contains));
		}
		for (String log : List.of("api", "stream", "webhooks", "batch", "postgres", "kafka")) {
			assertThat(lines(directory, log)).as(log).isNotEmpty();
			assertThat(lines(directory, log).stream().filter((line) -> secrets.stream().anyMatch(line::contains)))
				.as("lines of %s that contain secrets", log)
				.isEmpty();
		}
	}

	private static UUID pay(MerchantClient merchant, Merchant.Target target) {
		Map<String, String> body = new HashMap<>(target.fields());
		body.putAll(Map.of("name", NAME, "phoneNumber", PHONE, "email", EMAIL));
		String beneficiary = merchant.post("/v1/beneficiaries", body).data().path("beneficiaryId").asString();
		return UUID
			.fromString(
					merchant
						.postPayout(UUID.randomUUID().toString(),
								Map.of("beneficiaryId", beneficiary, "amount", "10.00", "transactionType",
										target.rail()))
						.expect(200)
						.data()
						.path("payoutTransactionId")
						.asString());
	}

	private static void awaitEnd(MerchantClient merchant, UUID payout) {
		await().atMost(PATIENCE)
			.until(() -> Set.of(11, 12)
				.contains(merchant.get("/v1/payouts/" + payout).expect(200).data().get(0).path("status").asInt()));
	}

	/** A message of a broken or hostile producer. */
	private static void sendNoMessage(Platform platform, List<String> secrets) throws Exception {
		try (KafkaProducer<String, String> producer = new KafkaProducer<>(
				Map.of("bootstrap.servers", platform.bootstrapServers()), new StringSerializer(),
				new StringSerializer())) {
			for (String topic : List.of(Topics.PAYOUT_CREATED, Topics.PAYOUT_DEBITED, Topics.PAYOUT_STATUS)) {
				producer
					.send(new ProducerRecord<>(topic, HOSTILE,
							"{\"payoutId\":\"" + String.join("\",\"x\":\"", secrets)))
					.get();
			}
		}
	}

	/** Every record of every topic with key and headers, except the hostile ones. */
	private static List<String> records(Platform platform) {
		try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
				Map.of("bootstrap.servers", platform.bootstrapServers()), new ByteArrayDeserializer(),
				new ByteArrayDeserializer())) {
			List<TopicPartition> partitions = consumer.listTopics()
				.values()
				.stream()
				.flatMap(List::stream)
				.map((partition) -> new TopicPartition(partition.topic(), partition.partition()))
				.toList();
			consumer.assign(partitions);
			consumer.seekToBeginning(partitions);
			Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
			List<String> records = new ArrayList<>();
			while (ends.entrySet().stream().anyMatch((end) -> consumer.position(end.getKey()) < end.getValue())) {
				consumer.poll(Duration.ofMillis(200)).forEach((record) -> {
					if (!text(record.key()).equals(HOSTILE)) {
						StringBuilder whole = new StringBuilder(record.topic()).append(text(record.key()))
							.append(text(record.value()));
						record.headers().forEach((header) -> whole.append(text(header.value())));
						records.add(whole.toString());
					}
				});
			}
			return records;
		}
	}

	private static String text(byte @Nullable [] bytes) {
		return (bytes != null) ? new String(bytes, StandardCharsets.UTF_8) : "";
	}

	private static void breakWebhooks(Platform platform, boolean broken) {
		JdbcClient.create(platform.dataSource())
			.sql(broken ? "ALTER TABLE webhook_delivery ADD CONSTRAINT no_webhook_fits CHECK (false) NOT VALID"
					: "ALTER TABLE webhook_delivery DROP CONSTRAINT no_webhook_fits")
			.update();
	}

	private static void awaitLog(Path directory, String log, String text) {
		await().atMost(PATIENCE).until(() -> lines(directory, log).stream().anyMatch((line) -> line.contains(text)));
	}

	private static List<String> lines(Path directory, String log) {
		try {
			// A single-byte encoding, since the file may end in half a character.
			return Files.readAllLines(directory.resolve("log").resolve(log + ".log"), StandardCharsets.ISO_8859_1);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
