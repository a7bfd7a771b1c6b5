package dev.hundi.api;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import dev.hundi.api.testing.RunningApi;
import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class UnknownKeysIntegrationTests {

	private static final TestDatabase database = TestDatabase.create();

	private final Path directory;

	UnknownKeysIntegrationTests(@TempDir Path directory) {
		this.directory = directory;
	}

	@AfterAll
	static void closeDatabase() {
		database.close();
	}

	@Test
	void unknownArgumentPreventsStartup() {
		assertThatThrownBy(() -> start("--hundi.http.prot=8080")).hasStackTraceContaining("hundi.http.prot");
	}

	@Test
	void unknownKeyInFilePreventsStartup() throws IOException {
		Path file = Files.writeString(this.directory.resolve("more.yaml"), "hundi:\n  rate-limt: 5\n");

		assertThatThrownBy(() -> start("--spring.config.additional-location=" + file))
			.hasStackTraceContaining("hundi.rate-limt");
	}

	@Test
	void missingKeyFilePreventsStartup() {
		assertThatThrownBy(() -> start("--hundi.key-encryption.file=" + this.directory.resolve("none.json")))
			.hasStackTraceContaining(
					"hundi.key-encryption.file " + this.directory.resolve("none.json") + " does not exist");
	}

	@Test
	void unknownEnvironmentVariablePreventsStartup() throws Exception {
		assertThat(failedStart(Map.of("HUNDI_HTTP_TRUSTED_PROXY", "10.0.0.1"))).contains("hundi.http.trusted.proxy");
	}

	private static void start(String... arguments) {
		RunningApi.start(database, arguments).close();
	}

	/** Runs in a separate process, because a test cannot set its own environment. */
	private String failedStart(Map<String, String> environment) throws IOException, InterruptedException {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
						"-cp", System.getProperty("java.class.path"), ApiApplication.class.getName()));
		command.addAll(List.of(RunningApi.arguments(database.url())));
		Path output = this.directory.resolve("output.txt");
		ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
		builder.environment().putAll(environment);
		Process process = builder.start();
		try {
			assertThat(process.waitFor(120, TimeUnit.SECONDS)).as("process ends").isTrue();
			assertThat(process.exitValue()).isNotZero();
			return Files.readString(output, StandardCharsets.UTF_8);
		}
		finally {
			process.destroyForcibly();
		}
	}

}
