package dev.hundi.stream.kafka;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/**
 * Reports DOWN while Kafka is unavailable, lacks topics or refuses rights, and what is
 * below the settings of topics.
 */
@Component("kafka")
final class KafkaHealth implements HealthIndicator {

	private final WatchKafka kafka;

	private final TopicSettings topics;

	KafkaHealth(WatchKafka kafka, TopicSettings topics) {
		this.kafka = kafka;
		this.topics = topics;
	}

	@Override
	public Health health() {
		String problem = this.kafka.problem();
		Health.Builder health = (problem == null) ? Health.up() : Health.down().withDetail("waitingFor", problem);
		if (!this.topics.problems().isEmpty()) {
			health.withDetail("topicsBelowSettings", this.topics.problems());
		}
		return health.build();
	}

}
