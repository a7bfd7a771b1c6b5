package dev.hundi.api.health;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import dev.hundi.api.testing.Answer;
import dev.hundi.api.testing.Forwarder;
import dev.hundi.api.testing.RunningApi;
import dev.hundi.secret.KeyEncryption;
import dev.hundi.secret.KeyFile;
import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class HealthIntegrationTests {

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	@Test
	void reportsDatabaseOutageAndRecovery() {
		try (TestDatabase database = TestDatabase.create();
				Forwarder postgresql = Forwarder.to(database);
				RunningApi api = RunningApi.startAt(postgresql.url())) {
			assertThat(health(api, "readiness").status()).isEqualTo(200);

			postgresql.beginOutage();
			Answer down = health(api, "readiness");
			assertThat(down.status()).isEqualTo(503);
			assertThat(status(down, "db")).isEqualTo("DOWN");
			assertThat(status(down, "keyFile")).isEqualTo("UP");
			assertThat(down.body()).doesNotContain("postgres:", "Exception", Integer.toString(postgresql.port()));
			assertThat(health(api, "liveness").status()).isEqualTo(200);

			postgresql.endOutage();
			await().atMost(PATIENCE).until(() -> health(api, "readiness").status() == 200);
			assertThat(status(health(api, "readiness"), "db")).isEqualTo("UP");
		}
	}

	@Test
	void reportsMissingOrChangedKeyFileAndRecovery(@TempDir Path directory) throws IOException {
		Path file = directory.resolve("key.json");
		KeyFile.createIfMissing(file);
		byte[] right = Files.readAllBytes(file);
		try (TestDatabase database = TestDatabase.create();
				RunningApi api = RunningApi.start(database, "--hundi.key-encryption.file=" + file)) {
			assertThat(health(api, "readiness").status()).isEqualTo(200);

			Files.delete(file);
			assertThat(status(health(api, "readiness"), "keyFile")).isEqualTo("DOWN");
			assertThat(health(api, "readiness").status()).isEqualTo(503);

			KeyFile.createIfMissing(file);
			assertThat(health(api, "readiness").status()).isEqualTo(503);

			Files.write(file, right);
			assertThat(health(api, "readiness").status()).isEqualTo(200);
		}
	}

	@Test
	void servesWithAKeyFileThatAKmsWraps(@TempDir Path directory) {
		KeyEncryption keys = new KeyEncryption(directory.resolve("key.json"), "fake-kms://api");
		KeyFile.createIfMissing(keys);
		try (TestDatabase database = TestDatabase.create();
				RunningApi api = RunningApi.start(database, "--hundi.key-encryption.file=" + keys.file(),
						"--hundi.key-encryption.kms-uri=" + keys.kmsUri())) {
			assertThat(status(health(api, "readiness"), "keyFile")).isEqualTo("UP");
		}
	}

	private static String status(Answer answer, String component) {
		JsonNode found = answer.json().path("components").path(component);
		return found.path("status").asString();
	}

	private static Answer health(RunningApi api, String group) {
		return api.manage("/actuator/health/" + group);
	}

}
