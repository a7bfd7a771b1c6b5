package dev.hundi.stream.kafka;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;

import dev.hundi.stream.message.Topics;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

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
	 * Creates the missing topics.
	 * @return the id of every topic
	 * @throws ExecutionException if Kafka rejects a request, does not respond, or does
	 * not know a new topic yet
	 */
	Map<String, Uuid> in(Admin admin) throws ExecutionException, InterruptedException {
		Map<String, NewTopic> missing = topics();
		Map<String, Uuid> present = new HashMap<>();
		for (var topic : admin.describeTopics(missing.keySet()).topicNameValues().entrySet()) {
			try {
				TopicDescription description = topic.getValue().get();
				present.put(topic.getKey(), description.topicId());
			}
			catch (ExecutionException ex) {
				if (!(ex.getCause() instanceof UnknownTopicOrPartitionException)) {
					throw ex;
				}
			}
		}
		missing.keySet().removeAll(present.keySet());
		if (missing.isEmpty()) {
			return present;
		}
		create(admin, missing);
		return in(admin);
	}

	private static void create(Admin admin, Map<String, NewTopic> topics)
			throws ExecutionException, InterruptedException {
		for (KafkaFuture<Void> creation : admin.createTopics(topics.values()).values().values()) {
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

	private Map<String, NewTopic> topics() {
		Map<String, NewTopic> topics = new LinkedHashMap<>();
		for (String topic : Topics.all()) {
			topics.put(topic, new NewTopic(topic, this.settings.partitions(), this.settings.replicationFactor()));
			String deadLetters = Topics.deadLettersOf(topic);
			// Dead letters are kept until an operator has dealt with them.
			topics.put(deadLetters, new NewTopic(deadLetters, 1, this.settings.replicationFactor())
				.configs(Map.of(TopicConfig.RETENTION_MS_CONFIG, "-1")));
		}
		return topics;
	}

}
