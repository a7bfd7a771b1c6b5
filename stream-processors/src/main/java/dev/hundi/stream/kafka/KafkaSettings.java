package dev.hundi.stream.kafka;

import java.util.Map;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Kafka: {@code hundi.kafka.*}.
 *
 * @param bootstrapServers initial brokers
 * @param partitions partitions of a created topic; instances beyond this number are idle
 * @param replicationFactor replicas of a created topic
 * @param concurrency consumers of each processor in this instance
 * @param consumerProperties additional Kafka properties of every consumer
 * @param producerProperties additional Kafka properties of every producer
 */
public record KafkaSettings(@DefaultValue("localhost:9092") String bootstrapServers, @DefaultValue("12") int partitions,
		@DefaultValue("1") short replicationFactor, @DefaultValue("4") int concurrency,
		@DefaultValue Map<String, String> consumerProperties, @DefaultValue Map<String, String> producerProperties) {

	public KafkaSettings {
		if (partitions < 1 || replicationFactor < 1 || concurrency < 1) {
			throw new IllegalArgumentException(
					"hundi.kafka.partitions, replication-factor and concurrency must be 1 or more");
		}
		consumerProperties = Map.copyOf(consumerProperties);
		producerProperties = Map.copyOf(producerProperties);
	}

}
