package dev.hundi.stream.kafka;

import java.util.Map;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How this application uses Kafka: {@code hundi.kafka.*}.
 *
 * @param bootstrapServers brokers to begin with
 * @param partitions partitions of a topic that is created here; more copies than this
 * find no work
 * @param replicationFactor replicas of a topic that is created here
 * @param concurrency consumers of each processor in this copy
 * @param consumerProperties further properties of every consumer, by Kafka's own names
 * @param producerProperties further properties of every producer, by Kafka's own names
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
