package dev.hundi.stream.webhook;

import java.time.Duration;
import java.util.List;

import dev.hundi.webhook.BreakerRule;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Telling merchants: {@code hundi.webhook.*}.
 *
 * @param allowHttp whether endpoints without TLS and inside private networks may be
 * called; for the sandbox only
 * @param timeout how long one try may take altogether
 * @param schedule waits before the second try, the third and so on; when all are used up
 * the delivery has failed
 * @param lease how long a claimed delivery is left alone, should its process die; while
 * it lives, the lease is renewed in time
 * @param concurrency tries under way at once in this copy
 * @param perEndpoint tries under way at once to one endpoint in this copy
 * @param poll how often an idle worker looks for due deliveries
 * @param breaker when an endpoint that fails is left alone
 */
public record WebhookSettings(@DefaultValue("false") boolean allowHttp, @DefaultValue("5s") Duration timeout,
		@DefaultValue( {
				"5s", "30s", "2m", "10m", "30m", "2h", "5h", "10h", "14h", "20h", "24h" }) List<Duration> schedule,
		@DefaultValue("30s") Duration lease, @DefaultValue("512") int concurrency, @DefaultValue("32") int perEndpoint,
		@DefaultValue("200ms") Duration poll, @DefaultValue BreakerRule breaker){

	public WebhookSettings {
		schedule = List.copyOf(schedule);
		if (schedule.size() > 50 || schedule.stream().anyMatch(Duration::isNegative)) {
			throw new IllegalArgumentException("hundi.webhook.schedule must list at most 50 durations");
		}
		if (timeout.toMillis() < 1 || timeout.compareTo(Duration.ofMinutes(1)) > 0) {
			throw new IllegalArgumentException("hundi.webhook.timeout must be above 0 and at most one minute");
		}
		if (lease.compareTo(Duration.ofSeconds(1)) < 0) {
			throw new IllegalArgumentException("hundi.webhook.lease must be 1s or more");
		}
		if (perEndpoint < 1 || concurrency < perEndpoint) {
			throw new IllegalArgumentException("hundi.webhook.per-endpoint must be 1 to hundi.webhook.concurrency");
		}
		if (poll.toMillis() < 1) {
			throw new IllegalArgumentException("hundi.webhook.poll must be 1ms or more");
		}
	}

	/** How often leases are renewed. */
	Duration heartbeat() {
		return this.lease.dividedBy(3);
	}

}
