package dev.hundi.stream.sweep;

import java.time.Duration;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The sweep: {@code hundi.sweep.*}. While Kafka is unavailable, interval and stuck-after
 * are at most 1 s.
 *
 * @param interval pause between two sweeps
 * @param stuckAfter age at which an unprocessed payout or event is swept; should exceed
 * the normal latency of the stream and the attempt of a webhook, or the sweep duplicates
 * their work
 */
public record SweepSettings(@DefaultValue("5s") Duration interval, @DefaultValue("20s") Duration stuckAfter) {

	public SweepSettings {
		if (interval.isNegative() || interval.isZero() || stuckAfter.isNegative()) {
			throw new IllegalArgumentException("hundi.sweep.interval must be above zero, stuck-after not negative");
		}
	}

}
