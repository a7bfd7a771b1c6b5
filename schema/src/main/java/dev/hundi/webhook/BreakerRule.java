package dev.hundi.webhook;

import java.time.Duration;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * When an endpoint that fails is left alone: {@code hundi.webhook.breaker.*}. One that is
 * parked gets one try, a probe, after each pause; no delivery is charged with it.
 *
 * @param failures failed tries in a row after which it is parked; more than a delivery
 * has tries, so a lone delivery keeps to its schedule
 * @param firstPause before the first probe; it doubles with each that fails
 * @param longestPause between two probes
 * @param disableAfter how long a parked endpoint may have failed without one success
 * before it is given up
 */
public record BreakerRule(@DefaultValue("20") int failures, @DefaultValue("15s") Duration firstPause,
		@DefaultValue("10m") Duration longestPause, @DefaultValue("5d") Duration disableAfter) {

	public BreakerRule {
		if (failures < 1) {
			throw new IllegalArgumentException("hundi.webhook.breaker.failures must be 1 or more");
		}
		if (firstPause.toMillis() < 1 || longestPause.compareTo(firstPause) < 0) {
			throw new IllegalArgumentException(
					"hundi.webhook.breaker.first-pause must be 1ms to hundi.webhook.breaker.longest-pause");
		}
		if (disableAfter.isNegative() || disableAfter.isZero()) {
			throw new IllegalArgumentException("hundi.webhook.breaker.disable-after must be above 0");
		}
	}

}
