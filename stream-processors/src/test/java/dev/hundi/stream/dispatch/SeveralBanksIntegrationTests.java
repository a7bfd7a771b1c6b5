package dev.hundi.stream.dispatch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

import dev.hundi.bank.BankCallback;
import dev.hundi.bank.BankCallbacks;
import dev.hundi.bank.BankHealth;
import dev.hundi.bank.BankReference;
import dev.hundi.bank.BreakerState;
import dev.hundi.bank.ManualReviews;
import dev.hundi.bank.OpenRoutes;
import dev.hundi.bank.PaymentResult;
import dev.hundi.bank.PayoutKey;
import dev.hundi.bank.RailHealth;
import dev.hundi.payout.Rail;
import dev.hundi.stream.dispatch.ScriptedBank.Script;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.wallet.TestMoney;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Routing between banks, failover and parking. */
class SeveralBanksIntegrationTests {

	private static final TestDatabase database = TestDatabase.create();

	private static final TestMoney money = new TestMoney(database.dataSource());

	private final TestBusiness business = TestBusiness.create(database);

	private final ScriptedBank first = new ScriptedBank();

	private final ScriptedBank second = new ScriptedBank();

	private final List<Dispatching> started = new ArrayList<>();

	@AfterAll
	static void closeDatabase() {
		database.close();
	}

	@AfterEach
	void close() {
		this.started.forEach(Dispatching::close);
		this.first.close();
		this.second.close();
	}

	@Test
	void sendsOnlyToThePreferredBank() {
		Dispatching dispatch = both();
		UUID payout = dispatched(dispatch, Script.PAY);
		this.business.awaitStatus(payout, "11 SUCCESS");
		assertThat(banks(payout)).containsExactly("first SUCCEEDED");
		assertThat(this.second.arrivals()).isEmpty();
	}

	@Test
	void skipsABankThatDoesNotSupportTheRail() {
		Dispatching dispatch = start(Dispatching.with(database)
			.bank("first", this.first.url(), (bank) -> bank.onlyFor(Rail.UPI))
			.bank("second", this.second.url()));
		UUID payout = dispatched(dispatch, Script.PAY);
		this.business.awaitStatus(payout, "11 SUCCESS");
		assertThat(banks(payout)).containsExactly("second SUCCEEDED");
	}

	@Test
	void failsOverImmediatelyIfTheFirstBankIsUnreachable() {
		Dispatching dispatch = bothOnce();
		this.first.close();
		UUID payout = dispatched(dispatch, Script.PAY);
		this.business.awaitStatus(payout, "11 SUCCESS");
		assertThat(banks(payout)).containsExactly("first NOT_SENT", "second SUCCEEDED");
		assertThat(this.business.stages(payout)).containsExactly("CREATED", "WALLET_DEBITED", "DISPATCHED", "SUCCESS");
		assertThat(this.second.arrivals()).containsExactly(BankReference.of(payout));
		assertThat(this.business.violations()).isEmpty();
	}

	/** In a database of its own, because payouts of other tests would count too. */
	@Test
	void reportsTheHealthOfEachBankAndRail() {
		this.first.close();
		try (TestDatabase own = TestDatabase.create();
				Dispatching dispatch = Dispatching.with(own)
					.bank("first", this.first.url(), (bank) -> bank.onlyFor(Rail.IMPS))
					.bank("second", this.second.url())
					.neverRetrying()
					.start()) {
			TestBusiness merchant = TestBusiness.create(own);
			UUID payout = new TestMoney(own.dataSource()).debitedPayout(merchant);
			this.second.script(BankReference.of(payout), Script.PAY);
			dispatch.dispatch(new PayoutKey(merchant.id(), payout));
			await().atMost(Duration.ofMinutes(2)).until(() -> merchant.status(payout).equals("11 SUCCESS"));
			assertHealth(dispatch);
		}
	}

	private static void assertHealth(Dispatching dispatch) {
		ReportBankHealth report = dispatch.bean(ReportBankHealth.class);
		BankHealth health = dispatch.bean(BankHealth.class);
		await().until(() -> {
			report.report();
			return health.reports().stream().mapToInt((each) -> each.health().count(PaymentResult.ACCEPTED)).sum() == 1;
		});
		assertThat(health.reports()).hasSize(1 + Rail.values().length)
			.extracting(BankHealth.Report::health)
			.anySatisfy((seen) -> {
				assertThat(seen.bank()).isEqualTo("first");
				assertThat(seen.rail()).isEqualTo(Rail.IMPS);
				assertThat(seen.count(PaymentResult.NOT_SENT)).isEqualTo(1);
				assertThat(Objects.requireNonNull(seen.last()).result()).isEqualTo(PaymentResult.NOT_SENT);
				assertThat(seen.state()).isEqualTo(new RailHealth.State(BreakerState.CLOSED, false, 0, null));
			})
			.anySatisfy((seen) -> {
				assertThat(seen.bank() + seen.rail()).isEqualTo("secondIMPS");
				assertThat(seen.state().reachedAt()).isNotNull();
				assertThat(seen.count(PaymentResult.ACCEPTED)).isEqualTo(1);
			})
			.anySatisfy((seen) -> {
				assertThat(seen.bank() + seen.rail()).isEqualTo("secondUPI");
				assertThat(seen.last()).isNull();
			});
	}

	@Test
	void failsOverIfTheFirstBankDeclinesTheOrder() {
		Dispatching dispatch = bothOnce();
		UUID payout = money.debitedPayout(this.business);
		this.first.script(BankReference.of(payout), Script.DECLINE);
		dispatch.dispatch(key(payout));
		this.business.awaitStatus(payout, "11 SUCCESS");
		assertThat(banks(payout)).containsExactly("first NOT_SENT", "second SUCCEEDED");
	}

	/** A bank that calls back about an order knows it, whatever it answers then. */
	@Test
	void neverFailsOverIfTheFirstBankCalledBackBeforeItDeclined() {
		Dispatching dispatch = bothOnce();
		UUID payout = money.debitedPayout(this.business);
		String reference = BankReference.of(payout);
		this.first.script(reference, Script.DECLINE_LATE);
		dispatch.dispatch(key(payout));
		await().atMost(Duration.ofMinutes(2)).until(() -> this.first.orders(reference) == 1);
		this.first.settle(reference, "SUCCESS");
		dispatch.bean(BankCallbacks.class)
			.receive(new BankCallback("first", "event-2", reference, BankCallback.Status.SUCCESS, "{}"));
		this.first.answer(reference);
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			dispatch.enquire();
			return this.business.status(payout).equals("11 SUCCESS");
		});
		assertThat(banks(payout)).containsExactly("first SUCCEEDED");
		assertThat(this.second.arrivals()).isEmpty();
		assertThat(this.business.violations()).isEmpty();
	}

	@Test
	void neverFailsOverDuringOrAfterADoubt() {
		Dispatching dispatch = both();
		UUID payout = dispatched(dispatch, Script.FALL_SILENT);
		this.business.awaitStatus(payout, "4 IN_DOUBT");
		dispatch.dispatch(key(payout));
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			dispatch.enquire();
			return banks(payout).equals(List.of("first NOT_SENT"));
		});
		this.first.close();
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			dispatch.dispatch(key(payout));
			return banks(payout).size() >= 3;
		});
		assertThat(banks(payout)).allMatch((attempt) -> attempt.startsWith("first "));
		assertThat(this.second.arrivals()).isEmpty();
	}

	/**
	 * Each order of it begins a new attempt. An operator's enquiry sends it once more.
	 */
	@Test
	void leavesAPayoutForReviewThatNeverArrives() {
		Dispatching dispatch = both();
		UUID payout = dispatched(dispatch, Script.FALL_SILENT);
		awaitBanks(dispatch, payout, "first NOT_SENT");
		JdbcClient.create(database.dataSource())
			.sql("UPDATE bank_attempt SET claimed_at = claimed_at - interval '73 hours' WHERE payout_id = :id")
			.param("id", payout)
			.update();
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			dispatch.dispatch(key(payout));
			dispatch.enquire();
			return banks(payout).size() > 2 || !reviews(payout).isEmpty();
		});
		assertThat(reviews(payout)).containsExactly("ENQUIRIES_ENDED first");
		assertThat(banks(payout)).containsExactly("first NOT_SENT", "first IN_DOUBT");
		this.first.script(BankReference.of(payout), Script.PAY);
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			dispatch.bean(ManualReviews.class).enquireAgain(this.business.id(), payout);
			dispatch.enquire();
			dispatch.dispatch(key(payout));
			return this.business.status(payout).equals("11 SUCCESS");
		});
		assertThat(reviews(payout)).isEmpty();
		assertThat(this.business.violations()).isEmpty();
	}

	/** Neither bank may get another order. */
	@Test
	void leavesAPayoutInDoubtThatTwoBanksWereAskedAbout() {
		Dispatching dispatch = bothOnce();
		UUID payout = money.debitedPayout(this.business);
		this.first.script(BankReference.of(payout), Script.DECLINE);
		this.second.script(BankReference.of(payout), Script.FALL_SILENT);
		dispatch.dispatch(key(payout));
		awaitBanks(dispatch, payout, "first NOT_SENT", "second NOT_SENT");
		dispatch.bean(BankCallbacks.class)
			.receive(new BankCallback("first", "event-1", BankReference.of(payout), BankCallback.Status.PENDING, "{}"));
		awaitBanks(dispatch, payout, "first IN_DOUBT", "second NOT_SENT");
		JdbcClient jdbc = JdbcClient.create(database.dataSource());
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			dispatch.enquire();
			return jdbc.sql("SELECT not_found_count FROM bank_attempt WHERE payout_id = :id AND bank = 'first'")
				.param("id", payout)
				.query(Integer.class)
				.single() > 2;
		});
		assertThat(banks(payout)).containsExactly("first IN_DOUBT", "second NOT_SENT");
		jdbc.sql("UPDATE bank_attempt SET claimed_at = claimed_at - interval '4 days' WHERE payout_id = :id")
			.param("id", payout)
			.update();
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			dispatch.enquire();
			return reviews(payout).equals(List.of("ENQUIRIES_ENDED first"));
		});
	}

	@Test
	void routesNewPayoutsAroundAnUnavailableBank() {
		Dispatching dispatch = both();
		this.first.close();
		for (int i = 0; i < 25; i++) {
			dispatched(dispatch, Script.PAY);
		}
		// Meanwhile the breaker may half-open, which it does every five seconds.
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			UUID payout = dispatched(dispatch, Script.PAY);
			this.business.awaitStatus(payout, "11 SUCCESS");
			return banks(payout).equals(List.of("second SUCCEEDED"));
		});
	}

	@Test
	void drainsParkedPayoutsOldestFirst() {
		Dispatching dispatch = start(
				Dispatching.with(database).bank("first", this.first.url(), Dispatching.Limits::oneAtATime));
		this.first.close();
		List<UUID> payouts = new ArrayList<>();
		for (int i = 0; i < 40; i++) {
			payouts.add(dispatched(dispatch, Script.PAY));
		}
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			dispatch.dispatch(payouts.stream().map(this::key).toArray(PayoutKey[]::new));
			// Open for five seconds only, which is noted when a payout is parked.
			return !dispatch.bank("first").accepts() || dispatch.bank("first").wasUnavailable();
		});
		dispatch.dispatch(payouts.stream().map(this::key).toArray(PayoutKey[]::new));
		assertThat(payouts.stream().filter((payout) -> banks(payout).isEmpty())).as("payouts parked unclaimed")
			.isNotEmpty();
		this.first.restart();
		UUID newest = money.debitedPayout(this.business);
		dispatch.dispatch(key(newest));
		assertThat(banks(newest)).as("parked behind the others").isEmpty();
		payouts.add(newest);
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			dispatch.drain();
			return payouts.stream().allMatch((payout) -> this.business.status(payout).equals("11 SUCCESS"));
		});
		assertThat(arrivalsOf(payouts)).containsExactlyElementsOf(payouts.stream().map(BankReference::of).toList());
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			dispatch.drain();
			return !dispatch.bank("first").parks();
		});
		UUID later = dispatched(dispatch, Script.PAY);
		this.business.awaitStatus(later, "11 SUCCESS");
		assertThat(this.business.violations()).isEmpty();
	}

	/** Their payouts are drained, and the sweep would read them in vain. */
	@Test
	void sweepsOnlyRailsOfBanksWithoutParkedPayouts() {
		Dispatching dispatch = start(Dispatching.with(database)
			.bank("first", this.first.url(), (bank) -> bank.onlyFor(Rail.IMPS, Rail.NEFT))
			.bank("second", this.second.url(), (bank) -> bank.onlyFor(Rail.IMPS, Rail.UPI)));
		DispatchToBank sends = dispatch.bean(DispatchToBank.class);
		dispatch.bank("first").park();
		assertThat(sends.openRoutes()).isEqualTo(new OpenRoutes(Set.of(Rail.IMPS, Rail.UPI), Set.of("second")));
		dispatch.bank("second").park();
		assertThat(sends.openRoutes()).isEqualTo(new OpenRoutes(Set.of(), Set.of()));
	}

	@Test
	void parksPayoutsAboveTheRateLimitAndSendsThemLater() {
		Dispatching dispatch = start(
				Dispatching.with(database).bank("first", this.first.url(), (bank) -> bank.ratePerSecond(1)));
		List<UUID> payouts = new ArrayList<>();
		// A very slow machine stays within the rate.
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			List<UUID> three = Stream.generate(() -> money.debitedPayout(this.business)).limit(3).toList();
			payouts.addAll(three);
			dispatch.dispatch(three.stream().map(this::key).toArray(PayoutKey[]::new));
			return dispatch.bank("first").parks();
		});
		assertThat(payouts.stream().filter((payout) -> banks(payout).isEmpty())).as("parked by the rate limit")
			.isNotEmpty();
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			dispatch.drain();
			return payouts.stream().allMatch((payout) -> this.business.status(payout).equals("11 SUCCESS"));
		});
		assertThat(arrivalsOf(payouts)).hasSameSizeAs(payouts);
	}

	/** Between two drains, a rate of one permit at a time would lose permits. */
	@Test
	void drainsABankAtItsRateUntilNoPayoutIsParked() {
		Dispatching dispatch = start(Dispatching.with(database)
			.bank("first", this.first.url(), (bank) -> bank.concurrency(12).ratePerSecond(5)));
		// A drain ends while every call waits for an answer.
		List<UUID> payouts = Stream.generate(() -> money.debitedPayout(this.business)).limit(12).toList();
		dispatch.bank("first").park();
		dispatch.dispatch(payouts.stream().map(this::key).toArray(PayoutKey[]::new));
		dispatch.drain();
		await().atMost(Duration.ofMinutes(2))
			.until(() -> payouts.stream().allMatch((payout) -> this.business.status(payout).equals("11 SUCCESS")));
		assertThat(dispatch.bank("first").parks()).isFalse();
	}

	@Test
	void claimsNothingDuringShutdown() throws Exception {
		Dispatching dispatch = start(
				Dispatching.with(database).bank("first", this.first.url(), Dispatching.Limits::oneAtATime));
		UUID slow = dispatched(dispatch, Script.PAY_AND_STALL);
		await().atMost(Duration.ofMinutes(2)).until(() -> this.first.orders(BankReference.of(slow)) == 1);
		UUID waiting = money.debitedPayout(this.business);
		try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
			var dispatching = threads.submit(() -> dispatch.dispatch(key(waiting)));
			var closing = threads.submit(dispatch::close);
			await().atMost(Duration.ofMinutes(2)).until(dispatching::isDone);
			// Ending the call in flight frees a permit.
			this.first.close();
			await().atMost(Duration.ofMinutes(2)).until(closing::isDone);
		}
		assertThat(banks(waiting)).noneMatch((attempt) -> attempt.contains("CLAIMED"));
		assertThat(this.first.orders(BankReference.of(waiting))).isZero();
	}

	private Dispatching both() {
		return start(twoBanks());
	}

	/**
	 * A bank that could not be reached is not used again, however slow the machine is.
	 */
	private Dispatching bothOnce() {
		return start(twoBanks().neverRetrying());
	}

	private Dispatching.Builder twoBanks() {
		return Dispatching.with(database).bank("first", this.first.url()).bank("second", this.second.url());
	}

	private Dispatching start(Dispatching.Builder builder) {
		Dispatching dispatch = builder.start();
		this.started.add(dispatch);
		return dispatch;
	}

	private UUID dispatched(Dispatching dispatch, Script script) {
		UUID payout = money.debitedPayout(this.business);
		this.first.script(BankReference.of(payout), script);
		this.second.script(BankReference.of(payout), script);
		dispatch.dispatch(key(payout));
		return payout;
	}

	/** Excludes the payouts of other tests. */
	private List<String> arrivalsOf(List<UUID> payouts) {
		List<String> references = payouts.stream().map(BankReference::of).toList();
		return this.first.arrivals().stream().filter(references::contains).toList();
	}

	private PayoutKey key(UUID payout) {
		return new PayoutKey(this.business.id(), payout);
	}

	private static void awaitBanks(Dispatching dispatch, UUID payout, String... attempts) {
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			dispatch.enquire();
			return banks(payout).equals(List.of(attempts));
		});
	}

	private static List<String> reviews(UUID payout) {
		return JdbcClient.create(database.dataSource())
			.sql("SELECT kind || ' ' || bank FROM manual_review WHERE subject_id = :id")
			.param("id", payout)
			.query(String.class)
			.list();
	}

	private static List<String> banks(UUID payout) {
		return JdbcClient.create(database.dataSource())
			.sql("SELECT bank || ' ' || state FROM bank_attempt WHERE payout_id = :id ORDER BY attempt_number")
			.param("id", payout)
			.query(String.class)
			.list();
	}

}
