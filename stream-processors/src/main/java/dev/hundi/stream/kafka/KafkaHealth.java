package dev.hundi.stream.kafka;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/**
 * Says on the health page that the start still waits for Kafka.
 */
@Component("kafka")
final class KafkaHealth implements HealthIndicator {

	private final KafkaStart start;

	KafkaHealth(KafkaStart start) {
		this.start = start;
	}

	@Override
	public Health health() {
		return this.start.isReady() ? Health.up().build()
				: Health.down().withDetail("waitingFor", this.start.problem()).build();
	}

}
