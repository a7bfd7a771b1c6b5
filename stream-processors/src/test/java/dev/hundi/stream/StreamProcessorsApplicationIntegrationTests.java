package dev.hundi.stream;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import dev.hundi.payout.ResponseCode;
import dev.hundi.payout.Stage;
import dev.hundi.stream.testing.Rows;
import dev.hundi.stream.testing.TestKafka;
import dev.hundi.stream.testing.TestKeys;
import dev.hundi.testing.OwnerBeans;
import dev.hundi.testing.TestDatabase;
import dev.hundi.webhook.WebhookEndpoints;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class StreamProcessorsApplicationIntegrationTests {

	private final TestDatabase database = TestDatabase.create();

	private final TestKafka kafka = TestKafka.create();

	@AfterEach
	void close() {
		this.kafka.close();
		this.database.close();
	}

	@Test
	void reportsDownUntilKafkaIsUpAndThenDeliversCommittedEvents() throws Exception {
		Rows rows = new Rows(this.database).withNumbers();
		try (ConfigurableApplicationContext application = run("--hundi.processors=relay,webhook",
				"--hundi.webhook.allow-http=true")) {
			assertThat(get(application, "/actuator/health")).contains("\"waitingFor\"").contains("\"DOWN\"");
			assertThat(get(application, "/actuator/health/readiness")).contains("\"kafka\"").contains("\"DOWN\"");
			this.kafka.start();
			Awaitility.await()
				.atMost(Duration.ofSeconds(120))
				.until(() -> get(application, "/actuator/health").startsWith("{\"components\"")
						&& !get(application, "/actuator/health").contains("DOWN"));
			assertThat(get(application, "/actuator/health/readiness")).contains("\"kafka\"").doesNotContain("\"DOWN\"");
			assertThat(get(application, "/actuator/health")).contains("\"webhooks\"");
			UUID business = rows.business();
			OwnerBeans.bean(this.database.url(), TestKeys.file(), WebhookEndpoints.class)
				.register(business, URI.create("http://localhost:1/hook"), "whsec_1");
			UUID payout = rows.payout(business);
			rows.event(business, payout, 2, Stage.SUCCESS, ResponseCode.SUCCESS, 4, 11);
			Awaitility.await()
				.atMost(Duration.ofSeconds(120))
				.until(() -> rows.jdbc()
					.sql("SELECT count(DISTINCT delivery_id) FROM webhook_attempt")
					.query(Integer.class)
					.single() == 2);
			Awaitility.await()
				.untilAsserted(() -> assertThat(get(application, "/actuator/prometheus")).contains(
						"hundi_relay_leader 1.0", "hundi_relay_events_total 2.0", "hundi_relay_lag_bytes",
						"hundi_relay_lag_seconds", "hundi_dead_letters_total{topic=\"hundi.payout.status.v1\"} 0.0",
						"hundi_webhook_attempts_total", "hundi_webhook_in_flight"));
		}
	}

	@Test
	void rejectsUnknownSettingsAtStartup() {
		assertThatThrownBy(() -> run("--hundi.webhook.retries=3").close())
			.hasStackTraceContaining("hundi.webhook.retries");
	}

	@Test
	void rejectsUnknownProcessorsAtStartup() {
		assertThatThrownBy(() -> run("--hundi.processors=relay,refund").close()).hasStackTraceContaining("refund");
	}

	private ConfigurableApplicationContext run(String... more) {
		List<String> arguments = new ArrayList<>(List.of("--hundi.database.url=" + this.database.url(),
				"--hundi.database.username=hundi_stream", "--hundi.database.password=postgres",
				"--hundi.database.pool-size=6", "--hundi.relay.slot=application_test",
				"--hundi.kafka.bootstrap-servers=" + this.kafka.bootstrapServers(), "--hundi.kafka.partitions=2",
				"--hundi.http.port=0", "--hundi.key-encryption.file=" + TestKeys.file()));
		arguments.addAll(List.of(more));
		return StreamProcessorsApplication.builder().run(arguments.toArray(String[]::new));
	}

	private static String get(ConfigurableApplicationContext application, String path) throws Exception {
		String port = application.getEnvironment().getRequiredProperty("local.server.port");
		try (HttpClient http = HttpClient.newHttpClient()) {
			return http
				.send(HttpRequest.newBuilder(URI.create("http://localhost:" + port + path)).build(),
						HttpResponse.BodyHandlers.ofString())
				.body();
		}
	}

}
