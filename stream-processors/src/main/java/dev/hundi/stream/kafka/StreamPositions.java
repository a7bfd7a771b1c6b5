package dev.hundi.stream.kafka;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.hundi.stream.message.Topics;
import dev.hundi.stream.processor.Processor;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/** Reads how far the copies of processors have come in their topics. */
@Component
public final class StreamPositions implements DisposableBean {

	private final KafkaClients clients;

	/** Kept between reads, until one fails: it may know only lost brokers. */
	private @Nullable Admin admin;

	StreamPositions(KafkaClients clients) {
		this.clients = clients;
	}

	/**
	 * Offsets by partition.
	 *
	 * @param ends after the last message
	 * @param committed after the last processed message, read later than the ends; none
	 * where nothing was processed
	 */
	public record Offsets(Map<Integer, Long> ends, Map<Integer, Long> committed) {
	}

	/**
	 * Reads the offsets of all processors that consume.
	 * @throws ExecutionException if Kafka does not respond, a topic does not exist, or
	 * the user lacks a right
	 * @throws InterruptedException if the thread is interrupted
	 */
	public synchronized Map<Processor, Offsets> read() throws ExecutionException, InterruptedException {
		boolean complete = false;
		try {
			if (this.admin == null) {
				this.admin = this.clients.newAdmin();
			}
			Map<Processor, Offsets> offsets = read(this.admin);
			complete = true;
			return offsets;
		}
		finally {
			if (!complete) {
				destroy();
			}
		}
	}

	private static Map<Processor, Offsets> read(Admin admin) throws ExecutionException, InterruptedException {
		Map<TopicPartition, Long> ends = ends(admin);
		var committed = admin
			.listConsumerGroupOffsets(Topics.byReader()
				.keySet()
				.stream()
				.collect(Collectors.toMap(Processor::group, (reader) -> new ListConsumerGroupOffsetsSpec())))
			.all()
			.get();
		Map<Processor, Offsets> offsets = new EnumMap<>(Processor.class);
		Topics.byReader()
			.forEach((reader, topic) -> offsets.put(reader,
					offsets(topic, ends, committed.getOrDefault(reader.group(), Map.of()))));
		return offsets;
	}

	private static Map<TopicPartition, Long> ends(Admin admin) throws ExecutionException, InterruptedException {
		Map<TopicPartition, OffsetSpec> partitions = admin.describeTopics(Topics.all())
			.allTopicNames()
			.get()
			.values()
			.stream()
			.flatMap(StreamPositions::partitions)
			.collect(Collectors.toMap((partition) -> partition, (partition) -> OffsetSpec.latest()));
		Map<TopicPartition, Long> ends = new HashMap<>();
		admin.listOffsets(partitions).all().get().forEach((partition, end) -> ends.put(partition, end.offset()));
		return ends;
	}

	private static Stream<TopicPartition> partitions(TopicDescription topic) {
		return topic.partitions().stream().map((partition) -> new TopicPartition(topic.name(), partition.partition()));
	}

	private static Offsets offsets(String topic, Map<TopicPartition, Long> ends,
			Map<TopicPartition, @Nullable OffsetAndMetadata> committed) {
		Offsets offsets = new Offsets(new HashMap<>(), new HashMap<>());
		ends.forEach((partition, end) -> {
			if (partition.topic().equals(topic)) {
				offsets.ends.put(partition.partition(), end);
				OffsetAndMetadata position = committed.get(partition);
				if (position != null) {
					offsets.committed.put(partition.partition(), position.offset());
				}
			}
		});
		return offsets;
	}

	@Override
	public synchronized void destroy() {
		if (this.admin != null) {
			this.admin.close();
			this.admin = null;
		}
	}

}
