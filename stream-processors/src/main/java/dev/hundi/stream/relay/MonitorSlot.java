package dev.hundi.stream.relay;

import java.time.Clock;
import java.time.Duration;

import dev.hundi.startup.RelaySettings;
import dev.hundi.time.Timestamps;
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

	private final Clock clock = Clock.systemUTC();

	private final SlotLag lag = new SlotLag();

	MonitorSlot(MeterRegistry meters) {
		Gauge.builder("hundi.relay.lag.bytes", this.lag, SlotLag::bytes).register(meters);
		Gauge.builder("hundi.relay.lag.seconds", this.lag, SlotLag::seconds).register(meters);
		Gauge.builder("hundi.relay.retained.bytes", this.lag, SlotLag::retainedBytes).register(meters);
	}

	@Bean
	RepeatedWork slotMonitor(JdbcClient jdbc, RelaySettings settings) {
		return new RepeatedWork("slot-monitor", INTERVAL, true, () -> observe(jdbc, settings.slot()));
	}

	private void observe(JdbcClient jdbc, String slot) {
		try {
			SlotLag.Slot observed = jdbc
				.sql("""
						SELECT pg_current_wal_lsn() - '0/0'::pg_lsn AS wal_end,
						       confirmed_flush_lsn - '0/0'::pg_lsn AS confirmed, restart_lsn - '0/0'::pg_lsn AS retained_from,
						       inactive_since
						  FROM pg_replication_slots WHERE slot_name = :slot AND confirmed_flush_lsn IS NOT NULL
						""")
				.param("slot", slot)
				.query((row, number) -> new SlotLag.Slot(row.getLong("wal_end"), row.getLong("confirmed"),
						row.getLong("retained_from"), Timestamps.nullable(row, "inactive_since")))
				.optional()
				.orElse(null);
			this.lag.observed(observed, this.clock.instant());
		}
		catch (RuntimeException ex) {
			this.lag.observed(null, this.clock.instant());
			throw ex;
		}
	}

}
