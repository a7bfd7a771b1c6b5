package dev.hundi.sandbox;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

abstract class LostMessagesIntegrationTests {

	private final SharedPlatform shared;

	LostMessagesIntegrationTests(SharedPlatform shared) {
		this.shared = shared;
	}

	@Test
	void everyPayoutFinishesWhenEveryKafkaMessageIsLost() {
		DropEverything.dropped.set(0);
		this.shared.start(Application.STREAM, Application.Mode.IN_PROCESS,
				"hundi.kafka.consumer-properties[interceptor.classes]=" + DropEverything.class.getName(),
				"hundi.sweep.interval=300ms", "hundi.sweep.stuck-after=500ms", "hundi.dispatch.enquiry-schedule=1s",
				"hundi.dispatch.banks.sandbox.connect-timeout=1s", "hundi.dispatch.banks.sandbox.call-timeout=2s");
		DemoBusiness business = this.shared.business(10_000_00);
		Merchant merchant = Merchant.of(this.shared.platform(), business);
		List<UUID> paid = new ArrayList<>();
		List<UUID> failed = new ArrayList<>();
		for (int i = 0; i < 10; i++) {
			paid.add(merchant.pay(Merchant.SUCCESS, "10.00"));
			failed.add(merchant.pay(Merchant.FAILURE, "10.00"));
		}
		UUID silent = merchant.pay(Merchant.PAID_BUT_SILENT, "10.00");
		paid.add(silent);
		for (UUID payout : paid) {
			assertThat(merchant.terminal(payout).path("status").asInt()).isEqualTo(11);
			merchant.assertNotified(payout, "Initiated", "Successful");
			merchant.assertBankPaid(payout, 1);
		}
		for (UUID payout : failed) {
			assertThat(merchant.terminal(payout).path("status").asInt()).isEqualTo(12);
			merchant.assertNotified(payout, "Initiated", "Failed");
			merchant.assertBankPaid(payout, 0);
		}
		merchant.assertBooksAreRight();
		// Beneficiaries are registered with the bank although no message announced
		// them.
		await().until(() -> JdbcClient.create(this.shared.platform().dataSource())
			.sql("SELECT state FROM beneficiary_verification WHERE business_id = :id ORDER BY state")
			.param("id", business.businessId())
			.query(String.class)
			.list()
			.equals(List.of("INVALID", "VERIFIED", "VERIFIED")));
		// Messages were published, but none reached a processor.
		await().until(() -> DropEverything.dropped.get() >= paid.size() + failed.size());
	}

}
