package dev.hundi.stream.kafka;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;

import dev.hundi.stream.message.Topics;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;

import org.springframework.stereotype.Component;

/**
 * Creates missing topics. Existing topics are not changed: a different number of
 * partitions would move keys to other partitions.
 */
@Component
final class CreateTopics {

	private final KafkaSettings settings;

	CreateTopics(KafkaSettings settings) {
		this.settings = settings;
	}

	/**
	 * Creates the topics and waits until all exist.
	 * @throws ExecutionException if Kafka rejects the request or does not respond
	 */
	void in(Admin admin) throws ExecutionException, InterruptedException {
		for (KafkaFuture<Void> creation : admin.createTopics(topics()).values().values()) {
			try {
				creation.get();
			}
			catch (ExecutionException ex) {
				if (!(ex.getCause() instanceof TopicExistsException)) {
					throw ex;
				}
			}
		}
	}

	private List<NewTopic> topics() {
		List<NewTopic> topics = new ArrayList<>();
		for (String topic : Topics.all()) {
			topics.add(new NewTopic(topic, this.settings.partitions(), this.settings.replicationFactor()));
			// Dead letters are kept until an operator has dealt with them.
			topics.add(new NewTopic(Topics.deadLettersOf(topic), 1, this.settings.replicationFactor())
				.configs(Map.of(TopicConfig.RETENTION_MS_CONFIG, "-1")));
		}
		return topics;
	}

}
