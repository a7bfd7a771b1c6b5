package dev.hundi.stream;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import dev.hundi.payout.ResponseCode;
import dev.hundi.payout.Stage;
import dev.hundi.stream.testing.Rows;
import dev.hundi.stream.testing.TestKafka;
import dev.hundi.stream.testing.TestKeys;
import dev.hundi.testing.BoundPorts;
import dev.hundi.testing.DatabaseTls;
import dev.hundi.testing.OwnerBeans;
import dev.hundi.testing.TestDatabase;
import dev.hundi.webhook.WebhookEndpoints;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

	/** The webhook process has a role that reads no payee. */
	@Test
	void reportsDownUntilKafkaIsUpAndThenDeliversCommittedEventsOverTls() throws Exception {
		Rows rows = new Rows(this.database).withNumbers();
		try (DatabaseTls tls = new DatabaseTls(this.database);
				ConfigurableApplicationContext application = run("hundi_stream", "--hundi.database.url=" + tls.url(),
						"--hundi.processors=relay");
				ConfigurableApplicationContext webhooks = run("hundi_webhook", "--hundi.database.url=" + tls.url(),
						"--hundi.processors=webhook", "--hundi.webhook.allow-http=true")) {
			assertThat(get(application, "/actuator/health")).contains("\"waitingFor\"").contains("\"DOWN\"");
			assertThat(get(application, "/actuator/health/readiness")).contains("\"kafka\"").contains("\"DOWN\"");
			this.kafka.start();
			Awaitility.await()
				.atMost(Duration.ofSeconds(120))
				.until(() -> get(application, "/actuator/health").startsWith("{\"components\"")
						&& !get(application, "/actuator/health").contains("DOWN"));
			assertThat(get(application, "/actuator/health/readiness")).contains("\"kafka\"").doesNotContain("\"DOWN\"");
			assertThat(get(webhooks, "/actuator/health")).contains("\"webhooks\"");
			UUID business = rows.business();
			OwnerBeans.bean(this.database.url(), TestKeys.file(), WebhookEndpoints.class)
				.register(business, URI.create("http://localhost:1/hook"), "whsec_1");
			// Events before the first position of the slot are lost.
			Awaitility.await()
				.atMost(Duration.ofSeconds(120))
				.until(() -> rows.jdbc()
					.sql("SELECT count(confirmed_flush_lsn) FROM pg_replication_slots WHERE slot_name = 'application_test'")
					.query(Integer.class)
					.single() == 1);
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
						"hundi_processor{processor=\"relay\"} 1.0",
						"hundi_server_certificate_expiry_seconds{address=\"localhost:"));
			assertThat(get(webhooks, "/actuator/prometheus")).contains("hundi_webhook_attempts_total",
					"hundi_webhook_in_flight");
			assertThat(rows.jdbc()
				.sql("""
						SELECT DISTINCT a.backend_type || ' ' || s.ssl
						  FROM pg_stat_activity a JOIN pg_stat_ssl s ON s.pid = a.pid
						 WHERE a.datname = current_database() AND a.usename IN ('hundi_stream', 'hundi_webhook', 'hundi_relay')
						""")
				.query(String.class)
				.list()).containsExactlyInAnyOrder("client backend true", "walsender true");
		}
	}

	@Test
	void answersBankCallbacksOnAPortOfTheirOwnWhereNothingElseAnswers(@TempDir Path directory) throws Exception {
		Path keys = Files.writeString(directory.resolve("keys"), "callback-key-0123456789-abcdefghij");
		String url = "--hundi.dispatch.banks.sandbox.url=http://localhost:1";
		String key = "--hundi.dispatch.banks.sandbox.callback-key-file=" + keys;
		assertThatThrownBy(() -> run("hundi_stream", "--hundi.processors=sweep", url, key).close())
			.hasStackTraceContaining("hundi.callbacks.ssl-bundle must name an SSL bundle");
		try (ConfigurableApplicationContext application = run("hundi_stream", "--hundi.processors=sweep", url, key,
				"--hundi.callbacks.port=0", "--hundi.callbacks.allow-http=true")) {
			int callbacks = application.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
			int management = BoundPorts.management(application);
			assertThat(status(callbacks, "/bank-callbacks/sandbox")).as("only POST").isEqualTo(405);
			assertThat(status(management, "/bank-callbacks/sandbox")).isEqualTo(404);
			for (String path : List.of("/actuator/health", "/actuator/prometheus", "/dead-letters")) {
				assertThat(status(callbacks, path)).as(path).isEqualTo(404);
			}
			assertThat(List.of(status(callbacks, "/"), status(callbacks, "/error"),
					status(callbacks, "/bank-callbacks/../actuator/health")))
				.containsOnly(404);
			assertThat(status(management, "/actuator/prometheus")).isEqualTo(200);
		}
	}

	@Test
	void rejectsUnknownSettingsAtStartup() {
		assertThatThrownBy(() -> run("hundi_stream", "--hundi.webhook.retries=3").close())
			.hasStackTraceContaining("hundi.webhook.retries");
	}

	@Test
	void rejectsUnknownProcessorsAtStartup() {
		assertThatThrownBy(() -> run("hundi_stream", "--hundi.processors=relay,refund").close())
			.hasStackTraceContaining("refund");
	}

	private ConfigurableApplicationContext run(String role, String... more) {
		List<String> arguments = new ArrayList<>(
				List.of("--hundi.database.username=" + role, "--hundi.database.password=postgres",
						"--hundi.database.pool-size=6", "--hundi.relay.slot=application_test",
						"--hundi.kafka.bootstrap-servers=" + this.kafka.bootstrapServers(),
						"--hundi.kafka.partitions=2", "--hundi.management.port=0", "--hundi.dispatch.allow-http=true",
						"--hundi.key-encryption.file=" + TestKeys.file()));
		arguments.addAll(List.of(more));
		if (arguments.stream().noneMatch((argument) -> argument.startsWith("--hundi.database.url="))) {
			arguments.add("--hundi.database.url=" + this.database.url());
		}
		return StreamProcessorsApplication.builder().run(arguments.toArray(String[]::new));
	}

	private static String get(ConfigurableApplicationContext application, String path) throws Exception {
		return answer(application.getEnvironment().getRequiredProperty("local.server.port", Integer.class), path)
			.body();
	}

	private static int status(int port, String path) throws Exception {
		return answer(port, path).statusCode();
	}

	private static HttpResponse<String> answer(int port, String path) throws Exception {
		try (HttpClient http = HttpClient.newHttpClient()) {
			return http.send(HttpRequest.newBuilder(URI.create("http://localhost:" + port + path)).build(),
					HttpResponse.BodyHandlers.ofString());
		}
	}

}
