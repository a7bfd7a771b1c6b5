package dev.hundi.stream.kafka;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/** Reports DOWN while Kafka is unavailable or lacks topics. */
@Component("kafka")
final class KafkaHealth implements HealthIndicator {

	private final WatchKafka kafka;

	KafkaHealth(WatchKafka kafka) {
		this.kafka = kafka;
	}

	@Override
	public Health health() {
		String problem = this.kafka.problem();
		return (problem == null) ? Health.up().build() : Health.down().withDetail("waitingFor", problem).build();
	}

}
