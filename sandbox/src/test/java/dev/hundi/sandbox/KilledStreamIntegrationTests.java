package dev.hundi.sandbox;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KilledStreamIntegrationTests {

	private static final int PAYOUTS = 200;

	private Path directory;

	private Platform platform;

	@BeforeAll
	void start(@TempDir Path directory) {
		this.directory = directory;
		this.platform = Platform.builder(directory)
			.run(Application.STREAM, Application.Mode.CHILD_PROCESS)
			.set(Application.API, "hundi.rate-limits.payouts=off", "hundi.rate-limits.reads=off")
			.set(Application.STREAM, "hundi.sweep.interval=500ms", "hundi.sweep.stuck-after=2s",
					"hundi.dispatch.lease=7s", "hundi.dispatch.not-sent-after=8s",
					"hundi.dispatch.banks.sandbox.connect-timeout=1s", "hundi.dispatch.banks.sandbox.call-timeout=2s",
					"hundi.dispatch.enquiry-schedule=500ms", "hundi.dispatch.banks.sandbox.concurrency=8",
					"hundi.webhook.lease=6s")
			.set(Application.STREAM, HostToHostIntegrationTests.settings(directory))
			.start();
	}

	@AfterAll
	void stop() {
		this.platform.close();
	}

	@Test
	void everyPayoutEndsOnceAndIsPaidOnceWhenTheStreamIsKilled() {
		JdbcClient jdbc = JdbcClient.create(this.platform.dataSource());
		Merchant merchant = Merchant.with(this.platform, this.directory, 100_000_00);
		List<UUID> payouts = new ArrayList<>();
		for (int i = 0; i < PAYOUTS; i++) {
			payouts.add(merchant.pay((i % 4 == 3) ? Merchant.FAILURE : Merchant.SUCCESS, "10.00"));
			if (i == PAYOUTS / 2) {
				await().atMost(Duration.ofMinutes(2)).until(() -> terminal(jdbc) >= 10);
				this.platform.process(Application.STREAM).kill();
			}
		}
		assertThat(terminal(jdbc)).as("payouts that had ended when the stream was killed").isLessThan(PAYOUTS);
		this.platform.start(Application.STREAM);
		int paid = 0;
		for (UUID payout : payouts) {
			boolean successful = merchant.terminal(payout).path("status").asInt() == 11;
			merchant.assertBankPaid(payout, successful ? 1 : 0);
			merchant.assertNotified(payout, "Initiated", successful ? "Successful" : "Failed");
			assertThat(merchant.stages(payout)).filteredOn((stage) -> List.of("SUCCESS", "FAILED").contains(stage))
				.hasSize(1);
			paid += successful ? 1 : 0;
		}
		assertThat(paid).isEqualTo(PAYOUTS * 3 / 4);
		merchant.assertBooksAreRight();
	}

	private static int terminal(JdbcClient jdbc) {
		return jdbc.sql("SELECT count(*) FROM payout WHERE status IN (11, 12)").query(Integer.class).single();
	}

	@Nested
	class HostToHost extends HostToHostIntegrationTests {

		HostToHost() {
			super(KilledStreamIntegrationTests.this.platform, KilledStreamIntegrationTests.this.directory);
		}

	}

}
