package dev.hundi.api.limit;

import java.net.InetAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.hundi.business.RateAllowances;
import dev.hundi.business.RateAllowances.Grant;
import dev.hundi.work.GroupedCalls;
import dev.hundi.work.Pace;
import io.github.bucket4j.TimeMeter;

/**
 * Limits the rate of requests, per business and kind of request over all copies of the
 * API, and of failed requests per address.
 * <p>
 * A copy takes requests of a business from the shared bucket in blocks of a fifth of the
 * limit, and the next block when less than one is left, so that few requests wait for a
 * query; the blocks of several businesses share one then. The sum over all copies does
 * not exceed the limit; requests that a copy took and did not use are usable later, so a
 * burst may exceed it by two blocks for each further copy.
 */
public final class RateLimits {

	private static final int MAX_ALLOWANCES = 40_000;

	private static final long BLOCKS = 5;

	/** A block of the default limits lasts so long at the limit. */
	private static final GroupedCalls.Limits GROUPS = new GroupedCalls.Limits(1, 500,
			Pace.steady(Duration.ofMillis(200)));

	private static final Executor THREADS = (task) -> Thread.ofVirtual().name("rate-limits").start(task);

	private final Map<CallKind, Rate> rates = new EnumMap<>(CallKind.class);

	private final Map<CallKind, GroupedCalls<UUID, Grant>> takesAhead = new EnumMap<>(CallKind.class);

	private final SharedBuckets buckets;

	private final LongSupplier nanoTime;

	private final Cache<Holder, Allowance> allowances;

	private final FailedCalls failedCalls;

	public RateLimits(RateLimitSettings settings, RateAllowances allowances) {
		this(settings, (businesses, kind, rate, wanted) -> allowances.take(businesses, kind.name(), rate.requests(),
				rate.period(), wanted), System::nanoTime);
	}

	RateLimits(RateLimitSettings settings, SharedBuckets buckets, LongSupplier nanoTime) {
		for (CallKind kind : CallKind.values()) {
			Rate rate = kind.rate(settings);
			this.rates.put(kind, rate);
			this.takesAhead.put(kind, new GroupedCalls<>("rate-limits", GROUPS, (business) -> business,
					(businesses) -> takeGroup(businesses, kind, rate)));
		}
		this.buckets = buckets;
		this.nanoTime = nanoTime;
		Duration longest = Arrays.stream(CallKind.values())
			.map((kind) -> kind.rate(settings).period())
			.reduce(Duration.ofSeconds(1), (one, other) -> (one.compareTo(other) >= 0) ? one : other);
		this.allowances = Caffeine.newBuilder()
			.maximumSize(MAX_ALLOWANCES)
			// Meanwhile the shared bucket was refilled.
			.expireAfterAccess(longest)
			.ticker(nanoTime::getAsLong)
			// Waking a thread of the common pool costs more than this maintenance.
			.executor(Runnable::run)
			.build();
		this.failedCalls = new FailedCalls(settings.failures(), new NanoTime(nanoTime));
	}

	/**
	 * Consumes one request of a business's limit.
	 * @return 0 if it was available, else the nanoseconds until the next one is
	 */
	public long take(UUID businessId, CallKind kind) {
		return rate(kind).isOff() ? 0 : allowance(businessId, kind).take();
	}

	/**
	 * Returns what {@link #take} consumed, for a request that was a replay.
	 */
	public void giveBack(UUID businessId, CallKind kind) {
		if (!rate(kind).isOff()) {
			allowance(businessId, kind).giveBack();
		}
	}

	/** Counts a request that failed authentication. */
	public void failed(InetAddress address) {
		this.failedCalls.count(address);
	}

	/** Nanoseconds until an address may fail again, or 0. */
	public long waitAfterFailures(InetAddress address) {
		return this.failedCalls.waitNanos(address);
	}

	/** Number of cached allowances. */
	long size() {
		this.allowances.cleanUp();
		return this.allowances.estimatedSize();
	}

	private Rate rate(CallKind kind) {
		return this.rates.getOrDefault(kind, Rate.OFF);
	}

	private Allowance allowance(UUID businessId, CallKind kind) {
		Rate rate = rate(kind);
		return this.allowances.get(new Holder(businessId, kind),
				(holder) -> new Allowance(rate.requests(), (block(rate) > 1) ? block(rate) : 0,
						() -> Objects.requireNonNull(take(List.of(businessId), kind, rate).get(businessId)),
						() -> takeAhead(businessId, kind), this.nanoTime));
	}

	private CompletableFuture<Grant> takeAhead(UUID businessId, CallKind kind) {
		return CompletableFuture.supplyAsync(() -> Objects.requireNonNull(this.takesAhead.get(kind)).call(businessId),
				THREADS);
	}

	private List<Grant> takeGroup(List<UUID> businessIds, CallKind kind, Rate rate) {
		Map<UUID, Grant> grants = take(businessIds, kind, rate);
		return businessIds.stream().map((business) -> Objects.requireNonNull(grants.get(business))).toList();
	}

	private Map<UUID, Grant> take(Collection<UUID> businessIds, CallKind kind, Rate rate) {
		return this.buckets.take(businessIds, kind, rate, block(rate));
	}

	private static long block(Rate rate) {
		return Math.max(1, rate.requests() / BLOCKS);
	}

	/** The buckets that all copies share. */
	@FunctionalInterface
	interface SharedBuckets {

		Map<UUID, Grant> take(Collection<UUID> businessIds, CallKind kind, Rate rate, long wanted);

	}

	private record Holder(UUID businessId, CallKind kind) {
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
