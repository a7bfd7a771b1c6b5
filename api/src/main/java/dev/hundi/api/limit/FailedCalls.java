package dev.hundi.api.limit;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Supplier;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;

/**
 * Limits the rate of requests that fail authentication, per address: an IPv4 address or
 * an IPv6 network of 64 bits, which one caller can hold whole. Counted in the memory of
 * this process, because it protects this process.
 */
final class FailedCalls {

	private static final int MAX_ADDRESSES = 100_000;

	private static final int NETWORK_BYTES = 8;

	private final Rate rate;

	private final Supplier<Bucket> full;

	private final Cache<ByteBuffer, Bucket> buckets;

	FailedCalls(Rate rate, TimeMeter clock) {
		this.rate = rate;
		this.full = () -> Bucket.builder()
			.addLimit((limit) -> limit.capacity(rate.requests()).refillGreedy(rate.requests(), rate.period()))
			.withCustomTimePrecision(clock)
			.build();
		this.buckets = Caffeine.newBuilder()
			.maximumSize(MAX_ADDRESSES)
			.expireAfterAccess(rate.period())
			.ticker(clock::currentTimeNanos)
			.build();
	}

	void count(InetAddress address) {
		if (!this.rate.isOff()) {
			this.buckets.get(network(address), (key) -> this.full.get()).tryConsume(1);
		}
	}

	/** Nanoseconds until the address may fail again, or 0. */
	long waitNanos(InetAddress address) {
		Bucket bucket = this.rate.isOff() ? null : this.buckets.getIfPresent(network(address));
		return (bucket != null) ? bucket.estimateAbilityToConsume(1).getNanosToWaitForRefill() : 0;
	}

	private static ByteBuffer network(InetAddress address) {
		byte[] bytes = address.getAddress();
		return ByteBuffer.wrap((address instanceof Inet6Address) ? Arrays.copyOf(bytes, NETWORK_BYTES) : bytes);
	}

}
