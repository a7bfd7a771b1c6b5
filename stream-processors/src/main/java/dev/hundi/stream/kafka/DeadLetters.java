package dev.hundi.stream.kafka;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

import dev.hundi.stream.message.Topics;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.DeadLetterPublishingRecoverer.HeaderNames.HeadersToAdd;
import org.springframework.kafka.listener.DeadLetterPublishingRecoverer;
import org.springframework.stereotype.Component;

/**
 * Publishes messages that cannot be processed to their dead-letter topics: unchanged,
 * with the reason and their origin in headers. Counted by topic as
 * {@code hundi.dead.letters}.
 */
@Component
public final class DeadLetters implements DisposableBean {

	/** Header with the reason, UTF-8. */
	public static final String REASON = "hundi-reason";

	/** Header with the original topic; absent if the message never was in a topic. */
	public static final String TOPIC = "hundi-topic";

	/** Header with the original partition, decimal digits. */
	public static final String PARTITION = "hundi-partition";

	/** Header with the original offset, decimal digits. */
	public static final String OFFSET = "hundi-offset";

	/**
	 * Header with the time at which the message first became a dead letter, ISO 8601.
	 * Replaying the message does not change it.
	 */
	public static final String FIRST_SEEN = "hundi-first-seen";

	/** Dead-letter topics have a single partition, so their order is total. */
	static final int ONLY_PARTITION = 0;

	/** What is not sent by then fails, so its batch is redelivered. */
	private static final int CLOSE_TIMEOUT_S = 2;

	private static final Logger logger = LoggerFactory.getLogger(DeadLetters.class);

	private final Clock clock = Clock.systemUTC();

	private final Map<String, Counter> counters = new HashMap<>();

	private final DefaultKafkaProducerFactory<byte[], byte[]> producers;

	private final DeadLetterPublishingRecoverer recoverer;

	DeadLetters(KafkaClients clients, MeterRegistry meters) {
		for (String topic : Topics.all()) {
			this.counters.put(topic, Counter.builder("hundi.dead.letters").tag("topic", topic).register(meters));
		}
		this.producers = new DefaultKafkaProducerFactory<>(clients.producerProperties("hundi-dead-letters"));
		this.producers.setPhysicalCloseTimeout(CLOSE_TIMEOUT_S);
		this.recoverer = new DeadLetterPublishingRecoverer(new KafkaTemplate<>(this.producers),
				(from, ex) -> new TopicPartition(Topics.deadLettersOf(from.topic()), ONLY_PARTITION));
		this.recoverer.excludeHeader(HeadersToAdd.values());
		this.recoverer.setHeadersFunction(this::headers);
	}

	/**
	 * Publishes a consumed record and waits for the acknowledgement.
	 * @throws org.springframework.kafka.KafkaException if Kafka does not accept the
	 * record, whose offset must then not be committed
	 */
	void publish(ConsumerRecord<byte[], byte[]> from, String reason) {
		logger.warn("Dead letter from {}-{} at offset {}: {}", from.topic(), from.partition(), from.offset(), reason);
		this.recoverer.accept(from, new IllegalArgumentException(reason));
		count(from.topic());
	}

	/**
	 * Publishes content that could not be made a message of a topic, and waits for the
	 * acknowledgement.
	 * @param topic the topic it was meant for
	 * @throws KafkaException if Kafka does not accept it
	 */
	public void publish(String topic, String content, String reason) {
		logger.warn("Dead letter for {}: {}", topic, reason);
		ProducerRecord<byte[], byte[]> letter = new ProducerRecord<>(Topics.deadLettersOf(topic), ONLY_PARTITION, null,
				bytes(content));
		letter.headers().add(FIRST_SEEN, bytes(this.clock.instant().toString()));
		letter.headers().add(REASON, bytes(reason));
		send(List.of(letter));
		count(topic);
	}

	/** After the topics were created again: the previous producer id may be reused. */
	void renewProducer() {
		this.producers.reset();
	}

	@Override
	public void destroy() {
		this.producers.destroy();
	}

	/**
	 * Sends dead letters to their original topic and waits for all acknowledgements.
	 * @throws KafkaException if Kafka does not accept one
	 */
	void replay(List<ConsumerRecord<byte[], byte[]>> letters, String topic) {
		List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
		for (ConsumerRecord<byte[], byte[]> letter : letters) {
			ProducerRecord<byte[], byte[]> again = new ProducerRecord<>(topic, letter.key(), letter.value());
			for (Header header : letter.headers()) {
				if (!List.of(REASON, TOPIC, PARTITION, OFFSET).contains(header.key())) {
					again.headers().add(header);
				}
			}
			records.add(again);
		}
		send(records);
	}

	private void send(List<ProducerRecord<byte[], byte[]>> records) {
		try (Producer<byte[], byte[]> producer = this.producers.createProducer()) {
			List<Future<RecordMetadata>> acknowledgements = records.stream().map(producer::send).toList();
			for (Future<RecordMetadata> acknowledgement : acknowledgements) {
				acknowledgement.get();
			}
		}
		catch (ExecutionException ex) {
			throw new KafkaException("Kafka did not accept a dead letter", ex.getCause());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new KafkaException("Interrupted before Kafka accepted a dead letter", ex);
		}
	}

	/**
	 * Headers that follow those of the record: the last header of a name is the valid
	 * one.
	 */
	private Headers headers(ConsumerRecord<?, ?> from, Exception reason) {
		Headers headers = new RecordHeaders();
		if (from.headers().lastHeader(FIRST_SEEN) == null) {
			headers.add(FIRST_SEEN, bytes(this.clock.instant().toString()));
		}
		headers.add(REASON, bytes(String.valueOf(reason.getMessage())));
		headers.add(TOPIC, bytes(from.topic()));
		headers.add(PARTITION, bytes(Integer.toString(from.partition())));
		headers.add(OFFSET, bytes(Long.toString(from.offset())));
		return headers;
	}

	private void count(String topic) {
		Counter counter = this.counters.get(topic);
		if (counter != null) {
			counter.increment();
		}
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

}
