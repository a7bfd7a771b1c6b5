package dev.hundi.stream.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;

import dev.hundi.stream.message.Topics;
import dev.hundi.stream.processor.Processor;
import dev.hundi.stream.processor.Processors;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.stereotype.Component;

/**
 * Compares existing topics with the settings, in instances with the relay. Topics with
 * fewer replicas than configured are reported, in the log, the health endpoint and
 * {@code hundi.kafka.topics.below.settings}: an operator must move their partitions.
 * Dead-letter topics get the configured retention.
 */
@Component
final class TopicSettings {

	private static final Logger logger = LoggerFactory.getLogger(TopicSettings.class);

	/** Kafka deletes whole segments, so a letter lives up to this much longer. */
	private static final Duration SEGMENT = Duration.ofDays(1);

	private final KafkaSettings settings;

	private final boolean responsible;

	private volatile List<String> problems = List.of();

	TopicSettings(KafkaSettings settings, Processors processors, MeterRegistry meters) {
		this.settings = settings;
		this.responsible = processors.runs(Processor.RELAY);
		Gauge.builder("hundi.kafka.topics.below.settings", () -> this.problems.size()).register(meters);
	}

	/** Returns what is below the settings, for operators. */
	List<String> problems() {
		return this.problems;
	}

	/** The configuration of a dead-letter topic. */
	static Map<String, String> retention(Duration retention) {
		return Map.of(TopicConfig.RETENTION_MS_CONFIG, Long.toString(retention.toMillis()),
				TopicConfig.SEGMENT_MS_CONFIG, Long.toString(Math.min(retention.toMillis(), SEGMENT.toMillis())));
	}

	/**
	 * Checks the topics.
	 * @throws ExecutionException if Kafka does not respond
	 */
	void check(Admin admin, Collection<TopicDescription> topics) throws ExecutionException, InterruptedException {
		if (!this.responsible) {
			return;
		}
		List<String> found = new ArrayList<>();
		var configs = admin.describeConfigs(topics.stream().map((topic) -> resource(topic.name())).toList()).values();
		for (TopicDescription topic : topics) {
			try {
				Config config = Objects.requireNonNull(configs.get(resource(topic.name()))).get();
				compareReplicas(topic, config, found);
				if (Topics.isDeadLetters(topic.name())) {
					expire(admin, topic.name(), config);
				}
			}
			catch (ExecutionException ex) {
				if (!(ex.getCause() instanceof AuthorizationException)) {
					throw ex;
				}
				found.add(topic.name() + " cannot be checked: " + ex.getCause().getMessage());
			}
		}
		if (!found.equals(this.problems)) {
			found.forEach((problem) -> logger.warn("Topic {}", problem));
		}
		this.problems = List.copyOf(found);
	}

	private void compareReplicas(TopicDescription topic, Config config, List<String> found) {
		int replicas = topic.partitions().stream().mapToInt((partition) -> partition.replicas().size()).min().orElse(0);
		if (replicas < this.settings.replicationFactor()) {
			found.add("%s has %d replicas instead of %d (hundi.kafka.replication-factor)".formatted(topic.name(),
					replicas, this.settings.replicationFactor()));
		}
		int inSync = Integer.parseInt(value(config, TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG));
		if (inSync < this.settings.minInsyncReplicas()) {
			found.add("%s has min.insync.replicas %d instead of %d (hundi.kafka.min-insync-replicas)"
				.formatted(topic.name(), inSync, this.settings.minInsyncReplicas()));
		}
	}

	private void expire(Admin admin, String topic, Config config) throws ExecutionException, InterruptedException {
		Map<String, String> wanted = retention(this.settings.deadLetterRetention());
		if (wanted.entrySet().stream().allMatch((entry) -> value(config, entry.getKey()).equals(entry.getValue()))) {
			return;
		}
		admin.incrementalAlterConfigs(Map.of(resource(topic),
				wanted.entrySet()
					.stream()
					.map((entry) -> new AlterConfigOp(new ConfigEntry(entry.getKey(), entry.getValue()),
							AlterConfigOp.OpType.SET))
					.toList()))
			.all()
			.get();
		logger.info("Dead letters in {} are kept for {}", topic, this.settings.deadLetterRetention());
	}

	private static ConfigResource resource(String topic) {
		return new ConfigResource(ConfigResource.Type.TOPIC, topic);
	}

	private static String value(Config config, String name) {
		ConfigEntry entry = config.get(name);
		return (entry != null && entry.value() != null) ? entry.value() : "0";
	}

}
