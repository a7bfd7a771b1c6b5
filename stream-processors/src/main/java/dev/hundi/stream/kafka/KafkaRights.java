package dev.hundi.stream.kafka;

import java.util.Collection;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import dev.hundi.stream.message.Topics;
import dev.hundi.stream.processor.Processor;
import dev.hundi.stream.processor.Processors;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.AuthorizationException;
import org.jspecify.annotations.Nullable;

/**
 * What the processors of this instance do with topics and consumer groups, and so which
 * rights its user needs (docs/operating.md, "Kafka").
 *
 * @param topics operations by topic
 * @param groups operations by consumer group
 */
record KafkaRights(Map<String, Set<AclOperation>> topics, Map<String, Set<AclOperation>> groups) {

	static KafkaRights of(Processors processors) {
		KafkaRights rights = new KafkaRights(new TreeMap<>(), new TreeMap<>());
		processors.enabled().forEach(rights::add);
		return rights;
	}

	private void add(Processor processor) {
		switch (processor) {
			case RELAY -> Topics.all().forEach((topic) -> {
				add(topic, AclOperation.WRITE);
				add(Topics.deadLettersOf(topic), AclOperation.READ);
				add(Topics.deadLettersOf(topic), AclOperation.WRITE);
			});
			case DEBIT, DISPATCH, WEBHOOK, BENEFICIARY -> consume(processor, Topics.readBy(processor));
			// It leaves to the stream what that has yet to bring.
			case SWEEP -> Topics.byReader().forEach((reader, topic) -> {
				add(topic, AclOperation.DESCRIBE);
				add(this.groups, reader.group(), AclOperation.DESCRIBE);
			});
			case SEARCH -> {
			}
		}
	}

	private void consume(Processor processor, String topic) {
		add(topic, AclOperation.READ);
		add(Topics.deadLettersOf(topic), AclOperation.WRITE);
		add(this.groups, processor.group(), AclOperation.READ);
	}

	private void add(String topic, AclOperation operation) {
		add(this.topics, topic, operation);
	}

	private static void add(Map<String, Set<AclOperation>> rights, String name, AclOperation operation) {
		rights.computeIfAbsent(name, (key) -> EnumSet.noneOf(AclOperation.class)).add(operation);
	}

	/**
	 * Checks the rights in a topic.
	 * @param granted what the broker grants, or null if it does not say
	 * @throws AuthorizationException if one is missing
	 */
	void requireTopic(String topic, @Nullable Collection<AclOperation> granted) {
		require(this.topics.getOrDefault(topic, Set.of()), granted, "topic " + topic);
	}

	/**
	 * Checks the rights in a consumer group.
	 * @param granted what the broker grants, or null if it does not say
	 * @throws AuthorizationException if one is missing
	 */
	void requireGroup(String group, @Nullable Collection<AclOperation> granted) {
		require(this.groups.getOrDefault(group, Set.of()), granted, "group " + group);
	}

	private static void require(Set<AclOperation> operations, @Nullable Collection<AclOperation> granted,
			String resource) {
		if (granted != null) {
			operations.stream().filter((operation) -> !granted.contains(operation)).findFirst().ifPresent((missing) -> {
				throw refused(missing, resource);
			});
		}
	}

	AuthorizationException refusedGroup(String group) {
		return refused(this.groups.getOrDefault(group, Set.of()).iterator().next(), "group " + group);
	}

	static AuthorizationException refused(AclOperation operation, String resource) {
		return new AuthorizationException("The user of this process may not " + operation + " " + resource
				+ " (docs/operating.md lists the rights of each processor)");
	}

}
