package dev.hundi.stream.kafka;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;

import dev.hundi.stream.message.Topics;
import dev.hundi.stream.processor.Processor;
import dev.hundi.stream.processor.Processors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

import org.springframework.stereotype.Component;

/**
 * Checks that the topics of this instance's processors exist and that its user has the
 * rights that they need. Instances with the relay create missing topics. Existing topics
 * keep their partitions: a different number would move keys to other partitions.
 */
@Component
final class PrepareTopics {

	private final KafkaSettings settings;

	private final KafkaRights rights;

	private final boolean creates;

	PrepareTopics(KafkaSettings settings, Processors processors) {
		this.settings = settings;
		this.rights = KafkaRights.of(processors);
		this.creates = processors.runs(Processor.RELAY);
	}

	/**
	 * Describes the topics and creates missing ones.
	 * @return every topic of this instance
	 * @throws ExecutionException if Kafka rejects a request, does not respond, or does
	 * not know a new topic yet
	 * @throws AuthorizationException if the user lacks a right
	 */
	Map<String, TopicDescription> in(Admin admin) throws ExecutionException, InterruptedException {
		if (this.rights.topics().isEmpty()) {
			admin.describeCluster().nodes().get();
			return Map.of();
		}
		Map<String, TopicDescription> present = describe(admin);
		Set<String> missing = new TreeSet<>(this.rights.topics().keySet());
		missing.removeAll(present.keySet());
		if (missing.isEmpty()) {
			return present;
		}
		if (!this.creates) {
			throw new UnknownTopicOrPartitionException(
					"Topics " + missing + " do not exist; a process with the processor relay creates them");
		}
		create(admin, missing);
		return in(admin);
	}

	/**
	 * Checks the rights in the consumer groups.
	 * @throws ExecutionException if Kafka does not respond
	 * @throws AuthorizationException if the user lacks a right
	 */
	void checkGroups(Admin admin) throws ExecutionException, InterruptedException {
		var groups = admin.describeConsumerGroups(this.rights.groups().keySet(),
				new DescribeConsumerGroupsOptions().includeAuthorizedOperations(true));
		for (var group : groups.describedGroups().entrySet()) {
			try {
				this.rights.requireGroup(group.getKey(), group.getValue().get().authorizedOperations());
			}
			catch (ExecutionException ex) {
				if (ex.getCause() instanceof AuthorizationException) {
					throw this.rights.refusedGroup(group.getKey());
				}
				if (!(ex.getCause() instanceof GroupIdNotFoundException)) {
					throw ex;
				}
			}
		}
	}

	private Map<String, TopicDescription> describe(Admin admin) throws ExecutionException, InterruptedException {
		Map<String, TopicDescription> present = new HashMap<>();
		var topics = admin.describeTopics(this.rights.topics().keySet(),
				new DescribeTopicsOptions().includeAuthorizedOperations(true));
		for (var topic : topics.topicNameValues().entrySet()) {
			try {
				TopicDescription description = topic.getValue().get();
				this.rights.requireTopic(topic.getKey(), description.authorizedOperations());
				present.put(topic.getKey(), description);
			}
			catch (ExecutionException ex) {
				if (ex.getCause() instanceof AuthorizationException) {
					throw KafkaRights.refused(AclOperation.DESCRIBE, "topic " + topic.getKey());
				}
				if (!(ex.getCause() instanceof UnknownTopicOrPartitionException)) {
					throw ex;
				}
			}
		}
		return present;
	}

	private void create(Admin admin, Set<String> names) throws ExecutionException, InterruptedException {
		Collection<NewTopic> topics = names.stream().map(this::newTopic).toList();
		for (var creation : admin.createTopics(topics).values().entrySet()) {
			try {
				creation.getValue().get();
			}
			catch (ExecutionException ex) {
				if (ex.getCause() instanceof AuthorizationException) {
					throw KafkaRights.refused(AclOperation.CREATE, "topic " + creation.getKey());
				}
				if (!(ex.getCause() instanceof TopicExistsException)) {
					throw ex;
				}
			}
		}
	}

	private NewTopic newTopic(String name) {
		boolean deadLetters = Topics.isDeadLetters(name);
		Map<String, String> configs = new LinkedHashMap<>();
		configs.put(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, Integer.toString(this.settings.minInsyncReplicas()));
		if (deadLetters) {
			configs.putAll(TopicSettings.retention(this.settings.deadLetterRetention()));
		}
		return new NewTopic(name, deadLetters ? 1 : this.settings.partitions(), this.settings.replicationFactor())
			.configs(configs);
	}

}
