package dev.hundi.api.observe;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

import dev.hundi.api.ApiApplication;
import dev.hundi.api.testing.Answer;
import dev.hundi.api.testing.Call;
import dev.hundi.api.testing.KeptConnection;
import dev.hundi.api.testing.Merchant;
import dev.hundi.api.testing.RunningApi;
import dev.hundi.testing.FreePorts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Runs the API in a separate process, without the logging setup of the tests. */
class StructuredLogIntegrationTests {

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private static final JsonMapper json = JsonMapper.shared();

	private final Merchant merchant = new Merchant();

	@Test
	void writesJsonLinePerRequest(@TempDir Path directory) throws Exception {
		Path log = directory.resolve("out.log");
		int port = FreePorts.next();
		int management = FreePorts.next();
		Process process = start(log, port, management);
		try {
			await().atMost(PATIENCE).until(() -> accepts(management));
			try (KeptConnection connection = KeptConnection.open(port)) {
				Answer paid = connection.send(
						Call.post("/v1/payouts", Merchant.payout(this.merchant.bankBeneficiary(), "10.00")),
						this.merchant.key());
				String payout = paid.data().path("payoutTransactionId").asString();
				Answer read = connection.send(Call.get("/v1/payouts/" + payout), this.merchant.key());
				Answer none = connection.send(Call.get("/v1/payouts/" + UUID.randomUUID()), this.merchant.key());
				Answer wrong = connection.send(Call.get("/v1/wallet").signature("0".repeat(64)), this.merchant.key());

				assertLine(log, paid, "POST", "/v1/payouts", 200, "ok", payout);
				assertLine(log, read, "GET", "/v1/payouts/{id}", 200, "ok", payout);
				assertLine(log, none, "GET", "/v1/payouts/{id}", 404, "payout_not_found", "");
				assertLine(log, wrong, "GET", "/v1/wallet", 401, "signature_invalid", "");
			}
		}
		finally {
			// Forcible termination could truncate a line.
			process.destroy();
			process.waitFor();
		}
		assertThat(Files.readAllLines(log)).isNotEmpty()
			.allSatisfy((line) -> assertThat(json.readTree(line).isObject()).isTrue());
	}

	@Test
	void accessLogCanBeDisabled(@TempDir Path directory) throws Exception {
		Path log = directory.resolve("out.log");
		int port = FreePorts.next();
		int management = FreePorts.next();
		Process process = start(log, port, management, "--hundi.observe.access-log=false");
		try {
			await().atMost(PATIENCE).until(() -> accepts(management));
			try (KeptConnection connection = KeptConnection.open(port)) {
				assertThat(connection.send(Call.get("/v1/wallet"), this.merchant.key()).status()).isEqualTo(200);
			}
		}
		finally {
			process.destroy();
			process.waitFor();
		}
		assertThat(Files.readString(log)).contains("Tomcat started").doesNotContain("dev.hundi.api.access");
	}

	private void assertLine(Path log, Answer answer, String method, String route, int status, String code,
			String payoutId) {
		String id = answer.header("X-Request-Id");
		JsonNode line = await().atMost(PATIENCE).until(() -> line(log, id), Optional::isPresent).orElseThrow();
		assertThat(line.path("level").asString()).isEqualTo("INFO");
		assertThat(line.path("method").asString()).isEqualTo(method);
		assertThat(line.path("route").asString()).isEqualTo(route);
		assertThat(line.path("status").asInt()).isEqualTo(status);
		assertThat(line.path("code").asString()).isEqualTo(code);
		assertThat(line.path("durationMs").isNumber()).isTrue();
		assertThat(line.path("businessId").asString()).isEqualTo(this.merchant.businessId().toString());
		assertThat(line.path("payoutId").asString("")).isEqualTo(payoutId);
	}

	/** The complete log line of a request. */
	private static Optional<JsonNode> line(Path log, String id) throws IOException {
		String text = Files.readString(log);
		return text.substring(0, text.lastIndexOf('\n') + 1)
			.lines()
			.filter((line) -> line.contains(id))
			.map(json::readTree)
			.filter((each) -> each.path("requestId").asString("").equals(id))
			.findFirst();
	}

	private static boolean accepts(int management) {
		try {
			return RunningApi.manage(management, "/actuator/health/readiness").status() == 200;
		}
		catch (java.io.UncheckedIOException ex) {
			return false;
		}
	}

	private static Process start(Path log, int port, int management, String... more) throws IOException {
		String classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
			.filter((entry) -> !Path.of(entry).endsWith("test-classes"))
			.collect(Collectors.joining(File.pathSeparator));
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
						"-Xmx256m", "-cp", classPath, ApiApplication.class.getName()));
		List<String> arguments = new ArrayList<>(List.of(more));
		arguments.add("--hundi.http.port=" + port);
		arguments.add("--hundi.management.port=" + management);
		command
			.addAll(List.of(RunningApi.arguments(RunningApi.sharedDatabase().url(), arguments.toArray(String[]::new))));
		return new ProcessBuilder(command).redirectOutput(log.toFile())
			.redirectError(ProcessBuilder.Redirect.DISCARD)
			.start();
	}

}
