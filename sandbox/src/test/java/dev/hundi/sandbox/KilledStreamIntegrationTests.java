package dev.hundi.sandbox;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The stream is killed, on the platform of {@link OutagesIntegrationTests}. */
abstract class KilledStreamIntegrationTests {

	private static final int PAYOUTS = 200;

	private final SharedPlatform shared;

	KilledStreamIntegrationTests(SharedPlatform shared) {
		this.shared = shared;
	}

	@Test
	void everyPayoutEndsOnceAndIsPaidOnceWhenTheStreamIsKilled() {
		JdbcClient jdbc = JdbcClient.create(this.shared.platform().dataSource());
		DemoBusiness business = this.shared.business(100_000_00);
		Merchant merchant = Merchant.of(this.shared.platform(), business);
		List<UUID> payouts = new ArrayList<>();
		for (int i = 0; i < PAYOUTS; i++) {
			payouts.add(merchant.pay((i % 4 == 3) ? Merchant.FAILURE : Merchant.SUCCESS, "10.00"));
			if (i == PAYOUTS / 2) {
				await().atMost(Duration.ofMinutes(2)).until(() -> terminal(jdbc, business) >= 10);
				this.shared.platform().process(Application.STREAM).kill();
			}
		}
		assertThat(terminal(jdbc, business)).as("payouts that had ended when the stream was killed")
			.isLessThan(PAYOUTS);
		this.shared.platform().start(Application.STREAM);
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

	private static int terminal(JdbcClient jdbc, DemoBusiness business) {
		return jdbc.sql("SELECT count(*) FROM payout WHERE business_id = :id AND status IN (11, 12)")
			.param("id", business.businessId())
			.query(Integer.class)
			.single();
	}

}
