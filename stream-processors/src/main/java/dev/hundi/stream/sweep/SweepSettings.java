package dev.hundi.stream.sweep;

import java.time.Duration;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The sweep: {@code hundi.sweep.*}. While Kafka is unavailable, interval and stuck-after
 * are at most 1 s.
 *
 * @param interval pause between two sweeps
 * @param stuckAfter what is older is swept once the stream has brought its message this
 * long ago. Longer than the attempt of a webhook, or the sweep repeats it
 */
public record SweepSettings(@DefaultValue("5s") Duration interval, @DefaultValue("10s") Duration stuckAfter) {

	public SweepSettings {
		if (interval.isNegative() || interval.isZero() || stuckAfter.isNegative()) {
			throw new IllegalArgumentException("hundi.sweep.interval must be above zero, stuck-after not negative");
		}
	}

}
