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
 * Tells the store of failing endpoints what tries came to, and people what follows.
 * Metrics: {@code hundi.webhook.endpoint.changes} by kind and {@code
 * hundi.webhook.endpoints} by state, the same in every copy.
 */
@Component
final class WatchEndpoints implements SmartLifecycle {

	private static final Logger logger = LoggerFactory.getLogger(WatchEndpoints.class);

	private static final Duration COUNTING = Duration.ofSeconds(15);

	private final FailingEndpoints endpoints;

	private final BreakerRule rule;

	/** Those that this copy has seen fail since it saw them succeed. */
	private final Set<UUID> failing = ConcurrentHashMap.newKeySet();

	private final Map<EndpointChange.Kind, Counter> changes = new EnumMap<>(EndpointChange.Kind.class);

	private final RepeatedWork counting;

	private volatile FailingEndpoints.Count count = FailingEndpoints.Count.NONE;

	WatchEndpoints(FailingEndpoints endpoints, WebhookSettings settings, Processors processors, MeterRegistry meters) {
		this.endpoints = endpoints;
		this.rule = settings.breaker();
		this.counting = new RepeatedWork("webhook-endpoints", COUNTING, processors.run(Processor.WEBHOOK),
				() -> this.count = endpoints.count());
		for (EndpointChange.Kind kind : EndpointChange.Kind.values()) {
			this.changes.put(kind,
					meters.counter("hundi.webhook.endpoint.changes", "kind", kind.name().toLowerCase(Locale.ROOT)));
		}
		Gauge.builder("hundi.webhook.endpoints", () -> this.count.parked()).tag("state", "parked").register(meters);
		Gauge.builder("hundi.webhook.endpoints", () -> this.count.disabled()).tag("state", "disabled").register(meters);
	}

	/** Takes account of tries, in the order in which they ended. */
	void tried(List<TriedDelivery> tried) {
		List<EndpointResults> news = news(tried);
		if (news.isEmpty()) {
			return;
		}
		for (EndpointChange change : this.endpoints.record(news, this.rule)) {
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

	/** What the store need not know is left out: that a well endpoint is still well. */
	private List<EndpointResults> news(List<TriedDelivery> tried) {
		Map<UUID, List<TriedDelivery>> byEndpoint = new LinkedHashMap<>();
		for (TriedDelivery each : tried) {
			if (!each.succeeded() || each.delivery().endpoint() != Endpoint.WELL
					|| this.failing.contains(each.delivery().endpointId())) {
				byEndpoint.computeIfAbsent(each.delivery().endpointId(), (key) -> new ArrayList<>()).add(each);
			}
		}
		List<EndpointResults> news = new ArrayList<>();
		byEndpoint.forEach((endpointId, tries) -> {
			EndpointResults sum = sum(endpointId, tries);
			if (sum.failures() > 0) {
				this.failing.add(endpointId);
			}
			else {
				this.failing.remove(endpointId);
			}
			news.add(sum);
		});
		return news;
	}

	private static EndpointResults sum(UUID endpointId, List<TriedDelivery> tries) {
		boolean succeeded = false;
		int failures = 0;
		boolean probed = false;
		for (TriedDelivery each : tries) {
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
			case PARKED -> logger.warn("Webhook endpoint {} of business {} has failed {} times in a row and is parked",
					change.endpointId(), change.businessId(), this.rule.failures());
			case DISABLED -> logger.error(
					"Webhook endpoint {} of business {} has failed for {} days and is disabled; what is meant for it waits",
					change.endpointId(), change.businessId(), this.rule.disableAfter().toDays());
			case RESUMED -> logger.info("Webhook endpoint {} of business {} answers again and gets what has waited",
					change.endpointId(), change.businessId());
		}
	}

}
