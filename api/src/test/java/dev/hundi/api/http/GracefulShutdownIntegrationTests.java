package dev.hundi.api.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import dev.hundi.api.ApiApplication;
import dev.hundi.api.testing.Answer;
import dev.hundi.api.testing.Call;
import dev.hundi.api.testing.KeptConnection;
import dev.hundi.api.testing.Merchant;
import dev.hundi.api.testing.RunningApi;
import dev.hundi.testing.FreePorts;
import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Runs the API in a separate process and sends it SIGTERM. */
class GracefulShutdownIntegrationTests {

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private final TestDatabase database = RunningApi.sharedDatabase();

	private final Merchant merchant = new Merchant();

	@Test
	void finishesAcceptedRequestsAndAcceptsNoNewOnes(@TempDir Path directory) throws Exception {
		int port = FreePorts.next();
		int management = FreePorts.next();
		// Longer than a busy machine takes until the lock is released.
		Process process = start(directory.resolve("output.txt"), port, management,
				"--spring.lifecycle.timeout-per-shutdown-phase=5m");
		try {
			await().atMost(PATIENCE).until(() -> accepts(management) && readiness(management).status() == 200);
			String id = this.merchant
				.send(Call.post("/v1/payouts", Merchant.payout(this.merchant.bankBeneficiary(), "10.00")))
				.data()
				.path("payoutTransactionId")
				.asString();
			// Accepts would not wait for the lock as long as a busy machine takes to
			// stop.
			Call call = Call.get("/v1/payouts/" + id);
			try (KeptConnection held = KeptConnection.open(port); KeptConnection idle = KeptConnection.open(port)) {
				assertThat(idle.send(Call.get("/v1/wallet"), this.merchant.key()).header("Connection"))
					.isNotEqualTo("close");
				Answer answer;
				try (Connection locks = this.database.dataSource().getConnection()) {
					lockPayouts(locks);
					CompletableFuture<Answer> answered = CompletableFuture
						.supplyAsync(() -> held.send(call, this.merchant.key()));
					await().atMost(PATIENCE).until(this::isWaiting);

					process.destroy();

					await().atMost(PATIENCE).until(() -> !accepts(port));
					assertThat(idle.write(Call.get("/v1/wallet").keepAlive().bytes(this.merchant.key()))
						.endsWithoutAnswer()).as("idle connection is closed").isTrue();
					assertThat(answered).isNotDone();
					locks.rollback();
					answer = answered.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
				}
				assertThat(answer.status()).as(answer.body()).isEqualTo(200);
				assertThat(answer.header("Connection")).isEqualTo("close");
				assertThat(answer.data().path(0).path("payoutTransactionId").asString()).isEqualTo(id);
				assertThat(held.endsWithoutAnswer()).isTrue();
			}
			assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).as("process ends").isTrue();
			assertThat(process.exitValue()).as("ended by SIGTERM").isEqualTo(128 + 15);
		}
		finally {
			process.destroyForcibly();
		}
	}

	@Test
	void servesAndReportsNotReadyWhileDraining(@TempDir Path directory) throws Exception {
		int port = FreePorts.next();
		int management = FreePorts.next();
		Process process = start(directory.resolve("output.txt"), port, management, "--hundi.http.drain=60s");
		try {
			await().atMost(PATIENCE).until(() -> accepts(management) && readiness(management).status() == 200);

			process.destroy();

			await().atMost(PATIENCE).until(() -> readiness(management).status() == 503);
			assertThat(readiness(management).body()).contains("readinessState");
			assertThat(readiness(management).json().path("status").asString()).isEqualTo("OUT_OF_SERVICE");
			try (KeptConnection fresh = KeptConnection.open(port)) {
				Answer answer = fresh.send(Call.get("/v1/wallet"), this.merchant.key());
				assertThat(answer.status()).isEqualTo(200);
				assertThat(answer.header("Connection")).isEqualTo("close");
			}
		}
		finally {
			process.destroyForcibly();
		}
	}

	private static Answer readiness(int management) {
		return RunningApi.manage(management, "/actuator/health/readiness");
	}

	private static void lockPayouts(Connection connection) throws SQLException {
		connection.setAutoCommit(false);
		try (Statement statement = connection.createStatement()) {
			statement.execute("LOCK TABLE payout IN ACCESS EXCLUSIVE MODE");
		}
	}

	private boolean isWaiting() {
		return JdbcClient.create(this.database.dataSource()).sql("""
				SELECT count(*) > 0 FROM pg_locks l
				  JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()
				 WHERE NOT l.granted AND l.relation = 'payout'::regclass
				""").query(Boolean.class).single();
	}

	private static boolean accepts(int port) {
		try (KeptConnection connection = KeptConnection.open(port)) {
			return true;
		}
		catch (java.io.UncheckedIOException ex) {
			return false;
		}
	}

	private Process start(Path output, int port, int management, String... more) throws IOException {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
						"-Xmx256m", "-cp", System.getProperty("java.class.path"), ApiApplication.class.getName()));
		List<String> arguments = new ArrayList<>(List.of(more));
		arguments.add("--hundi.http.port=" + port);
		arguments.add("--hundi.management.port=" + management);
		command.addAll(List.of(RunningApi.arguments(this.database.url(), arguments.toArray(String[]::new))));
		Files.createFile(output);
		return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile()).start();
	}

}
