package dev.hundi.api.observe;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

import org.springframework.util.function.SingletonSupplier;

/**
 * The timers {@code hundi.http.requests} by route, method, status and code. All four have
 * a fixed set of values, which bounds the number of timers.
 */
final class RequestTimers {

	private static final Duration[] BUCKETS = { Duration.ofMillis(2), Duration.ofMillis(5), Duration.ofMillis(10),
			Duration.ofMillis(25), Duration.ofMillis(50), Duration.ofMillis(100), Duration.ofMillis(250),
			Duration.ofMillis(500), Duration.ofSeconds(1), Duration.ofMillis(2500), Duration.ofSeconds(5),
			Duration.ofSeconds(10) };

	private final Supplier<MeterRegistry> registry;

	private final Map<Key, Timer> timers = new ConcurrentHashMap<>();

	RequestTimers(Supplier<MeterRegistry> registry) {
		this.registry = SingletonSupplier.of(registry);
	}

	void record(String route, String method, int status, String code, long nanos) {
		this.timers.computeIfAbsent(new Key(route, method, status, code), this::timer)
			.record(nanos, TimeUnit.NANOSECONDS);
	}

	private Timer timer(Key key) {
		return Timer.builder("hundi.http.requests")
			.description("Time from the last header of a request to its answer")
			.tag("route", key.route())
			.tag("method", key.method())
			.tag("status", Integer.toString(key.status()))
			.tag("code", key.code())
			.serviceLevelObjectives(BUCKETS)
			.register(this.registry.get());
	}

	private record Key(String route, String method, int status, String code) {
	}

}
