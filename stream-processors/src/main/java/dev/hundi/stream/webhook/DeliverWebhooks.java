package dev.hundi.stream.webhook;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

import dev.hundi.stream.processor.Processor;
import dev.hundi.stream.processor.Processors;
import dev.hundi.stream.webhook.SendWebhook.Outcome;
import dev.hundi.work.RepeatedWork;
import dev.hundi.webhook.ClaimedDelivery;
import dev.hundi.webhook.RecordedAttempt;
import dev.hundi.webhook.RecordedAttempt.Answer;
import dev.hundi.webhook.RecordedAttempt.Next;
import dev.hundi.webhook.WebhookDeliveries;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Delivers what is due: claims as much as there is room for, tries each on a thread of
 * its own and has the result recorded. Metrics: {@code hundi.webhook.attempts} by
 * outcome, {@code hundi.webhook.failed}, {@code hundi.webhook.in.flight}.
 */
@Component
final class DeliverWebhooks implements SmartLifecycle {

	private static final Logger logger = LoggerFactory.getLogger(DeliverWebhooks.class);

	private static final int MUCH = 3;

	/** So many times the tries at once may be claimed: the rest waits to be recorded. */
	private static final int HELD = 2;

	private static final Duration NOT_FOR_LONG = Duration.ofMillis(10);

	private final Clock clock = Clock.systemUTC();

	private final UnderWay underWay = new UnderWay();

	private final WebhookSettings settings;

	private final WebhookDeliveries deliveries;

	private final SendWebhook send;

	private final RetrySchedule schedule;

	private final RecordAttempts record;

	private final RepeatedWork work;

	private final RepeatedWork keep;

	private final boolean enabled;

	private final Counter succeeded;

	private final Counter unsuccessful;

	private final Counter failed;

	private @Nullable Thread recorder;

	private long probedNanos = System.nanoTime();

	private long claimedNanos = System.nanoTime();

	DeliverWebhooks(WebhookSettings settings, Processors processors, WebhookDeliveries deliveries,
			WatchEndpoints endpoints, SendWebhook send, MeterRegistry meters) {
		this.settings = settings;
		this.deliveries = deliveries;
		this.send = send;
		this.schedule = new RetrySchedule(settings.schedule(), () -> ThreadLocalRandom.current().nextDouble());
		this.record = new RecordAttempts(deliveries, endpoints, this::ended);
		this.enabled = processors.run(Processor.WEBHOOK);
		this.work = new RepeatedWork("webhooks", settings.poll(), this.enabled, this::claimAndTry);
		this.keep = new RepeatedWork("webhook-leases", settings.heartbeat(), this.enabled, this::keepLeases);
		this.succeeded = meters.counter("hundi.webhook.attempts", "outcome", "success");
		this.unsuccessful = meters.counter("hundi.webhook.attempts", "outcome", "failure");
		this.failed = meters.counter("hundi.webhook.failed");
		Gauge.builder("hundi.webhook.in.flight", this.underWay, UnderWay::trying).register(meters);
	}

	/** Looks for due deliveries at once, because there are new ones. */
	void wake() {
		this.work.wake();
	}

	@Override
	public boolean isAutoStartup() {
		return this.enabled;
	}

	@Override
	public synchronized void start() {
		this.recorder = Thread.ofPlatform().name("webhook-attempts").daemon().start(this.record::run);
		this.keep.start();
		this.work.start();
	}

	/** What is under way may end and be recorded; otherwise it would be sent twice. */
	@Override
	public synchronized void stop() {
		this.work.stop();
		Thread recording = this.recorder;
		this.recorder = null;
		if (recording != null) {
			awaitIdle();
			this.keep.stop();
			recording.interrupt();
		}
	}

	@Override
	public synchronized boolean isRunning() {
		return this.recorder != null;
	}

	private void claimAndTry() {
		claimProbes();
		int claimed;
		do {
			int room = room();
			claimed = isWorthwhile(room) ? claimAndTry(room) : 0;
		}
		while (claimed > 0 && !Thread.currentThread().isInterrupted());
	}

	/**
	 * Claiming one takes the database almost as long as claiming many, so a busy copy
	 * waits until there is much room, but not for long: what hangs may hold the rest.
	 */
	private boolean isWorthwhile(int room) {
		return room > 0 && (room >= this.settings.concurrency() / MUCH
				|| System.nanoTime() - this.claimedNanos >= NOT_FOR_LONG.toNanos());
	}

	private int room() {
		return Math.min(this.settings.concurrency() - this.underWay.trying(),
				HELD * this.settings.concurrency() - this.underWay.total());
	}

	private int claimAndTry(int room) {
		this.claimedNanos = System.nanoTime();
		return tryEach(this.deliveries.claim(room, this.settings.perEndpoint(), this.underWay.byEndpoint(),
				this.settings.lease()));
	}

	private void claimProbes() {
		int room = room();
		if (room > 0 && System.nanoTime() - this.probedNanos >= this.settings.poll().toNanos()) {
			this.probedNanos = System.nanoTime();
			tryEach(this.deliveries.claimProbes(room, this.settings.lease()));
		}
	}

	private int tryEach(List<ClaimedDelivery> claimed) {
		this.underWay.begin(claimed);
		for (ClaimedDelivery delivery : claimed) {
			Thread.ofVirtual().name("webhook").start(() -> attempt(delivery));
		}
		return claimed.size();
	}

	/** Whoever is slow to answer, or to be recorded, is not sent to by another copy. */
	private void keepLeases() {
		Map<UUID, UUID> claims = this.underWay.claimsOlderThan(this.settings.heartbeat());
		if (!claims.isEmpty()) {
			this.deliveries.keep(claims, this.settings.lease());
		}
	}

	private void attempt(ClaimedDelivery delivery) {
		Instant startedAt = this.clock.instant();
		try {
			this.send.send(delivery, (outcome) -> {
				RecordedAttempt attempt = recorded(delivery, startedAt, outcome);
				if (attempt.next() instanceof Next.Delivered) {
					delivered(delivery);
				}
				this.record.add(delivery, attempt);
			});
		}
		catch (RuntimeException ex) {
			logger.error("{} could not be tried", delivery, ex);
			ended(List.of(delivery));
		}
	}

	private RecordedAttempt recorded(ClaimedDelivery delivery, Instant startedAt, Outcome outcome) {
		Instant now = this.clock.instant();
		Duration duration = Duration.between(startedAt, now);
		return switch (outcome) {
			case Outcome.Answered(int status, byte[] body, Duration retryAfter) ->
				new RecordedAttempt(delivery.deliveryId(), delivery.claimId(), startedAt, duration,
						new Answer(status, body), null, next(delivery, now, status / 100 == 2, retryAfter));
			case Outcome.Unanswered(String error) -> new RecordedAttempt(delivery.deliveryId(), delivery.claimId(),
					startedAt, duration, null, error, next(delivery, now, false, null));
		};
	}

	private Next next(ClaimedDelivery delivery, Instant now, boolean success, @Nullable Duration retryAfter) {
		if (success) {
			this.succeeded.increment();
			return new Next.Delivered();
		}
		this.unsuccessful.increment();
		if (delivery.endpoint() == ClaimedDelivery.Endpoint.PROBED) {
			return new Next.Kept();
		}
		Next next = this.schedule.after(delivery.countedAttempts() + 1, delivery.begunAt(), now, retryAfter);
		if (next instanceof Next.Failed) {
			this.failed.increment();
			logger.warn("Webhook {} to endpoint {} has failed after {} tries", delivery.deliveryId(),
					delivery.endpointId(), delivery.countedAttempts() + 1);
		}
		return next;
	}

	/**
	 * Its room is free again, and who waits for much is told when there is. The room of
	 * one that failed is free only when that is recorded, or an endpoint that is about to
	 * be parked would be tried more often.
	 */
	private void delivered(ClaimedDelivery delivery) {
		int room = this.settings.concurrency() - this.underWay.tried(delivery);
		if (room == this.settings.concurrency() / MUCH) {
			this.work.wake();
		}
	}

	/** Nothing of them is left to do, and who waits for that is told. */
	private void ended(List<ClaimedDelivery> ended) {
		this.underWay.end(ended);
		this.work.wake();
	}

	private void awaitIdle() {
		long deadline = System.nanoTime() + this.settings.timeout().plusSeconds(2).toNanos();
		try {
			synchronized (this.underWay) {
				long leftMs = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
				while (this.underWay.total() > 0 && leftMs > 0) {
					this.underWay.wait(leftMs);
					leftMs = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
				}
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
