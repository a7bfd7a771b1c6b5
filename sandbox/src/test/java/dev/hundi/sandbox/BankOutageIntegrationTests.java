package dev.hundi.sandbox;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

abstract class BankOutageIntegrationTests {

	private static final int PAYOUTS = 40;

	/** Concurrent trial requests to a bank that may have recovered (GuardedBank). */
	private static final int TRIED = 5;

	private final SharedPlatform shared;

	BankOutageIntegrationTests(SharedPlatform shared) {
		this.shared = shared;
	}

	@Test
	void parksPayoutsDuringABankOutageAndPaysThemInOrderAfterwards() {
		this.shared.start(Application.STREAM, Application.Mode.IN_PROCESS, "hundi.sweep.interval=500ms",
				"hundi.sweep.stuck-after=1s", "hundi.dispatch.banks.sandbox.concurrency=1",
				"hundi.dispatch.retry-schedule=500ms");
		Platform platform = this.shared.platform();
		JdbcClient jdbc = JdbcClient.create(platform.dataSource());
		Merchant merchant = this.shared.merchant(100_000_00);
		platform.bank().kill();
		List<UUID> payouts = new ArrayList<>();
		for (int i = 0; i < PAYOUTS; i++) {
			payouts.add(merchant.pay(Merchant.SUCCESS, "10.00"));
		}
		await().atMost(Duration.ofSeconds(120))
			.until(() -> count(jdbc, "SELECT count(*) FROM payout WHERE status = 4") == PAYOUTS);
		await().atMost(Duration.ofSeconds(120))
			.until(() -> count(jdbc, "SELECT count(*) FROM bank_attempt WHERE state = 'NOT_SENT'") >= 20);
		assertThat(count(jdbc, "SELECT count(*) FROM bank_attempt WHERE state NOT IN ('CLAIMED', 'NOT_SENT')"))
			.as("attempts that may have reached an unreachable bank")
			.isZero();
		platform.startBank();
		for (UUID payout : payouts) {
			assertThat(merchant.terminal(payout).path("status").asInt()).isEqualTo(11);
			merchant.assertBankPaid(payout, 1);
		}
		// Trial requests in flight when the bank recovers may be paid late.
		List<UUID> tried = payouts.subList(0, TRIED);
		assertThat(jdbc.sql("SELECT payout_id FROM payout ORDER BY utr").query(UUID.class).list())
			.as("UTRs rise in the order in which the bank paid")
			.filteredOn((payout) -> !tried.contains(payout))
			.containsExactlyElementsOf(payouts.subList(TRIED, PAYOUTS));
		merchant.assertBooksAreRight();
	}

	private static int count(JdbcClient jdbc, String sql) {
		return jdbc.sql(sql).query(Integer.class).single();
	}

}
