package dev.hundi.stream.webhook;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import dev.hundi.webhook.ClaimedDelivery;
import dev.hundi.webhook.FirstAttempt;
import dev.hundi.webhook.NewDelivery;
import dev.hundi.webhook.RecordedAttempt;
import dev.hundi.webhook.WebhookDeliveries;
import dev.hundi.work.Pace;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.dao.DataIntegrityViolationException;

/**
 * Records completed attempts in batches: one commit for all that completed since the
 * previous one. Attempts that cannot be recorded are repeated: of stored deliveries after
 * their lease has expired, of others when the sweep finds their event without one.
 */
final class RecordAttempts {

	private static final Logger logger = LoggerFactory.getLogger(RecordAttempts.class);

	private static final int MAX_BATCH = 500;

	private static final Pace PACE = Pace.steady(Duration.ofMillis(5)).from(4, Duration.ofMillis(20));

	/**
	 * Webhooks of one delivery of the relay are sent together and answered soon after.
	 */
	private static final Duration COLLECT = Duration.ofMillis(3);

	private static final int ENOUGH = 16;

	private final BlockingQueue<AttemptedDelivery> queue = new LinkedBlockingQueue<>();

	private final WebhookDeliveries deliveries;

	private final MonitorEndpoints endpoints;

	private final Consumer<List<ClaimedDelivery>> recorded;

	private volatile boolean failing;

	/**
	 * Creates a recorder.
	 * @param recorded receives deliveries that are no longer in flight
	 */
	RecordAttempts(WebhookDeliveries deliveries, MonitorEndpoints endpoints, Consumer<List<ClaimedDelivery>> recorded) {
		this.deliveries = deliveries;
		this.endpoints = endpoints;
		this.recorded = recorded;
	}

	void add(AttemptedDelivery attempted) {
		this.queue.add(attempted);
	}

	/** Records until interrupted. */
	void run() {
		try {
			while (!Thread.currentThread().isInterrupted()) {
				List<AttemptedDelivery> completed = collect();
				long begin = System.nanoTime();
				record(completed);
				if (completed.size() < MAX_BATCH) {
					TimeUnit.NANOSECONDS.sleep(begin + PACE.after(completed.size()).toNanos() - System.nanoTime());
				}
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private List<AttemptedDelivery> collect() throws InterruptedException {
		List<AttemptedDelivery> completed = new ArrayList<>();
		completed.add(this.queue.take());
		long end = System.nanoTime() + COLLECT.toNanos();
		AttemptedDelivery next = poll(end);
		while (next != null) {
			completed.add(next);
			next = (completed.size() < ENOUGH) ? poll(end) : null;
		}
		this.queue.drainTo(completed, MAX_BATCH - completed.size());
		return completed;
	}

	private @Nullable AttemptedDelivery poll(long end) throws InterruptedException {
		return this.queue.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
	}

	private void record(List<AttemptedDelivery> completed) {
		try {
			this.endpoints.record(storeOrSplit(completed));
			this.failing = false;
		}
		catch (RuntimeException | Error ex) {
			if (!this.failing) {
				logger.error("Failed to record {} webhook attempts; they will be repeated", completed.size(), ex);
			}
			this.failing = true;
		}
		finally {
			this.recorded.accept(completed.stream().map(AttemptedDelivery::delivery).toList());
		}
	}

	/**
	 * An attempt that the database refuses must not keep those of other receivers out.
	 * @return those that are stored
	 */
	private List<AttemptedDelivery> storeOrSplit(List<AttemptedDelivery> completed) {
		try {
			store(completed);
			return completed;
		}
		catch (DataIntegrityViolationException ex) {
			if (completed.size() == 1) {
				logger.error("The database refuses an attempt of delivery {}; it will be repeated",
						completed.getFirst().delivery().deliveryId(), ex);
				return List.of();
			}
			return completed.stream().flatMap((each) -> storeOrSplit(List.of(each)).stream()).toList();
		}
	}

	private void store(List<AttemptedDelivery> completed) {
		List<RecordedAttempt> claimed = new ArrayList<>();
		List<FirstAttempt> first = new ArrayList<>();
		for (AttemptedDelivery each : completed) {
			NewDelivery unstored = each.unstored();
			if (unstored != null) {
				first.add(new FirstAttempt(unstored, each.attempt()));
			}
			else {
				claimed.add(each.attempt());
			}
		}
		if (!claimed.isEmpty()) {
			this.deliveries.record(claimed);
		}
		if (!first.isEmpty()) {
			this.deliveries.recordFirst(first);
		}
	}

}
