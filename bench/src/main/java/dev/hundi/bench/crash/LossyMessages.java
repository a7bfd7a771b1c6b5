package dev.hundi.bench.crash;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Drops one message in twenty between Kafka and a processor and duplicates another one in
 * twenty.
 */
public final class LossyMessages implements ConsumerInterceptor<byte[], byte[]> {

	private static final int ONE_IN = 20;

	private final SplittableRandom random = new SplittableRandom();

	@Override
	public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
		Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> kept = new HashMap<>();
		for (TopicPartition partition : records.partitions()) {
			List<ConsumerRecord<byte[], byte[]>> some = new ArrayList<>();
			for (ConsumerRecord<byte[], byte[]> record : records.records(partition)) {
				int fate = this.random.nextInt(ONE_IN);
				if (fate != 0) {
					some.add(record);
				}
				if (fate == 1) {
					some.add(record);
				}
			}
			if (!some.isEmpty()) {
				kept.put(partition, some);
			}
		}
		return new ConsumerRecords<>(kept, records.nextOffsets());
	}

	@Override
	public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {
		// Required by the interface; commits need no action.
	}

	@Override
	public void close() {
		// Required by the interface; there is nothing to close.
	}

	@Override
	public void configure(Map<String, ?> configs) {
		// Required by the interface; there are no settings.
	}

}
