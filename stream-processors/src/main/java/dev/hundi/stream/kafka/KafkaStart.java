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
 * Waits for Kafka and then sees to its topics. It waits beside the application, not
 * before it: the sweeper drives payouts from the database while Kafka is away, and the
 * health page says what is missing.
 */
@Component
public final class KafkaStart implements SmartLifecycle {

	private static final Logger logger = LoggerFactory.getLogger(KafkaStart.class);

	private static final Duration PAUSE = Duration.ofSeconds(1);

	private final KafkaSettings settings;

	private final KafkaClients clients;

	private final CreateTopics createTopics;

	private final CompletableFuture<Void> ready = new CompletableFuture<>();

	private volatile @Nullable Thread waiting;

	private volatile String problem = "not asked yet";

	KafkaStart(KafkaSettings settings, KafkaClients clients, CreateTopics createTopics) {
		this.settings = settings;
		this.clients = clients;
		this.createTopics = createTopics;
	}

	/**
	 * Returns when Kafka has answered and every topic exists.
	 * @throws InterruptedException if the application stops before
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

	/** Why Kafka is not ready. */
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
		boolean waited = false;
		try {
			while (!answers()) {
				logger.warn("Waiting for Kafka at {} (hundi.kafka.bootstrap-servers): {}",
						this.settings.bootstrapServers(), this.problem);
				waited = true;
				Thread.sleep(PAUSE);
			}
			if (waited) {
				logger.info("Kafka at {} answers; going on", this.settings.bootstrapServers());
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
