package dev.hundi.port;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Requires a least rate of received bytes in every window of five seconds.
 */
public final class LeastRate {

	private static final Duration WINDOW = Duration.ofSeconds(5);

	private static final double NANOS_PER_SECOND = 1e9;

	private final long bytesPerSecond;

	private final LongSupplier nanoTime;

	private long windowStart;

	private long received;

	public LeastRate(long bytesPerSecond, LongSupplier nanoTime) {
		this.bytesPerSecond = bytesPerSecond;
		this.nanoTime = nanoTime;
		this.windowStart = nanoTime.getAsLong();
	}

	/**
	 * Counts received bytes.
	 * @return false if a window ended that had too few
	 */
	public boolean add(long bytes) {
		this.received += bytes;
		long now = this.nanoTime.getAsLong();
		long elapsed = now - this.windowStart;
		if (elapsed < WINDOW.toNanos()) {
			return true;
		}
		boolean enough = this.received >= this.bytesPerSecond * (elapsed / NANOS_PER_SECOND);
		this.windowStart = now;
		this.received = 0;
		return enough;
	}

}
