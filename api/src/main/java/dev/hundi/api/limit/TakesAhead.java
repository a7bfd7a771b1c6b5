package dev.hundi.api.limit;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

import dev.hundi.business.RateAllowances.Grant;

/**
 * Takes blocks of requests for several businesses in one query, which starts shortly
 * after the first of them was asked for.
 */
final class TakesAhead {

	/** A block of the default limits lasts so long at the limit. */
	private static final Duration DELAY = Duration.ofMillis(200);

	/** For a business whose block is on its way. */
	private static final Grant NONE = new Grant(0, Duration.ZERO);

	private final Function<Collection<UUID>, Map<UUID, Grant>> buckets;

	private Map<UUID, CompletableFuture<Grant>> asked = new HashMap<>();

	/**
	 * Creates the groups of one kind of request.
	 * @param buckets takes a block for each of the businesses
	 */
	TakesAhead(Function<Collection<UUID>, Map<UUID, Grant>> buckets) {
		this.buckets = buckets;
	}

	/** Returns the next block of a business, or the failure of the query. */
	CompletableFuture<Grant> take(UUID businessId) {
		CompletableFuture<Grant> block = new CompletableFuture<>();
		synchronized (this) {
			if (this.asked.putIfAbsent(businessId, block) != null) {
				return CompletableFuture.completedFuture(NONE);
			}
			if (this.asked.size() == 1) {
				Thread.ofVirtual().name("rate-limits").start(this::query);
			}
		}
		return block;
	}

	private void query() {
		try {
			Thread.sleep(DELAY);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		Map<UUID, CompletableFuture<Grant>> group;
		synchronized (this) {
			group = this.asked;
			this.asked = new HashMap<>();
		}
		try {
			Map<UUID, Grant> grants = this.buckets.apply(group.keySet());
			group.forEach((business, block) -> block.complete(Objects.requireNonNull(grants.get(business))));
		}
		catch (RuntimeException | Error ex) {
			group.values().forEach((block) -> block.completeExceptionally(ex));
		}
	}

}
