package dev.hundi.stream.webhook;

import java.time.Duration;
import java.util.Collection;
import java.util.UUID;
import java.util.function.LongSupplier;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;

/**
 * The results of this instance's attempts within the last two minutes, by endpoint. Many
 * failing endpoints at once point to this process or its network, not to the receivers.
 * Probes of parked endpoints do not count.
 */
final class RecentAttempts {

	static final Duration WINDOW = Duration.ofMinutes(2);

	/** Fewer endpoints may be silent together by chance. */
	private static final int MIN_SILENT_ENDPOINTS = 5;

	private static final int MAX_ENDPOINTS = 100_000;

	private static final long NEVER = Long.MIN_VALUE;

	private final LongSupplier nanoTime;

	private final Cache<UUID, Seen> endpoints;

	/**
	 * Creates an empty record.
	 * @param nanoTime the clock, such as {@link System#nanoTime()}
	 */
	RecentAttempts(LongSupplier nanoTime) {
		this.nanoTime = nanoTime;
		this.endpoints = Caffeine.newBuilder()
			.ticker(nanoTime::getAsLong)
			.expireAfterWrite(WINDOW)
			.maximumSize(MAX_ENDPOINTS)
			.build();
	}

	/** What an attempt came to. */
	enum Result {

		/** A 2xx response. */
		SUCCESS,

		/** Another response. */
		REFUSED,

		/** No response. */
		UNANSWERED

	}

	void add(UUID endpointId, Result result) {
		long now = this.nanoTime.getAsLong();
		Seen seen = new Seen((result == Result.SUCCESS) ? now : NEVER, (result != Result.UNANSWERED) ? now : NEVER);
		this.endpoints.asMap().merge(endpointId, seen, Seen::plus);
	}

	/** Returns the number of endpoints with a success. */
	long answering() {
		return seen().stream().filter((seen) -> isRecent(seen.succeededNanos)).count();
	}

	/** Returns the number of endpoints whose attempts all failed. */
	long failing() {
		return seen().stream().filter((seen) -> !isRecent(seen.succeededNanos)).count();
	}

	/**
	 * Whether several endpoints were tried and none gave any response, not even an error.
	 */
	boolean areAllSilent() {
		Collection<Seen> seen = seen();
		return seen.size() >= MIN_SILENT_ENDPOINTS && seen.stream().noneMatch((each) -> isRecent(each.answeredNanos));
	}

	private Collection<Seen> seen() {
		this.endpoints.cleanUp();
		return this.endpoints.asMap().values();
	}

	private boolean isRecent(long nanos) {
		return nanos != NEVER && this.nanoTime.getAsLong() - nanos < WINDOW.toNanos();
	}

	private record Seen(long succeededNanos, long answeredNanos) {

		Seen plus(Seen later) {
			return new Seen((later.succeededNanos != NEVER) ? later.succeededNanos : this.succeededNanos,
					(later.answeredNanos != NEVER) ? later.answeredNanos : this.answeredNanos);
		}

	}

}
