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
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Runs payouts to every outcome with injected failures, then searches the logs of all
 * applications and PostgreSQL for secrets and personal data.
 */
class LogSecrecyIntegrationTests {

	private static final Duration PATIENCE = Duration.ofSeconds(120);

	/** The log configuration of ./hundi up instead of that of tests. */
	private static final String LOGGING = "logging.config=classpath:logback.xml";

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
			.run(Application.BATCH, Application.Mode.CHILD_PROCESS)
			.set(Application.API, "hundi.rate-limits.reads=off", LOGGING)
			.set(Application.BATCH, LOGGING)
			.set(Application.STREAM, LOGGING, "hundi.dispatch.enquiry-schedule=1s",
					"hundi.dispatch.enquiry-interval=100ms", "hundi.dispatch.banks.sandbox.call-timeout=2s",
					"hundi.sweep.interval=500ms", "hundi.sweep.stuck-after=1s", "hundi.dispatch.lease=7s",
					"hundi.dispatch.not-sent-after=8s")
			.start()) {
			DemoBusiness business = new DemoBusinesses(platform, directory).create("Asha Traders", 10_000_00, true);
			secrets.addAll(List.of(business.signingKey(), business.webhookSecret()));
			MerchantClient merchant = new MerchantClient(platform.apiUrl(), business.apiKey(), business.signingKey());

			sendNoMessage(platform, secrets);
			awaitLog(directory, "stream", "Dead letter");
			breakWebhooks(platform, true);
			List<UUID> payouts = TARGETS.stream().map((target) -> pay(merchant, target)).toList();
			awaitLog(directory, "stream", "no_webhook_fits");
			awaitLog(directory, "postgres", "no_webhook_fits");
			breakWebhooks(platform, false);
			platform.bank().kill();
			UUID late = pay(merchant, Merchant.SUCCESS);
			platform.startBank();
			payouts.forEach((payout) -> awaitEnd(merchant, payout));
			awaitEnd(merchant, late);
			awaitLog(directory, "api", payouts.getFirst().toString());
		}
		for (String log : List.of("api", "stream", "batch", "postgres")) {
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
					.send(new ProducerRecord<>(topic, "key", "{\"payoutId\":\"" + String.join("\",\"x\":\"", secrets)))
					.get();
			}
		}
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
