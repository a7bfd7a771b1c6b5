package dev.hundi.stream.kafka;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Checks every two seconds that Kafka answers and that every topic exists, and creates
 * missing topics. The application starts and runs without Kafka: the sweeper processes
 * payouts from the database, and the health endpoint reports the problem.
 */
@Component
public final class WatchKafka implements SmartLifecycle {

	private static final Logger logger = LoggerFactory.getLogger(WatchKafka.class);

	private static final Duration INTERVAL = Duration.ofSeconds(2);

	/** One slow answer of a busy broker is not an outage. */
	private static final int OUTAGE_CHECKS = 2;

	private final KafkaSettings settings;

	private final KafkaClients clients;

	private final CreateTopics createTopics;

	private final CompletableFuture<Void> ready = new CompletableFuture<>();

	private final AtomicLong generation = new AtomicLong();

	private volatile @Nullable Thread watching;

	private volatile @Nullable String problem = "not connected yet";

	private Map<String, Uuid> topics = Map.of();

	private int failedChecks = OUTAGE_CHECKS - 1;

	WatchKafka(KafkaSettings settings, KafkaClients clients, CreateTopics createTopics) {
		this.settings = settings;
		this.clients = clients;
		this.createTopics = createTopics;
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
		// The thread checks isRunning() immediately, so the field is set first.
		Thread thread = Thread.ofVirtual().name("kafka-watch").unstarted(this::watch);
		this.watching = thread;
		thread.start();
	}

	@Override
	public void stop() {
		Thread thread = this.watching;
		this.watching = null;
		if (thread != null) {
			thread.interrupt();
		}
	}

	@Override
	public boolean isRunning() {
		return this.watching != null;
	}

	private void watch() {
		try {
			while (isRunning()) {
				watchWithOneClient();
				Thread.sleep(INTERVAL.dividedBy(2));
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/** A failed check ends the client, because it may know only lost brokers. */
	private void watchWithOneClient() throws InterruptedException {
		try (Admin admin = this.clients.newAdmin()) {
			while (isRunning()) {
				available(this.createTopics.in(admin));
				Thread.sleep(INTERVAL);
			}
		}
		catch (ExecutionException ex) {
			Throwable cause = (ex.getCause() != null) ? ex.getCause() : ex;
			failed(cause.getClass().getSimpleName() + ": " + cause.getMessage());
		}
		catch (KafkaException ex) {
			Throwable cause = (ex.getCause() != null) ? ex.getCause() : ex;
			failed(String.valueOf(cause.getMessage()));
		}
	}

	private void available(Map<String, Uuid> present) {
		if (!present.equals(this.topics)) {
			if (!this.topics.isEmpty()) {
				logger.warn("Kafka lost topics, which were created again; their messages are left to the sweeper");
			}
			this.topics = present;
			this.generation.incrementAndGet();
		}
		if (this.problem != null) {
			logger.info("Connected to Kafka at {}", this.settings.bootstrapServers());
		}
		this.failedChecks = 0;
		this.problem = null;
		this.ready.complete(null);
	}

	private void failed(String reason) {
		if (++this.failedChecks < OUTAGE_CHECKS) {
			return;
		}
		this.problem = reason;
		logger.warn("Waiting for Kafka at {} (hundi.kafka.bootstrap-servers): {}", this.settings.bootstrapServers(),
				reason);
	}

}
