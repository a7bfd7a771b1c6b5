package dev.hundi.batch.export;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * Hands rows from the thread that reads them to one that writes them, so that the
 * database works on the next rows while these become text. Bounded, so that a slow writer
 * holds up the reader.
 *
 * @param <R> the row
 */
final class HandOver<R> implements AutoCloseable {

	private static final int BATCH_ROWS = 256;

	private static final int BATCHES = 4;

	private static final long LOOK_MS = 100;

	private final BlockingQueue<List<R>> batches = new ArrayBlockingQueue<>(BATCHES);

	private final Thread writer;

	private List<R> filling = new ArrayList<>(BATCH_ROWS);

	private volatile @Nullable Throwable failure;

	/**
	 * Starts the writer.
	 * @param write called for each row, in their order, by one thread
	 */
	HandOver(Consumer<R> write) {
		this.writer = Thread.ofPlatform().name(Thread.currentThread().getName() + "-writer").start(() -> run(write));
	}

	/**
	 * Hands a row over, sooner or later.
	 * @throws RuntimeException that the writer threw
	 */
	void add(R row) {
		this.filling.add(row);
		if (this.filling.size() == BATCH_ROWS) {
			put();
		}
	}

	/**
	 * Waits until every row is written.
	 * @throws RuntimeException that the writer threw
	 */
	void finish() {
		if (!this.filling.isEmpty()) {
			put();
		}
		// An empty batch is the end.
		put();
		join();
		rethrow();
	}

	/** Ends the writer, whatever is left to write. */
	@Override
	public void close() {
		this.writer.interrupt();
		join();
	}

	private void put() {
		List<R> batch = this.filling;
		this.filling = new ArrayList<>(BATCH_ROWS);
		try {
			do {
				rethrow();
			}
			while (!this.batches.offer(batch, LOOK_MS, TimeUnit.MILLISECONDS));
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while rows were handed over", ex);
		}
	}

	private void run(Consumer<R> write) {
		try {
			for (List<R> batch = this.batches.take(); !batch.isEmpty(); batch = this.batches.take()) {
				batch.forEach(write);
			}
		}
		catch (InterruptedException | RuntimeException | Error ex) {
			this.failure = ex;
		}
	}

	private void join() {
		try {
			this.writer.join();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while rows were written", ex);
		}
	}

	private void rethrow() {
		Throwable thrown = this.failure;
		if (thrown instanceof RuntimeException exception) {
			throw exception;
		}
		if (thrown != null) {
			throw new IllegalStateException("Rows could not be written", thrown);
		}
	}

}
