package dev.hundi.batch;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import dev.hundi.startup.DatabaseSettings;
import dev.hundi.startup.RuntimeRole;
import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

class BatchJobsApplicationIntegrationTests {

	private static final TestDatabase database = TestDatabase.create();

	@AfterAll
	static void closeDatabase() {
		database.close();
	}

	@Test
	void servesHealthAndMetricsOnItsOwnPortAndNothingElse() throws Exception {
		try (ConfigurableApplicationContext application = start()) {
			int port = application.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
			assertThat(get(port, "/actuator/health").body()).contains("\"status\":\"UP\"");
			assertThat(get(port, "/actuator/health/readiness").statusCode()).isEqualTo(200);
			assertThat(get(port, "/actuator/prometheus").body()).contains("jvm_memory_used_bytes",
					"hikaricp_connections");
			assertThat(get(port, "/actuator/env").statusCode()).isEqualTo(404);
		}
	}

	@Test
	void readsSecretsFromADirectoryOfFiles(@TempDir Path secrets) throws Exception {
		Files.writeString(secrets.resolve("hundi.database.password"), "from-a-file\n");
		Files.writeString(secrets.resolve("key-encryption-key.json"), "{}");
		try (ConfigurableApplicationContext application = BatchJobsApplication.builder()
			.run("--spring.config.import=configtree:" + secrets + "/", "--hundi.database.url=" + database.url(),
					"--hundi.database.username=" + database.settings(RuntimeRole.BATCH).username(),
					"--hundi.management.port=0")) {
			assertThat(application.getBean(DatabaseSettings.class).password()).isEqualTo("from-a-file");
		}
	}

	@Test
	void startsTwoInstancesOnOneDatabase() throws Exception {
		try (ConfigurableApplicationContext one = start(); ConfigurableApplicationContext other = start()) {
			assertThat(one.isRunning()).isTrue();
			assertThat(other.isRunning()).isTrue();
		}
	}

	@Test
	void rejectsUnknownSettings() {
		assertThatException().isThrownBy(() -> start("--hundi.housekeeping.chunk-sise=10").close())
			.withStackTraceContaining("hundi.housekeeping.chunk-sise");
	}

	@Test
	void rejectsANonceAgeWithinTheReplayWindow() {
		assertThatException().isThrownBy(() -> start("--hundi.housekeeping.nonce-age=5m").close())
			.withStackTraceContaining("hundi.housekeeping.nonce-age must be more than 10 minutes");
	}

	private static ConfigurableApplicationContext start(String... more) {
		List<String> arguments = new ArrayList<>(List.of("--hundi.database.url=" + database.url(),
				"--hundi.database.username=" + database.settings(RuntimeRole.BATCH).username(),
				"--hundi.database.password=" + database.settings(RuntimeRole.BATCH).password(),
				"--hundi.management.port=0"));
		arguments.addAll(List.of(more));
		return BatchJobsApplication.builder().run(arguments.toArray(String[]::new));
	}

	private static HttpResponse<String> get(int port, String path) throws IOException, InterruptedException {
		try (HttpClient client = HttpClient.newHttpClient()) {
			return client.send(HttpRequest.newBuilder(URI.create("http://localhost:" + port + path)).build(),
					BodyHandlers.ofString());
		}
	}

}
