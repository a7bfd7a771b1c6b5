package dev.hundi.stream.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * A poll that also returns the messages that have arrived since the poll before.
 * <p>
 * Kafka's consumer fetches once more at the end of a poll, and the broker answers as soon
 * as it has one message. A consumer that waits between its polls gets this old answer
 * with the next one, and the messages of the wait only with the one after that.
 */
final class PromptPoll {

	/** A poll that takes less has returned what was fetched before it. */
	static final Duration FETCHED_BEFORE = Duration.ofMillis(1);

	/** A broker that has messages answers sooner. */
	private static final Duration ANSWER = Duration.ofMillis(5);

	private final Function<Duration, ConsumerRecords<byte[], byte[]>> poll;

	private final Supplier<Set<TopicPartition>> assignment;

	private final int maxMessages;

	private final LongSupplier nanos;

	/**
	 * Creates the poll of a consumer.
	 * @param poll the consumer's own
	 * @param maxMessages of the consumer's own poll; this one returns less than twice as
	 * many
	 * @param nanos a clock like {@link System#nanoTime()}
	 */
	PromptPoll(Function<Duration, ConsumerRecords<byte[], byte[]>> poll, Supplier<Set<TopicPartition>> assignment,
			int maxMessages, LongSupplier nanos) {
		this.poll = poll;
		this.assignment = assignment;
		this.maxMessages = maxMessages;
		this.nanos = nanos;
	}

	ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
		long begin = this.nanos.getAsLong();
		ConsumerRecords<byte[], byte[]> earlier = this.poll.apply(timeout);
		if (earlier.isEmpty() || earlier.count() >= this.maxMessages
				|| this.nanos.getAsLong() - begin >= FETCHED_BEFORE.toNanos()) {
			return earlier;
		}
		return joined(earlier, later(), this.assignment.get());
	}

	/**
	 * A failure must not lose the messages of the first poll. The next poll fails again,
	 * unless the failure is the wake-up of a consumer that stops.
	 */
	private ConsumerRecords<byte[], byte[]> later() {
		try {
			return this.poll.apply(ANSWER);
		}
		catch (KafkaException ex) {
			return ConsumerRecords.empty();
		}
	}

	/**
	 * Joins the messages of two polls. The second poll may have lost a partition: its new
	 * owner reads it from the committed offset. Or it was assigned again and is read from
	 * there.
	 */
	private static ConsumerRecords<byte[], byte[]> joined(ConsumerRecords<byte[], byte[]> earlier,
			ConsumerRecords<byte[], byte[]> later, Set<TopicPartition> assignment) {
		Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> records = new HashMap<>();
		Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>();
		for (TopicPartition partition : later.partitions()) {
			records.put(partition, later.records(partition));
		}
		next.putAll(later.nextOffsets());
		for (TopicPartition partition : earlier.partitions()) {
			List<ConsumerRecord<byte[], byte[]>> first = earlier.records(partition);
			List<ConsumerRecord<byte[], byte[]>> second = records.getOrDefault(partition, List.of());
			if (assignment.contains(partition) && follows(first, second)) {
				List<ConsumerRecord<byte[], byte[]>> both = new ArrayList<>(first);
				both.addAll(second);
				records.put(partition, both);
				OffsetAndMetadata afterFirst = earlier.nextOffsets().get(partition);
				if (afterFirst != null) {
					next.putIfAbsent(partition, afterFirst);
				}
			}
		}
		return new ConsumerRecords<>(records, next);
	}

	private static boolean follows(List<ConsumerRecord<byte[], byte[]>> first,
			List<ConsumerRecord<byte[], byte[]>> second) {
		return second.isEmpty() || second.getFirst().offset() > first.getLast().offset();
	}

}
