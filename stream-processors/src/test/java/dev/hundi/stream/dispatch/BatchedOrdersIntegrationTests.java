package dev.hundi.stream.dispatch;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

import dev.hundi.bank.BankReference;
import dev.hundi.bank.PayoutKey;
import dev.hundi.stream.dispatch.ScriptedBank.Script;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.wallet.TestMoney;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Payouts that are sent to a bank together. */
class BatchedOrdersIntegrationTests {

	private final TestDatabase database = TestDatabase.create();

	private final TestMoney money = new TestMoney(this.database.dataSource());

	private final TestBusiness business = TestBusiness.create(this.database);

	private final ScriptedBank bank = new ScriptedBank();

	private final Dispatching dispatch = Dispatching.with(this.database)
		.bank("batches", this.bank.url(), (limits) -> limits.ordersPerCall(6))
		.start();

	@AfterEach
	void close() {
		this.dispatch.close();
		this.bank.close();
		this.database.close();
	}

	@Test
	void recordsTheAnswerOfEachOrder() {
		List<UUID> payouts = dispatched(Script.PAY, Script.REFUSE, Script.PEND, Script.PAY_AND_FALL_SILENT, Script.PAY,
				Script.FALL_SILENT);

		awaitStatus(payouts.get(0), "11 SUCCESS");
		awaitStatus(payouts.get(1), "12 BENEFICIARY_ACCOUNT_INVALID");
		awaitStatus(payouts.get(2), "4 BANK_ACKNOWLEDGED");
		awaitStatus(payouts.get(3), "4 IN_DOUBT");
		awaitStatus(payouts.get(4), "11 SUCCESS");
		awaitStatus(payouts.get(5), "4 IN_DOUBT");
		assertThat(this.bank.batches()).containsExactly(6);
		assertThat(this.business.violations()).isEmpty();
		assertAllPermitsFree();
	}

	@Test
	void doubtsEveryOrderOfABatchThatGetsNoAnswer() throws InterruptedException {
		List<UUID> payouts = dispatched(Script.PAY, Script.PAY, Script.PAY_AND_STALL);
		for (UUID payout : payouts) {
			awaitStatus(payout, "4 IN_DOUBT");
		}
		assertAllPermitsFree();

		for (UUID payout : payouts) {
			await().atMost(Duration.ofMinutes(2)).until(() -> {
				this.dispatch.enquire();
				return this.business.status(payout).equals("11 SUCCESS");
			});
			assertThat(this.bank.orders(BankReference.of(payout))).isEqualTo(1);
		}
		assertThat(this.business.violations()).isEmpty();
	}

	@Test
	void sendsAgainOnlyWhatTheBankDeclined() {
		List<UUID> payouts = dispatched(Script.DECLINE, Script.PAY);
		awaitStatus(payouts.get(1), "11 SUCCESS");
		await().atMost(Duration.ofMinutes(2)).until(() -> attempts(payouts.get(0)).contains("NOT_SENT"));
		this.bank.script(BankReference.of(payouts.get(0)), Script.PAY);
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			this.dispatch.dispatch(key(payouts.get(0)), key(payouts.get(1)));
			return this.business.status(payouts.get(0)).equals("11 SUCCESS");
		});
		assertThat(this.bank.orders(BankReference.of(payouts.get(0)))).isEqualTo(2);
		assertThat(this.bank.orders(BankReference.of(payouts.get(1)))).isEqualTo(1);
		assertThat(this.business.violations()).isEmpty();
	}

	@Test
	void sendsToAnotherBankOnlyWhatTheFirstDeclined() {
		try (ScriptedBank second = new ScriptedBank();
				Dispatching both = Dispatching.with(this.database)
					.bank("batches", this.bank.url(), (limits) -> limits.ordersPerCall(6))
					.bank("second", second.url())
					.neverRetrying()
					.start()) {
			List<UUID> payouts = debited(Script.DECLINE, Script.PAY_AND_FALL_SILENT, Script.PAY);
			both.dispatch(payouts.stream().map(this::key).toArray(PayoutKey[]::new));
			awaitStatus(payouts.get(0), "11 SUCCESS");
			awaitStatus(payouts.get(1), "4 IN_DOUBT");
			awaitStatus(payouts.get(2), "11 SUCCESS");
			assertThat(second.arrivals()).containsExactly(BankReference.of(payouts.get(0)));
		}
		assertThat(this.business.violations()).isEmpty();
	}

	@Test
	void putsNoOrderInDoubtIfTheBankCannotBeReached() {
		this.bank.close();
		List<UUID> payouts = dispatched(Script.PAY, Script.PAY);
		for (UUID payout : payouts) {
			await().atMost(Duration.ofMinutes(2)).until(() -> attempts(payout).contains("NOT_SENT"));
			assertThat(this.business.stages(payout)).doesNotContain("IN_DOUBT");
		}
		assertAllPermitsFree();
	}

	@Test
	void splitsWhatExceedsABatchAndSendsASingleOrderAlone() {
		List<UUID> payouts = dispatched(Script.PAY, Script.PAY, Script.PAY, Script.PAY, Script.PAY, Script.PAY,
				Script.PAY);
		for (UUID payout : payouts) {
			awaitStatus(payout, "11 SUCCESS");
		}
		assertThat(this.bank.batches()).containsExactly(6);
		assertThat(this.bank.arrivals()).hasSize(7).doesNotHaveDuplicates();
	}

	private List<UUID> dispatched(Script... scripts) {
		List<UUID> payouts = debited(scripts);
		this.dispatch.dispatch(payouts.stream().map(this::key).toArray(PayoutKey[]::new));
		return payouts;
	}

	private List<UUID> debited(Script... scripts) {
		return Stream.of(scripts).map((script) -> {
			UUID payout = this.money.debitedPayout(this.business);
			this.bank.script(BankReference.of(payout), script);
			return payout;
		}).toList();
	}

	private List<String> attempts(UUID payout) {
		return JdbcClient.create(this.database.dataSource())
			.sql("SELECT state FROM bank_attempt WHERE payout_id = ? ORDER BY attempt_number")
			.param(payout)
			.query(String.class)
			.list();
	}

	private PayoutKey key(UUID payout) {
		return new PayoutKey(this.business.id(), payout);
	}

	private void assertAllPermitsFree() {
		await().until(() -> this.dispatch.bank("batches").callsInFlight() == 0);
	}

	private void awaitStatus(UUID payout, String status) {
		await().atMost(Duration.ofMinutes(2)).until(() -> this.business.status(payout).equals(status));
	}

}
