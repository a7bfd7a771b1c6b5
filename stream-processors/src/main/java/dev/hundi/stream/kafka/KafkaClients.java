package dev.hundi.stream.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

import org.springframework.stereotype.Component;

/**
 * Makes this application's Kafka clients, all with the same promises: a producer's
 * acknowledgement means that every in-sync replica has the record, once and in order; a
 * consumer begins at the oldest record and commits nothing by itself.
 */
@Component
public final class KafkaClients {

	private static final Duration ADMIN_TIMEOUT = Duration.ofSeconds(5);

	private final KafkaSettings settings;

	KafkaClients(KafkaSettings settings) {
		this.settings = settings;
	}

	/** Returns a new producer, which the caller closes. */
	public Producer<byte[], byte[]> newProducer(String clientId) {
		return new KafkaProducer<>(producerProperties(clientId));
	}

	Map<String, Object> producerProperties(String clientId) {
		Map<String, Object> properties = new HashMap<>();
		properties.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, this.settings.bootstrapServers());
		properties.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
		properties.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
		properties.put(ProducerConfig.CLIENT_ID_CONFIG, clientId);
		// Latency: what is sent together is batched anyway while a request is under way.
		properties.put(ProducerConfig.LINGER_MS_CONFIG, 0);
		properties.put(ProducerConfig.BATCH_SIZE_CONFIG, 128 * 1024);
		properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 30_000);
		properties.putAll(this.settings.producerProperties());
		properties.put(ProducerConfig.ACKS_CONFIG, "all");
		properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
		return properties;
	}

	/** A consumer that belongs to no group, for reading a topic where one likes. */
	Consumer<byte[], byte[]> newReader() {
		Map<String, Object> properties = new HashMap<>(this.settings.consumerProperties());
		properties.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, this.settings.bootstrapServers());
		properties.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
		properties.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
		properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
		properties.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, Math.toIntExact(ADMIN_TIMEOUT.toMillis()));
		properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
		return new KafkaConsumer<>(properties);
	}

	/** Properties of a processor's consumers. */
	Map<String, Object> consumerProperties(String groupId, int maxPollRecords) {
		Map<String, Object> properties = new HashMap<>();
		properties.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, this.settings.bootstrapServers());
		properties.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
		properties.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
		properties.put(ConsumerConfig.GROUP_ID_CONFIG, groupId);
		properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
		properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, maxPollRecords);
		properties.put(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, CooperativeStickyAssignor.class.getName());
		// One byte answers a fetch, so the wait only says how often an idle one asks.
		properties.put(ConsumerConfig.FETCH_MIN_BYTES_CONFIG, 1);
		properties.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 500);
		// A killed copy's partitions go to the others within this time.
		properties.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, 10_000);
		properties.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, 3_000);
		properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
		properties.putAll(this.settings.consumerProperties());
		properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
		return properties;
	}

	Admin newAdmin() {
		int timeoutMs = Math.toIntExact(ADMIN_TIMEOUT.toMillis());
		return Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, this.settings.bootstrapServers(),
				AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, timeoutMs, AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
				timeoutMs));
	}

}
