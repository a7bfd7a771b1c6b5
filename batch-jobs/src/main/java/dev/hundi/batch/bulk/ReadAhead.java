package dev.hundi.batch.bulk;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.jspecify.annotations.Nullable;

/**
 * Computes items on a thread of its own, one ahead of the caller, so that the next item
 * is computed while the database stores this one. Not thread-safe.
 *
 * @param <T> the item
 */
final class ReadAhead<T> implements AutoCloseable {

	private final ExecutorService thread = Executors
		.newSingleThreadExecutor(Thread.ofPlatform().name(Thread.currentThread().getName() + "-reader").factory());

	private final Callable<@Nullable T> source;

	private Future<@Nullable T> next;

	/**
	 * Begins with the first item.
	 * @param source returns null at its end and is not called afterwards
	 */
	ReadAhead(Callable<@Nullable T> source) {
		this.source = source;
		this.next = this.thread.submit(source);
	}

	/**
	 * Returns an item and begins with the next one; null at the end.
	 * @throws IOException if the source threw it
	 */
	@Nullable T next() throws IOException, InterruptedException {
		try {
			T item = this.next.get();
			if (item != null) {
				this.next = this.thread.submit(this.source);
			}
			return item;
		}
		catch (ExecutionException ex) {
			switch (ex.getCause()) {
				case IOException failure -> throw failure;
				case RuntimeException failure -> throw failure;
				case Error failure -> throw failure;
				case null, default -> throw new IllegalStateException(ex);
			}
		}
	}

	/** Waits for the item being computed, and so for the last use of the source. */
	@Override
	public void close() {
		this.thread.close();
	}

}
