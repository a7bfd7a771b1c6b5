package dev.hundi.sandbox.bank.ledger;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Decides whether a thread that polls the ledger must read it: after each transaction,
 * and regularly for what becomes due by time. For one thread.
 */
public final class ChangePoll {

	private final LongSupplier changes;

	private final Waiting waiting;

	private final LongSupplier nanoTime;

	private final long longestNanos;

	private long seen;

	private long readNanos;

	ChangePoll(LongSupplier changes, Waiting waiting, LongSupplier nanoTime, Duration longest) {
		this.changes = changes;
		this.waiting = waiting;
		this.nanoTime = nanoTime;
		this.longestNanos = longest.toNanos();
		this.seen = -1;
	}

	/**
	 * A poll whose first read is due.
	 * @param longest time after which a read is due without a transaction
	 */
	public static ChangePoll of(Bank bank, Duration longest) {
		return new ChangePoll(bank::changes, bank::awaitOtherChanges, System::nanoTime, longest);
	}

	/** Whether a read is due; the caller then reads. */
	public boolean isDue() {
		long now = this.nanoTime.getAsLong();
		long present = this.changes.getAsLong();
		if (present == this.seen && now - this.readNanos < this.longestNanos) {
			return false;
		}
		this.seen = present;
		this.readNanos = now;
		return true;
	}

	/** Waits until a read is due; the caller then reads. */
	public void awaitDue() throws InterruptedException {
		while (!isDue()) {
			this.waiting.await(this.seen, this.longestNanos - (this.nanoTime.getAsLong() - this.readNanos));
		}
	}

	/** Waits for changes other than those seen, but not longer than a time. */
	@FunctionalInterface
	interface Waiting {

		void await(long seen, long atMostNanos) throws InterruptedException;

	}

}
