package dev.hundi.sandbox;

import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** Drops every message between Kafka and the processors. */
public final class DropEverything implements ConsumerInterceptor<byte[], byte[]> {

	static final AtomicLong dropped = new AtomicLong();

	@Override
	public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
		dropped.addAndGet(records.count());
		return new ConsumerRecords<>(Map.of(), Map.of());
	}

	@Override
	public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {
		// Nothing to do.
	}

	@Override
	public void close() {
		// Holds nothing.
	}

	@Override
	public void configure(Map<String, ?> configs) {
		// Has no settings.
	}

}
