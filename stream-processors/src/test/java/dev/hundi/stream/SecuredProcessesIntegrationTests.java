package dev.hundi.stream;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ExecutionException;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.hundi.stream.kafka.KafkaClients;
import dev.hundi.stream.kafka.ReplayDeadLetters;
import dev.hundi.stream.message.Topics;
import dev.hundi.stream.processor.Processor;
import dev.hundi.stream.testing.DocumentedRights;
import dev.hundi.stream.testing.SecuredKafka;
import dev.hundi.stream.testing.TestKeys;
import dev.hundi.testing.OwnerBeans;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.wallet.TopUpWallet;
import dev.hundi.webhook.WebhookEndpoints;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * An instance for each processor, whose Kafka user has the rights that docs/operating.md
 * lists for it and no others.
 */
@ExtendWith(OutputCaptureExtension.class)
class SecuredProcessesIntegrationTests {

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(this.database.dataSource());

	private final SecuredKafka kafka = SecuredKafka.started();

	private final Map<Processor, ConfigurableApplicationContext> processes = new EnumMap<>(Processor.class);

	private HttpServer bank;

	@BeforeEach
	void start() throws IOException {
		this.bank = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		this.bank.createContext("/", SecuredProcessesIntegrationTests::answer);
		this.bank.start();
		for (Processor processor : Processor.values()) {
			this.kafka.createUser(processor.group());
			this.kafka.grant(DocumentedRights.of(processor));
			this.processes.put(processor,
					StreamProcessorsApplication.builder().run(arguments(processor).toArray(String[]::new)));
		}
		this.processes.values().forEach((process) -> Awaitility.await().atMost(PATIENCE).until(() -> isUp(process)));
	}

	@AfterEach
	void close() {
		this.processes.values().forEach(ConfigurableApplicationContext::close);
		this.bank.stop(0);
		this.kafka.close();
		this.database.close();
	}

	@Test
	void eachWorksWithItsRightsAndHasNoOthers(CapturedOutput output) {
		TestBusiness business = TestBusiness.create(this.database);
		OwnerBeans.bean(this.database.url(), TestKeys.file(), TopUpWallet.class)
			.topUp(business.id(), 100_00, "UTR1", "Top-up");
		OwnerBeans.bean(this.database.url(), TestKeys.file(), WebhookEndpoints.class)
			.register(business.id(), URI.create("http://localhost:1/hook"), "whsec_1");
		UUID payout = business.payout(10_00, 0, 0);
		this.jdbc.sql("""
				INSERT INTO beneficiary_event (business_id, beneficiary_id, sequence, kind, snapshot)
				SELECT b.business_id, b.beneficiary_id, 1, 'CREATED', beneficiary_snapshot(b) FROM beneficiary b
				""").update();
		Awaitility.await().atMost(PATIENCE).until(() -> business.status(payout).equals("11 SUCCESS"));
		awaitRow("SELECT count(DISTINCT delivery_id) = 2 FROM webhook_attempt");
		awaitRow("SELECT count(*) = 1 FROM beneficiary_verification");

		Topics.all().forEach(this::sendPoison);
		ReplayDeadLetters letters = bean(Processor.RELAY, ReplayDeadLetters.class);
		Awaitility.await().atMost(PATIENCE).until(() -> letters.list(false, 10).size() == 4);
		assertThat(letters.replayAll()).isEqualTo(4);
		Awaitility.await().atMost(PATIENCE).until(() -> letters.list(true, 10).size() == 8);

		assertRefused(Processor.WEBHOOK, Topics.PAYOUT_CREATED);
		assertRefused(Processor.WEBHOOK, Topics.deadLettersOf(Topics.PAYOUT_DEBITED));
		assertRefused(Processor.SWEEP, Topics.PAYOUT_STATUS);
		assertRefused(Processor.SEARCH, Topics.PAYOUT_STATUS);
		assertThat(output).contains("Connected to Kafka").doesNotContain("of-hundi-");
	}

	private List<String> arguments(Processor processor) {
		return List.of("--hundi.database.url=" + this.database.url(), "--hundi.database.username=hundi_stream",
				"--hundi.database.password=postgres", "--hundi.database.pool-size=4", "--hundi.relay.slot=secured_test",
				"--hundi.management.port=0", "--hundi.key-encryption.file=" + TestKeys.file(),
				"--hundi.webhook.allow-http=true", "--hundi.dispatch.allow-http=true", "--hundi.sweep.interval=1h",
				"--hundi.sweep.stuck-after=1h",
				"--hundi.dispatch.banks.test.url=http://localhost:" + this.bank.getAddress().getPort(),
				"--hundi.processors=" + processor.name().toLowerCase(Locale.ROOT),
				"--hundi.kafka.bootstrap-servers=" + this.kafka.bootstrapServers(), "--hundi.kafka.partitions=2",
				"--hundi.kafka.concurrency=1", "--hundi.kafka.allow-plaintext=false",
				"--hundi.kafka.login.username=" + processor.group(),
				"--hundi.kafka.login.password=" + SecuredKafka.password(processor.group()),
				"--hundi.kafka.client-properties[ssl.truststore.type]=PEM",
				"--hundi.kafka.client-properties[ssl.truststore.location]=" + this.kafka.authority());
	}

	private void sendPoison(String topic) {
		try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(this.kafka.superUser(),
				new ByteArraySerializer(), new ByteArraySerializer())) {
			send(producer, topic);
		}
		catch (ExecutionException | InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private void assertRefused(Processor processor, String topic) {
		try (Producer<byte[], byte[]> producer = bean(processor, KafkaClients.class).newProducer("test")) {
			assertThatThrownBy(() -> send(producer, topic)).hasCauseInstanceOf(AuthorizationException.class);
		}
	}

	private static void send(Producer<byte[], byte[]> producer, String topic)
			throws ExecutionException, InterruptedException {
		producer.send(new ProducerRecord<>(topic, "poison".getBytes(StandardCharsets.UTF_8))).get();
	}

	private void awaitRow(String condition) {
		Awaitility.await().atMost(PATIENCE).until(() -> this.jdbc.sql(condition).query(Boolean.class).single());
	}

	private <T> T bean(Processor processor, Class<T> type) {
		return Objects.requireNonNull(this.processes.get(processor)).getBean(type);
	}

	private static boolean isUp(ConfigurableApplicationContext process) {
		var health = process.getBean("kafka", HealthIndicator.class).health();
		return health != null && health.getStatus().equals(Status.UP);
	}

	/** A bank that pays every order and registers every beneficiary. */
	private static void answer(HttpExchange exchange) throws IOException {
		String reference = JsonMapper.shared()
			.readTree(exchange.getRequestBody().readAllBytes())
			.path("reference")
			.asString();
		byte[] body = """
				{"reference": "%s", "status": "%s", "bankReference": "B1", "utr": "426117123456", "registeredName": "RAMESH KUMAR"}
				"""
			.formatted(reference, exchange.getRequestURI().getPath().endsWith("payments") ? "SUCCESS" : "REGISTERED")
			.getBytes(StandardCharsets.UTF_8);
		exchange.sendResponseHeaders(200, body.length);
		exchange.getResponseBody().write(body);
		exchange.close();
	}

}
