package dev.hundi.api.limit;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import dev.hundi.business.RateAllowances.Grant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The requests that this process has taken from the allowance of a business. More are
 * taken before the last one is used, without haste. A request that finds none takes more
 * at once and does not wait for those; concurrent requests share its query, even a
 * failing one.
 */
final class Allowance {

	private static final Logger logger = LoggerFactory.getLogger(Allowance.class);

	private final long capacity;

	private final long reserve;

	private final Supplier<Grant> takeNow;

	private final Supplier<CompletableFuture<Grant>> takeAhead;

	private final LongSupplier nanoTime;

	private long left;

	private long emptyAtNanos;

	private long waitNanos;

	private @Nullable CompletableFuture<Grant> query;

	private @Nullable CompletableFuture<?> ahead;

	/**
	 * Begins without requests.
	 * @param reserve more are taken when fewer remain; 0 if only when none does
	 * @param takeNow takes a block of requests from the shared bucket
	 * @param takeAhead starts the same without haste
	 */
	Allowance(long capacity, long reserve, Supplier<Grant> takeNow, Supplier<CompletableFuture<Grant>> takeAhead,
			LongSupplier nanoTime) {
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
			CompletableFuture<?> current;
			CompletableFuture<Grant> own = null;
			synchronized (this) {
				long wait = untilRefilled();
				if (this.left > 0) {
					this.left--;
					if (this.left < this.reserve && this.query == null && this.ahead == null && wait <= 0) {
						takeAhead();
					}
					return 0;
				}
				if (wait > 0) {
					// The last ones of the bucket may be among those taken ahead.
					if (this.ahead == null) {
						return wait;
					}
					current = this.ahead;
				}
				else if (this.query != null) {
					current = this.query;
				}
				else {
					own = new CompletableFuture<>();
					this.query = own;
					current = own;
				}
			}
			if (own != null) {
				takeNow(own);
			}
			join(current);
		}
	}

	private void takeAhead() {
		CompletableFuture<?> pending = this.takeAhead.get().handle((grant, failure) -> {
			endTakeAhead(grant, failure);
			return null;
		});
		this.ahead = pending.isDone() ? null : pending;
	}

	private synchronized void endTakeAhead(@Nullable Grant grant, @Nullable Throwable failure) {
		this.ahead = null;
		if (grant != null) {
			add(grant);
		}
		else {
			// A request that finds none takes more, and reports the failure if it
			// persists.
			logger.debug("Cannot take requests of a rate limit ahead", failure);
		}
	}

	private long untilRefilled() {
		return (this.waitNanos > 0) ? this.emptyAtNanos + this.waitNanos - this.nanoTime.getAsLong() : 0;
	}

	/** Returns a consumed request. */
	synchronized void giveBack() {
		this.left = Math.min(this.left + 1, this.capacity);
	}

	private synchronized void add(Grant grant) {
		this.left = Math.min(this.left + grant.requests(), this.capacity);
		this.emptyAtNanos = this.nanoTime.getAsLong();
		this.waitNanos = (grant.requests() > 0) ? 0 : Math.max(1, grant.nextAfter().toNanos());
	}

	private void takeNow(CompletableFuture<Grant> answer) {
		try {
			Grant grant = this.takeNow.get();
			synchronized (this) {
				add(grant);
				this.query = null;
			}
			answer.complete(grant);
		}
		catch (RuntimeException | Error ex) {
			// Otherwise each later request would wait for an answer that never comes.
			synchronized (this) {
				this.query = null;
			}
			answer.completeExceptionally(ex);
		}
	}

	private static void join(CompletableFuture<?> answer) {
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
