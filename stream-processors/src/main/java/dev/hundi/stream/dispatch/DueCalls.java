package dev.hundi.stream.dispatch;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.DisposableBean;

/**
 * Calls to banks that become due, such as enquiries. A bank that fails, hangs or has many
 * due calls does not delay the others: its calls go on while further rounds call the
 * others.
 *
 * @param <T> a claimed call
 */
abstract class DueCalls<T> implements DisposableBean {

	private static final Duration CAPACITY_TIMEOUT = Duration.ofSeconds(1);

	private final Logger logger = LoggerFactory.getLogger(getClass());

	private final Banks banks;

	private final Duration roundTimeout;

	/** The calls of each bank that began last. */
	private final Map<GuardedBank, CompletableFuture<Void>> begun = new ConcurrentHashMap<>();

	private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

	/**
	 * Makes no calls yet.
	 * @param roundTimeout maximum time that a round waits for the answers of slow banks
	 */
	DueCalls(Banks banks, Duration roundTimeout) {
		this.banks = banks;
		this.roundTimeout = roundTimeout;
	}

	/** The maximum number of concurrent calls at a bank. */
	abstract int maxConcurrent(GuardedBank bank);

	/**
	 * Whether a call may be due. It must cost little: it is asked in every round, and
	 * most rounds find nothing.
	 */
	abstract boolean mayBeDue();

	abstract List<T> claim(GuardedBank bank, int limit);

	/** Makes a claimed call and records the answer; consumes one permit. */
	abstract void call(GuardedBank bank, T claimed);

	/**
	 * Makes all due calls, as far as the banks have capacity, and waits for the answers
	 * until the timeout. Passes over banks whose calls of an earlier round go on.
	 */
	final void makeDue() throws InterruptedException {
		if (mayBeDue()) {
			makeCalls();
		}
	}

	/** The same without asking whether a call may be due. */
	final void makeCalls() throws InterruptedException {
		List<CompletableFuture<Void>> calls = this.banks.all()
			.stream()
			.filter((bank) -> !isCalled(bank))
			.map(this::begin)
			.toList();
		try {
			CompletableFuture.allOf(calls.toArray(CompletableFuture[]::new))
				.get(this.roundTimeout.toNanos(), TimeUnit.NANOSECONDS);
		}
		catch (TimeoutException ex) {
			this.logger.debug("Due calls to some banks last longer than {}", this.roundTimeout, ex);
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException("Failed to make due calls", ex.getCause());
		}
	}

	private boolean isCalled(GuardedBank bank) {
		CompletableFuture<Void> earlier = this.begun.get(bank);
		return earlier != null && !earlier.isDone();
	}

	private CompletableFuture<Void> begin(GuardedBank bank) {
		CompletableFuture<Void> calls = CompletableFuture.runAsync(() -> makeAll(bank), this.threads);
		this.begun.put(bank, calls);
		return calls;
	}

	private void makeAll(GuardedBank bank) {
		try {
			int made;
			do {
				made = bank.accepts() ? makeSome(bank) : 0;
			}
			while (made > 0);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (RuntimeException ex) {
			this.logger.warn("Due calls to bank {} failed; retrying", bank.name(), ex);
		}
	}

	private int makeSome(GuardedBank bank) throws InterruptedException {
		int acquired = bank.acquire(maxConcurrent(bank), CAPACITY_TIMEOUT);
		List<T> claimed = List.of();
		try {
			claimed = (acquired > 0) ? claim(bank, acquired) : List.of();
		}
		finally {
			// Before the calls, because their executor closes after the slowest one.
			bank.release(acquired - claimed.size());
		}
		try (ExecutorService calls = Executors.newVirtualThreadPerTaskExecutor()) {
			claimed.forEach((each) -> calls.execute(() -> call(bank, each)));
		}
		return claimed.size();
	}

	/** Interrupts the calls: their leases expire, and another process repeats them. */
	@Override
	public final void destroy() {
		this.threads.shutdownNow();
		this.threads.close();
	}

}
