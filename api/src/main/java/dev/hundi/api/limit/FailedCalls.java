package dev.hundi.api.limit;

import java.net.InetAddress;
import java.util.function.Supplier;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.hundi.port.SourceNetwork;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;

/**
 * Limits the rate of requests that fail authentication, per network. Counted in the
 * memory of this process, because it protects this process.
 */
final class FailedCalls {

	private static final int MAX_NETWORKS = 100_000;

	private final Rate rate;

	private final Supplier<Bucket> full;

	private final Cache<SourceNetwork, Bucket> buckets;

	FailedCalls(Rate rate, TimeMeter clock) {
		this.rate = rate;
		this.full = () -> Bucket.builder()
			.addLimit((limit) -> limit.capacity(rate.requests()).refillGreedy(rate.requests(), rate.period()))
			.withCustomTimePrecision(clock)
			.build();
		this.buckets = Caffeine.newBuilder()
			.maximumSize(MAX_NETWORKS)
			.expireAfterAccess(rate.period())
			.ticker(clock::currentTimeNanos)
			.build();
	}

	void count(InetAddress address) {
		if (!this.rate.isOff()) {
			this.buckets.get(SourceNetwork.of(address), (key) -> this.full.get()).tryConsume(1);
		}
	}

	/** Nanoseconds until the address may fail again, or 0. */
	long waitNanos(InetAddress address) {
		Bucket bucket = this.rate.isOff() ? null : this.buckets.getIfPresent(SourceNetwork.of(address));
		return (bucket != null) ? bucket.estimateAbilityToConsume(1).getNanosToWaitForRefill() : 0;
	}

}
