package dev.hundi.stream.kafka;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Waits for Kafka and creates the topics. The application starts meanwhile: without Kafka
 * the sweeper processes payouts from the database, and the health endpoint reports the
 * problem.
 */
@Component
public final class KafkaStartup implements SmartLifecycle {

	private static final Logger logger = LoggerFactory.getLogger(KafkaStartup.class);

	private static final Duration PAUSE = Duration.ofSeconds(1);

	private final KafkaSettings settings;

	private final KafkaClients clients;

	private final CreateTopics createTopics;

	private final CompletableFuture<Void> ready = new CompletableFuture<>();

	private volatile @Nullable Thread waiting;

	private volatile String problem = "not connected yet";

	KafkaStartup(KafkaSettings settings, KafkaClients clients, CreateTopics createTopics) {
		this.settings = settings;
		this.clients = clients;
		this.createTopics = createTopics;
	}

	/**
	 * Waits until Kafka is available and every topic exists.
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

	boolean isReady() {
		return this.ready.isDone();
	}

	String problem() {
		return this.problem;
	}

	@Override
	public void start() {
		this.waiting = Thread.ofVirtual().name("kafka-start").start(this::waitForKafka);
	}

	@Override
	public void stop() {
		Thread thread = this.waiting;
		this.waiting = null;
		if (thread != null) {
			thread.interrupt();
		}
	}

	@Override
	public boolean isRunning() {
		return this.waiting != null;
	}

	private void waitForKafka() {
		boolean logged = false;
		try {
			while (!answers()) {
				logger.warn("Waiting for Kafka at {} (hundi.kafka.bootstrap-servers): {}",
						this.settings.bootstrapServers(), this.problem);
				logged = true;
				Thread.sleep(PAUSE);
			}
			if (logged) {
				logger.info("Connected to Kafka at {}", this.settings.bootstrapServers());
			}
			this.ready.complete(null);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private boolean answers() throws InterruptedException {
		try (Admin admin = this.clients.newAdmin()) {
			this.createTopics.in(admin);
			return true;
		}
		catch (ExecutionException ex) {
			Throwable cause = (ex.getCause() != null) ? ex.getCause() : ex;
			this.problem = cause.getClass().getSimpleName() + ": " + cause.getMessage();
		}
		catch (KafkaException ex) {
			Throwable cause = (ex.getCause() != null) ? ex.getCause() : ex;
			this.problem = String.valueOf(cause.getMessage());
		}
		return false;
	}

}
