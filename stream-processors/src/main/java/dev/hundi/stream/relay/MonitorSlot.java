package dev.hundi.stream.relay;

import java.time.Duration;

import dev.hundi.work.RepeatedWork;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Reports the lag of the change stream as {@code hundi.relay.lag.bytes} and
 * {@code hundi.relay.lag.seconds}, and the WAL that the slot retains as
 * {@code hundi.relay.retained.bytes}, in every instance, also if none leads. They are NaN
 * while the slot does not exist or the database cannot be reached.
 */
@Configuration(proxyBeanMethods = false)
class MonitorSlot {

	private static final Duration INTERVAL = Duration.ofSeconds(2);

	private final SlotLag lag = new SlotLag();

	MonitorSlot(MeterRegistry meters) {
		Gauge.builder("hundi.relay.lag.bytes", this.lag, SlotLag::bytes).register(meters);
		Gauge.builder("hundi.relay.lag.seconds", this.lag, SlotLag::seconds).register(meters);
		Gauge.builder("hundi.relay.retained.bytes", this.lag, SlotLag::retainedBytes).register(meters);
	}

	@Bean
	RepeatedWork slotMonitor(JdbcClient jdbc, RelaySettings settings) {
		return new RepeatedWork("slot-monitor", INTERVAL, true, () -> observe(jdbc, settings));
	}

	private void observe(JdbcClient jdbc, RelaySettings settings) {
		try {
			this.lag.observed(SlotPosition.read(jdbc, settings).orElse(null));
		}
		catch (RuntimeException ex) {
			this.lag.observed(null);
			throw ex;
		}
	}

}
