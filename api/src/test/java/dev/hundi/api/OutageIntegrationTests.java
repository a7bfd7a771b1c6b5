package dev.hundi.api;

import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import dev.hundi.api.testing.Answer;
import dev.hundi.api.testing.Call;
import dev.hundi.api.testing.Forwarder;
import dev.hundi.api.testing.RunningApi;
import dev.hundi.business.ApiKeys;
import dev.hundi.business.IssuedKey;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(OutputCaptureExtension.class)
class OutageIntegrationTests {

	private static final Duration DEADLINE = Duration.ofMinutes(2);

	@Test
	void waitsForPostgresqlAtStartupAndSurvivesItsOutages(CapturedOutput output) {
		try (TestDatabase database = TestDatabase.create(); var threads = Executors.newVirtualThreadPerTaskExecutor()) {
			URI real = URI.create(database.url().substring("jdbc:".length()));
			try (Forwarder postgresql = Forwarder.to(real.getPort())) {
				postgresql.beginOutage();
				String url = "jdbc:postgresql://localhost:" + postgresql.port() + real.getPath();
				CompletableFuture<RunningApi> starting = CompletableFuture.supplyAsync(() -> RunningApi.startAt(url),
						threads);
				Awaitility.await()
					.atMost(DEADLINE)
					.untilAsserted(() -> assertThat(output).contains("Waiting for PostgreSQL at " + url));
				assertThat(starting).isNotDone();

				postgresql.endOutage();
				try (RunningApi api = starting.orTimeout(DEADLINE.toSeconds(), TimeUnit.SECONDS).join()) {
					IssuedKey key = api.bean(ApiKeys.class).issue(TestBusiness.create(database).id());
					assertThat(api.send(Call.get("/v1/wallet"), key).status()).isEqualTo(200);

					postgresql.beginOutage();
					Answer answer = api.send(Call.get("/v1/wallet"), key);
					assertThat(answer.refusal()).isEqualTo("503 temporarily_unavailable");
					assertThat(answer.header("Retry-After")).isEqualTo("5");

					postgresql.endOutage();
					Awaitility.await()
						.atMost(DEADLINE)
						.untilAsserted(() -> assertThat(api.send(Call.get("/v1/wallet"), key).status()).isEqualTo(200));
				}
			}
		}
	}

}
