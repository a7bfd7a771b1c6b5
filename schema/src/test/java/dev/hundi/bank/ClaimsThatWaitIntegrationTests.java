package dev.hundi.bank;

import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.wallet.TestMoney;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/** Claims of payouts that change while the claim waits for the lock of one of them. */
class ClaimsThatWaitIntegrationTests {

	private static final Duration LEASE = Duration.ofSeconds(30);

	private static final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(database.dataSource());

	private final BankAttempts attempts = new BankAttempts(this.jdbc);

	private final SettlePayout settle = new SettlePayout(this.jdbc, this.attempts);

	private final BankCallbacks callbacks = new BankCallbacks(this.jdbc, new BankConflicts(this.jdbc),
			new JdbcTransactionManager(database.dataSource()));

	private final TestBusiness business = TestBusiness.create(database);

	@AfterAll
	static void close() {
		database.close();
	}

	/**
	 * A bank that calls back about an order that it had not taken, and is asked, may have
	 * the order. Another bank must not get the payout even if the enquiry finds nothing.
	 */
	@Test
	void ordersNowhereElseOnceABankWasAsked() throws Exception {
		List<PayoutKey> payouts = debited();
		PaymentOrder unsent = unsent(payouts.getLast());
		assertThat(claimWhile("two", payouts, () -> enquireInVain(unsent)))
			.extracting(ClaimsThatWaitIntegrationTests::payout)
			.containsExactly(payouts.getFirst());
		assertThat(this.attempts.claim(payouts, "one", LEASE)).extracting((order) -> order.attempt().payout())
			.containsExactly(payouts.getLast());
	}

	/** The first order may arrive after the second was rejected as malformed. */
	@Test
	void knowsOfTheDoubtOnceTheBankItselfWasAsked() throws Exception {
		List<PayoutKey> payouts = debited();
		PaymentOrder unsent = unsent(payouts.getLast());
		unsent(payouts.getFirst());
		assertThat(claimWhile("one", payouts, () -> enquireInVain(unsent)))
			.extracting(ClaimsThatWaitIntegrationTests::payout, PaymentOrder::wasInDoubt)
			.containsExactly(tuple(payouts.getFirst(), false), tuple(payouts.getLast(), true));
	}

	/** Another process claims and settles meanwhile. */
	@Test
	void ordersNothingThatWasOrderedOrSettledMeanwhile() throws Exception {
		List<PayoutKey> payouts = debited();
		unsent(payouts.getLast());
		assertThat(claimWhile("two", payouts, () -> {
			PaymentOrder again = this.attempts.claim(List.of(payouts.getLast()), "one", LEASE).getFirst();
			this.attempts.notSent(again.attempt(), "connection refused", Duration.ZERO);
		})).extracting(ClaimsThatWaitIntegrationTests::payout).containsExactly(payouts.getFirst());
		List<PayoutKey> others = debited();
		unsent(others.getLast());
		assertThat(claimWhile("two", others,
				() -> assertThat(this.settle.booked(others.getLast(), "533210987611", "B1"))
					.isEqualTo(RecordOutcome.RECORDED)))
			.extracting(ClaimsThatWaitIntegrationTests::payout)
			.containsExactly(others.getFirst());
		assertThat(this.business.violations()).isEmpty();
	}

	private static PayoutKey payout(PaymentOrder order) {
		return order.attempt().payout();
	}

	/** The bank calls back about an order that it had not taken, and does not know it. */
	private void enquireInVain(PaymentOrder unsent) {
		assertThat(this.callbacks
			.receive(new BankCallback("one", "E1", unsent.reference(), BankCallback.Status.PENDING, "{}")))
			.isEqualTo(CallbackVerdict.ENQUIRED);
		assertThat(this.attempts.claimEnquiries("one", 10, LEASE)).hasSize(1);
		assertThat(this.attempts.notSent(unsent.attempt(), "not known", Duration.ZERO))
			.isEqualTo(RecordOutcome.RECORDED);
	}

	/** Claims; meanwhile others act on the last payout. */
	private List<PaymentOrder> claimWhile(String bank, List<PayoutKey> payouts, Runnable act) throws Exception {
		CompletableFuture<List<PaymentOrder>> claimed;
		try (Connection other = database.dataSource().getConnection(); Statement lock = other.createStatement()) {
			other.setAutoCommit(false);
			lock.execute("SELECT FROM payout WHERE payout_id = '" + payouts.getFirst().payoutId() + "' FOR UPDATE");
			claimed = CompletableFuture.supplyAsync(() -> this.attempts.claim(payouts, bank, LEASE));
			Awaitility.await().until(() -> this.jdbc.sql("""
					SELECT count(*) > 0 FROM pg_stat_activity
					 WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%bank_attempt%'
					""").query(Boolean.class).single());
			act.run();
			other.rollback();
		}
		return claimed.get();
	}

	private PaymentOrder unsent(PayoutKey payout) {
		PaymentOrder order = this.attempts.claim(List.of(payout), "one", LEASE).getFirst();
		this.attempts.notSent(order.attempt(), "connection refused", Duration.ZERO);
		return order;
	}

	/** In the order in which a claim locks them. */
	private List<PayoutKey> debited() {
		TestMoney money = new TestMoney(database.dataSource());
		return Stream.generate(() -> new PayoutKey(this.business.id(), money.debitedPayout(this.business)))
			.limit(2)
			.sorted((one, other) -> one.payoutId().toString().compareTo(other.payoutId().toString()))
			.toList();
	}

}
