package dev.hundi.sandbox.server;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import com.yammer.metrics.core.Meter;
import com.yammer.metrics.core.MetricsRegistry;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class KafkaNodeTests {

	private final MetricsRegistry registry = new MetricsRegistry();

	@Test
	void metersCountWithoutAThreadThatUpdatesTheirRates() {
		KafkaNode.stopMeters(this.registry);
		Meter meter = this.registry.newMeter(KafkaNodeTests.class, "requests", "requests", TimeUnit.SECONDS);
		meter.mark();
		assertThat(meter.count()).isEqualTo(1);
		ScheduledThreadPoolExecutor ticks = (ScheduledThreadPoolExecutor) this.registry.newScheduledThreadPool(2,
				"meter-tick");
		// The meter's update waits behind work that never ends, on every thread.
		assertThat(ticks.getTaskCount()).isEqualTo(3);
		assertThat(ticks.getPoolSize()).isEqualTo(ticks.getCorePoolSize()).isEqualTo(2);
	}

}
