package dev.hundi.bench.measure;

import java.time.Duration;
import java.util.Arrays;

/**
 * The result of a run of many equal requests.
 *
 * @param requests answered in the whole run
 * @param perSecond after the first second
 * @param p50Ms median latency
 * @param p99Ms 99th percentile of the latency
 */
public record Figures(int requests, double perSecond, double p50Ms, double p99Ms) {

	/**
	 * Excluded at the start of each run: connections are new, and PostgreSQL replans a
	 * statement several times before it keeps a generic plan.
	 */
	public static final Duration SETTLING = Duration.ofSeconds(1);

	/**
	 * Summarises a run.
	 * @param endNanos when each request ended, on any clock
	 * @param tookNanos how long it took
	 */
	public static Figures of(long[] endNanos, long[] tookNanos) {
		return of(endNanos, tookNanos, SETTLING);
	}

	/**
	 * The same with another time that is excluded at the start.
	 * @throws IllegalStateException if nothing was answered after it
	 */
	public static Figures of(long[] endNanos, long[] tookNanos, Duration settling) {
		long begin = Long.MAX_VALUE;
		long end = Long.MIN_VALUE;
		for (int i = 0; i < endNanos.length; i++) {
			begin = Math.min(begin, endNanos[i] - tookNanos[i]);
			end = Math.max(end, endNanos[i]);
		}
		long settled = begin + settling.toNanos();
		long[] took = new long[endNanos.length];
		int count = 0;
		for (int i = 0; i < endNanos.length; i++) {
			if (endNanos[i] > settled) {
				took[count++] = tookNanos[i];
			}
		}
		if (count == 0) {
			throw new IllegalStateException("Nothing was answered after " + settling);
		}
		Arrays.sort(took, 0, count);
		return new Figures(endNanos.length, count * 1e9 / (end - settled), took[count / 2] / 1e6,
				took[(int) (count * 99L / 100)] / 1e6);
	}

}
