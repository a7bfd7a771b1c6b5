package dev.hundi.stream.kafka;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

import dev.hundi.stream.message.Parsed;
import dev.hundi.stream.kafka.DeadLetters.Dead;
import org.apache.kafka.clients.consumer.ConsumerRecord;

import org.springframework.kafka.listener.BatchMessageListener;

/**
 * Turns one poll into one call of a processor, and puts away what is no message and what
 * the processor says can never be done.
 */
final class BatchListener<M> implements BatchMessageListener<byte[], byte[]> {

	private final BatchHandler<M> handler;

	private final MessageKind<M> kind;

	private final DeadLetters deadLetters;

	private final RetryForever retry;

	BatchListener(BatchHandler<M> handler, MessageKind<M> kind, DeadLetters deadLetters, RetryForever retry) {
		this.handler = handler;
		this.kind = kind;
		this.deadLetters = deadLetters;
		this.retry = retry;
	}

	@Override
	public void onMessage(List<ConsumerRecord<byte[], byte[]>> records) {
		List<M> messages = new ArrayList<>(records.size());
		List<UUID> eventIds = new ArrayList<>(records.size());
		List<ConsumerRecord<byte[], byte[]>> sources = new ArrayList<>(records.size());
		List<Dead> dead = new ArrayList<>();
		for (ConsumerRecord<byte[], byte[]> record : records) {
			switch (this.kind.read(record.value())) {
				case Parsed.Message<M>(M message) -> {
					messages.add(message);
					eventIds.add(this.kind.eventId(message));
					sources.add(record);
				}
				case Parsed.Malformed<M>(String reason) -> dead.add(new Dead(record, reason));
			}
		}
		if (!messages.isEmpty()) {
			addPoison(this.handler.handle(messages), eventIds, sources, dead);
		}
		if (!dead.isEmpty()) {
			this.deadLetters.put(dead);
		}
		this.retry.succeeded();
	}

	private static void addPoison(List<Poison> poison, List<UUID> eventIds,
			List<ConsumerRecord<byte[], byte[]>> sources, List<Dead> dead) {
		if (poison.isEmpty()) {
			return;
		}
		Map<UUID, String> reasons = poison.stream()
			.collect(Collectors.toMap(Poison::eventId, Poison::reason, (first, second) -> first));
		for (int i = 0; i < sources.size(); i++) {
			String reason = reasons.get(eventIds.get(i));
			if (reason != null) {
				dead.add(new Dead(sources.get(i), reason));
			}
		}
	}

}
