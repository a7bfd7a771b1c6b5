package dev.hundi.stream.relay;

import java.time.Clock;
import java.time.Duration;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.stereotype.Component;

/**
 * How far the relay of this copy has come, as metrics: {@code hundi.relay.leader},
 * {@code hundi.relay.events}, {@code hundi.relay.failures}, {@code hundi.relay.lag.bytes}
 * and {@code hundi.relay.lag.seconds}. The last two are 0 in copies that do not lead.
 */
@Component
final class RelayMetrics {

	private static final Duration OVERDUE = EngineProperties.HEARTBEAT.multipliedBy(3);

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
		Gauge.builder("hundi.relay.leader", this, (progress) -> progress.leading ? 1 : 0).register(meters);
		Gauge.builder("hundi.relay.lag.bytes", this, (progress) -> progress.lagBytes).register(meters);
		Gauge.builder("hundi.relay.lag.seconds", this, RelayMetrics::lagSeconds).register(meters);
	}

	void leads() {
		this.lagMs = 0;
		this.progressedAtMs = this.clock.millis();
		this.relaying = false;
		this.leading = true;
	}

	void leadsNoMore() {
		this.leading = false;
		this.lagBytes = 0;
		this.lagMs = 0;
	}

	void failed() {
		this.failures.increment();
	}

	void holdsBack(long bytes) {
		this.lagBytes = bytes;
	}

	/**
	 * Records a batch that Kafka has, heartbeats included.
	 * @param eventCount events in it
	 * @param committedAtMs when the newest of it was committed, epoch milliseconds
	 */
	void relayed(int eventCount, long committedAtMs) {
		this.events.increment(eventCount);
		this.progressedAtMs = this.clock.millis();
		this.lagMs = Math.max(0, this.progressedAtMs - committedAtMs);
		this.relaying = true;
	}

	/** Whether anything has come through since this copy leads. */
	boolean isRelaying() {
		return this.relaying;
	}

	/** Time since anything came through, which heartbeats keep short. */
	Duration silence() {
		return Duration.ofMillis(this.clock.millis() - this.progressedAtMs);
	}

	private double lagSeconds() {
		if (!this.leading) {
			return 0;
		}
		Duration silence = silence();
		long overdueMs = (silence.compareTo(OVERDUE) > 0) ? silence.toMillis() : 0;
		return Math.max(this.lagMs, overdueMs) / 1000.0;
	}

}
