package dev.hundi.stream.webhook;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

import dev.hundi.stream.processor.Processor;
import dev.hundi.stream.processor.Processors;
import dev.hundi.work.RepeatedWork;
import dev.hundi.webhook.BreakerRule;
import dev.hundi.webhook.ClaimedDelivery.Endpoint;
import dev.hundi.webhook.EndpointChange;
import dev.hundi.webhook.EndpointResults;
import dev.hundi.webhook.FailingEndpoints;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Records the results of attempts by endpoint and logs when endpoints are parked,
 * disabled or resumed. Metrics: {@code hundi.webhook.endpoint.changes} by kind and
 * {@code hundi.webhook.endpoints} by state, which is the same in every instance.
 */
@Component
final class MonitorEndpoints implements SmartLifecycle {

	private static final Logger logger = LoggerFactory.getLogger(MonitorEndpoints.class);

	private static final Duration COUNT_INTERVAL = Duration.ofSeconds(15);

	private final FailingEndpoints endpoints;

	private final BreakerRule rule;

	/** Endpoints whose last attempt by this instance failed. */
	private final Set<UUID> failing = ConcurrentHashMap.newKeySet();

	private final Map<EndpointChange.Kind, Counter> changes = new EnumMap<>(EndpointChange.Kind.class);

	private final RepeatedWork counting;

	private volatile FailingEndpoints.Count count = FailingEndpoints.Count.NONE;

	MonitorEndpoints(FailingEndpoints endpoints, WebhookSettings settings, Processors processors,
			MeterRegistry meters) {
		this.endpoints = endpoints;
		this.rule = settings.breaker();
		this.counting = new RepeatedWork("webhook-endpoints", COUNT_INTERVAL, processors.runs(Processor.WEBHOOK),
				() -> this.count = endpoints.count());
		for (EndpointChange.Kind kind : EndpointChange.Kind.values()) {
			this.changes.put(kind,
					meters.counter("hundi.webhook.endpoint.changes", "kind", kind.name().toLowerCase(Locale.ROOT)));
		}
		Gauge.builder("hundi.webhook.endpoints", () -> this.count.parked()).tag("state", "parked").register(meters);
		Gauge.builder("hundi.webhook.endpoints", () -> this.count.disabled()).tag("state", "disabled").register(meters);
	}

	/** Records attempts in the order of their completion. */
	void record(List<AttemptedDelivery> attempts) {
		List<EndpointResults> results = results(attempts);
		if (results.isEmpty()) {
			return;
		}
		for (EndpointChange change : this.endpoints.record(results, this.rule)) {
			Counter counter = this.changes.get(change.kind());
			if (counter != null) {
				counter.increment();
			}
			log(change);
			this.counting.wake();
		}
	}

	@Override
	public boolean isAutoStartup() {
		return this.counting.isAutoStartup();
	}

	@Override
	public void start() {
		this.counting.start();
	}

	@Override
	public void stop() {
		this.counting.stop();
	}

	@Override
	public boolean isRunning() {
		return this.counting.isRunning();
	}

	/** Omits healthy endpoints that are still healthy. */
	private List<EndpointResults> results(List<AttemptedDelivery> attempts) {
		Map<UUID, List<AttemptedDelivery>> byEndpoint = new LinkedHashMap<>();
		for (AttemptedDelivery each : attempts) {
			byEndpoint.computeIfAbsent(each.delivery().endpointId(), (key) -> new ArrayList<>()).add(each);
		}
		byEndpoint.values().removeIf((ofEndpoint) -> ofEndpoint.stream().allMatch(this::isOfHealthyEndpoint));
		List<EndpointResults> results = new ArrayList<>();
		byEndpoint.forEach((endpointId, ofEndpoint) -> {
			EndpointResults sum = sum(endpointId, ofEndpoint);
			if (sum.failures() > 0) {
				this.failing.add(endpointId);
			}
			else {
				this.failing.remove(endpointId);
			}
			results.add(sum);
		});
		return results;
	}

	private boolean isOfHealthyEndpoint(AttemptedDelivery attempt) {
		return attempt.succeeded() && attempt.delivery().endpoint() == Endpoint.WELL
				&& !this.failing.contains(attempt.delivery().endpointId());
	}

	private static EndpointResults sum(UUID endpointId, List<AttemptedDelivery> attempts) {
		boolean succeeded = false;
		int failures = 0;
		boolean probed = false;
		for (AttemptedDelivery each : attempts) {
			if (each.succeeded()) {
				succeeded = true;
				failures = 0;
				probed = false;
			}
			else {
				failures++;
				probed |= each.isProbe();
			}
		}
		return new EndpointResults(endpointId, succeeded, failures, probed);
	}

	private void log(EndpointChange change) {
		switch (change.kind()) {
			case PARKED -> logger.warn("Parked webhook endpoint {} of business {} after {} consecutive failures",
					change.endpointId(), change.businessId(), this.rule.failures());
			case DISABLED -> logger.error(
					"Disabled webhook endpoint {} of business {} after {} days of failures; its deliveries are kept",
					change.endpointId(), change.businessId(), this.rule.disableAfter().toDays());
			case RESUMED -> logger.info("Resumed webhook endpoint {} of business {}; sending its backlog",
					change.endpointId(), change.businessId());
		}
	}

}
