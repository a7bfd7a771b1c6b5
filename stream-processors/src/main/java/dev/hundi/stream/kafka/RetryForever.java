package dev.hundi.stream.kafka;

import java.time.Duration;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.kafka.listener.CommonErrorHandler;
import org.springframework.kafka.listener.ListenerUtils;
import org.springframework.kafka.listener.MessageListenerContainer;

/**
 * What a failed batch leads to: the same batch again, after a pause that grows, for ever.
 * A failure is an outage of something, and money must not be passed over because a
 * database was away. Each streak of failures is logged when it begins and when it ends.
 */
final class RetryForever implements CommonErrorHandler {

	private static final Logger logger = LoggerFactory.getLogger(RetryForever.class);

	private static final Duration FIRST_PAUSE = Duration.ofMillis(100);

	/**
	 * Well below Kafka's {@code max.poll.interval.ms}, so the consumer keeps its place.
	 */
	private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

	private final String group;

	/** Failures in a row of the consumer that runs on the thread. */
	private final ThreadLocal<Integer> streak = ThreadLocal.withInitial(() -> 0);

	RetryForever(String group) {
		this.group = group;
	}

	/** To be called on the consumer's thread after each batch that was done. */
	void succeeded() {
		int failures = this.streak.get();
		if (failures > 0) {
			this.streak.remove();
			logger.info("{} goes on after {} failed tries", this.group, failures);
		}
	}

	@Override
	public boolean seeksAfterHandling() {
		return true;
	}

	/** Without this the failed batch would be committed. */
	@Override
	public boolean isAckAfterHandle() {
		return false;
	}

	@Override
	public void handleBatch(Exception thrownException, ConsumerRecords<?, ?> data, Consumer<?, ?> consumer,
			MessageListenerContainer container, Runnable invokeListener) {
		for (TopicPartition partition : data.partitions()) {
			consumer.seek(partition, data.records(partition).getFirst().offset());
		}
		failed(thrownException, data.count() + " messages", container);
	}

	@Override
	public void handleOtherException(Exception thrownException, Consumer<?, ?> consumer,
			MessageListenerContainer container, boolean batchListener) {
		failed(thrownException, "the consumer itself", container);
	}

	private void failed(Exception thrownException, String what, MessageListenerContainer container) {
		int failures = this.streak.get();
		if (failures == 0) {
			Throwable cause = (thrownException.getCause() != null) ? thrownException.getCause() : thrownException;
			logger.error("{} failed on {}; trying again until it succeeds", this.group, what, cause);
		}
		this.streak.set(failures + 1);
		long pauseMs = Math.min(LONGEST_PAUSE.toMillis(), FIRST_PAUSE.toMillis() << Math.min(failures, 10));
		try {
			ListenerUtils.stoppableSleep(container, pauseMs);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
