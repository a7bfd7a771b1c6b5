package dev.hundi.stream.webhook;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.DoubleSupplier;

import dev.hundi.webhook.RecordedAttempt.Next;
import org.jspecify.annotations.Nullable;

/**
 * The schedule of retries (docs/api-decisions.md, "Webhooks"). Each delay has a jitter of
 * ±20 %, so that simultaneous failures are not retried simultaneously. A receiver may
 * request a longer delay, up to the end of the whole schedule.
 */
final class RetrySchedule {

	private static final double JITTER = 0.2;

	private final List<Duration> waits;

	private final Duration window;

	private final DoubleSupplier random;

	/**
	 * Creates a schedule.
	 * @param waits delays before the second attempt, the third and so on
	 * @param random random numbers from 0 to 1
	 */
	RetrySchedule(List<Duration> waits, DoubleSupplier random) {
		this.waits = List.copyOf(waits);
		this.window = waits.stream().reduce(Duration.ZERO, Duration::plus);
		this.random = random;
	}

	/**
	 * Returns what follows from a failed attempt.
	 * @param countedAttempts number of attempts including this one
	 * @param begunAt start of the schedule
	 * @param retryAfter delay requested by the receiver, or null
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
