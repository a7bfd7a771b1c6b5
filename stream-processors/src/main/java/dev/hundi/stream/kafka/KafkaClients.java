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
 * Creates Kafka clients that connect with the same properties and have the same
 * guarantees: every in-sync replica has an acknowledged record, once and in order;
 * consumers start at the oldest record and do not commit automatically.
 */
@Component
public final class KafkaClients {

	static final Duration ADMIN_TIMEOUT = Duration.ofSeconds(4);

	/** Of records that are never flushed. */
	private static final Duration LINGER = Duration.ofMillis(5);

	private final KafkaSettings settings;

	KafkaClients(KafkaSettings settings) {
		this.settings = settings;
	}

	/**
	 * Returns a new producer, which the caller closes. Its records wait for others that
	 * are sent with them, and share their request, until the caller flushes it.
	 */
	public Producer<byte[], byte[]> newProducer(String clientId) {
		return new KafkaProducer<>(producerProperties(clientId, LINGER));
	}

	/** Returns the properties of a producer that sends each record at once. */
	Map<String, Object> producerProperties(String clientId) {
		return producerProperties(clientId, Duration.ZERO);
	}

	private Map<String, Object> producerProperties(String clientId, Duration linger) {
		Map<String, Object> properties = new HashMap<>(this.settings.clientProperties());
		properties.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
		properties.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
		properties.put(ProducerConfig.CLIENT_ID_CONFIG, clientId);
		properties.put(ProducerConfig.LINGER_MS_CONFIG, linger.toMillis());
		properties.put(ProducerConfig.BATCH_SIZE_CONFIG, 128 * 1024);
		properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 30_000);
		properties.putAll(this.settings.producerProperties());
		properties.put(ProducerConfig.ACKS_CONFIG, "all");
		properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
		return properties;
	}

	/** Returns a new consumer without a group, for reading from arbitrary offsets. */
	Consumer<byte[], byte[]> newReader() {
		Map<String, Object> properties = new HashMap<>(this.settings.clientProperties());
		properties.putAll(this.settings.consumerProperties());
		properties.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
		properties.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
		properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
		properties.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, Math.toIntExact(ADMIN_TIMEOUT.toMillis()));
		properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
		return new KafkaConsumer<>(properties);
	}

	Map<String, Object> consumerProperties(String groupId, int maxPollRecords) {
		Map<String, Object> properties = new HashMap<>(this.settings.clientProperties());
		properties.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
		properties.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
		properties.put(ConsumerConfig.GROUP_ID_CONFIG, groupId);
		properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
		properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, maxPollRecords);
		properties.put(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, CooperativeStickyAssignor.class.getName());
		// A fetch returns as soon as one byte is available; only idle consumers wait. A
		// partition that is assigned during a wait is read after it.
		properties.put(ConsumerConfig.FETCH_MIN_BYTES_CONFIG, 1);
		properties.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 2_000);
		// A partition with many messages does not delay the others for long.
		properties.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, 32 * 1024);
		// The partitions of a killed instance are reassigned within this time.
		properties.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, 10_000);
		properties.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, 3_000);
		properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
		properties.putAll(this.settings.consumerProperties());
		properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
		return properties;
	}

	Admin newAdmin() {
		int timeoutMs = Math.toIntExact(ADMIN_TIMEOUT.toMillis());
		Map<String, Object> properties = new HashMap<>(this.settings.clientProperties());
		properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, timeoutMs);
		properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, timeoutMs);
		return Admin.create(properties);
	}

}
