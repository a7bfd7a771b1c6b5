package dev.hundi.api.limit;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import dev.hundi.business.RateAllowances.Grant;
import org.jspecify.annotations.Nullable;

/**
 * The requests that this process has taken from the allowance of a business. Concurrent
 * requests share one query, even a failing one.
 */
final class Allowance {

	private final long capacity;

	private final Supplier<Grant> takeMore;

	private final LongSupplier nanoTime;

	private long left;

	private long emptyAtNanos;

	private long waitNanos;

	private @Nullable CompletableFuture<Grant> query;

	/**
	 * Begins without requests.
	 * @param takeMore takes a block of requests from the shared bucket
	 */
	Allowance(long capacity, Supplier<Grant> takeMore, LongSupplier nanoTime) {
		this.capacity = capacity;
		this.takeMore = takeMore;
		this.nanoTime = nanoTime;
	}

	/**
	 * Consumes one request.
	 * @return 0, or the nanoseconds until the next one is available
	 */
	long take() {
		while (true) {
			CompletableFuture<Grant> current;
			boolean mine;
			synchronized (this) {
				if (this.left > 0) {
					this.left--;
					return 0;
				}
				long wait = this.emptyAtNanos + this.waitNanos - this.nanoTime.getAsLong();
				if (this.waitNanos > 0 && wait > 0) {
					return wait;
				}
				mine = this.query == null;
				current = Objects.requireNonNullElseGet(this.query, CompletableFuture::new);
				this.query = current;
			}
			if (mine) {
				takeMore(current);
			}
			join(current);
		}
	}

	/** Returns a consumed request. */
	synchronized void giveBack() {
		this.left = Math.min(this.left + 1, this.capacity);
	}

	private void takeMore(CompletableFuture<Grant> answer) {
		try {
			Grant grant = this.takeMore.get();
			synchronized (this) {
				this.left = Math.min(this.left + grant.requests(), this.capacity);
				this.emptyAtNanos = this.nanoTime.getAsLong();
				this.waitNanos = (grant.requests() > 0) ? 0 : Math.max(1, grant.nextAfter().toNanos());
				this.query = null;
			}
			answer.complete(grant);
		}
		catch (RuntimeException ex) {
			synchronized (this) {
				this.query = null;
			}
			answer.completeExceptionally(ex);
		}
	}

	private static void join(CompletableFuture<Grant> answer) {
		try {
			answer.join();
		}
		catch (CompletionException ex) {
			if (ex.getCause() instanceof RuntimeException cause) {
				throw cause;
			}
			throw ex;
		}
	}

}
