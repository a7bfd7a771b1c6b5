package dev.hundi.stream.dispatch;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import dev.hundi.bank.Attempt;
import dev.hundi.bank.BreakerState;
import dev.hundi.bank.PaymentOrder;
import dev.hundi.bank.PaymentResult;
import dev.hundi.bank.PayoutKey;
import dev.hundi.payout.Rail;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class GuardedBankTests {

	private static final int CONCURRENCY = 16;

	/** After which the circuit breaker opens. */
	private static final int CALLS_OF_THE_BREAKER = 20;

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	@Test
	void waitsForAnEighthOfItsCapacityIfMoreIsWanted() throws Exception {
		GuardedBank bank = bank(PATIENCE);
		bank.acquire(CONCURRENCY, PATIENCE);
		try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
			Future<Integer> acquired = threads.submit(() -> bank.acquire(5, PATIENCE));
			Awaitility.await().until(bank::isAwaited);
			bank.release(1);
			assertThat(bank.callsInFlight()).isEqualTo(CONCURRENCY - 1);
			bank.release(1);
			assertThat(acquired.get()).isEqualTo(2);
		}
		assertThat(bank.callsInFlight()).isEqualTo(CONCURRENCY);
	}

	@Test
	void acquiresWhatIsFreeAfterTheWait() throws InterruptedException {
		GuardedBank bank = bank(Duration.ofMillis(1));
		bank.acquire(CONCURRENCY - 1, PATIENCE);
		assertThat(bank.acquire(5, PATIENCE)).isEqualTo(1);
		assertThat(bank.acquire(5, Duration.ofMillis(1))).isZero();
	}

	@Test
	void keepsNoPermitOfAnInterruptedWait() throws InterruptedException {
		GuardedBank bank = new GuardedBank("axis", settings(CONCURRENCY, 1), new NoBank(), Duration.ofMillis(1));
		AtomicInteger acquired = new AtomicInteger();
		Thread thread = Thread.ofPlatform().start(() -> {
			try {
				while (true) {
					acquired.addAndGet(bank.acquire(1, PATIENCE));
				}
			}
			catch (InterruptedException ex) {
				// The end of the test.
			}
		});
		Awaitility.await().until(() -> acquired.get() > 0 && bank.callsInFlight() > acquired.get());
		thread.interrupt();
		thread.join();
		assertThat(bank.callsInFlight()).isEqualTo(acquired.get());
	}

	/** A permit of this rate comes after four of these waits. */
	@Test
	void reachesALowRateByShortWaits() throws InterruptedException {
		GuardedBank bank = new GuardedBank("axis", settings(CONCURRENCY, 3), new NoBank(), Duration.ofMillis(1));
		assertThat(bank.acquire(1, PATIENCE)).isEqualTo(1);
		int acquired = 0;
		for (int i = 0; i < 10 && acquired == 0; i++) {
			acquired = bank.acquire(1, Duration.ofMillis(100));
		}
		assertThat(acquired).isEqualTo(1);
		assertThat(bank.callsInFlight()).isEqualTo(2);
	}

	@Test
	void isLimitedByItsRateWhileItHasCapacityAndAnswers() {
		GuardedBank bank = new GuardedBank("axis", settings(CONCURRENCY, 1), new NoBank(), Duration.ofMillis(1));
		assertThat(bank.isLimitedByRate()).isFalse();
		Awaitility.await().until(() -> bank.tryAcquire() && bank.isLimitedByRate());
		GuardedBank full = new GuardedBank("axis", settings(1, 1), new NoBank(), Duration.ofMillis(1));
		assertThat(full.tryAcquire()).isTrue();
		assertThat(full.isLimitedByRate()).isFalse();
	}

	/** A half-open circuit breaker would wait for what is not reported to it. */
	@Test
	void countsAnErrorOfACallAsAFailure() throws InterruptedException {
		GuardedBank bank = bank("axis", CONCURRENCY, PATIENCE);
		for (int i = 0; i < CALLS_OF_THE_BREAKER; i++) {
			assertThat(bank.acquire(1, PATIENCE)).isEqualTo(1);
			assertThatExceptionOfType(StackOverflowError.class).isThrownBy(() -> bank.enquire("REF"));
		}
		assertHasOpened(bank);
		assertThat(bank.callsInFlight()).isZero();
	}

	/** It half-opens after five seconds. */
	private static void assertHasOpened(GuardedBank bank) {
		assertThat(bank.breaker()).isNotEqualTo(BreakerState.CLOSED);
	}

	@Test
	void countsACallThatFailsAsAWholeOnce() throws InterruptedException {
		GuardedBank bank = new GuardedBank("axis", settings(CONCURRENCY, 5_000), new SilentBank(), PATIENCE);
		for (int i = 1; i < CALLS_OF_THE_BREAKER; i++) {
			assertThat(pay(bank, 8)).hasSize(8);
		}
		assertThat(bank.accepts()).isTrue();
		assertThat(pay(bank, 8)).hasSize(8);
		assertHasOpened(bank);
		assertThat(bank.callsInFlight()).isZero();
		assertThat(bank.health().getFirst().payments()).containsEntry(PaymentResult.UNANSWERED,
				8 * CALLS_OF_THE_BREAKER);
	}

	@Test
	void releasesEveryPermitOfACallThatThrows() throws InterruptedException {
		GuardedBank bank = bank(PATIENCE);
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> pay(bank, 3));
		assertThat(bank.callsInFlight()).isZero();
	}

	@Test
	void refusesAConnectorThatAnswersOtherThanItWasAsked() throws InterruptedException {
		GuardedBank bank = new GuardedBank("axis", settings(CONCURRENCY, 5_000), new SilentBank(), PATIENCE);
		bank.acquire(2, PATIENCE);
		assertThatExceptionOfType(IllegalStateException.class)
			.isThrownBy(() -> bank.pay(List.of(order(SilentBank.FORGOTTEN), order("R2"))))
			.withMessage("1 answers to 2 orders");
		assertThat(bank.callsInFlight()).isZero();
	}

	private static List<BankAnswer> pay(GuardedBank bank, int orders) throws InterruptedException {
		assertThat(bank.acquire(orders, PATIENCE)).isEqualTo(orders);
		return bank.pay(IntStream.range(0, orders).mapToObj((i) -> order("R" + i)).toList());
	}

	private static PaymentOrder order(String reference) {
		return new PaymentOrder(new Attempt(new PayoutKey(UUID.randomUUID(), UUID.randomUUID()), 1), reference,
				Rail.IMPS, 1_500_00, "Ramesh Kumar", "02014457596969", "SBOX0000001", null, "TXN1", "Salary", false);
	}

	/** A bank for IMPS that is not called. */
	static GuardedBank bank(String name, int concurrency) {
		return bank(name, concurrency, PATIENCE);
	}

	private static GuardedBank bank(Duration groupWait) {
		return bank("axis", CONCURRENCY, groupWait);
	}

	private static GuardedBank bank(String name, int concurrency, Duration groupWait) {
		return new GuardedBank(name, settings(concurrency, 5_000), new NoBank(), groupWait);
	}

	private static BankSettings settings(int concurrency, int ratePerSecond) {
		return new BankSettings(URI.create("http://localhost:1"), Set.of(Rail.IMPS), 0, PATIENCE.dividedBy(2), PATIENCE,
				concurrency, ratePerSecond, 1, false, null, BankSecurity.NONE, null);
	}

	/** Answers no order, and forgets one. */
	private static final class SilentBank implements BankConnector {

		static final String FORGOTTEN = "FORGOTTEN";

		@Override
		public List<BankAnswer> pay(List<PaymentOrder> orders) {
			return orders.stream()
				.filter((order) -> !order.reference().equals(FORGOTTEN))
				.<BankAnswer>map((order) -> new BankAnswer.Silent("no answer"))
				.toList();
		}

		@Override
		public BankAnswer enquire(String reference) {
			throw new UnsupportedOperationException();
		}

		@Override
		public RegistrationAnswer register(Registration registration) {
			throw new UnsupportedOperationException();
		}

	}

	/** Pays and registers nothing. */
	private static final class NoBank implements BankConnector {

		@Override
		public List<BankAnswer> pay(List<PaymentOrder> orders) {
			throw new UnsupportedOperationException();
		}

		@Override
		public BankAnswer enquire(String reference) {
			throw new StackOverflowError();
		}

		@Override
		public RegistrationAnswer register(Registration registration) {
			throw new UnsupportedOperationException();
		}

	}

}
