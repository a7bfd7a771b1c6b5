package dev.hundi.stream.relay;

import java.time.Duration;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.stereotype.Component;

/**
 * The metrics of this instance's relay: {@code hundi.relay.leader},
 * {@code hundi.relay.events} and {@code hundi.relay.failures}.
 */
@Component
final class RelayMetrics {

	private final Counter events;

	private final Counter failures;

	private volatile boolean leading;

	private volatile long progressedNanos;

	private volatile boolean relaying;

	RelayMetrics(MeterRegistry meters) {
		this.events = Counter.builder("hundi.relay.events").register(meters);
		this.failures = Counter.builder("hundi.relay.failures").register(meters);
		Gauge.builder("hundi.relay.leader", this, (metrics) -> metrics.leading ? 1 : 0).register(meters);
	}

	void startLeading() {
		this.progressedNanos = System.nanoTime();
		this.relaying = false;
		this.leading = true;
	}

	void stopLeading() {
		this.leading = false;
	}

	void failed() {
		this.failures.increment();
	}

	/**
	 * Records a batch that Kafka has acknowledged, including heartbeats.
	 * @param eventCount number of events in the batch
	 */
	void relayed(int eventCount) {
		this.events.increment(eventCount);
		this.progressedNanos = System.nanoTime();
		this.relaying = true;
	}

	/** Whether a batch was relayed since this instance started to lead. */
	boolean isRelaying() {
		return this.relaying;
	}

	/** Returns the time since the last batch or heartbeat. */
	Duration silence() {
		return Duration.ofNanos(System.nanoTime() - this.progressedNanos);
	}

}
