package dev.hundi.stream.dispatch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import dev.hundi.bank.Attempt;
import dev.hundi.bank.BankAttempts;
import dev.hundi.bank.BankReference;
import dev.hundi.bank.PaymentOrder;
import dev.hundi.bank.PayoutKey;
import dev.hundi.bank.SettlePayout;
import dev.hundi.certificate.CertificateAuthority;
import dev.hundi.certificate.Identity;
import dev.hundi.signature.Signatures;
import dev.hundi.signature.TestBundles;
import dev.hundi.stream.dispatch.ScriptedBank.Script;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.wallet.TestMoney;
import io.micrometer.core.instrument.MeterRegistry;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class DispatchToBankIntegrationTests {

	private static final TestDatabase database = TestDatabase.create();

	private static final JdbcClient jdbc = JdbcClient.create(database.dataSource());

	private static final TestMoney money = new TestMoney(database.dataSource());

	private final TestBusiness business = TestBusiness.create(database);

	private final ScriptedBank bank = new ScriptedBank();

	private final Dispatching dispatch = Dispatching.with(database).bank("scripted", this.bank.url()).start();

	@AfterAll
	static void closeDatabase() {
		database.close();
	}

	@AfterEach
	void close() {
		this.dispatch.close();
		this.bank.close();
	}

	@Test
	void paysADebitedPayout() {
		UUID payout = dispatched(Script.PAY);
		this.business.awaitStatus(payout, "11 SUCCESS");
		assertThat(this.business.stages(payout)).containsExactly("CREATED", "WALLET_DEBITED", "DISPATCHED", "SUCCESS");
		assertThat(this.business.violations()).isEmpty();
	}

	@Test
	void refundsAPayoutThatTheBankRefuses() {
		UUID payout = dispatched(Script.REFUSE);
		this.business.awaitStatus(payout, "12 BENEFICIARY_ACCOUNT_INVALID");
		assertThat(this.business.balancePaise()).isEqualTo(1_000_00);
	}

	@Test
	void sendsAPayoutOnlyOnceIfDispatchedRepeatedly() throws Exception {
		UUID payout = dispatched(Script.PEND);
		this.business.awaitStatus(payout, "4 BANK_ACKNOWLEDGED");
		dispatch(payout);
		dispatch(payout);
		enquire();
		this.bank.settle(BankReference.of(payout), "SUCCESS");
		enquireUntil(payout, "11 SUCCESS");
		dispatch(payout);
		assertThat(this.bank.orders(BankReference.of(payout))).isEqualTo(1);
	}

	@Test
	void enquiresInsteadOfFailingIfTheBankPaidAndFellSilent() {
		UUID payout = dispatched(Script.PAY_AND_FALL_SILENT);
		this.business.awaitStatus(payout, "4 IN_DOUBT");
		enquireUntil(payout, "11 SUCCESS");
		assertThat(this.bank.orders(BankReference.of(payout))).isEqualTo(1);
	}

	@Test
	void staysInDoubtUntilTheAnswerHasAValidSignature() {
		UUID payout = money.debitedPayout(this.business);
		long debited = this.business.balancePaise();
		CertificateAuthority authority = CertificateAuthority.create("Test");
		Identity ours = authority.issue("hundi");
		Identity theirs = authority.issue("bank", "localhost");
		try (SecuredBank secured = new SecuredBank(TestBundles.of(theirs, authority.certificate()),
				Signatures.of(TestBundles.pinned(theirs, ours)));
				Dispatching dispatching = Dispatching.with(database)
					.bundle("tls", TestBundles.of(ours, authority.certificate()))
					.bundle("signing", TestBundles.pinned(ours, theirs))
					.securedBank("scripted", secured.url(), new BankSecurity("tls", "signing", null, null))
					.start()) {
			secured.forge(SecuredBank.Forgery.UNSIGNED);
			dispatching.dispatch(new PayoutKey(this.business.id(), payout));
			this.business.awaitStatus(payout, "4 IN_DOUBT");
			secured.forge(SecuredBank.Forgery.TAMPERED);
			await().atMost(Duration.ofMinutes(2)).until(() -> {
				dispatching.enquire();
				return enquiries(payout) >= 2;
			});
			assertThat(this.business.status(payout)).isEqualTo("4 IN_DOUBT");
			assertThat(this.business.balancePaise()).isEqualTo(debited);
			assertThat(dispatching.bean(MeterRegistry.class)
				.counter("hundi.bank.untrusted", "bank", "scripted", "source", "ANSWER")
				.count()).isGreaterThanOrEqualTo(3);
			secured.forge(SecuredBank.Forgery.NONE);
			await().atMost(Duration.ofMinutes(2)).until(() -> {
				dispatching.enquire();
				return this.business.status(payout).equals("11 SUCCESS");
			});
		}
		assertThat(this.business.violations()).isEmpty();
	}

	@Test
	void staysInDoubtIfAnEnquiryIsRejectedAsMalformed() {
		UUID payout = dispatched(Script.PAY_AND_FALL_SILENT);
		this.business.awaitStatus(payout, "4 IN_DOUBT");
		this.bank.rejectEnquiriesAsMalformed(true);
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			enquire();
			return enquiries(payout) >= 2;
		});
		assertThat(this.business.status(payout)).isEqualTo("4 IN_DOUBT");
		this.bank.rejectEnquiriesAsMalformed(false);
		enquireUntil(payout, "11 SUCCESS");
	}

	@Test
	void endsACallWhoseResponseStallsAfterTheHeaders() {
		UUID payout = money.debitedPayout(this.business);
		this.bank.script(BankReference.of(payout), Script.PAY_AND_STALL);
		try (Dispatching shortTimeout = Dispatching.with(database)
			.bank("scripted", this.bank.url(), (bank) -> bank.callTimeout(Duration.ofSeconds(1)))
			.start()) {
			// A call that a busy machine ends before the connection is made is not sent.
			await().atMost(Duration.ofMinutes(2)).until(() -> {
				shortTimeout.dispatch(new PayoutKey(this.business.id(), payout));
				return this.business.status(payout).equals("4 IN_DOUBT");
			});
		}
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			enquire();
			dispatch(payout);
			return this.business.status(payout).equals("11 SUCCESS");
		});
		assertThat(this.bank.orders(BankReference.of(payout))).isEqualTo(1);
	}

	@Test
	void creditsAPayoutThatTheBankPaidAndReturned() {
		UUID payout = dispatched(Script.RETURN);
		this.business.awaitStatus(payout, "12 RETURNED_BY_BANK");
		assertThat(this.business.stages(payout)).endsWith("SUCCESS", "RETURNED");
		assertThat(this.business.balancePaise()).isEqualTo(1_000_00);
		assertThat(this.business.violations()).isEmpty();
	}

	/**
	 * Success without a usable UTR, or about another amount, currency or account, settles
	 * nothing: as the answer to the payment and to enquiries.
	 */
	@ParameterizedTest
	@MethodSource
	void leavesAnImplausibleSuccessInDoubtUntilTheBankCorrectsIt(Script script, String member, @Nullable Object value)
			throws Exception {
		UUID payout = money.debitedPayout(this.business);
		String reference = BankReference.of(payout);
		this.bank.script(reference, script);
		this.bank.state(reference, member, value);
		dispatch(payout);
		enquireUntilReviewed(payout);
		enquire();
		assertThat(this.business.status(payout)).isEqualTo("4 IN_DOUBT");
		assertThat(this.business.stages(payout)).containsExactly("CREATED", "WALLET_DEBITED", "DISPATCHED", "IN_DOUBT");
		assertThat(attemptState(payout)).isEqualTo("IN_DOUBT");
		assertThat(dueAttempts(payout)).as("asked again").isEqualTo(1);
		this.bank.correct(reference);
		enquireUntil(payout, "11 SUCCESS");
		assertThat(reviews(payout)).isEmpty();
		assertThat(this.bank.orders(reference)).isEqualTo(1);
		assertThat(this.business.violations()).isEmpty();
	}

	static Stream<Arguments> leavesAnImplausibleSuccessInDoubtUntilTheBankCorrectsIt() {
		return Stream.of(Arguments.of(Script.PAY, "utr", null), Arguments.of(Script.PAY, "utr", " "),
				Arguments.of(Script.PAY, "utr", "NOTPROVIDED"), Arguments.of(Script.PAY, "utr", "1".repeat(36)),
				Arguments.of(Script.PAY, "amountPaise", 99_99), Arguments.of(Script.PAY, "amountPaise", "100.00"),
				Arguments.of(Script.PAY, "currency", "USD"), Arguments.of(Script.PAY, "accountNumber", "XXXXABCD"),
				Arguments.of(Script.PAY_AND_FALL_SILENT, "utr", null),
				Arguments.of(Script.PAY_AND_FALL_SILENT, "amountPaise", 100_01));
	}

	@Test
	void leavesASuccessUnderAnotherPayoutsUtrInDoubt() throws Exception {
		UUID first = dispatched(Script.PAY);
		this.business.awaitStatus(first, "11 SUCCESS");
		UUID second = money.debitedPayout(this.business);
		this.bank.state(BankReference.of(second), "utr",
				ScriptedBank.utr(BankReference.of(first)).toLowerCase(Locale.ROOT));
		dispatch(second);
		enquireUntilReviewed(second);
		assertThat(this.business.status(second)).isEqualTo("4 IN_DOUBT");
		assertThat(reviews(second)).singleElement(InstanceOfAssertFactories.STRING)
			.startsWith("BANK_IMPLAUSIBLE")
			.contains(first.toString());
		this.bank.correct(BankReference.of(second));
		enquireUntil(second, "11 SUCCESS");
		assertThat(this.business.violations()).isEmpty();
	}

	/** A refund needs an answer about this order, too. */
	@ParameterizedTest
	@CsvSource({ "REFUSE, amountPaise, 9999", "RETURN, amountPaise, 9999", "RETURN, utr," })
	void refundsNothingOnAnImplausibleFailureOrReturn(Script script, String member, @Nullable String value) {
		UUID payout = money.debitedPayout(this.business);
		this.bank.script(BankReference.of(payout), script);
		this.bank.state(BankReference.of(payout), member, member.equals("utr") ? value : Long.valueOf(value));
		dispatch(payout);
		enquireUntilReviewed(payout);
		assertThat(this.business.status(payout)).isEqualTo("4 IN_DOUBT");
		assertThat(this.business.balancePaise()).isEqualTo(1_000_00 - 104_72);
		this.bank.correct(BankReference.of(payout));
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			enquire();
			return this.business.status(payout).startsWith("12 ");
		});
		assertThat(this.business.balancePaise()).isEqualTo(1_000_00);
		assertThat(this.business.violations()).isEmpty();
	}

	/** An answer that named the order is not followed by a second order. */
	@Test
	void neverResendsAnOrderThatTheBankAnsweredImplausibly() throws Exception {
		UUID payout = money.debitedPayout(this.business);
		String reference = BankReference.of(payout);
		this.bank.state(reference, "utr", null);
		this.bank.state(reference, "bankReference", null);
		dispatch(payout);
		enquireUntilReviewed(payout);
		this.bank.settle(reference, "NOT_FOUND");
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			enquire();
			return query(Boolean.class, payout, """
					SELECT not_found_count >= 3 AND claimed_at < now() - interval '3 seconds' OR state = 'NOT_SENT'
					  FROM bank_attempt WHERE payout_id = :id
					""").getFirst();
		});
		assertThat(attemptState(payout)).isEqualTo("IN_DOUBT");
		assertThat(this.bank.orders(reference)).isEqualTo(1);
	}

	@Test
	void resendsUnderTheSameReferenceAfterTwoNotFoundAnswers() {
		UUID payout = dispatched(Script.FALL_SILENT);
		this.business.awaitStatus(payout, "4 IN_DOUBT");
		this.bank.script(BankReference.of(payout), Script.PAY);
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			enquire();
			return attemptState(payout).equals("NOT_SENT");
		});
		assertThat(this.business.status(payout)).startsWith("4 ");
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			dispatch(payout);
			return this.business.status(payout).equals("11 SUCCESS");
		});
		assertThat(this.bank.orders(BankReference.of(payout))).isEqualTo(2);
		assertThat(this.business.violations()).isEmpty();
	}

	@Test
	void doesNotSendAnOrderWhoseClaimOutlivedItsLease() throws Exception {
		UUID payout = money.debitedPayout(this.business);
		PaymentOrder order = claimExpired(payout);
		GuardedBank guarded = this.dispatch.bank("scripted");
		assertThat(guarded.acquire(1, Duration.ofSeconds(30))).isEqualTo(1);
		this.dispatch.bean(DispatchToBank.class).pay(guarded, List.of(order));
		assertThat(this.bank.orders(BankReference.of(payout))).isZero();
		assertThat(guarded.callsInFlight()).isZero();
		enquire();
		assertThat(this.business.status(payout)).isEqualTo("4 IN_DOUBT");
	}

	@Test
	void sendsOnceIfTheProcessOfAnEarlierClaimWakesUpLate() throws Exception {
		UUID payout = money.debitedPayout(this.business);
		PaymentOrder late = claimExpired(payout);
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			enquire();
			dispatch(payout);
			return this.business.status(payout).equals("11 SUCCESS");
		});
		GuardedBank guarded = this.dispatch.bank("scripted");
		assertThat(guarded.acquire(1, Duration.ofSeconds(30))).isEqualTo(1);
		this.dispatch.bean(DispatchToBank.class).pay(guarded, List.of(late));
		assertThat(this.bank.orders(BankReference.of(payout))).isEqualTo(1);
		assertThat(this.business.violations()).isEmpty();
	}

	@Test
	void retriesAPayoutAfterAFailedConnection() {
		this.bank.close();
		UUID payout = dispatched(Script.PAY);
		await().atMost(Duration.ofMinutes(2)).until(() -> attemptState(payout).equals("NOT_SENT"));
		assertThat(this.business.status(payout)).isEqualTo("4 DISPATCHED");
	}

	@Test
	void retriesAnUnsentPayoutWithGrowingDelaysAndOneTimelineEvent() {
		this.bank.close();
		UUID payout = dispatched(Script.PAY);
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			dispatch(payout);
			return attempts(payout) >= 4 && attemptState(payout).equals("NOT_SENT");
		});
		assertThat(this.business.stages(payout)).containsExactly("CREATED", "WALLET_DEBITED", "DISPATCHED");
		assertThat(retryDelaysMs(payout).subList(0, 4)).containsExactly(20, 40, 80, 80);
	}

	@Test
	void parksUnclaimedPayoutsWhileTheCircuitBreakerIsOpen() {
		this.bank.close();
		for (int i = 0; i < 25; i++) {
			dispatched(Script.PAY);
		}
		// Meanwhile the breaker may half-open, which it does every five seconds.
		await().atMost(Duration.ofMinutes(2))
			.until(() -> this.business.stages(dispatched(Script.PAY)).equals(List.of("CREATED", "WALLET_DEBITED")));
	}

	@Test
	void leavesAPayoutForManualReviewAfterTheLastEnquiry() throws Exception {
		UUID payout = dispatched(Script.PEND);
		this.business.awaitStatus(payout, "4 BANK_ACKNOWLEDGED");
		jdbc.sql("UPDATE bank_attempt SET claimed_at = now() - interval '73 hours' WHERE payout_id = :id")
			.param("id", payout)
			.update();
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			enquire();
			return dueAttempts(payout) == 0;
		});
		int asked = enquiries(payout);
		this.bank.settle(BankReference.of(payout), "FAILED");
		enquire();
		assertThat(enquiries(payout)).as("no further enquiry").isEqualTo(asked);
		assertThat(attemptState(payout)).isEqualTo("PENDING");
		assertThat(this.business.status(payout)).isEqualTo("4 BANK_ACKNOWLEDGED");
		assertThat(query(String.class, payout, "SELECT kind FROM manual_review WHERE subject_id = :id"))
			.containsExactly("ENQUIRIES_ENDED");
		assertThat(query(Boolean.class, payout, """
				SELECT r.since = a.updated_at AND r.since > a.claimed_at + interval '72 hours'
				  FROM manual_review r JOIN bank_attempt a ON a.payout_id = r.subject_id
				 WHERE r.subject_id = :id""")).as("since the last enquiry").containsExactly(true);
		assertThat(query(String.class, payout, "SELECT detail FROM manual_review WHERE subject_id = :id").getFirst())
			.matches("The payout is PENDING under HND\\w+, claimed at \\d{4}-\\d\\d-\\d\\dT[\\d:]{8}Z, " + asked
					+ " enquiries");
	}

	/**
	 * The bank answers neither before its statement proves the payment nor afterwards.
	 * The payout needs neither enquiries about a return nor a review.
	 */
	@Test
	void asksNothingMoreIfAStatementSettlesThePayoutDuringAnEnquiry() throws Exception {
		UUID payout = dispatched(Script.FALL_SILENT);
		this.business.awaitStatus(payout, "4 IN_DOUBT");
		this.bank.holdEnquiries();
		try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
			List<Future<?>> enquiries = new ArrayList<>();
			await().atMost(Duration.ofMinutes(2)).until(() -> {
				enquiries.add(threads.submit(() -> {
					enquire();
					return null;
				}));
				return enquiries(payout) > 0;
			});
			this.dispatch.bean(SettlePayout.class)
				.booked(new Attempt(new PayoutKey(this.business.id(), payout), 1), "533210987699", null);
			this.bank.releaseEnquiries();
			for (Future<?> enquiry : enquiries) {
				enquiry.get();
			}
		}
		assertThat(this.business.status(payout)).isEqualTo("11 SUCCESS");
		assertThat(dueAttempts(payout)).isZero();
	}

	/** A claim of a process that sleeps until its lease has expired. */
	private PaymentOrder claimExpired(UUID payout) {
		PaymentOrder order = this.dispatch.bean(BankAttempts.class)
			.claim(List.of(new PayoutKey(this.business.id(), payout)), "scripted", Duration.ofMillis(1))
			.getFirst();
		await().atMost(Duration.ofMinutes(2))
			.until(() -> query(Boolean.class, payout, "SELECT due_at <= now() FROM bank_attempt WHERE payout_id = :id")
				.getFirst());
		return order;
	}

	private UUID dispatched(Script script) {
		UUID payout = money.debitedPayout(this.business);
		this.bank.script(BankReference.of(payout), script);
		dispatch(payout);
		return payout;
	}

	private void dispatch(UUID payout) {
		this.dispatch.dispatch(new PayoutKey(this.business.id(), payout));
	}

	private void enquire() throws InterruptedException {
		this.dispatch.enquire();
	}

	private void enquireUntil(UUID payout, String status) {
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			enquire();
			return this.business.status(payout).equals(status);
		});
	}

	private void enquireUntilReviewed(UUID payout) {
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			enquire();
			return !reviews(payout).isEmpty();
		});
	}

	private static List<String> reviews(UUID payout) {
		return query(String.class, payout,
				"SELECT kind || ' ' || detail FROM manual_review WHERE subject_id = :id ORDER BY kind");
	}

	private static String attemptState(UUID payout) {
		return query(String.class, payout,
				"SELECT state FROM bank_attempt WHERE payout_id = :id ORDER BY attempt_number")
			.getLast();
	}

	private static int attempts(UUID payout) {
		return query(Integer.class, payout, "SELECT count(*) FROM bank_attempt WHERE payout_id = :id").getFirst();
	}

	private static List<Integer> retryDelaysMs(UUID payout) {
		return query(Integer.class, payout, """
				SELECT round(extract(epoch FROM retry_at - updated_at) * 1000) FROM bank_attempt
				 WHERE payout_id = :id ORDER BY attempt_number
				""");
	}

	private static int enquiries(UUID payout) {
		return query(Integer.class, payout, "SELECT enquiry_count FROM bank_attempt WHERE payout_id = :id").getFirst();
	}

	private static int dueAttempts(UUID payout) {
		return query(Integer.class, payout, "SELECT count(due_at) FROM bank_attempt WHERE payout_id = :id").getFirst();
	}

	private static <T> List<T> query(Class<T> type, UUID id, String sql) {
		return jdbc.sql(sql).param("id", id).query(type).list();
	}

}
