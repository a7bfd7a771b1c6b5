package dev.hundi.stream.dispatch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

import dev.hundi.bank.BankAttempts;
import dev.hundi.bank.BankReference;
import dev.hundi.bank.BreakerState;
import dev.hundi.bank.PaymentOrder;
import dev.hundi.bank.PayoutKey;
import dev.hundi.stream.dispatch.ScriptedBank.Script;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.wallet.TestMoney;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Payouts that are sent to a bank together. */
class BatchedOrdersIntegrationTests {

	private final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(this.database.dataSource());

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

		this.business.awaitStatus(payouts.get(0), "11 SUCCESS");
		this.business.awaitStatus(payouts.get(1), "12 BENEFICIARY_ACCOUNT_INVALID");
		this.business.awaitStatus(payouts.get(2), "4 BANK_ACKNOWLEDGED");
		this.business.awaitStatus(payouts.get(3), "4 IN_DOUBT");
		this.business.awaitStatus(payouts.get(4), "11 SUCCESS");
		this.business.awaitStatus(payouts.get(5), "4 IN_DOUBT");
		assertThat(this.bank.batches()).containsExactly(6);
		assertThat(this.business.violations()).isEmpty();
		assertAllPermitsFree();
	}

	@Test
	void doubtsEveryOrderOfABatchThatGetsNoAnswer() {
		List<UUID> payouts = dispatched(Script.PAY, Script.PAY, Script.PAY_AND_STALL);
		for (UUID payout : payouts) {
			this.business.awaitStatus(payout, "4 IN_DOUBT");
		}
		assertAllPermitsFree();

		for (UUID payout : payouts) {
			enquireUntil(payout, "11 SUCCESS");
			assertThat(this.bank.orders(BankReference.of(payout))).isEqualTo(1);
		}
		assertThat(this.business.violations()).isEmpty();
	}

	@Test
	void sendsAgainOnlyWhatTheBankDeclined() {
		List<UUID> payouts = dispatched(Script.DECLINE, Script.PAY);
		this.business.awaitStatus(payouts.get(1), "11 SUCCESS");
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
			both.dispatch(keys(payouts));
			this.business.awaitStatus(payouts.get(0), "11 SUCCESS");
			this.business.awaitStatus(payouts.get(1), "4 IN_DOUBT");
			this.business.awaitStatus(payouts.get(2), "11 SUCCESS");
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
			this.business.awaitStatus(payout, "11 SUCCESS");
		}
		assertThat(this.bank.batches()).containsExactly(6);
		assertThat(this.bank.arrivals()).hasSize(7).doesNotHaveDuplicates();
	}

	/**
	 * Meanwhile the payout may have been sent again, so its late answer proves nothing.
	 */
	@Test
	void leavesOutTheAnswerOfAnOrderWhoseClaimHasEnded() {
		List<UUID> payouts = dispatched(Script.PAY_LATE, Script.PAY_LATE, Script.PAY_LATE);
		UUID ended = payouts.get(1);
		await().atMost(Duration.ofMinutes(2)).until(() -> this.bank.arrivals().size() == 3);
		this.jdbc.sql("UPDATE bank_attempt SET due_at = now() + interval '1 hour'").update();
		this.jdbc.sql("UPDATE bank_attempt SET due_at = now() WHERE payout_id = ?").param(ended).update();
		this.bank.settle(BankReference.of(ended), "NOT_FOUND");
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			this.dispatch.enquire();
			return attempts(ended).contains("NOT_SENT");
		});

		payouts.forEach((payout) -> this.bank.answer(BankReference.of(payout)));
		this.business.awaitStatus(payouts.get(0), "11 SUCCESS");
		this.business.awaitStatus(payouts.get(2), "11 SUCCESS");
		await().atMost(Duration.ofMinutes(2))
			.untilAsserted(() -> assertThat(conflicts(ended)).containsExactly("PAID, but NOT_SENT in status 4"));
		assertThat(this.business.status(ended)).isEqualTo("4 IN_DOUBT");
		assertThat(this.business.violations()).isEmpty();

		this.bank.settle(BankReference.of(ended), "SUCCESS");
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			this.dispatch.dispatch(key(ended));
			return this.business.status(ended).equals("11 SUCCESS");
		});
		assertThat(attempts(ended)).containsExactly("NOT_SENT", "SUCCEEDED");
		assertThat(this.business.violations()).isEmpty();
	}

	@Test
	void doubtsEveryOrderOfABatchWithAnAnswerThatIsTooLong() {
		List<UUID> payouts = debited(Script.PAY, Script.PAY, Script.PAY);
		String reference = BankReference.of(payouts.get(1));
		this.bank.state(reference, "padding", "x".repeat(64 * 1024));
		this.dispatch.dispatch(keys(payouts));
		for (UUID payout : payouts) {
			this.business.awaitStatus(payout, "4 IN_DOUBT");
		}
		this.bank.correct(reference);
		for (UUID payout : payouts) {
			enquireUntil(payout, "11 SUCCESS");
			assertThat(this.bank.orders(BankReference.of(payout))).isEqualTo(1);
		}
		assertThat(this.business.violations()).isEmpty();
	}

	@Test
	void readsTheLongestAnswerToTheLargestBatch() {
		int largest = BankSettings.MAX_ORDERS_PER_CALL;
		try (Dispatching large = Dispatching.with(this.database)
			.bank("large", this.bank.url(), (limits) -> limits.ordersPerCall(largest).concurrency(largest))
			.batchSize(largest)
			.start()) {
			List<UUID> payouts = debited(Collections.nCopies(largest, Script.PAY).toArray(Script[]::new));
			for (UUID payout : payouts) {
				String reference = BankReference.of(payout);
				this.bank.state(reference, "bankReference", "\u0915".repeat(64));
				this.bank.state(reference, "message", "\u0915".repeat(200));
				this.bank.state(reference, "amountPaise", 100_00);
				this.bank.state(reference, "currency", "INR");
				this.bank.state(reference, "utr", ScriptedBank.utr(reference) + "0".repeat(13));
			}
			large.dispatch(keys(payouts));
			for (UUID payout : payouts) {
				this.business.awaitStatus(payout, "11 SUCCESS");
			}
			assertThat(this.bank.batches()).containsExactly(largest);
		}
	}

	@Test
	void settlesOneOfTwoOrdersWithTheSameUtrAndDoubtsTheOther() {
		List<UUID> payouts = debited(Script.PAY, Script.PAY);
		this.bank.state(BankReference.of(payouts.get(1)), "utr", ScriptedBank.utr(BankReference.of(payouts.get(0))));
		this.dispatch.dispatch(keys(payouts));
		await().atMost(Duration.ofMinutes(2))
			.untilAsserted(() -> assertThat(payouts.stream().map(this.business::status))
				.containsExactlyInAnyOrder("11 SUCCESS", "4 IN_DOUBT"));
		UUID settled = payouts.stream()
			.filter((payout) -> this.business.status(payout).startsWith("11"))
			.toList()
			.getFirst();
		UUID doubted = payouts.stream().filter((payout) -> !payout.equals(settled)).toList().getFirst();
		assertThat(this.jdbc.sql("SELECT implausible_reason FROM bank_attempt WHERE payout_id = ?")
			.param(doubted)
			.query(String.class)
			.single()).contains("under which payout " + settled + " was settled");
		assertThat(this.business.violations()).isEmpty();

		this.bank.state(BankReference.of(doubted), "utr", "N1" + "7".repeat(20));
		enquireUntil(doubted, "11 SUCCESS");
		assertThat(this.business.violations()).isEmpty();
	}

	@Test
	void releasesTheOrdersOfACallThatAShutdownRejects() throws InterruptedException {
		List<UUID> payouts = debited(Collections.nCopies(8, Script.PAY).toArray(Script[]::new));
		GuardedBank guarded = this.dispatch.bank("batches");
		assertThat(guarded.acquire(8, Duration.ofMinutes(2))).isEqualTo(8);
		List<PaymentOrder> orders = this.dispatch.bean(BankAttempts.class)
			.claim(List.of(keys(payouts)), "batches", Duration.ofMinutes(2));
		DispatchToBank stopping = this.dispatch.bean(DispatchToBank.class);
		stopping.destroy();

		stopping.pay(guarded, orders);

		List<UUID> claimed = orders.stream().map((order) -> order.attempt().payout().payoutId()).toList();
		assertThat(claimed.subList(0, 6))
			.allSatisfy((payout) -> assertThat(attempts(payout)).containsExactly("NOT_SENT"));
		assertThat(claimed.subList(6, 8))
			.allSatisfy((payout) -> assertThat(this.business.status(payout)).isEqualTo("11 SUCCESS"));
		assertThat(this.bank.batches()).containsExactly(2);
		assertThat(guarded.callsInFlight()).isZero();

		try (Dispatching other = Dispatching.with(this.database)
			.bank("batches", this.bank.url(), (limits) -> limits.ordersPerCall(6))
			.start()) {
			other.dispatch(keys(payouts));
			payouts.forEach((payout) -> this.business.awaitStatus(payout, "11 SUCCESS"));
		}
		assertThat(this.bank.arrivals()).hasSize(8).doesNotHaveDuplicates();
		assertThat(this.business.violations()).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "PAY, 11 SUCCESS", "REFUSE, 12 BENEFICIARY_ACCOUNT_INVALID", "PEND, 4 BANK_ACKNOWLEDGED" })
	void recordsTheOthersIfTheDatabaseRefusesOneAnswer(Script script, String status) {
		List<UUID> payouts = debited(Script.PAY, script, Script.PAY, Script.REFUSE);
		UUID refused = payouts.get(1);
		this.jdbc.sql("""
				CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
				BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = 'check_violation'; END $$
				""").update();
		this.jdbc.sql("""
				CREATE TRIGGER refuse BEFORE UPDATE ON bank_attempt FOR EACH ROW
				  WHEN (NEW.payout_id = '%s') EXECUTE FUNCTION refuse()
				""".formatted(refused)).update();
		this.dispatch.dispatch(keys(payouts));
		this.business.awaitStatus(payouts.get(0), "11 SUCCESS");
		this.business.awaitStatus(payouts.get(2), "11 SUCCESS");
		this.business.awaitStatus(payouts.get(3), "12 BENEFICIARY_ACCOUNT_INVALID");
		assertThat(attempts(refused)).containsExactly("CLAIMED");
		assertAllPermitsFree();

		this.jdbc.sql("DROP TRIGGER refuse ON bank_attempt").update();
		this.jdbc.sql("UPDATE bank_attempt SET due_at = now() WHERE payout_id = ?").param(refused).update();
		enquireUntil(refused, status);
		assertThat(this.bank.orders(BankReference.of(refused))).isEqualTo(1);
		assertThat(this.business.violations()).isEmpty();
	}

	@Test
	void sendsNoMoreOrdersThanATrialAllowsWhileTheBreakerIsHalfOpen() {
		List<UUID> payouts = halfOpened(Script.PAY_LATE);
		await().atMost(Duration.ofMinutes(2)).until(() -> this.bank.batches().size() == 1);
		this.dispatch.drain();
		assertThat(this.bank.batches()).as("the orders of a trial share a call").containsExactly(5);
		assertThat(this.bank.arrivals()).hasSize(5);
		assertThat(this.dispatch.bank("batches").callsInFlight()).isEqualTo(5);

		payouts.forEach((payout) -> this.bank.answer(BankReference.of(payout)));
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			this.dispatch.drain();
			return payouts.stream().map(this.business::status).allMatch("11 SUCCESS"::equals);
		});
		assertThat(this.dispatch.bank("batches").breaker()).isEqualTo(BreakerState.CLOSED);
		assertThat(this.business.violations()).isEmpty();
	}

	@Test
	void endsATrialWithItsOneCallThatGetsNoAnswer() {
		List<UUID> payouts = halfOpened(Script.PAY_AND_STALL);
		await().atMost(Duration.ofMinutes(2)).until(() -> hasEndedTrial(this.dispatch.bank("batches")));
		await().atMost(Duration.ofMinutes(2))
			.until(() -> payouts.stream().map(this.business::status).filter("4 IN_DOUBT"::equals).count() == 5);
		assertThat(this.bank.arrivals()).hasSize(5);
		assertAllPermitsFree();
	}

	/**
	 * The breaker is open for five seconds; the trial that follows permits five calls.
	 */
	private static boolean hasEndedTrial(GuardedBank bank) {
		if (bank.breaker() == BreakerState.OPEN) {
			return true;
		}
		int permitted = 0;
		while (permitted < 6 && bank.tryAcquire()) {
			permitted++;
		}
		bank.release(permitted);
		return permitted == 5;
	}

	/** Sends payouts to a bank that has just become reachable again. */
	private List<UUID> halfOpened(Script script) {
		List<UUID> payouts = new ArrayList<>();
		GuardedBank guarded = this.dispatch.bank("batches");
		this.bank.close();
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			payouts.addAll(dispatched(script));
			return guarded.breaker() == BreakerState.OPEN;
		});
		assertAllPermitsFree();
		this.bank.restart();
		await().atMost(Duration.ofMinutes(2)).until(() -> guarded.breaker() == BreakerState.HALF_OPEN);
		payouts.addAll(dispatched(Collections.nCopies(8, script).toArray(Script[]::new)));
		this.dispatch.drain();
		return payouts;
	}

	private List<UUID> dispatched(Script... scripts) {
		List<UUID> payouts = debited(scripts);
		this.dispatch.dispatch(keys(payouts));
		return payouts;
	}

	private PayoutKey[] keys(List<UUID> payouts) {
		return payouts.stream().map(this::key).toArray(PayoutKey[]::new);
	}

	private void enquireUntil(UUID payout, String status) {
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			this.dispatch.enquire();
			return this.business.status(payout).equals(status);
		});
	}

	private List<String> conflicts(UUID payout) {
		return this.jdbc.sql("SELECT reported || ', but ' || recorded FROM bank_conflict WHERE payout_id = ?")
			.param(payout)
			.query(String.class)
			.list();
	}

	private List<UUID> debited(Script... scripts) {
		return Stream.of(scripts).map((script) -> {
			UUID payout = this.money.debitedPayout(this.business);
			this.bank.script(BankReference.of(payout), script);
			return payout;
		}).toList();
	}

	private List<String> attempts(UUID payout) {
		return this.jdbc.sql("SELECT state FROM bank_attempt WHERE payout_id = ? ORDER BY attempt_number")
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

}
