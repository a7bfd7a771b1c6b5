package dev.hundi.stream.webhook;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import dev.hundi.stream.processor.Processor;
import dev.hundi.stream.processor.Processors;
import dev.hundi.stream.webhook.RecentAttempts.Result;
import dev.hundi.stream.webhook.SendWebhook.Outcome;
import dev.hundi.work.RepeatedWork;
import dev.hundi.webhook.ClaimedDelivery;
import dev.hundi.webhook.FanOutWebhooks;
import dev.hundi.webhook.NewDelivery;
import dev.hundi.webhook.RecordedAttempt;
import dev.hundi.webhook.RecordedAttempt.Answer;
import dev.hundi.webhook.RecordedAttempt.Next;
import dev.hundi.webhook.WebhookDeliveries;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Delivers due webhooks: claims as many as capacity permits, attempts each on its own
 * virtual thread and queues the result for recording. Metrics:
 * {@code hundi.webhook.attempts} by outcome, {@code hundi.webhook.failed},
 * {@code hundi.webhook.in.flight}, {@code hundi.webhook.unstored},
 * {@code hundi.webhook.client.rebuilds} and {@code hundi.webhook.recent.endpoints} by
 * result.
 */
@Component
final class DeliverWebhooks implements SmartLifecycle {

	private static final Logger logger = LoggerFactory.getLogger(DeliverWebhooks.class);

	/** A busy instance claims more once this part of the concurrency is free. */
	private static final int CLAIM_DIVISOR = 3;

	/**
	 * Limit of claimed deliveries, including those to be recorded, as a multiple of the
	 * concurrency.
	 */
	private static final int CLAIM_FACTOR = 2;

	private static final Duration MAX_CLAIM_DELAY = Duration.ofMillis(10);

	/**
	 * An attempt begins at most half a second after its message, and the sweep looks for
	 * deliveries of events whose messages came ten seconds ago.
	 */
	private static final Duration LONGEST_TIMEOUT_AT_ONCE = Duration.ofSeconds(5);

	/** Pause of a delivery that this process could not send. */
	private static final Duration CLIENT_FAILURE_PAUSE = Duration.ofSeconds(1);

	private final InstantSource clock;

	private final LongSupplier nanos;

	private final InFlightDeliveries inFlight = new InFlightDeliveries();

	private final QueuedDeliveries queued;

	private final RecentAttempts recent = new RecentAttempts(System::nanoTime);

	private final WebhookSettings settings;

	private final WebhookDeliveries deliveries;

	private final FanOutWebhooks fanOut;

	private final SendWebhook send;

	private final RetrySchedule schedule;

	private final RecordAttempts record;

	private final RepeatedWork work;

	private final RepeatedWork leaseRenewal;

	private final boolean enabled;

	/** Attempts that may take longer would meet the sweep. */
	private final boolean attemptsAtOnce;

	private volatile boolean started;

	/** Endpoints with stored deliveries that no claim has found yet. */
	private final Set<UUID> waiting = ConcurrentHashMap.newKeySet();

	private final Counter succeeded;

	private final Counter unsuccessful;

	private final Counter failed;

	private @Nullable Thread recorder;

	/**
	 * Whether the last claim may have left due deliveries. If not, new ones wake the
	 * worker, and attempts that end need not.
	 */
	private volatile boolean leftDue = true;

	private long lastProbeNanos = System.nanoTime();

	private long lastClaimNanos = System.nanoTime();

	@Autowired
	DeliverWebhooks(WebhookSettings settings, Processors processors, WebhookDeliveries deliveries,
			FanOutWebhooks fanOut, MonitorEndpoints endpoints, SendWebhook send, MeterRegistry meters) {
		this(settings, processors, deliveries, fanOut, endpoints, send, meters, InstantSource.system(),
				System::nanoTime);
	}

	/** For tests: with other clocks. That of nanoseconds is of queue and end. */
	DeliverWebhooks(WebhookSettings settings, Processors processors, WebhookDeliveries deliveries,
			FanOutWebhooks fanOut, MonitorEndpoints endpoints, SendWebhook send, MeterRegistry meters,
			InstantSource clock, LongSupplier nanos) {
		this.clock = clock;
		this.nanos = nanos;
		this.settings = settings;
		this.queued = QueuedDeliveries.of(settings, nanos);
		this.deliveries = deliveries;
		this.fanOut = fanOut;
		this.attemptsAtOnce = settings.timeout().compareTo(LONGEST_TIMEOUT_AT_ONCE) <= 0;
		this.send = send;
		this.schedule = new RetrySchedule(settings.schedule(), () -> ThreadLocalRandom.current().nextDouble());
		this.record = new RecordAttempts(deliveries, endpoints, this::ended);
		this.enabled = processors.runs(Processor.WEBHOOK);
		this.work = new RepeatedWork("webhooks", settings.poll(), this.enabled, this::claimAndAttempt);
		this.leaseRenewal = new RepeatedWork("webhook-leases", settings.heartbeat(), this.enabled, this::renewLeases);
		this.succeeded = meters.counter("hundi.webhook.attempts", "outcome", "success");
		this.unsuccessful = meters.counter("hundi.webhook.attempts", "outcome", "failure");
		this.failed = meters.counter("hundi.webhook.failed");
		Gauge.builder("hundi.webhook.in.flight", this.inFlight, InFlightDeliveries::attempting).register(meters);
		Gauge.builder("hundi.webhook.unstored", this.queued, QueuedDeliveries::size).register(meters);
		FunctionCounter.builder("hundi.webhook.client.rebuilds", send.clients(), WebhookClients::rebuilds)
			.register(meters);
		Gauge.builder("hundi.webhook.recent.endpoints", this.recent, RecentAttempts::answering)
			.tag("result", "answering")
			.register(meters);
		Gauge.builder("hundi.webhook.recent.endpoints", this.recent, RecentAttempts::failing)
			.tag("result", "failing")
			.register(meters);
	}

	/** Polls immediately, because new deliveries are due. */
	void wake() {
		this.work.wake();
	}

	RecentAttempts recent() {
		return this.recent;
	}

	@Override
	public boolean isAutoStartup() {
		return this.enabled;
	}

	@Override
	public synchronized void start() {
		this.recorder = Thread.ofPlatform().name("webhook-attempts").daemon().start(this.record::run);
		this.leaseRenewal.start();
		this.work.start();
		this.started = true;
	}

	/**
	 * Waits for attempts in flight to be recorded; otherwise they would be sent twice.
	 */
	@Override
	public synchronized void stop() {
		this.started = false;
		this.work.stop();
		storeAll();
		Thread recording = this.recorder;
		this.recorder = null;
		if (recording != null) {
			awaitIdle();
			this.leaseRenewal.stop();
			recording.interrupt();
		}
	}

	@Override
	public synchronized boolean isRunning() {
		return this.recorder != null;
	}

	/**
	 * Attempts deliveries before they are stored, as soon as there is capacity, unless
	 * stored ones of their endpoint wait. One row is written for each then, with its
	 * attempt. After a crash the sweep finds the event without deliveries.
	 * @return those that the caller stores, to be claimed
	 */
	List<NewDelivery> attemptAtOnce(List<NewDelivery> deliveries) {
		List<NewDelivery> left = new ArrayList<>();
		synchronized (this.queued) {
			// Under the lock, because stop() stores what is queued only once: what enters
			// the queue later would wait for the sweep.
			boolean possible = this.attemptsAtOnce && this.started;
			for (NewDelivery each : deliveries) {
				boolean mayWait = possible && each.isAtOnce() && !this.waiting.contains(each.delivery().endpointId());
				if (!mayWait || !this.queued.add(each)) {
					left.add(each);
				}
			}
			left.forEach((each) -> this.waiting.add(each.delivery().endpointId()));
		}
		startQueued();
		return left;
	}

	private void startQueued() {
		if (this.queued.size() == 0) {
			return;
		}
		List<NewDelivery> begun;
		synchronized (this.queued) {
			begun = this.queued.take(capacity(),
					(endpointId) -> this.inFlight.free(endpointId, this.settings.perEndpoint()));
			this.inFlight.begin(begun.stream().map(NewDelivery::delivery).toList());
		}
		begun.forEach((each) -> start(each.delivery(), each));
		if (this.queued.hasLate()) {
			this.work.wake();
		}
	}

	/** No later delivery of their endpoints is attempted before a claim found them. */
	private List<NewDelivery> take(Supplier<List<NewDelivery>> unstored) {
		synchronized (this.queued) {
			List<NewDelivery> taken = unstored.get();
			taken.forEach((each) -> this.waiting.add(each.delivery().endpointId()));
			return taken;
		}
	}

	/** If this fails, the sweep finds their events without deliveries. */
	private void store(List<NewDelivery> late) {
		if (!late.isEmpty()) {
			this.fanOut.store(late);
		}
	}

	private void storeAll() {
		try {
			store(take(this.queued::takeAll));
		}
		catch (RuntimeException ex) {
			logger.warn("Deliveries that were not attempted are not stored; the sweep finds their events", ex);
		}
	}

	private void claimAndAttempt() {
		store(take(this.queued::takeLate));
		if (!this.leftDue && this.waiting.isEmpty() && !this.deliveries.areAny()) {
			return;
		}
		claimProbes();
		int claimed;
		do {
			// Until a claim shows the contrary, attempts that end make room for others.
			this.leftDue = true;
			claimed = isWorthwhile(capacity()) ? reserveAndAttempt(this::claim) : 0;
		}
		while (claimed > 0 && this.leftDue && !Thread.currentThread().isInterrupted());
	}

	/**
	 * Claiming one delivery costs the database almost as much as claiming many, so a busy
	 * instance waits briefly for more capacity.
	 */
	private boolean isWorthwhile(int capacity) {
		return capacity > 0 && (capacity >= this.settings.concurrency() / CLAIM_DIVISOR
				|| System.nanoTime() - this.lastClaimNanos >= MAX_CLAIM_DELAY.toNanos());
	}

	private int capacity() {
		return this.inFlight.free(this.settings.concurrency(), CLAIM_FACTOR * this.settings.concurrency());
	}

	/**
	 * Attempts what a claim returns. Its capacity is reserved while it runs, so that
	 * deliveries that are not stored do not take it.
	 */
	private int reserveAndAttempt(Claim claim) {
		int capacity;
		Map<UUID, Integer> busy;
		synchronized (this.queued) {
			capacity = capacity();
			busy = this.inFlight.reserve(capacity);
		}
		try {
			List<ClaimedDelivery> claimed = (capacity > 0) ? claim.claim(capacity, busy) : List.of();
			this.inFlight.begin(claimed);
			claimed.forEach((delivery) -> start(delivery, null));
			return claimed.size();
		}
		finally {
			this.inFlight.endReservation();
			startQueued();
		}
	}

	/** Claims at most as many deliveries as there is capacity. */
	@FunctionalInterface
	private interface Claim {

		List<ClaimedDelivery> claim(int capacity, Map<UUID, Integer> busy);

	}

	private List<ClaimedDelivery> claim(int capacity, Map<UUID, Integer> busy) {
		this.lastClaimNanos = System.nanoTime();
		List<UUID> stored = List.copyOf(this.waiting);
		List<ClaimedDelivery> claimed = this.deliveries.claim(capacity, this.settings.perEndpoint(), busy,
				this.settings.lease());
		Set<UUID> full = full(busy, claimed);
		this.leftDue = claimed.size() >= capacity || !full.isEmpty();
		if (claimed.size() < capacity) {
			stored.stream().filter((endpointId) -> !full.contains(endpointId)).forEach(this.waiting::remove);
		}
		this.waiting.addAll(full);
		return claimed;
	}

	/** Endpoints of which a claim may have left deliveries. */
	private Set<UUID> full(Map<UUID, Integer> busy, List<ClaimedDelivery> claimed) {
		Map<UUID, Integer> attempts = new HashMap<>(busy);
		claimed.forEach((delivery) -> attempts.merge(delivery.endpointId(), 1, Integer::sum));
		attempts.values().removeIf((count) -> count < this.settings.perEndpoint());
		return attempts.keySet();
	}

	private void claimProbes() {
		if (capacity() > 0 && System.nanoTime() - this.lastProbeNanos >= this.settings.poll().toNanos()) {
			this.lastProbeNanos = System.nanoTime();
			reserveAndAttempt((capacity, busy) -> this.deliveries.claimProbes(capacity, this.settings.lease()));
		}
	}

	private void start(ClaimedDelivery delivery, @Nullable NewDelivery unstored) {
		Thread.ofVirtual().name("webhook").start(() -> attempt(delivery, unstored));
	}

	/** Prevents other instances from claiming slow or unrecorded deliveries. */
	private void renewLeases() {
		Map<UUID, UUID> claims = this.inFlight.claimsOlderThan(this.settings.heartbeat());
		if (!claims.isEmpty()) {
			this.deliveries.renew(claims, this.settings.lease());
		}
	}

	private void attempt(ClaimedDelivery delivery, @Nullable NewDelivery unstored) {
		Instant startedAt = this.clock.instant();
		// The clock may be set back during an attempt.
		long startedNanos = System.nanoTime();
		try {
			this.send.send(delivery, (outcome) -> process(delivery, unstored, startedAt,
					Duration.ofNanos(System.nanoTime() - startedNanos), outcome));
		}
		catch (RuntimeException | Error ex) {
			logger.error("Failed to attempt {}", delivery, ex);
			ended(List.of(delivery));
		}
	}

	private void process(ClaimedDelivery delivery, @Nullable NewDelivery unstored, Instant startedAt, Duration duration,
			Outcome outcome) {
		Instant now = this.clock.instant();
		switch (outcome) {
			case Outcome.Answered(int status, byte[] body, Duration retryAfter) -> {
				boolean success = status / 100 == 2;
				add(delivery, success ? Result.SUCCESS : Result.REFUSED);
				record(new AttemptedDelivery(delivery, unstored,
						new RecordedAttempt(delivery.deliveryId(), delivery.claimId(), startedAt, duration,
								new Answer(status, body), null, next(delivery, now, success, retryAfter))));
			}
			case Outcome.Unanswered(String error) -> {
				add(delivery, Result.UNANSWERED);
				record(new AttemptedDelivery(delivery, unstored, new RecordedAttempt(delivery.deliveryId(),
						delivery.claimId(), startedAt, duration, null, error, next(delivery, now, false, null))));
			}
			case Outcome.ClientFailed _ -> giveBack(delivery, unstored);
		}
	}

	/** A probe says nothing about this process: its endpoint has failed for long. */
	private void add(ClaimedDelivery delivery, Result result) {
		if (delivery.endpoint() != ClaimedDelivery.Endpoint.PROBED) {
			this.recent.add(delivery.endpointId(), result);
		}
	}

	/** Results count in their order: before it makes room for the next one. */
	private void record(AttemptedDelivery attempted) {
		this.record.add(attempted);
		if (attempted.succeeded()) {
			delivered(attempted.delivery());
		}
	}

	/** Lets the claim expire soon, without an attempt. */
	private void giveBack(ClaimedDelivery delivery, @Nullable NewDelivery unstored) {
		try {
			if (unstored != null) {
				this.fanOut.store(List.of(unstored));
			}
			else {
				this.deliveries.renew(Map.of(delivery.deliveryId(), delivery.claimId()), CLIENT_FAILURE_PAUSE);
			}
		}
		catch (RuntimeException ex) {
			logger.warn("{} is sent again once its lease has expired", delivery, ex);
		}
		ended(List.of(delivery));
	}

	private Next next(ClaimedDelivery delivery, Instant now, boolean success, @Nullable Duration retryAfter) {
		if (success) {
			this.succeeded.increment();
			return new Next.Delivered();
		}
		this.queued.giveUp(delivery.endpointId());
		this.unsuccessful.increment();
		if (delivery.endpoint() == ClaimedDelivery.Endpoint.PROBED) {
			return new Next.Kept();
		}
		Next next = this.schedule.after(delivery.countedAttempts() + 1, delivery.begunAt(), now, retryAfter);
		if (next instanceof Next.Failed) {
			this.failed.increment();
			logger.warn("Webhook {} to endpoint {} failed after {} attempts", delivery.deliveryId(),
					delivery.endpointId(), delivery.countedAttempts() + 1);
		}
		return next;
	}

	/**
	 * Frees the capacity of a successful delivery and wakes the worker when enough is
	 * free. A failed delivery keeps its capacity until it is recorded, so that an
	 * endpoint about to be parked does not get more attempts.
	 */
	private void delivered(ClaimedDelivery delivery) {
		int capacity = this.settings.concurrency() - this.inFlight.attempted(delivery);
		if (capacity == this.settings.concurrency() / CLAIM_DIVISOR) {
			this.work.wake();
		}
		startQueued();
	}

	private void ended(List<ClaimedDelivery> ended) {
		this.inFlight.end(ended);
		if (this.leftDue) {
			this.work.wake();
		}
		startQueued();
	}

	private void awaitIdle() {
		long deadline = this.nanos.getAsLong() + this.settings.timeout().plusSeconds(2).toNanos();
		try {
			synchronized (this.inFlight) {
				long leftMs = TimeUnit.NANOSECONDS.toMillis(deadline - this.nanos.getAsLong());
				while (this.inFlight.total() > 0 && leftMs > 0) {
					this.inFlight.wait(leftMs);
					leftMs = TimeUnit.NANOSECONDS.toMillis(deadline - this.nanos.getAsLong());
				}
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
