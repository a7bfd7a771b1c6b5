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
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/**
 * Puts away messages that nothing can be done with: unchanged, with the reason and where
 * they came from in headers, counted by topic as {@code hundi.dead.letters}.
 */
@Component
public final class DeadLetters implements DisposableBean {

	/** Header with what is wrong, UTF-8. */
	public static final String REASON = "hundi-reason";

	/** Header with the topic it came from; absent where it came from no topic. */
	public static final String TOPIC = "hundi-topic";

	/** Header with the partition it came from, decimal digits. */
	public static final String PARTITION = "hundi-partition";

	/** Header with the offset it came from, decimal digits. */
	public static final String OFFSET = "hundi-offset";

	/**
	 * Header with the time at which it first became a dead letter, ISO 8601; a replay
	 * that comes back keeps it.
	 */
	public static final String FIRST_SEEN = "hundi-first-seen";

	/** Dead-letter topics have one partition, and one order. */
	static final int ONLY_PARTITION = 0;

	private static final Logger logger = LoggerFactory.getLogger(DeadLetters.class);

	private final Clock clock = Clock.systemUTC();

	private final KafkaClients clients;

	private final Map<String, Counter> counters = new HashMap<>();

	private @Nullable Producer<byte[], byte[]> producer;

	DeadLetters(KafkaClients clients, MeterRegistry meters) {
		this.clients = clients;
		for (String topic : Topics.all()) {
			this.counters.put(topic, Counter.builder("hundi.dead.letters").tag("topic", topic).register(meters));
		}
	}

	/**
	 * Puts consumed records away and returns when Kafka has them all.
	 * @throws KafkaException if Kafka does not take one; none of them may then be passed
	 * over
	 */
	void put(List<Dead> dead) {
		List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
		for (Dead letter : dead) {
			ConsumerRecord<byte[], byte[]> from = letter.from();
			ProducerRecord<byte[], byte[]> copy = letter(from.topic(), from.key(), from.value());
			from.headers().forEach(copy.headers()::add);
			if (from.headers().lastHeader(FIRST_SEEN) == null) {
				copy.headers().add(FIRST_SEEN, bytes(this.clock.instant().toString()));
			}
			// After those that it came with: the last header of a name counts.
			copy.headers().add(REASON, bytes(letter.reason()));
			copy.headers().add(TOPIC, bytes(from.topic()));
			copy.headers().add(PARTITION, bytes(Integer.toString(from.partition())));
			copy.headers().add(OFFSET, bytes(Long.toString(from.offset())));
			logger.warn("Dead letter from {}-{} at offset {}: {}", from.topic(), from.partition(), from.offset(),
					letter.reason());
			records.add(copy);
		}
		send(records);
		dead.forEach((letter) -> count(letter.from().topic()));
	}

	/**
	 * Puts away what could not even become a message of a topic, and returns when Kafka
	 * has it.
	 * @param topic where it should have gone
	 * @param content what there was, as text
	 * @throws KafkaException if Kafka does not take it
	 */
	public void put(String topic, String content, String reason) {
		logger.warn("Dead letter for {}: {}", topic, reason);
		ProducerRecord<byte[], byte[]> letter = letter(topic, null, bytes(content));
		letter.headers().add(FIRST_SEEN, bytes(this.clock.instant().toString()));
		letter.headers().add(REASON, bytes(reason));
		send(List.of(letter));
		count(topic);
	}

	@Override
	public synchronized void destroy() {
		if (this.producer != null) {
			this.producer.close();
		}
	}

	/**
	 * Sends letters to the topics they came from, and returns when Kafka has them all.
	 * @throws KafkaException if Kafka does not take one
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

	private static ProducerRecord<byte[], byte[]> letter(String topic, byte @Nullable [] key, byte @Nullable [] value) {
		return new ProducerRecord<>(Topics.deadLettersOf(topic), ONLY_PARTITION, key, value);
	}

	private void send(List<ProducerRecord<byte[], byte[]>> records) {
		Producer<byte[], byte[]> sender = producer();
		List<Future<RecordMetadata>> acknowledgements = records.stream().map(sender::send).toList();
		try {
			for (Future<RecordMetadata> acknowledgement : acknowledgements) {
				acknowledgement.get();
			}
		}
		catch (ExecutionException ex) {
			throw new KafkaException("Kafka did not take a dead letter", ex.getCause());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new KafkaException("Stopped before Kafka took a dead letter", ex);
		}
	}

	private synchronized Producer<byte[], byte[]> producer() {
		if (this.producer == null) {
			this.producer = this.clients.newProducer("hundi-dead-letters");
		}
		return this.producer;
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

	/** A consumed record with what is wrong with it. */
	record Dead(ConsumerRecord<byte[], byte[]> from, String reason) {
	}

}
