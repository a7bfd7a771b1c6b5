package dev.hundi.stream.dispatch;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import dev.hundi.bank.PaymentOrder;
import dev.hundi.beneficiary.BankRegistration;
import dev.hundi.payout.Rail;
import io.github.bucket4j.Bucket;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;

/**
 * A bank behind its circuit breaker, its concurrency limit and its rate limit. A payout
 * that one of them keeps out is parked before it is claimed: it stays a row that nobody
 * has promised anything about.
 */
class GuardedBank {

	private final String name;

	private final BankSettings settings;

	private final BankConnector bank;

	private final Semaphore calls;

	private final Bucket rate;

	private final CircuitBreaker breaker;

	private volatile boolean parks;

	private volatile boolean wasAway;

	GuardedBank(String name, BankSettings settings, BankConnector bank) {
		this.name = name;
		this.settings = settings;
		this.bank = bank;
		this.calls = new Semaphore(settings.concurrency());
		// A tenth of a second's worth at once: a full second's would be twice the rate in
		// the
		// first.
		this.rate = Bucket.builder()
			.addLimit((limit) -> limit.capacity(Math.max(1, settings.ratePerSecond() / 10))
				.refillGreedy(settings.ratePerSecond(), Duration.ofSeconds(1)))
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
	}

	/** The name in {@code bank_attempt.bank}. */
	String name() {
		return this.name;
	}

	int preference() {
		return this.settings.preference();
	}

	boolean takes(Rail rail) {
		return this.settings.rails().contains(rail);
	}

	/** Half of its calls at once, at least one: what enquiries leave is for payouts. */
	int half() {
		return Math.max(1, this.settings.concurrency() / 2);
	}

	/** Whether calls may be made now. */
	boolean accepts() {
		return this.breaker.getState() != CircuitBreaker.State.OPEN;
	}

	/**
	 * Whether payouts wait for this bank in the database. Until they are drained, newer
	 * ones wait behind them.
	 */
	boolean parks() {
		return this.parks;
	}

	/**
	 * Whether it was away when payouts were first parked for it: then those that could
	 * not be sent to it before are not younger than the parked ones, and rest no longer.
	 */
	boolean wasAway() {
		return this.wasAway;
	}

	void park() {
		this.wasAway |= breakerState() != 0;
		this.parks = true;
	}

	void unpark() {
		this.parks = false;
		this.wasAway = false;
	}

	/** Calls under way. */
	int underWay() {
		return this.settings.concurrency() - this.calls.availablePermits();
	}

	/** 0 closed, 1 half open, 2 open. */
	int breakerState() {
		return switch (this.breaker.getState()) {
			case OPEN, FORCED_OPEN -> 2;
			case HALF_OPEN -> 1;
			case CLOSED, DISABLED, METRICS_ONLY -> 0;
		};
	}

	/**
	 * Waits for the right to make a call, then takes as many more as are free at once.
	 * @return how many, up to the number wanted; none where the bank has no room in time.
	 * Each is used by a call or given back
	 */
	int acquire(int wanted, Duration atMost) throws InterruptedException {
		if (!this.calls.tryAcquire(atMost.toNanos(), TimeUnit.NANOSECONDS)) {
			return 0;
		}
		if (!this.breaker.tryAcquirePermission()) {
			this.calls.release();
			return 0;
		}
		if (!this.rate.asBlocking().tryConsume(1, atMost)) {
			release();
			return 0;
		}
		int acquired = 1;
		while (acquired < wanted && tryAcquire()) {
			acquired++;
		}
		return acquired;
	}

	private boolean tryAcquire() {
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

	private void release() {
		this.breaker.releasePermission();
		this.calls.release();
	}

	/** Gives back what was acquired and not used. */
	void giveBack(int acquired) {
		for (int i = 0; i < acquired; i++) {
			release();
		}
		if (acquired > 0) {
			this.rate.addTokens(acquired);
		}
	}

	/** Pays an order; uses up one acquired right. */
	BankAnswer pay(PaymentOrder order) {
		return watched(() -> this.bank.pay(order));
	}

	/** Asks for an order by its reference; uses up one acquired right. */
	BankAnswer enquire(String reference) {
		return watched(() -> this.bank.enquire(reference));
	}

	/** Whether it registers beneficiaries that it can pay: VPAs, or accounts. */
	boolean registers(boolean vpa) {
		return this.settings.beneficiaries() && this.settings.files() == null
				&& this.settings.rails().stream().anyMatch((rail) -> rail.paysToVpa() == vpa);
	}

	/**
	 * Registers a beneficiary; uses up one acquired right. A failure is none of the
	 * breaker's business: payouts do not wait for registrations.
	 */
	RegistrationAnswer register(BankRegistration registration) {
		try {
			return this.bank.register(registration);
		}
		finally {
			release();
		}
	}

	private BankAnswer watched(Supplier<BankAnswer> call) {
		try {
			BankAnswer answer = call.get();
			watch(answer);
			return answer;
		}
		catch (RuntimeException ex) {
			failed(String.valueOf(ex.getMessage()));
			throw ex;
		}
		finally {
			this.calls.release();
		}
	}

	private void watch(BankAnswer answer) {
		switch (answer) {
			case BankAnswer.NotSent notSent -> failed(notSent.reason());
			case BankAnswer.Silent silent -> failed(silent.reason());
			case BankAnswer.Paid paid -> answered();
			case BankAnswer.Refused refused -> answered();
			case BankAnswer.Acknowledged acknowledged -> answered();
			case BankAnswer.Returned returned -> answered();
			case BankAnswer.NotFound notFound -> answered();
			case BankAnswer.Malformed malformed -> answered();
			case BankAnswer.Queued queued -> answered();
		}
	}

	private void answered() {
		this.breaker.onSuccess(0, TimeUnit.NANOSECONDS);
	}

	private void failed(String reason) {
		this.breaker.onError(0, TimeUnit.NANOSECONDS, new IllegalStateException(reason));
	}

}
