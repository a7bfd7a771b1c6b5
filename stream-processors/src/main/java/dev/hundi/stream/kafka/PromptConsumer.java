package dev.hundi.stream.kafka;

import java.time.Duration;
import java.util.Map;

import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/** Kafka's consumer with a {@link PromptPoll}. */
final class PromptConsumer extends KafkaConsumer<byte[], byte[]> {

	private final PromptPoll poll;

	/**
	 * Creates a consumer.
	 * @param properties with deserializers to bytes
	 * @param maxMessages the {@code max.poll.records} of the properties
	 */
	PromptConsumer(Map<String, Object> properties, int maxMessages) {
		super(properties);
		this.poll = new PromptPoll(super::poll, this::assignment, maxMessages, System::nanoTime);
	}

	@Override
	public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
		return this.poll.poll(timeout);
	}

}
