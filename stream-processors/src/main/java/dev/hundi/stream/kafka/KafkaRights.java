package dev.hundi.stream.kafka;

import java.util.Collection;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

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
 * @param groups consumer groups to READ
 */
record KafkaRights(Map<String, Set<AclOperation>> topics, Set<String> groups) {

	static KafkaRights of(Processors processors) {
		KafkaRights rights = new KafkaRights(new TreeMap<>(), new TreeSet<>());
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
			case DEBIT -> consume(processor, Topics.PAYOUT_CREATED);
			case DISPATCH -> consume(processor, Topics.PAYOUT_DEBITED);
			case WEBHOOK -> consume(processor, Topics.PAYOUT_STATUS);
			case BENEFICIARY -> consume(processor, Topics.BENEFICIARY);
			// It works at another pace while the stream is unavailable.
			case SWEEP -> Topics.all().forEach((topic) -> add(topic, AclOperation.DESCRIBE));
			case SEARCH -> {
			}
		}
	}

	private void consume(Processor processor, String topic) {
		add(topic, AclOperation.READ);
		add(Topics.deadLettersOf(topic), AclOperation.WRITE);
		this.groups.add(processor.group());
	}

	private void add(String topic, AclOperation operation) {
		this.topics.computeIfAbsent(topic, (key) -> EnumSet.noneOf(AclOperation.class)).add(operation);
	}

	/**
	 * Checks the rights in a topic.
	 * @param granted what the broker grants, or null if it does not say
	 * @throws AuthorizationException if one is missing
	 */
	void requireTopic(String topic, @Nullable Collection<AclOperation> granted) {
		if (granted != null) {
			this.topics.getOrDefault(topic, Set.of())
				.stream()
				.filter((operation) -> !granted.contains(operation))
				.findFirst()
				.ifPresent((missing) -> {
					throw refused(missing, "topic " + topic);
				});
		}
	}

	/**
	 * Checks the right to consume in a group.
	 * @param granted what the broker grants, or null if it does not say
	 * @throws AuthorizationException if it is missing
	 */
	static void requireGroup(String group, @Nullable Collection<AclOperation> granted) {
		if (granted != null && !granted.contains(AclOperation.READ)) {
			throw refused(AclOperation.READ, "group " + group);
		}
	}

	static AuthorizationException refused(AclOperation operation, String resource) {
		return new AuthorizationException("The user of this process may not " + operation + " " + resource
				+ " (docs/operating.md lists the rights of each processor)");
	}

}
