package dev.hundi.stream.kafka;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PromptPollTests {

	private static final TopicPartition ZERO = new TopicPartition("topic", 0);

	private static final TopicPartition ONE = new TopicPartition("topic", 1);

	private final Deque<Supplier<ConsumerRecords<byte[], byte[]>>> answers = new ArrayDeque<>();

	private final List<Duration> timeouts = new ArrayList<>();

	private Set<TopicPartition> assignment = Set.of(ZERO, ONE);

	private long nanos;

	private final PromptPoll poll = new PromptPoll((timeout) -> {
		this.timeouts.add(timeout);
		return this.answers.remove().get();
	}, () -> this.assignment, 4, () -> this.nanos);

	@Test
	void returnsWhatWasFetchedBeforeAndWhatHasArrivedSince() {
		this.answers.add(() -> records(Map.of(ZERO, List.of(3, 4))));
		this.answers.add(() -> records(Map.of(ZERO, List.of(5, 6), ONE, List.of(7))));

		ConsumerRecords<byte[], byte[]> polled = this.poll.poll(Duration.ofSeconds(1));

		assertThat(offsets(polled)).isEqualTo(Map.of(ZERO, List.of(3L, 4L, 5L, 6L), ONE, List.of(7L)));
		assertThat(polled.nextOffsets())
			.isEqualTo(Map.of(ZERO, new OffsetAndMetadata(7), ONE, new OffsetAndMetadata(8)));
		assertThat(this.timeouts).first().isEqualTo(Duration.ofSeconds(1));
	}

	@Test
	void pollsOnceIfItHasWaitedForTheMessagesOrThereAreNone() {
		this.answers.add(() -> {
			this.nanos += PromptPoll.FETCHED_BEFORE.toNanos();
			return records(Map.of(ZERO, List.of(3)));
		});
		assertThat(this.poll.poll(Duration.ofSeconds(1)).count()).isEqualTo(1);
		this.answers.add(ConsumerRecords::empty);
		assertThat(this.poll.poll(Duration.ofSeconds(1)).count()).isZero();
		assertThat(this.timeouts).hasSize(2);
	}

	@Test
	void pollsOnceIfTheMessagesAreAsManyAsMayBe() {
		this.answers.add(() -> records(Map.of(ZERO, List.of(3, 4, 5, 6))));
		assertThat(this.poll.poll(Duration.ofSeconds(1)).count()).isEqualTo(4);
		assertThat(this.timeouts).hasSize(1);
	}

	@Test
	void returnsTheFirstMessagesIfTheSecondPollFails() {
		this.answers.add(() -> records(Map.of(ZERO, List.of(3, 4))));
		this.answers.add(() -> {
			throw new WakeupException();
		});
		ConsumerRecords<byte[], byte[]> polled = this.poll.poll(Duration.ofSeconds(1));
		assertThat(offsets(polled)).isEqualTo(Map.of(ZERO, List.of(3L, 4L)));
		assertThat(polled.nextOffsets()).isEqualTo(Map.of(ZERO, new OffsetAndMetadata(5)));
	}

	@Test
	void leavesAPartitionThatWasLostBetweenThePollsToItsNewOwner() {
		this.answers.add(() -> records(Map.of(ZERO, List.of(3, 4), ONE, List.of(7))));
		this.answers.add(() -> {
			this.assignment = Set.of(ONE);
			return ConsumerRecords.empty();
		});
		ConsumerRecords<byte[], byte[]> polled = this.poll.poll(Duration.ofSeconds(1));
		assertThat(offsets(polled)).isEqualTo(Map.of(ONE, List.of(7L)));
		assertThat(polled.nextOffsets()).isEqualTo(Map.of(ONE, new OffsetAndMetadata(8)));
	}

	@Test
	void readsAPartitionThatWasAssignedAgainFromItsCommittedOffset() {
		this.answers.add(() -> records(Map.of(ZERO, List.of(3, 4))));
		this.answers.add(() -> records(Map.of(ZERO, List.of(2, 3, 4, 5))));
		ConsumerRecords<byte[], byte[]> polled = this.poll.poll(Duration.ofSeconds(1));
		assertThat(offsets(polled)).isEqualTo(Map.of(ZERO, List.of(2L, 3L, 4L, 5L)));
		assertThat(polled.nextOffsets()).isEqualTo(Map.of(ZERO, new OffsetAndMetadata(6)));
	}

	private static ConsumerRecords<byte[], byte[]> records(Map<TopicPartition, List<Integer>> offsets) {
		Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> records = new LinkedHashMap<>();
		Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>();
		offsets.forEach((partition, ofPartition) -> {
			records.put(partition,
					ofPartition.stream()
						.map((offset) -> new ConsumerRecord<>(partition.topic(), partition.partition(), offset,
								new byte[0], new byte[0]))
						.toList());
			next.put(partition, new OffsetAndMetadata(ofPartition.getLast() + 1L));
		});
		return new ConsumerRecords<>(records, next);
	}

	private static Map<TopicPartition, List<Long>> offsets(ConsumerRecords<byte[], byte[]> records) {
		Map<TopicPartition, List<Long>> offsets = new HashMap<>();
		records.partitions()
			.forEach((partition) -> offsets.put(partition,
					records.records(partition).stream().map(ConsumerRecord::offset).toList()));
		return offsets;
	}

}
