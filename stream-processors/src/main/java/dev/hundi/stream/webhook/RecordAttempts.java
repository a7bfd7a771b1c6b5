package dev.hundi.stream.webhook;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

import dev.hundi.webhook.ClaimedDelivery;
import dev.hundi.webhook.RecordedAttempt;
import dev.hundi.webhook.WebhookDeliveries;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records finished tries, as many in one commit as have finished during the commit
 * before. What cannot be recorded is tried again by whoever claims it after the lease.
 */
final class RecordAttempts {

	private static final Logger logger = LoggerFactory.getLogger(RecordAttempts.class);

	private static final int MOST = 500;

	private final BlockingQueue<AttemptedDelivery> queue = new LinkedBlockingQueue<>();

	private final WebhookDeliveries deliveries;

	private final MonitorEndpoints endpoints;

	private final Consumer<List<ClaimedDelivery>> recorded;

	private volatile boolean failing;

	/**
	 * Records into a store.
	 * @param recorded told of deliveries that are no longer under way
	 */
	RecordAttempts(WebhookDeliveries deliveries, MonitorEndpoints endpoints, Consumer<List<ClaimedDelivery>> recorded) {
		this.deliveries = deliveries;
		this.endpoints = endpoints;
		this.recorded = recorded;
	}

	void add(ClaimedDelivery delivery, RecordedAttempt attempt) {
		this.queue.add(new AttemptedDelivery(delivery, attempt));
	}

	/** Records until interrupted. */
	void run() {
		try {
			while (!Thread.currentThread().isInterrupted()) {
				List<AttemptedDelivery> finished = new ArrayList<>();
				finished.add(this.queue.take());
				this.queue.drainTo(finished, MOST - 1);
				record(finished);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void record(List<AttemptedDelivery> finished) {
		try {
			this.deliveries.record(finished.stream().map(AttemptedDelivery::attempt).toList());
			this.endpoints.tried(finished);
			this.failing = false;
		}
		catch (RuntimeException ex) {
			if (!this.failing) {
				logger.error("{} tries of webhooks could not be recorded; they will be made again", finished.size(),
						ex);
			}
			this.failing = true;
		}
		finally {
			this.recorded.accept(finished.stream().map(AttemptedDelivery::delivery).toList());
		}
	}

}
