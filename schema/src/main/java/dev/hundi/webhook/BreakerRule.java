package dev.hundi.webhook;

import java.time.Duration;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The circuit breaker of webhook endpoints: {@code hundi.webhook.breaker.*}. A parked
 * endpoint gets one probe after each pause; a failed probe does not count as an attempt
 * of its delivery.
 *
 * @param failures consecutive failures after which an endpoint is parked; more than a
 * delivery has attempts, so that a single delivery keeps its schedule
 * @param firstPause before the first probe; it doubles with each failed probe
 * @param longestPause between two probes
 * @param disableAfter how long a parked endpoint may fail without a success before it is
 * disabled
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
