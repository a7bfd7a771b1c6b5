package dev.hundi.api.limit;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.LongSupplier;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;

/**
 * Limits the rate of requests with a token bucket per key and kind of request. A bucket
 * starts full and refills continuously, so that a burst of one period's requests is
 * allowed.
 * <p>
 * A bucket that was idle for its period is full again and is evicted. Only authenticated
 * keys have buckets.
 */
public final class RateLimits {

	private static final int MAX_BUCKETS = 40_000;

	private final Map<CallKind, Rate> rates = new EnumMap<>(CallKind.class);

	private final TimeMeter clock;

	private final Cache<Holder, Bucket> buckets;

	public RateLimits(RateLimitSettings settings) {
		this(settings, System::nanoTime);
	}

	RateLimits(RateLimitSettings settings, LongSupplier nanoTime) {
		for (CallKind kind : CallKind.values()) {
			this.rates.put(kind, kind.rate(settings));
		}
		this.clock = new NanoTime(nanoTime);
		Duration longest = Arrays.stream(CallKind.values())
			.map((kind) -> kind.rate(settings).period())
			.reduce(Duration.ofSeconds(1), (one, other) -> (one.compareTo(other) >= 0) ? one : other);
		this.buckets = Caffeine.newBuilder()
			.maximumSize(MAX_BUCKETS)
			.expireAfterAccess(longest)
			.ticker(nanoTime::getAsLong)
			.build();
	}

	/**
	 * Consumes one request of a key's limit.
	 * @return 0 if it was available, else the nanoseconds until the next one is
	 */
	public long take(String apiKey, CallKind kind) {
		if (rate(kind).isOff()) {
			return 0;
		}
		Bucket bucket = bucket(apiKey, kind);
		if (bucket.tryConsume(1)) {
			return 0;
		}
		return Math.max(1, bucket.estimateAbilityToConsume(1).getNanosToWaitForRefill());
	}

	/**
	 * Returns what {@link #take} consumed, for a request that was a replay.
	 */
	public void giveBack(String apiKey, CallKind kind) {
		if (!rate(kind).isOff()) {
			bucket(apiKey, kind).addTokens(1);
		}
	}

	/** Number of cached buckets. */
	long size() {
		this.buckets.cleanUp();
		return this.buckets.estimatedSize();
	}

	private Rate rate(CallKind kind) {
		return this.rates.getOrDefault(kind, Rate.OFF);
	}

	private Bucket bucket(String apiKey, CallKind kind) {
		return this.buckets.get(new Holder(apiKey, kind), (holder) -> full(rate(holder.kind())));
	}

	private Bucket full(Rate rate) {
		return Bucket.builder()
			.addLimit((limit) -> limit.capacity(rate.requests()).refillGreedy(rate.requests(), rate.period()))
			.withCustomTimePrecision(this.clock)
			.build();
	}

	private record Holder(String apiKey, CallKind kind) {
	}

	private record NanoTime(LongSupplier nanoTime) implements TimeMeter {

		@Override
		public long currentTimeNanos() {
			return this.nanoTime.getAsLong();
		}

		@Override
		public boolean isWallClockBased() {
			return false;
		}

	}

}
