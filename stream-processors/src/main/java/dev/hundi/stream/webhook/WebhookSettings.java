package dev.hundi.stream.webhook;

import java.time.Duration;
import java.util.List;

import dev.hundi.webhook.BreakerRule;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Webhook delivery: {@code hundi.webhook.*}.
 *
 * @param allowHttp whether to permit endpoints without TLS and in private networks; for
 * the sandbox only
 * @param timeout timeout of a whole attempt
 * @param schedule delays before the second attempt, the third and so on; after the last
 * one the delivery fails
 * @param lease duration of a claim, which is renewed while its process lives
 * @param concurrency maximum number of concurrent attempts of this instance
 * @param perEndpoint maximum number of concurrent attempts of this instance to one
 * endpoint
 * @param poll poll interval of an idle worker, which finds due retries and what other
 * processes have made due. Messages wake it for new deliveries
 * @param breaker when failing endpoints are parked and disabled
 */
public record WebhookSettings(@DefaultValue("false") boolean allowHttp, @DefaultValue("5s") Duration timeout,
		@DefaultValue( {
				"5s", "30s", "2m", "10m", "30m", "2h", "5h", "10h", "14h", "20h", "24h" }) List<Duration> schedule,
		@DefaultValue("30s") Duration lease, @DefaultValue("512") int concurrency, @DefaultValue("32") int perEndpoint,
		@DefaultValue("1s") Duration poll, @DefaultValue BreakerRule breaker){

	public WebhookSettings {
		schedule = List.copyOf(schedule);
		if (schedule.size() > 50 || schedule.stream().anyMatch(Duration::isNegative)) {
			throw new IllegalArgumentException("hundi.webhook.schedule must contain at most 50 durations");
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

	/** The interval of lease renewals. */
	Duration heartbeat() {
		return this.lease.dividedBy(3);
	}

}
