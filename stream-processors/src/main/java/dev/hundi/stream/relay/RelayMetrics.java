package dev.hundi.stream.relay;

import java.time.Clock;
import java.time.Duration;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.stereotype.Component;

/**
 * The metrics of this instance's relay: {@code hundi.relay.leader},
 * {@code hundi.relay.events}, {@code hundi.relay.failures}, {@code hundi.relay.lag.bytes}
 * and {@code hundi.relay.lag.seconds}. Both lags are 0 in instances that do not lead.
 */
@Component
final class RelayMetrics {

	private static final Duration MAX_HEARTBEAT_DELAY = EngineProperties.HEARTBEAT.multipliedBy(3);

	private final Clock clock = Clock.systemUTC();

	private final Counter events;

	private final Counter failures;

	private volatile boolean leading;

	private volatile long lagBytes;

	private volatile long lagMs;

	private volatile long progressedAtMs;

	private volatile boolean relaying;

	RelayMetrics(MeterRegistry meters) {
		this.events = Counter.builder("hundi.relay.events").register(meters);
		this.failures = Counter.builder("hundi.relay.failures").register(meters);
		Gauge.builder("hundi.relay.leader", this, (metrics) -> metrics.leading ? 1 : 0).register(meters);
		Gauge.builder("hundi.relay.lag.bytes", this, (metrics) -> metrics.lagBytes).register(meters);
		Gauge.builder("hundi.relay.lag.seconds", this, RelayMetrics::lagSeconds).register(meters);
	}

	void startLeading() {
		this.lagMs = 0;
		this.progressedAtMs = this.clock.millis();
		this.relaying = false;
		this.leading = true;
	}

	void stopLeading() {
		this.leading = false;
		this.lagBytes = 0;
		this.lagMs = 0;
	}

	void failed() {
		this.failures.increment();
	}

	void retained(long bytes) {
		this.lagBytes = bytes;
	}

	/**
	 * Records a batch that Kafka has acknowledged, including heartbeats.
	 * @param eventCount number of events in the batch
	 * @param committedAtMs commit time of the newest event, epoch milliseconds
	 */
	void relayed(int eventCount, long committedAtMs) {
		this.events.increment(eventCount);
		this.progressedAtMs = this.clock.millis();
		this.lagMs = Math.max(0, this.progressedAtMs - committedAtMs);
		this.relaying = true;
	}

	/** Whether a batch was relayed since this instance started to lead. */
	boolean isRelaying() {
		return this.relaying;
	}

	/** Returns the time since the last batch or heartbeat. */
	Duration silence() {
		return Duration.ofMillis(this.clock.millis() - this.progressedAtMs);
	}

	private double lagSeconds() {
		if (!this.leading) {
			return 0;
		}
		Duration silence = silence();
		long overdueMs = (silence.compareTo(MAX_HEARTBEAT_DELAY) > 0) ? silence.toMillis() : 0;
		return Math.max(this.lagMs, overdueMs) / 1000.0;
	}

}
