package dev.hundi.stream.dispatch;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import dev.hundi.bank.PaymentOrder;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;

/**
 * A bank behind its circuit breaker and its concurrency limit. While the breaker is open
 * payouts are parked before they are claimed; the sweeper brings them again.
 */
class GuardedBank {

	private final String name;

	private final JsonApiBank bank;

	private final Semaphore calls;

	private final CircuitBreaker breaker;

	GuardedBank(BankSettings settings, JsonApiBank bank) {
		this.name = settings.name();
		this.bank = bank;
		this.calls = new Semaphore(settings.concurrency());
		this.breaker = CircuitBreaker.of("bank-" + settings.name(),
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

	/** Whether payouts may be claimed for this bank now. */
	boolean accepts() {
		return this.breaker.getState() != CircuitBreaker.State.OPEN;
	}

	/**
	 * Waits for the right to make a call, then takes as many more as are free at once.
	 * @return how many, from 1 to the number wanted; each is given back with
	 * {@link #release}
	 */
	int acquire(int wanted) throws InterruptedException {
		this.calls.acquire();
		int acquired = 1;
		while (acquired < wanted && this.calls.tryAcquire()) {
			acquired++;
		}
		return acquired;
	}

	void release(int acquired) {
		this.calls.release(acquired);
	}

	/** Pays an order; the caller holds the right to a call. */
	BankAnswer pay(PaymentOrder order) {
		return watched(this.bank.pay(order));
	}

	/** Asks for an order by its reference; the caller holds the right to a call. */
	BankAnswer enquire(String reference) {
		return watched(this.bank.enquire(reference));
	}

	private BankAnswer watched(BankAnswer answer) {
		switch (answer) {
			case BankAnswer.NotSent notSent -> failed(notSent.reason());
			case BankAnswer.Silent silent -> failed(silent.reason());
			case BankAnswer.Paid paid -> answered();
			case BankAnswer.Refused refused -> answered();
			case BankAnswer.Acknowledged acknowledged -> answered();
			case BankAnswer.Returned returned -> answered();
			case BankAnswer.NotFound notFound -> answered();
			case BankAnswer.Malformed malformed -> answered();
		}
		return answer;
	}

	private void answered() {
		this.breaker.onSuccess(0, TimeUnit.NANOSECONDS);
	}

	private void failed(String reason) {
		this.breaker.onError(0, TimeUnit.NANOSECONDS, new IllegalStateException(reason));
	}

}
