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
 * The allowances of keys: a bucket for each key and kind of request, full at first, that
 * refills evenly. A whole period's requests may come at once, and after that as many as
 * are refilled.
 * <p>
 * A bucket that nobody asked for during its own period is full again and so need not be
 * remembered. Only keys whose signature was right have one.
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
	 * Takes one request off a key's allowance.
	 * @return 0 if it was there, else the nanoseconds until the next one will be
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
	 * Puts back what {@link #take} took, for a request that was not the owner's doing.
	 */
	public void giveBack(String apiKey, CallKind kind) {
		if (!rate(kind).isOff()) {
			bucket(apiKey, kind).addTokens(1);
		}
	}

	/** Buckets that are remembered at the moment. */
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
