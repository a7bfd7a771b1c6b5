package dev.hundi.api.limit;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import dev.hundi.business.RateAllowances.Grant;
import org.jspecify.annotations.Nullable;

/**
 * The requests that this process has taken from the allowance of a business. More are
 * taken before the last one is used, so that a request waits only if there are none;
 * concurrent requests share one query, even a failing one.
 */
final class Allowance {

	private final long capacity;

	private final long reserve;

	private final Supplier<Grant> takeNow;

	private final Supplier<Grant> takeAhead;

	private final LongSupplier nanoTime;

	private long left;

	private long emptyAtNanos;

	private long waitNanos;

	private @Nullable CompletableFuture<Grant> query;

	/**
	 * Begins without requests.
	 * @param reserve more are taken when fewer remain; 0 if only when none does
	 * @param takeNow takes a block of requests from the shared bucket
	 * @param takeAhead the same without haste
	 */
	Allowance(long capacity, long reserve, Supplier<Grant> takeNow, Supplier<Grant> takeAhead, LongSupplier nanoTime) {
		this.capacity = capacity;
		this.reserve = reserve;
		this.takeNow = takeNow;
		this.takeAhead = takeAhead;
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
				long wait = untilRefilled();
				if (this.left > 0) {
					this.left--;
					if (this.left < this.reserve && this.query == null && wait <= 0) {
						takeAhead();
					}
					return 0;
				}
				if (wait > 0) {
					return wait;
				}
				mine = this.query == null;
				current = Objects.requireNonNullElseGet(this.query, CompletableFuture::new);
				this.query = current;
			}
			if (mine) {
				takeMore(this.takeNow, current);
			}
			join(current);
		}
	}

	private void takeAhead() {
		CompletableFuture<Grant> ahead = new CompletableFuture<>();
		this.query = ahead;
		Thread.ofVirtual().name("rate-limits").start(() -> takeMore(this.takeAhead, ahead));
	}

	private long untilRefilled() {
		return (this.waitNanos > 0) ? this.emptyAtNanos + this.waitNanos - this.nanoTime.getAsLong() : 0;
	}

	/** Returns a consumed request. */
	synchronized void giveBack() {
		this.left = Math.min(this.left + 1, this.capacity);
	}

	private void takeMore(Supplier<Grant> bucket, CompletableFuture<Grant> answer) {
		try {
			Grant grant = bucket.get();
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
