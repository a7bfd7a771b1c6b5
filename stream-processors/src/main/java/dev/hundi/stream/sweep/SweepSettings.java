package dev.hundi.stream.sweep;

import java.time.Duration;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The sweeper: {@code hundi.sweep.*}.
 *
 * @param interval pause between two sweeps
 * @param standing how long a payout or an event may stand still before it is driven
 * again; longer than the stream normally takes, or the sweep does the stream's work twice
 * @param overlap how far a sweep goes back behind the one before, for transactions that
 * committed late
 */
public record SweepSettings(@DefaultValue("5s") Duration interval, @DefaultValue("10s") Duration standing,
		@DefaultValue("2m") Duration overlap) {

	public SweepSettings {
		if (interval.isNegative() || interval.isZero() || standing.isNegative() || overlap.isNegative()) {
			throw new IllegalArgumentException(
					"hundi.sweep.interval must be above zero, standing and overlap not below");
		}
	}

}
