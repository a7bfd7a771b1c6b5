package dev.hundi.bank;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

import dev.hundi.bank.SettlePayout.Success;
import dev.hundi.payout.Rail;
import dev.hundi.payout.ResponseCode;
import dev.hundi.testing.NeverPaid;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.testing.WithoutTriggers;
import dev.hundi.wallet.TestMoney;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

class SettlePayoutIntegrationTests {

	private static final Duration LEASE = Duration.ofSeconds(30);

	private static final Duration REST = Duration.ofSeconds(5);

	private static final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(database.dataSource());

	private final BankAttempts attempts = new BankAttempts(this.jdbc);

	private final WaitingPayouts waiting = new WaitingPayouts(this.jdbc);

	private final SettlePayout settle = new SettlePayout(this.jdbc, this.attempts);

	private final TestMoney money = new TestMoney(database.dataSource());

	private final TestBusiness business = TestBusiness.create(database);

	@AfterAll
	static void close() {
		database.close();
	}

	@Test
	void settlesAPaidPayoutOnce() {
		PaymentOrder order = claimed();
		assertThat(order.reference()).isEqualTo(BankReference.of(order.attempt().payout().payoutId()));
		assertThat(this.settle.succeeded(order.attempt(), BankReport.of("533210987654", "B1")))
			.isEqualTo(RecordOutcome.RECORDED);
		assertThat(this.settle.succeeded(order.attempt(), BankReport.of("533210987654", "B1")))
			.isEqualTo(RecordOutcome.ALREADY_RECORDED);
		assertThat(this.settle.failed(order.attempt(), ResponseCode.BANK_REJECTED, "no", BankReport.NONE))
			.isEqualTo(RecordOutcome.CONFLICT);
		assertThat(this.business.status(id(order))).isEqualTo("11 SUCCESS");
		assertThat(this.business.stages(id(order))).containsExactly("CREATED", "WALLET_DEBITED", "DISPATCHED",
				"SUCCESS");
		assertThat(this.business.balancePaise()).isEqualTo(1_000_00 - 104_72);
		assertThat(this.business.violations()).isEmpty();
	}

	@Test
	void creditsAFailedPayoutOnce() {
		PaymentOrder order = claimed();
		assertThat(this.settle.failed(order.attempt(), ResponseCode.BENEFICIARY_ACCOUNT_INVALID, "No such account",
				BankReport.of(null, "B2")))
			.isEqualTo(RecordOutcome.RECORDED);
		assertThat(this.settle.failed(order.attempt(), ResponseCode.BENEFICIARY_ACCOUNT_INVALID, "again",
				BankReport.of(null, "B2")))
			.isEqualTo(RecordOutcome.ALREADY_RECORDED);
		assertThat(this.settle.succeeded(order.attempt(), BankReport.of("1", "B2"))).isEqualTo(RecordOutcome.CONFLICT);
		assertThat(this.business.status(id(order))).isEqualTo("12 BENEFICIARY_ACCOUNT_INVALID");
		assertThat(this.business.balancePaise()).isEqualTo(1_000_00);
		assertThat(this.business.violations()).isEmpty();
	}

	@Test
	void creditsAReturnAfterSuccessInFullOnce() {
		PaymentOrder order = claimed();
		assertThat(this.settle.returned(order.attempt())).isEqualTo(RecordOutcome.CONFLICT);
		this.settle.succeeded(order.attempt(), BankReport.of("533210987655", "B3"));
		assertThat(this.settle.returned(order.attempt())).isEqualTo(RecordOutcome.RECORDED);
		assertThat(this.settle.returned(order.attempt())).isEqualTo(RecordOutcome.ALREADY_RECORDED);
		assertThat(this.business.status(id(order))).isEqualTo("12 RETURNED_BY_BANK");
		assertThat(this.business.stages(id(order))).endsWith("SUCCESS", "RETURNED");
		assertThat(this.business.balancePaise()).isEqualTo(1_000_00);
		assertThat(this.business.violations()).isEmpty();
	}

	/**
	 * No statement shows a payment, and the bank may still answer an enquiry of before.
	 */
	@Test
	void contradictsAPaymentThatPeopleRefundedAsNeverMade() {
		PaymentOrder order = claimed();
		BankReport paid = BankReport.of("533210987699", "B3");
		this.settle.succeeded(order.attempt(), paid);
		assertThat(this.settle.succeeded(order.attempt(), paid)).isEqualTo(RecordOutcome.ALREADY_RECORDED);
		assertThat(NeverPaid.refund(database, this.settle, order.attempt().payout())).isEqualTo(RecordOutcome.RECORDED);
		assertThat(this.settle.succeeded(order.attempt(), paid)).isEqualTo(RecordOutcome.CONFLICT);
		assertThat(this.settle.failed(order.attempt(), ResponseCode.BANK_REJECTED, "no", BankReport.NONE))
			.isEqualTo(RecordOutcome.ALREADY_RECORDED);
		assertThat(this.settle.returned(order.attempt())).isEqualTo(RecordOutcome.ALREADY_RECORDED);
		assertThat(this.business.status(id(order))).isEqualTo("12 RETURNED_BY_BANK");
		assertThat(this.business.balancePaise()).isEqualTo(1_000_00);
		assertThat(this.business.violations()).isEmpty();
	}

	@Test
	void keepsADoubtUntilTheBankGivesEvidence() {
		PaymentOrder order = claimed();
		assertThat(this.attempts.inDoubt(order.attempt(), "read timed out", Duration.ZERO))
			.isEqualTo(RecordOutcome.RECORDED);
		assertThat(this.attempts.inDoubt(order.attempt(), "read timed out", Duration.ZERO))
			.isEqualTo(RecordOutcome.ALREADY_RECORDED);
		assertThat(this.business.status(id(order))).isEqualTo("4 IN_DOUBT");
		assertThat(claimAgain(order)).isEmpty();
		Enquiry enquiry = enquiryOf(order);
		assertThat(enquiry.reference()).isEqualTo(order.reference());
		assertThat(enquiry.acknowledged()).isFalse();
		this.attempts.acknowledged(order.attempt(), "B4", Duration.ZERO);
		assertThat(this.attempts.notSent(order.attempt(), "the bank forgot what it had acknowledged", REST))
			.isEqualTo(RecordOutcome.ALREADY_RECORDED);
		assertThat(enquiryOf(order).acknowledged()).isTrue();
		this.settle.succeeded(order.attempt(), BankReport.of("533210987656", null));
		assertThat(this.business.stages(id(order))).containsExactly("CREATED", "WALLET_DEBITED", "DISPATCHED",
				"IN_DOUBT", "BANK_ACKNOWLEDGED", "SUCCESS");
		assertThat(this.business.violations()).isEmpty();
	}

	/** Both ends are times of the database, which a copy whose clock is wrong asks. */
	@Test
	void knowsTheAgesOfAnEnquiryByTheClockOfTheDatabase() {
		PaymentOrder order = claimed();
		this.attempts.inDoubt(order.attempt(), "read timed out", Duration.ZERO);
		Enquiry enquiry = new TransactionTemplate(new JdbcTransactionManager(database.dataSource()))
			.execute((status) -> {
				this.jdbc
					.sql("UPDATE bank_attempt SET claimed_at = now() - interval '10 minutes' WHERE payout_id = :id")
					.param("id", id(order))
					.update();
				return enquiryOf(order);
			});
		assertThat(enquiry).extracting(Enquiry::age, Enquiry::doubt)
			.containsExactly(Duration.ofMinutes(10), Duration.ofMinutes(10));
	}

	@Test
	void reclaimsAnUnsentPayoutUnderTheSameReference() {
		PaymentOrder order = claimed();
		assertThat(this.attempts.notSent(order.attempt(), "connection refused", REST))
			.isEqualTo(RecordOutcome.RECORDED);
		WaitingPayout waiting = this.waiting.among(List.of(order.attempt().payout())).getFirst();
		assertThat(waiting.banksInBackOff()).containsExactly("sandbox");
		assertThat(waiting.onlyBank()).isNull();
		assertThat(waitingFor(Set.of(Rail.IMPS), Set.of())).contains(order.attempt().payout());
		assertThat(waitingFor(Set.of(Rail.NEFT), Set.of("sandbox"))).doesNotContain(order.attempt().payout());
		PaymentOrder again = claimAgain(order).getFirst();
		assertThat(again.attempt().number()).isEqualTo(2);
		assertThat(again.reference()).isEqualTo(order.reference());
	}

	@Test
	void claimsRowsOfBulkFilesLast() {
		List<PayoutKey> payouts = Stream.generate(() -> this.money.debitedPayout(this.business))
			.limit(3)
			.map((payout) -> new PayoutKey(this.business.id(), payout))
			.toList();
		WithoutTriggers.run(database.dataSource(), (unguarded) -> unguarded.sql("""
				UPDATE payout SET source = 'BULK', bulk_file_id = uuidv7(), bulk_row_number = 1 WHERE payout_id = :id
				""").param("id", payouts.getFirst().payoutId()).update());
		assertThat(this.waiting.among(payouts)).extracting(WaitingPayout::payout)
			.containsExactly(payouts.get(1), payouts.get(2), payouts.get(0));
	}

	@Test
	void enquiresOnlyAtTheOrdersBankAndNeverSendsADoubtToAnother() {
		PaymentOrder order = claimed();
		this.attempts.inDoubt(order.attempt(), "read timed out", Duration.ZERO);
		assertThat(this.attempts.claimEnquiries("other", 1_000, Duration.ZERO)).isEmpty();
		enquiryOf(order);
		assertThat(this.attempts.notSent(order.attempt(), "not found twice", REST)).isEqualTo(RecordOutcome.RECORDED);
		assertThat(this.attempts.claim(List.of(order.attempt().payout()), "other", LEASE)).isEmpty();
		assertThat(this.waiting.among(List.of(order.attempt().payout())).getFirst().onlyBank()).isEqualTo("sandbox");
		assertThat(waitingFor(Set.of(Rail.NEFT), Set.of("sandbox"))).as("its rail is no longer configured")
			.contains(order.attempt().payout());
		assertThat(waitingFor(Set.of(Rail.NEFT), Set.of("other"))).doesNotContain(order.attempt().payout());
		assertThat(claimAgain(order)).hasSize(1).allMatch(PaymentOrder::wasInDoubt);
	}

	@Test
	void reclaimsAnUnsentOrderForAnotherBankUnderTheSameReference() {
		PaymentOrder order = claimed();
		this.attempts.notSent(order.attempt(), "connection refused", REST);
		List<PaymentOrder> other = this.attempts.claim(List.of(order.attempt().payout()), "other", LEASE);
		assertThat(other).hasSize(1).noneMatch(PaymentOrder::wasInDoubt);
		assertThat(other.getFirst().reference()).isEqualTo(order.reference());
		assertThat(claimAgain(order)).as("one live attempt at all banks together").isEmpty();
	}

	@Test
	void settlesOnePayoutOfThoseThatTheBankPaidUnderOneUtr() throws Exception {
		List<PaymentOrder> orders = Stream.generate(this::claimed).limit(8).toList();
		BankReport report = BankReport.of("n332-1098 7700", null);
		List<Callable<RecordOutcome>> answers = orders.stream()
			.<Callable<RecordOutcome>>map((order) -> () -> this.settle.succeeded(order.attempt(), report))
			.toList();
		List<RecordOutcome> outcomes = new ArrayList<>();
		try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
			for (var future : threads.invokeAll(answers)) {
				outcomes.add(future.get());
			}
		}
		assertThat(outcomes).containsOnlyOnce(RecordOutcome.RECORDED)
			.containsOnly(RecordOutcome.RECORDED, RecordOutcome.IMPLAUSIBLE);
		assertThat(orders).extracting((order) -> this.business.status(id(order)))
			.containsOnlyOnce("11 SUCCESS")
			.containsOnly("11 SUCCESS", "4 IN_DOUBT");
		assertThat(this.business.violations()).isEmpty();
	}

	/** One bad report of a group changes neither its own payout nor the others. */
	@Test
	void settlesThoseOfAGroupWhoseReportsAreAboutThem() {
		PaymentOrder good = claimed();
		PaymentOrder settled = claimed();
		this.settle.succeeded(settled.attempt(), BankReport.of("533210987680", null));
		PaymentOrder otherAmount = claimed();
		PaymentOrder withoutUtr = claimed();
		PaymentOrder sameUtr = claimed();
		PaymentOrder refused = claimed();
		this.settle.failed(refused.attempt(), ResponseCode.BANK_REJECTED, "no", BankReport.NONE);
		PaymentOrder acknowledged = claimed();
		this.attempts.acknowledged(acknowledged.attempt(), "B9", REST);
		List<Success> group = List.of(new Success(good.attempt(), new BankReport("533210987681", "B8", 100_00L, null)),
				new Success(settled.attempt(), BankReport.of("533210987680", null)),
				new Success(otherAmount.attempt(), new BankReport("533210987682", null, 1L, null)),
				new Success(withoutUtr.attempt(), BankReport.NONE),
				new Success(sameUtr.attempt(), BankReport.of("533210987680", null)),
				new Success(refused.attempt(), BankReport.of("533210987683", null)),
				new Success(acknowledged.attempt(), BankReport.of("533210987684", null)));

		assertThat(this.settle.succeeded(group)).containsExactly(true, false, false, false, false, false, true);

		assertThat(this.business.status(id(good))).isEqualTo("11 SUCCESS");
		assertThat(this.jdbc.sql("SELECT utr || ' ' || bank_reference FROM payout WHERE payout_id = :id")
			.param("id", id(good))
			.query(String.class)
			.single()).isEqualTo("533210987681 B8");
		assertThat(this.jdbc.sql("SELECT bank_reference FROM payout WHERE payout_id = :id")
			.param("id", id(acknowledged))
			.query(String.class)
			.single()).isEqualTo("B9");
		assertThat(List.of(otherAmount, withoutUtr, sameUtr)).extracting((order) -> this.business.status(id(order)))
			.containsOnly("4 DISPATCHED");
		assertThat(this.settle.succeeded(sameUtr.attempt(), BankReport.of("533210987680", null)))
			.isEqualTo(RecordOutcome.IMPLAUSIBLE);
		assertThat(this.business.violations()).isEmpty();
	}

	@Test
	void settlesEachPayoutOfConcurrentGroupsOnce() throws Exception {
		List<PaymentOrder> orders = Stream.generate(this::claimed).limit(20).toList();
		List<Callable<List<Boolean>>> groups = new ArrayList<>();
		for (int i = 0; i < 8; i++) {
			List<Success> group = new ArrayList<>(orders.stream()
				.map((order) -> new Success(order.attempt(), BankReport.of("U" + order.transactionId(), null)))
				.toList());
			Collections.shuffle(group, new Random(i));
			groups.add(() -> this.settle.succeeded(group));
		}
		int settled = 0;
		try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
			for (var future : threads.invokeAll(groups)) {
				settled += Collections.frequency(future.get(), true);
			}
		}
		assertThat(settled).isEqualTo(orders.size());
		assertThat(orders).extracting((order) -> this.business.status(id(order))).containsOnly("11 SUCCESS");
		assertThat(this.business.violations()).isEmpty();
	}

	/**
	 * A line with our reference and amount is evidence without a UTR, but not under
	 * another payout's.
	 */
	@Test
	void settlesABookedPayoutWithoutAUtrButNotUnderAnotherPayoutsUtr() {
		PaymentOrder without = claimed();
		assertThat(this.settle.booked(without.attempt(), null, null)).isEqualTo(RecordOutcome.RECORDED);
		PaymentOrder first = claimed();
		assertThat(this.settle.booked(first.attempt(), "533210987670", null)).isEqualTo(RecordOutcome.RECORDED);
		PaymentOrder second = claimed();
		assertThat(this.settle.booked(second.attempt(), "533210987670", null)).isEqualTo(RecordOutcome.IMPLAUSIBLE);
		assertThat(this.business.status(id(second))).isEqualTo("4 IN_DOUBT");
	}

	@Test
	void reportsASecondSuccessUnderAnotherUtrAsAContradiction() {
		PaymentOrder order = claimed();
		this.settle.succeeded(order.attempt(), BankReport.of("533210987671", null));
		assertThat(this.settle.succeeded(order.attempt(), BankReport.NONE)).isEqualTo(RecordOutcome.ALREADY_RECORDED);
		assertThat(this.settle.succeeded(order.attempt(), BankReport.of("533210987672", null)))
			.isEqualTo(RecordOutcome.CONFLICT);
		assertThat(this.settle.succeeded(order.attempt(), new BankReport("533210987671", null, 1L, null)))
			.isEqualTo(RecordOutcome.CONFLICT);
	}

	@Test
	void refusesASettlementUnderAnotherPayoutsUtrInTheDatabase() {
		PaymentOrder first = claimed();
		this.settle.succeeded(first.attempt(), BankReport.of("533210987673", null));
		PaymentOrder second = claimed();
		assertThatThrownBy(() -> this.jdbc.sql("""
				UPDATE payout SET status = 11, utr = '533210987673', completed_at = now() WHERE payout_id = :id
				""").param("id", id(second)).update()).hasMessageContaining("under the UTR of another payout");
		assertThatThrownBy(() -> this.jdbc.sql("DELETE FROM payout_utr WHERE utr = '533210987673'").update())
			.hasMessageContaining("payout_utr");
	}

	/**
	 * A settlement locks the payout, then its attempt; a holder of the attempt that
	 * waited for the payout would deadlock with it.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "inDoubt", "acknowledged" })
	void locksThePayoutBeforeItsAttempt(String recording) throws Exception {
		PaymentOrder order = claimed();
		try (Connection settling = database.dataSource().getConnection();
				var threads = Executors.newVirtualThreadPerTaskExecutor()) {
			settling.setAutoCommit(false);
			lock(settling, "SELECT FROM payout WHERE payout_id = '" + id(order) + "' FOR NO KEY UPDATE");
			var recorded = threads.submit(
					() -> recording.equals("inDoubt") ? this.attempts.inDoubt(order.attempt(), "read timed out", LEASE)
							: this.attempts.acknowledged(order.attempt(), "B9", LEASE));
			await().atMost(Duration.ofSeconds(30)).until(this::someoneWaitsForALock);
			lock(settling, "SELECT FROM bank_attempt WHERE payout_id = '" + id(order) + "' FOR UPDATE NOWAIT");
			settling.commit();
			assertThat(recorded.get()).isEqualTo(RecordOutcome.RECORDED);
		}
	}

	@Test
	void skipsAnExpiredClaimWhosePayoutIsBeingSettled() throws Exception {
		PaymentOrder order = claimed(Duration.ofMillis(-1));
		try (Connection settling = database.dataSource().getConnection()) {
			settling.setAutoCommit(false);
			lock(settling, "SELECT FROM payout WHERE payout_id = '" + id(order) + "' FOR NO KEY UPDATE");
			this.attempts.doubtExpiredClaims(1_000);
			lock(settling, "SELECT FROM bank_attempt WHERE payout_id = '" + id(order) + "' FOR UPDATE NOWAIT");
			settling.rollback();
		}
		assertThat(this.business.status(id(order))).isEqualTo("4 DISPATCHED");
		assertThat(this.attempts.doubtExpiredClaims(1_000)).isPositive();
		assertThat(this.business.status(id(order))).isEqualTo("4 IN_DOUBT");
	}

	private static void lock(Connection connection, String sql) throws SQLException {
		try (Statement statement = connection.createStatement()) {
			statement.execute(sql);
		}
	}

	private boolean someoneWaitsForALock() {
		return this.jdbc.sql("""
				SELECT EXISTS (SELECT FROM pg_stat_activity
				                WHERE datname = current_database() AND wait_event_type = 'Lock')
				""").query(Boolean.class).single();
	}

	@Test
	void treatsAPendingOrderAsAcknowledgedWithoutABankReference() {
		PaymentOrder order = claimed();
		this.attempts.acknowledged(order.attempt(), null, Duration.ZERO);
		assertThat(enquiryOf(order).acknowledged()).isTrue();
	}

	@Test
	void turnsAClaimWithAnExpiredLeaseIntoADoubt() {
		PaymentOrder order = claimed(Duration.ofMillis(-1));
		assertThat(this.attempts.doubtExpiredClaims(1_000)).isPositive();
		assertThat(this.business.status(id(order))).isEqualTo("4 IN_DOUBT");
		assertThat(this.settle.succeeded(order.attempt(), BankReport.of("533210987657", "B5")))
			.isEqualTo(RecordOutcome.RECORDED);
	}

	@Test
	void createsOneAttemptForConcurrentClaims() throws Exception {
		UUID payout = this.money.debitedPayout(this.business);
		List<Callable<List<PaymentOrder>>> claimers = new ArrayList<>();
		for (int i = 0; i < 16; i++) {
			claimers
				.add(() -> this.attempts.claim(List.of(new PayoutKey(this.business.id(), payout)), "sandbox", LEASE));
		}
		int claimed = 0;
		try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
			for (var future : threads.invokeAll(claimers)) {
				claimed += future.get().size();
			}
		}
		assertThat(claimed).isEqualTo(1);
		assertThat(this.business.stages(payout)).containsExactly("CREATED", "WALLET_DEBITED", "DISPATCHED");
	}

	@Test
	void settlesOnceForConcurrentAnswers() throws Exception {
		PaymentOrder order = claimed();
		List<Callable<RecordOutcome>> answers = new ArrayList<>();
		for (int i = 0; i < 8; i++) {
			answers.add(() -> this.settle.failed(order.attempt(), ResponseCode.BANK_REJECTED, "no", BankReport.NONE));
			answers.add(() -> this.settle.succeeded(order.attempt(), BankReport.of("533210987658", null)));
		}
		int changed = 0;
		try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
			for (var future : threads.invokeAll(answers)) {
				changed += (future.get() == RecordOutcome.RECORDED) ? 1 : 0;
			}
		}
		assertThat(changed).isEqualTo(1);
		assertThat(this.business.violations()).isEmpty();
	}

	@Test
	void forgetsThatAnOrderWasUnsentOnceTheBankKnowsIt() {
		PaymentOrder order = claimed();
		this.attempts.notSent(order.attempt(), "connection refused", REST);
		assertThat(retries(order)).isOne();
		JdbcTransactionManager transactions = new JdbcTransactionManager(database.dataSource());
		BankCallbacks callbacks = new BankCallbacks(this.jdbc, new BankConflicts(this.jdbc), transactions);
		assertThat(callbacks.receive(new BankCallback("sandbox", "E" + order.reference(), order.reference(),
				BankCallback.Status.SUCCESS, "{}")))
			.isEqualTo(CallbackVerdict.ENQUIRED);
		assertThat(retries(order)).isZero();
		this.attempts.notSent(order.attempt(), "not known after all", REST);
		assertThat(retries(order)).isOne();
	}

	private int retries(PaymentOrder order) {
		return this.jdbc.sql("SELECT count(*) FROM bank_retry WHERE payout_id = :id")
			.param("id", id(order))
			.query(Integer.class)
			.single();
	}

	private PaymentOrder claimed() {
		return claimed(LEASE);
	}

	private PaymentOrder claimed(Duration lease) {
		UUID payout = this.money.debitedPayout(this.business);
		return this.attempts.claim(List.of(new PayoutKey(this.business.id(), payout)), "sandbox", lease).getFirst();
	}

	private List<PaymentOrder> claimAgain(PaymentOrder order) {
		return this.attempts.claim(List.of(order.attempt().payout()), "sandbox", LEASE);
	}

	private List<PayoutKey> waitingFor(Set<Rail> rails, Set<String> banks) {
		return this.waiting.unchangedSince(Instant.now().plusSeconds(60), new OpenRoutes(rails, banks), null, 1_000)
			.stream()
			.map(WaitingPayout::payout)
			.toList();
	}

	private Enquiry enquiryOf(PaymentOrder order) {
		return this.attempts.claimEnquiries("sandbox", 1_000, Duration.ZERO)
			.stream()
			.filter((enquiry) -> enquiry.attempt().equals(order.attempt()))
			.findFirst()
			.orElseThrow();
	}

	private static UUID id(PaymentOrder order) {
		return order.attempt().payout().payoutId();
	}

}
