package dev.hundi.stream.kafka;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/** Reports DOWN while the application waits for Kafka. */
@Component("kafka")
final class KafkaHealth implements HealthIndicator {

	private final KafkaStartup start;

	KafkaHealth(KafkaStartup start) {
		this.start = start;
	}

	@Override
	public Health health() {
		return this.start.isReady() ? Health.up().build()
				: Health.down().withDetail("waitingFor", this.start.problem()).build();
	}

}
