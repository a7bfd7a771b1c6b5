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
 * Creates the topics that do not exist. One that exists stays as it is, whatever the
 * settings say: changing its partitions would change which partition a key is in.
 */
@Component
final class CreateTopics {

	private final KafkaSettings settings;

	CreateTopics(KafkaSettings settings) {
		this.settings = settings;
	}

	/**
	 * Returns once all of them exist.
	 * @throws ExecutionException if Kafka refuses or does not answer
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
			// Dead letters wait for a person, however long that takes.
			topics.add(new NewTopic(Topics.deadLettersOf(topic), 1, this.settings.replicationFactor())
				.configs(Map.of(TopicConfig.RETENTION_MS_CONFIG, "-1")));
		}
		return topics;
	}

}
