package dev.hundi.stream.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;

import dev.hundi.work.RepeatedWork;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.SmartLifecycle;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.stereotype.Component;

/**
 * Checks every two seconds that Kafka answers, that every topic of this instance exists,
 * and that its user has the rights of its processors. The application starts and runs
 * without Kafka: the sweep processes payouts from the database, and log and health
 * endpoint report the problem.
 */
@Component
public final class WatchKafka implements SmartLifecycle {

	private static final Logger logger = LoggerFactory.getLogger(WatchKafka.class);

	private static final Duration INTERVAL = Duration.ofSeconds(2);

	/** One slow answer of a busy broker is not an outage. */
	private static final int OUTAGE_CHECKS = 2;

	/** Interval of the checks of groups and settings, and of repeated log entries. */
	private static final Duration LONG_INTERVAL = Duration.ofMinutes(1);

	private final KafkaSettings settings;

	private final KafkaClients clients;

	private final PrepareTopics prepareTopics;

	private final TopicSettings topicSettings;

	private final CompletableFuture<Void> ready = new CompletableFuture<>();

	private final AtomicLong generation = new AtomicLong();

	private final RepeatedWork watch = new RepeatedWork("kafka-watch", INTERVAL.dividedBy(2), true,
			this::watchWithOneClient);

	private volatile @Nullable String problem = "not connected yet";

	private Map<String, Uuid> topics = Map.of();

	private int failedChecks = OUTAGE_CHECKS - 1;

	private long lastFullCheck;

	private long lastLogged;

	WatchKafka(KafkaSettings settings, KafkaClients clients, PrepareTopics prepareTopics, TopicSettings topicSettings) {
		this.settings = settings;
		this.clients = clients;
		this.prepareTopics = prepareTopics;
		this.topicSettings = topicSettings;
	}

	/**
	 * Waits until Kafka was available once and every topic existed.
	 * @throws InterruptedException if the application stops first
	 */
	public void await() throws InterruptedException {
		try {
			this.ready.get();
		}
		catch (ExecutionException ex) {
			throw new CompletionException(ex.getCause());
		}
	}

	/** Whether messages cannot be published or consumed. */
	public boolean isUnavailable() {
		return this.problem != null;
	}

	/**
	 * Increases whenever topics were created, by this or another instance. Positions and
	 * producer ids of the previous topics are then invalid, so their clients must be
	 * replaced.
	 */
	public long generation() {
		return this.generation.get();
	}

	/** Returns why Kafka is unavailable, or null. */
	@Nullable String problem() {
		return this.problem;
	}

	@Override
	public void start() {
		this.watch.start();
	}

	@Override
	public void stop() {
		this.watch.stop();
	}

	@Override
	public boolean isRunning() {
		return this.watch.isRunning();
	}

	/** A failed check ends the client, because it may know only lost brokers. */
	private void watchWithOneClient() throws InterruptedException {
		try (Admin admin = this.clients.newAdmin()) {
			while (true) {
				check(admin);
				Thread.sleep(INTERVAL);
			}
		}
		catch (ExecutionException ex) {
			failed(reason((ex.getCause() != null) ? ex.getCause() : ex));
		}
		catch (RuntimeException ex) {
			failed(reason(ex));
		}
	}

	private void check(Admin admin) throws ExecutionException, InterruptedException {
		Map<String, TopicDescription> described = this.prepareTopics.in(admin);
		Map<String, Uuid> present = new HashMap<>();
		described.forEach((name, topic) -> present.put(name, topic.topicId()));
		if (this.problem != null || !present.equals(this.topics) || isDue(this.lastFullCheck)) {
			this.prepareTopics.checkGroups(admin);
			this.topicSettings.check(admin, described.values());
			this.lastFullCheck = System.nanoTime();
		}
		available(present);
	}

	private static boolean isDue(long last) {
		return System.nanoTime() - last > LONG_INTERVAL.toNanos();
	}

	/** The message about a refused certificate or a missing file lacks the cause. */
	private String reason(Throwable ex) {
		if (ex instanceof TimeoutException) {
			return "TimeoutException: no broker answered within %d s; check the address, and that the listener expects %s"
				.formatted(KafkaClients.ADMIN_TIMEOUT.toSeconds(), this.settings.protocol().name);
		}
		Throwable root = NestedExceptionUtils.getMostSpecificCause(ex);
		String reason = ex.getClass().getSimpleName() + ": " + ex.getMessage();
		return (root == ex) ? reason : reason + " (" + root.getClass().getSimpleName() + ": " + root.getMessage() + ")";
	}

	private void available(Map<String, Uuid> present) {
		if (!present.equals(this.topics)) {
			if (!this.topics.isEmpty()) {
				logger.warn("Kafka lost topics, which were created again; their messages are left to the sweep");
			}
			this.topics = present;
			this.generation.incrementAndGet();
		}
		if (this.problem != null) {
			logger.info("Connected to Kafka at {} with {}", this.settings.bootstrapServers(),
					this.settings.protocol().name);
		}
		this.failedChecks = 0;
		this.problem = null;
		this.ready.complete(null);
	}

	private void failed(String reason) {
		if (++this.failedChecks < OUTAGE_CHECKS) {
			return;
		}
		if (!reason.equals(this.problem) || isDue(this.lastLogged)) {
			logger.warn("Waiting for Kafka at {} (hundi.kafka.bootstrap-servers): {}", this.settings.bootstrapServers(),
					reason);
			this.lastLogged = System.nanoTime();
		}
		this.problem = reason;
	}

}
