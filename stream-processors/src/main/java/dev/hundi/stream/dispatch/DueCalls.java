package dev.hundi.stream.dispatch;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls to banks that become due, such as enquiries. A bank that fails or hangs does not
 * delay the others.
 *
 * @param <T> a claimed call
 */
abstract class DueCalls<T> {

	private static final Duration CAPACITY_TIMEOUT = Duration.ofSeconds(1);

	private final Logger logger = LoggerFactory.getLogger(getClass());

	private final Banks banks;

	DueCalls(Banks banks) {
		this.banks = banks;
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
	 * Makes all due calls, as far as the banks have capacity, and waits for the answers.
	 */
	final void makeDue() throws InterruptedException {
		if (mayBeDue()) {
			makeCalls();
		}
	}

	/** The same without asking whether a call may be due. */
	final void makeCalls() throws InterruptedException {
		try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
			threads.invokeAll(this.banks.all().stream().map(this::callsOf).toList());
		}
	}

	private Callable<Boolean> callsOf(GuardedBank bank) {
		return () -> {
			try {
				int made;
				do {
					made = bank.accepts() ? makeSome(bank) : 0;
				}
				while (made > 0);
				return true;
			}
			catch (RuntimeException ex) {
				this.logger.warn("Due calls to bank {} failed; retrying", bank.name(), ex);
				return false;
			}
		};
	}

	private int makeSome(GuardedBank bank) throws InterruptedException {
		int acquired = bank.acquire(maxConcurrent(bank), CAPACITY_TIMEOUT);
		int unused = acquired;
		try (ExecutorService calls = Executors.newVirtualThreadPerTaskExecutor()) {
			if (acquired > 0) {
				for (T claimed : claim(bank, acquired)) {
					calls.execute(() -> call(bank, claimed));
					unused--;
				}
			}
		}
		finally {
			bank.release(unused);
		}
		return acquired - unused;
	}

}
