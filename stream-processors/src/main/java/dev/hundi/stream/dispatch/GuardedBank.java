package dev.hundi.stream.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import dev.hundi.bank.BreakerState;
import dev.hundi.bank.PaymentOrder;
import dev.hundi.bank.PaymentResult;
import dev.hundi.bank.RailHealth;
import dev.hundi.payout.Rail;
import io.github.bucket4j.Bucket;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import org.jspecify.annotations.Nullable;

/**
 * A bank protected by a circuit breaker, a concurrency limit and a rate limit. Payouts
 * that exceed them are parked before they are claimed.
 */
class GuardedBank {

	/** A busy bank is asked for this part of its concurrency at once. */
	private static final int GROUP_DIVISOR = 8;

	/** How long payouts for a busy bank wait to be claimed together. */
	private static final Duration GROUP_WAIT = Duration.ofMillis(10);

	private final String name;

	private final BankSettings settings;

	private final BankConnector bank;

	private final Semaphore calls;

	private final int burst;

	private final Bucket rate;

	private final CircuitBreaker breaker;

	private volatile @Nullable Instant reachedAt;

	private final Map<Rail, RecentPayments> payments = new EnumMap<>(Rail.class);

	private final Duration groupWait;

	private volatile boolean parks;

	private volatile boolean wasUnavailable;

	GuardedBank(String name, BankSettings settings, BankConnector bank) {
		this(name, settings, bank, GROUP_WAIT);
	}

	GuardedBank(String name, BankSettings settings, BankConnector bank, Duration groupWait) {
		this.groupWait = groupWait;
		this.name = name;
		this.settings = settings;
		this.bank = bank;
		this.calls = new Semaphore(settings.concurrency());
		// A larger burst would exceed the rate in the first second.
		this.burst = Math.max(1, settings.ratePerSecond() / 10);
		this.rate = Bucket.builder()
			.addLimit(
					(limit) -> limit.capacity(this.burst).refillGreedy(settings.ratePerSecond(), Duration.ofSeconds(1)))
			.build();
		this.breaker = CircuitBreaker.of("bank-" + name,
				CircuitBreakerConfig.custom()
					.slidingWindowSize(50)
					.minimumNumberOfCalls(20)
					.failureRateThreshold(80)
					.waitDurationInOpenState(Duration.ofSeconds(5))
					.permittedNumberOfCallsInHalfOpenState(5)
					.automaticTransitionFromOpenToHalfOpenEnabled(true)
					.build());
		for (Rail rail : Rail.values()) {
			this.payments.put(rail, new RecentPayments(InstantSource.system()));
		}
	}

	/** Returns the name in {@code bank_attempt.bank}. */
	String name() {
		return this.name;
	}

	int preference() {
		return this.settings.preference();
	}

	boolean takes(Rail rail) {
		return this.settings.rails().contains(rail);
	}

	/**
	 * Limits enquiries to half of the concurrency; the rest is reserved for payouts.
	 */
	int maxEnquiries() {
		return Math.max(1, this.settings.concurrency() / 2);
	}

	/** Whether the circuit breaker permits calls. */
	boolean accepts() {
		return this.breaker.getState() != CircuitBreaker.State.OPEN;
	}

	/**
	 * Whether payouts are parked for this bank. Newer ones are parked too until these are
	 * drained.
	 */
	boolean parks() {
		return this.parks;
	}

	/**
	 * Whether the bank was unavailable when payouts were parked for it. Then payouts that
	 * could not be sent before are not newer than the parked ones, so their retry delay
	 * is skipped.
	 */
	boolean wasUnavailable() {
		return this.wasUnavailable;
	}

	void park() {
		this.wasUnavailable |= breaker() != BreakerState.CLOSED;
		this.parks = true;
	}

	void unpark() {
		this.parks = false;
		this.wasUnavailable = false;
	}

	/** Returns the number of orders and enquiries that wait for an answer. */
	int callsInFlight() {
		return this.settings.concurrency() - this.calls.availablePermits();
	}

	BreakerState breaker() {
		return switch (this.breaker.getState()) {
			case OPEN, FORCED_OPEN -> BreakerState.OPEN;
			case HALF_OPEN -> BreakerState.HALF_OPEN;
			case CLOSED, DISABLED, METRICS_ONLY -> BreakerState.CLOSED;
		};
	}

	/**
	 * Waits for a permit, then acquires as many more as are available immediately. If not
	 * as many as wanted are free, more become free one by one; it waits shortly for
	 * several, because a claim of one payout costs the database nearly as much as one of
	 * eight.
	 * @return the number of permits, 0 if the bank has no capacity in time; each is
	 * consumed by a call or released
	 */
	int acquire(int wanted, Duration atMost) throws InterruptedException {
		awaitFree(Math.min(wanted, this.settings.concurrency() / GROUP_DIVISOR),
				Collections.min(List.of(this.groupWait, atMost)));
		if (!this.calls.tryAcquire(atMost.toNanos(), TimeUnit.NANOSECONDS)) {
			return 0;
		}
		if (!this.breaker.tryAcquirePermission()) {
			this.calls.release();
			return 0;
		}
		if (!awaitRate(atMost)) {
			return 0;
		}
		int acquired = 1;
		while (acquired < wanted && tryAcquire()) {
			acquired++;
		}
		return acquired;
	}

	/**
	 * Otherwise releases the permit, also if it is interrupted. The rate refuses at once
	 * what it will not permit in time, so the rest of the time is waited here: a sequence
	 * of short waits reaches the next permit of a low rate.
	 */
	private boolean awaitRate(Duration atMost) throws InterruptedException {
		boolean within = false;
		try {
			within = this.rate.asBlocking().tryConsume(1, atMost);
		}
		finally {
			if (!within) {
				release();
			}
		}
		if (!within) {
			TimeUnit.NANOSECONDS.sleep(atMost.toNanos());
		}
		return within;
	}

	/** Whether the bank answers and could take more, at its rate. */
	boolean hasCapacity() {
		return breaker() == BreakerState.CLOSED && this.calls.availablePermits() > 0;
	}

	/** Whether the bank has capacity, but its rate is used up. */
	boolean isLimitedByRate() {
		return hasCapacity() && this.rate.getAvailableTokens() < Math.max(1, this.burst / 2);
	}

	/** Whether payouts wait for capacity. */
	boolean isAwaited() {
		return this.calls.hasQueuedThreads();
	}

	private void awaitFree(int permits, Duration atMost) throws InterruptedException {
		if (permits > 1 && this.calls.tryAcquire(permits, atMost.toNanos(), TimeUnit.NANOSECONDS)) {
			this.calls.release(permits);
		}
	}

	/**
	 * Acquires a permit without waiting.
	 * @return whether there was one; it is consumed by a call or released
	 */
	boolean tryAcquire() {
		if (!this.calls.tryAcquire()) {
			return false;
		}
		if (!this.breaker.tryAcquirePermission()) {
			this.calls.release();
			return false;
		}
		if (!this.rate.tryConsume(1)) {
			release();
			return false;
		}
		return true;
	}

	/**
	 * The same for a row of a bulk file, which leaves a quarter of the permits to payouts
	 * of the API.
	 */
	boolean tryAcquireForRow() {
		return callsInFlight() < this.settings.concurrency() * 3 / 4 && tryAcquire();
	}

	private void release() {
		this.breaker.releasePermission();
		this.calls.release();
	}

	void release(int acquired) {
		for (int i = 0; i < acquired; i++) {
			release();
		}
		if (acquired > 0) {
			this.rate.addTokens(acquired);
		}
	}

	/** Maximum number of orders in one call. */
	int ordersPerCall() {
		return this.settings.ordersPerCall();
	}

	/**
	 * Pays orders in one call; consumes one permit for each.
	 * @return the answers in their order
	 */
	List<BankAnswer> pay(List<PaymentOrder> orders) {
		List<PaymentResult> results = Collections.nCopies(orders.size(), PaymentResult.UNANSWERED);
		try {
			List<BankAnswer> answers = guarded(orders.size(), () -> this.bank.pay(orders));
			results = answers.stream().map(GuardedBank::result).toList();
			return answers;
		}
		finally {
			for (int i = 0; i < orders.size(); i++) {
				recent(orders.get(i).rail()).add(results.get(i));
			}
		}
	}

	/** What this process sees of the bank, by rail. */
	List<RailHealth> health() {
		RailHealth.State state = new RailHealth.State(breaker(), this.parks, callsInFlight(), this.reachedAt);
		return this.settings.rails()
			.stream()
			.map((rail) -> new RailHealth(this.name, rail, state, recent(rail).counts(), recent(rail).last()))
			.toList();
	}

	private RecentPayments recent(Rail rail) {
		return Objects.requireNonNull(this.payments.get(rail));
	}

	private static PaymentResult result(BankAnswer answer) {
		return switch (answer) {
			case BankAnswer.Paid _, BankAnswer.Acknowledged _, BankAnswer.Queued _ -> PaymentResult.ACCEPTED;
			case BankAnswer.Refused _, BankAnswer.Malformed _, BankAnswer.Returned _ -> PaymentResult.REFUSED;
			case BankAnswer.NotSent _ -> PaymentResult.NOT_SENT;
			case BankAnswer.Silent _ -> PaymentResult.UNANSWERED;
			case BankAnswer.Implausible _, BankAnswer.NotFound _ -> PaymentResult.UNUSABLE;
		};
	}

	/** Asks for the status of an order; consumes one permit. */
	BankAnswer enquire(String reference) {
		return guarded(1, () -> List.of(this.bank.enquire(reference))).getFirst();
	}

	/** Whether enquiries read what the bank's files have reported. */
	boolean exchangesFiles() {
		return this.settings.files() != null;
	}

	/** Whether the bank registers VPAs, or accounts. */
	boolean registers(boolean vpa) {
		return this.settings.beneficiaries() && !exchangesFiles()
				&& this.settings.rails().stream().anyMatch((rail) -> rail.paysToVpa() == vpa);
	}

	/**
	 * Registers a beneficiary; consumes one permit. Failures do not affect the circuit
	 * breaker, because payouts do not depend on registrations.
	 */
	RegistrationAnswer register(Registration registration) {
		try {
			return this.bank.register(registration);
		}
		finally {
			release();
		}
	}

	private List<BankAnswer> guarded(int permits, Supplier<List<BankAnswer>> call) {
		try {
			List<BankAnswer> answers = call.get();
			if (answers.size() != permits) {
				throw new IllegalStateException(answers.size() + " answers to " + permits + " orders");
			}
			if (answers.stream().allMatch(GuardedBank::isFailure)) {
				failed(permits, answers.getFirst().toString());
			}
			else {
				answers.forEach(this::record);
			}
			return answers;
		}
		catch (RuntimeException | Error ex) {
			failed(permits, String.valueOf(ex.getMessage()));
			throw ex;
		}
		finally {
			this.calls.release(permits);
		}
	}

	/**
	 * Counts a call that failed as a whole once, however many orders it had: one lost
	 * answer is no outage. A half-open breaker waits for the result of each permit that
	 * it gave, so there it counts for each.
	 */
	private void failed(int permits, String reason) {
		recordFailure(reason);
		for (int i = 1; i < permits; i++) {
			if (this.breaker.getState() == CircuitBreaker.State.CLOSED) {
				this.breaker.releasePermission();
			}
			else {
				recordFailure(reason);
			}
		}
	}

	private static boolean isFailure(BankAnswer answer) {
		return answer instanceof BankAnswer.NotSent || answer instanceof BankAnswer.Silent;
	}

	private void record(BankAnswer answer) {
		switch (answer) {
			case BankAnswer.NotSent notSent -> recordFailure(notSent.reason());
			case BankAnswer.Silent silent -> recordFailure(silent.reason());
			case BankAnswer.Paid _, BankAnswer.Refused _, BankAnswer.Acknowledged _, BankAnswer.Returned _,
					BankAnswer.NotFound _, BankAnswer.Malformed _, BankAnswer.Queued _, BankAnswer.Implausible _ ->
				recordSuccess();
		}
	}

	private void recordSuccess() {
		this.reachedAt = Instant.now();
		this.breaker.onSuccess(0, TimeUnit.NANOSECONDS);
	}

	private void recordFailure(String reason) {
		this.breaker.onError(0, TimeUnit.NANOSECONDS, new IllegalStateException(reason));
	}

}
