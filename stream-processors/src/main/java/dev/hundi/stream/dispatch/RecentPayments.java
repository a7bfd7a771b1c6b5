package dev.hundi.stream.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Map;

import dev.hundi.bank.PaymentResult;
import dev.hundi.bank.RailHealth.LastPayment;
import org.jspecify.annotations.Nullable;

/** The results of a bank's payments of the last ten minutes on one rail. */
final class RecentPayments {

	private static final int MINUTES = 10;

	private static final long MINUTE_MS = Duration.ofMinutes(1).toMillis();

	/** By minute and result. */
	private final int[][] counts = new int[MINUTES][PaymentResult.values().length];

	private final long[] minutes = new long[MINUTES];

	private final InstantSource clock;

	private @Nullable LastPayment last;

	RecentPayments(InstantSource clock) {
		this.clock = clock;
	}

	synchronized void add(PaymentResult result) {
		Instant now = this.clock.instant();
		long minute = now.toEpochMilli() / MINUTE_MS;
		int slot = Math.floorMod(minute, MINUTES);
		if (this.minutes[slot] != minute) {
			this.minutes[slot] = minute;
			this.counts[slot] = new int[PaymentResult.values().length];
		}
		this.counts[slot][result.ordinal()]++;
		this.last = new LastPayment(result, now);
	}

	synchronized Map<PaymentResult, Integer> counts() {
		long oldest = this.clock.millis() / MINUTE_MS - MINUTES + 1;
		Map<PaymentResult, Integer> sums = new EnumMap<>(PaymentResult.class);
		for (PaymentResult result : PaymentResult.values()) {
			int sum = 0;
			for (int slot = 0; slot < MINUTES; slot++) {
				sum += (this.minutes[slot] >= oldest) ? this.counts[slot][result.ordinal()] : 0;
			}
			sums.put(result, sum);
		}
		return sums;
	}

	/** The last payment, however old; null before the first. */
	synchronized @Nullable LastPayment last() {
		return this.last;
	}

}
