package dev.hundi.stream.webhook;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.DoubleSupplier;

import dev.hundi.webhook.RecordedAttempt.Next;
import org.jspecify.annotations.Nullable;

/**
 * When a failed delivery is tried again (decisions, "Webhooks"): each wait is spread by
 * 20 % either way, so that what failed together does not come back together. A receiver
 * may ask for a longer wait, up to the end of the window that the waits make together.
 */
final class RetrySchedule {

	private static final double JITTER = 0.2;

	private final List<Duration> waits;

	private final Duration window;

	private final DoubleSupplier random;

	/**
	 * A schedule.
	 * @param waits before the second try, the third and so on
	 * @param random numbers from 0 to 1
	 */
	RetrySchedule(List<Duration> waits, DoubleSupplier random) {
		this.waits = List.copyOf(waits);
		this.window = waits.stream().reduce(Duration.ZERO, Duration::plus);
		this.random = random;
	}

	/**
	 * What follows from a failed try.
	 * @param countedAttempts tries so far, this one included
	 * @param begunAt when the schedule began
	 * @param retryAfter how long the receiver wants to be left alone, or null
	 */
	Next after(int countedAttempts, Instant begunAt, Instant now, @Nullable Duration retryAfter) {
		if (countedAttempts > this.waits.size()) {
			return new Next.Failed();
		}
		Duration wait = this.waits.get(countedAttempts - 1);
		double factor = 1 - JITTER + 2 * JITTER * this.random.getAsDouble();
		Duration delay = Duration.ofMillis(Math.round(wait.toMillis() * factor));
		return new Next.Again((retryAfter != null) ? longer(delay, retryAfter, begunAt, now) : delay);
	}

	private Duration longer(Duration delay, Duration retryAfter, Instant begunAt, Instant now) {
		Duration left = Duration.between(now, begunAt.plus(this.window));
		Duration asked = (retryAfter.compareTo(left) < 0) ? retryAfter : left;
		return (asked.compareTo(delay) > 0) ? asked : delay;
	}

}
