package dev.hundi.stream.kafka;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.kafka.listener.RetryListener;

/** Logs when a consumer starts to retry and when it has recovered, not every attempt. */
final class RetryLog implements RetryListener {

	private static final Logger logger = LoggerFactory.getLogger(RetryLog.class);

	private final String group;

	/** Consecutive failures of the consumer that runs on the thread. */
	private final ThreadLocal<Integer> failures = ThreadLocal.withInitial(() -> 0);

	RetryLog(String group) {
		this.group = group;
	}

	/** Called on the consumer's thread after each processed batch. */
	void succeeded() {
		int failed = this.failures.get();
		if (failed > 0) {
			this.failures.remove();
			logger.info("{} recovered after {} failed attempts", this.group, failed);
		}
	}

	@Override
	public void failedDelivery(ConsumerRecords<?, ?> records, Exception ex, int deliveryAttempt) {
		int failed = this.failures.get();
		if (failed == 0) {
			logger.error("{} failed to process {} messages; retrying until it succeeds", this.group, records.count(),
					(ex.getCause() != null) ? ex.getCause() : ex);
		}
		this.failures.set(failed + 1);
	}

	@Override
	public void failedDelivery(ConsumerRecord<?, ?> record, @Nullable Exception ex, int deliveryAttempt) {
		throw new IllegalStateException("Records are only consumed in batches");
	}

}
