package dev.hundi.sandbox.server;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class KafkaNodeTests {

	@Test
	void metersOfTheBrokerWaitForThreadsThatAreOccupied() throws Exception {
		KafkaNode.stopRates();

		Object registry = Class.forName("org.apache.kafka.server.metrics.KafkaYammerMetrics")
			.getMethod("defaultRegistry")
			.invoke(null);
		ScheduledThreadPoolExecutor ticks = (ScheduledThreadPoolExecutor) registry.getClass()
			.getMethod("newScheduledThreadPool", int.class, String.class)
			.invoke(registry, 1, KafkaNode.METER_POOL);
		await().until(() -> ticks.getActiveCount() == KafkaNode.METER_THREADS);
		registry.getClass()
			.getMethod("newMeter", Class.class, String.class, String.class, TimeUnit.class)
			.invoke(registry, KafkaNodeTests.class, "test", "events", TimeUnit.SECONDS);
		assertThat(ticks.getCorePoolSize()).isEqualTo(KafkaNode.METER_THREADS);
		assertThat(ticks.getQueue()).hasSize(1);
	}

}
