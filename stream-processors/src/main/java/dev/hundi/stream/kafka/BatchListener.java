package dev.hundi.stream.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

import dev.hundi.stream.message.Parsed;
import dev.hundi.work.Pace;
import org.apache.kafka.clients.consumer.ConsumerRecord;

import org.springframework.kafka.listener.BatchMessageListener;

/**
 * Passes the messages of one poll to a processor and publishes the malformed and the
 * rejected ones as dead letters. A message of an idle topic is processed at once. Under
 * load, the next poll collects the messages of an interval, because a group costs the
 * database little more than one message.
 */
final class BatchListener<M> implements BatchMessageListener<byte[], byte[]> {

	/**
	 * Between the starts of two polls that return messages. Shorter than the intervals at
	 * which the relay delivers under load: its deliveries are the groups.
	 */
	private static final Pace PACE = Pace.steady(Duration.ofMillis(10)).from(4, Duration.ofMillis(20));

	private final BatchHandler<M> handler;

	private final MessageKind<M> kind;

	private final int maxMessages;

	private final DeadLetters deadLetters;

	private final RetryLog retries;

	BatchListener(BatchHandler<M> handler, MessageKind<M> kind, int maxMessages, DeadLetters deadLetters,
			RetryLog retries) {
		this.handler = handler;
		this.kind = kind;
		this.maxMessages = maxMessages;
		this.deadLetters = deadLetters;
		this.retries = retries;
	}

	@Override
	public void onMessage(List<ConsumerRecord<byte[], byte[]>> records) {
		long begin = System.nanoTime();
		process(records);
		// After a full poll more messages wait.
		if (records.size() < this.maxMessages) {
			pause(begin + PACE.after(records.size()).toNanos() - System.nanoTime());
		}
	}

	private static void pause(long nanos) {
		try {
			TimeUnit.NANOSECONDS.sleep(nanos);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void process(List<ConsumerRecord<byte[], byte[]>> records) {
		Map<ConsumerRecord<byte[], byte[]>, String> dead = new LinkedHashMap<>();
		Map<UUID, List<ConsumerRecord<byte[], byte[]>>> sources = new HashMap<>();
		List<M> messages = new ArrayList<>(records.size());
		for (ConsumerRecord<byte[], byte[]> record : records) {
			switch (this.kind.read(record.value())) {
				case Parsed.Message<M>(M message) -> {
					messages.add(message);
					sources.computeIfAbsent(this.kind.eventId(message), (key) -> new ArrayList<>(1)).add(record);
				}
				case Parsed.Malformed<M>(String reason) -> dead.put(record, reason);
			}
		}
		for (int from = 0; from < messages.size(); from += this.maxMessages) {
			List<M> group = messages.subList(from, Math.min(messages.size(), from + this.maxMessages));
			for (PoisonMessage poison : this.handler.handle(group)) {
				sources.getOrDefault(poison.eventId(), List.of())
					.forEach((record) -> dead.putIfAbsent(record, poison.reason()));
			}
		}
		dead.forEach(this.deadLetters::publish);
		this.retries.succeeded();
	}

}
