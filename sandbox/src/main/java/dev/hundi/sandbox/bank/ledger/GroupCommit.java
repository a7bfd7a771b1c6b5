package dev.hundi.sandbox.bank.ledger;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Group commit by one thread that owns the database connection. Work that arrives during
 * a flush shares the next commit, so the disk limits latency but not throughput.
 */
final class GroupCommit implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(GroupCommit.class);

	private static final int MAX_BATCH = 1_000;

	private static final int MAX_QUEUE = 20_000;

	/** Upkeep follows the clock, which may be set. */
	private static final long LONGEST_WAIT_MS = 1_000;

	private final Connection connection;

	private final Upkeep upkeep;

	private final BlockingQueue<Task<?>> queue = new ArrayBlockingQueue<>(MAX_QUEUE);

	private final Thread writer;

	private final Lock counting = new ReentrantLock();

	private final Condition counted = this.counting.newCondition();

	private long transactions;

	private volatile boolean open = true;

	private volatile boolean ended;

	GroupCommit(Connection connection, Upkeep upkeep) {
		this.connection = connection;
		this.upkeep = upkeep;
		this.writer = Thread.ofPlatform().name("bank-writer").start(this::run);
	}

	/**
	 * Runs work in the next transaction and waits until it is on disk.
	 * @throws IllegalStateException if it could not be committed; then nothing of it was
	 */
	<T> T commit(Work<T> work) throws InterruptedException {
		if (!this.open) {
			throw new IllegalStateException("The bank is closing");
		}
		Task<T> task = new Task<>(work, new CompletableFuture<>());
		this.queue.put(task);
		if (this.ended) {
			refuseQueued();
		}
		try {
			return task.done.join();
		}
		catch (CompletionException ex) {
			throw new IllegalStateException("Not recorded: " + ex.getCause(), ex.getCause());
		}
	}

	/** Returns the number of transactions that this process has committed. */
	long transactions() {
		this.counting.lock();
		try {
			return this.transactions;
		}
		finally {
			this.counting.unlock();
		}
	}

	/** Waits until it has committed other than this number, but not longer than this. */
	void awaitOther(long number, long atMostNanos) throws InterruptedException {
		this.counting.lockInterruptibly();
		try {
			long nanos = atMostNanos;
			while (this.transactions == number && nanos > 0) {
				nanos = this.counted.awaitNanos(nanos);
			}
		}
		finally {
			this.counting.unlock();
		}
	}

	private void count() {
		this.counting.lock();
		try {
			this.transactions++;
			this.counted.signalAll();
		}
		finally {
			this.counting.unlock();
		}
	}

	@Override
	public void close() {
		this.open = false;
		this.writer.interrupt();
		try {
			this.writer.join(10_000);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void run() {
		try {
			commitUntilClosed();
		}
		finally {
			this.ended = true;
			refuseQueued();
		}
	}

	private void commitUntilClosed() {
		List<Task<?>> batch = new ArrayList<>(MAX_BATCH);
		while (this.open || !this.queue.isEmpty()) {
			Task<?> first = take();
			batch.clear();
			if (first != null) {
				batch.add(first);
				this.queue.drainTo(batch, MAX_BATCH - 1);
			}
			if (!batch.isEmpty() || this.upkeep.dueInMs() <= 0) {
				commit(batch);
			}
		}
	}

	/** Also called by those who queued their work after the writer had looked. */
	private void refuseQueued() {
		for (Task<?> task = this.queue.poll(); task != null; task = this.queue.poll()) {
			task.done.completeExceptionally(new IllegalStateException("The bank closed"));
		}
	}

	private @Nullable Task<?> take() {
		try {
			return this.queue.poll(Math.clamp(this.upkeep.dueInMs(), 0, LONGEST_WAIT_MS), TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			this.open = false;
			return null;
		}
	}

	private void commit(List<Task<?>> batch) {
		try {
			this.upkeep.run();
			for (Task<?> task : batch) {
				task.run();
			}
			this.connection.commit();
			count();
			batch.forEach(Task::succeed);
		}
		catch (SQLException | RuntimeException ex) {
			logger.error("A transaction of {} requests failed and was rolled back", batch.size(), ex);
			batch.forEach((task) -> task.done.completeExceptionally(ex));
			rollBack();
		}
	}

	private void rollBack() {
		try {
			this.connection.rollback();
			this.upkeep.rolledBack();
		}
		catch (SQLException ex) {
			logger.error("Could not roll back", ex);
		}
	}

	/** Reads and writes on one connection. */
	@FunctionalInterface
	interface Work<T> {

		T run() throws SQLException;

	}

	/** Work that the writer does by itself. */
	interface Upkeep {

		/**
		 * Milliseconds until work is due that no request triggers; not positive if it is
		 * due now.
		 */
		long dueInMs();

		/** Runs at the start of every transaction. */
		void run() throws SQLException;

		/** Discards counters held in memory after a rollback. */
		void rolledBack() throws SQLException;

	}

	private static final class Task<T> {

		private final Work<T> work;

		private final CompletableFuture<T> done;

		private @Nullable T result;

		Task(Work<T> work, CompletableFuture<T> done) {
			this.work = work;
			this.done = done;
		}

		void run() throws SQLException {
			this.result = this.work.run();
		}

		@SuppressWarnings("NullAway")
		void succeed() {
			this.done.complete(this.result);
		}

	}

}
