package dev.hundi.api.payout;

import java.sql.Connection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

import dev.hundi.api.testing.Answer;
import dev.hundi.api.testing.Call;
import dev.hundi.api.testing.Merchant;
import dev.hundi.api.testing.RunningApi;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

class SlowDatabaseIntegrationTests {

	private final Merchant merchant = new Merchant();

	/** The lock is released only after every answer. */
	@Test
	void answers503OnlyToPayoutsThatAreNeverStored() throws Exception {
		String beneficiary = this.merchant.bankBeneficiary();
		JdbcClient jdbc = JdbcClient.create(RunningApi.sharedDatabase().dataSource());
		try (Connection blocker = RunningApi.sharedDatabase().dataSource().getConnection();
				var threads = Executors.newVirtualThreadPerTaskExecutor()) {
			blocker.setAutoCommit(false);
			blocker.createStatement().execute("LOCK TABLE payout IN EXCLUSIVE MODE");
			List<Callable<Answer>> calls = IntStream.range(0, 8)
				.mapToObj((i) -> (Callable<Answer>) () -> this.merchant
					.send(Call.post("/v1/payouts", Merchant.payout(beneficiary, "10.00"))
						.header("Idempotency-Key", "SLOW-" + i)))
				.toList();

			for (Future<Answer> answer : threads.invokeAll(calls)) {
				assertThat(answer.get().refusal()).isEqualTo("503 temporarily_unavailable");
			}

			assertThat(running(jdbc)).isZero();
			blocker.rollback();
			assertThat(stored(jdbc)).isZero();
			// A busy machine may need longer than the timeout even for this.
			for (Callable<Answer> call : calls) {
				Awaitility.await().untilAsserted(() -> assertThat(call.call().status()).isEqualTo(200));
			}
			assertThat(stored(jdbc)).isEqualTo(8);
		}
	}

	private static long running(JdbcClient jdbc) {
		return jdbc.sql("""
				SELECT count(*) FROM pg_stat_activity
				 WHERE datname = current_database() AND state = 'active' AND query LIKE '%INSERT INTO request_nonce%'
				   AND pid <> pg_backend_pid()
				""").query(Long.class).single();
	}

	private static long stored(JdbcClient jdbc) {
		return jdbc.sql("SELECT count(*) FROM payout WHERE idempotency_key LIKE 'SLOW-%'").query(Long.class).single();
	}

}
