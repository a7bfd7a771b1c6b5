package dev.hundi.stream.relay;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;

import dev.hundi.startup.DatabaseSettings;
import dev.hundi.stream.kafka.DeadLetters;
import dev.hundi.stream.kafka.KafkaClients;
import dev.hundi.stream.kafka.WatchKafka;
import dev.hundi.stream.processor.Processor;
import dev.hundi.stream.processor.Processors;
import dev.hundi.sweep.StreamGaps;
import org.apache.kafka.clients.producer.Producer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Keeps the change stream running: takes the lead, prepares publication and slot, runs an
 * engine, and starts over when the engine ends or the topics were created again.
 */
@Component
final class Relay implements SmartLifecycle {

	private static final Logger logger = LoggerFactory.getLogger(Relay.class);

	/** Names the metrics of each engine, which are the whole JVM's. */
	private static final AtomicLong runs = new AtomicLong();

	private static final Duration LEADER_POLL = Duration.ofMillis(500);

	/** Heartbeats arrive every two seconds; Kafka's delivery timeout is two minutes. */
	private static final Duration MAX_SILENCE = Duration.ofMinutes(3);

	private static final Duration FIRST_PAUSE = Duration.ofMillis(250);

	private static final Duration MAX_PAUSE = Duration.ofSeconds(5);

	private final Processors processors;

	private final DatabaseSettings database;

	private final RelaySettings settings;

	private final WatchKafka kafka;

	private final KafkaClients clients;

	private final DeadLetters deadLetters;

	private final RelayMetrics metrics;

	private final AcceptedPayouts accepted;

	private final StreamGaps gaps;

	private volatile @Nullable Thread supervisor;

	private int failures;

	Relay(Processors processors, DatabaseSettings database, RelaySettings settings, WatchKafka kafka,
			KafkaClients clients, DeadLetters deadLetters, RelayMetrics metrics, AcceptedPayouts accepted,
			StreamGaps gaps) {
		this.processors = processors;
		this.database = database;
		this.settings = settings;
		this.kafka = kafka;
		this.clients = clients;
		this.deadLetters = deadLetters;
		this.metrics = metrics;
		this.accepted = accepted;
		this.gaps = gaps;
	}

	@Override
	public void start() {
		if (this.processors.runs(Processor.RELAY)) {
			// The thread checks isRunning() immediately, so the field is set first.
			Thread thread = Thread.ofPlatform().name("relay").daemon().unstarted(this::supervise);
			this.supervisor = thread;
			thread.start();
		}
	}

	@Override
	public void stop() {
		Thread thread = this.supervisor;
		this.supervisor = null;
		if (thread != null) {
			thread.interrupt();
			try {
				thread.join(Duration.ofSeconds(40));
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}
	}

	@Override
	public boolean isRunning() {
		return this.supervisor != null;
	}

	private void supervise() {
		try {
			this.kafka.await();
			while (isRunning()) {
				try {
					leadIfVacant();
				}
				catch (SQLException | ExecutionException | RuntimeException ex) {
					failed(ex);
				}
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void leadIfVacant() throws SQLException, ExecutionException, InterruptedException {
		Optional<Leadership> taken = Leadership.tryTake(this.database, this.settings);
		if (taken.isEmpty()) {
			Thread.sleep(LEADER_POLL);
			return;
		}
		try (Leadership leadership = taken.get()) {
			this.metrics.startLeading();
			lead(leadership);
		}
		finally {
			this.metrics.stopLeading();
		}
	}

	private void lead(Leadership leadership) throws SQLException, ExecutionException, InterruptedException {
		long generation = this.kafka.generation();
		EventPublication publication = new EventPublication(leadership.connection());
		ensure(publication);
		new ReplicationSlot(this.settings.slot()).prepare(leadership.connection(), this::found);
		// Also those of a leader that was killed before it had made what was missing.
		this.gaps.end();
		logger.info("Relaying events from slot {}", this.settings.slot());
		try (TransactionVisibility visibility = new TransactionVisibility(
				Leadership.connect(this.database, this.settings, "hundi-relay-visibility"));
				Producer<byte[], byte[]> producer = this.clients.newProducer("hundi-relay");
				EngineRun run = EngineRun.start(
						EngineProperties.of(this.database, this.settings, runs.incrementAndGet()),
						new ForwardEvents(visibility, producer, this.deadLetters, this.metrics, this.accepted))) {
			while (isRunning() && !run.awaitEnd(LEADER_POLL)) {
				if (generation != this.kafka.generation()) {
					found("Kafka's topics were created again");
					this.gaps.end();
					// The engine may wait for the previous topics, so it would end late.
					producer.close(Duration.ZERO);
					return;
				}
				// This query also fails if the connection, and with it the lock, is lost.
				ensure(publication);
				if (this.metrics.silence().compareTo(MAX_SILENCE) > 0) {
					throw new IllegalStateException("No event or heartbeat for " + this.metrics.silence());
				}
				if (this.failures > 0 && this.metrics.isRelaying()) {
					logger.info("The relay recovered after {} failures", this.failures);
					this.failures = 0;
				}
			}
		}
	}

	private void ensure(EventPublication publication) throws SQLException {
		if (publication.ensure()) {
			warn("publication " + EventPublication.NAME + " was missing or differed");
			this.gaps.end();
		}
	}

	private void found(String reason) {
		warn(reason);
		this.gaps.begin(reason);
	}

	private static void warn(String reason) {
		logger.warn("The change stream has a gap ({}); everything open is swept", reason);
	}

	private void failed(Exception ex) throws InterruptedException {
		Throwable cause = (ex instanceof ExecutionException && ex.getCause() != null) ? ex.getCause() : ex;
		if (this.failures++ == 0) {
			logger.error("The relay failed; restarting it until it runs", cause);
		}
		else {
			logger.warn("The relay failed again ({} consecutive failures): {}", this.failures, cause.toString());
		}
		this.metrics.failed();
		Thread.sleep(Math.min(MAX_PAUSE.toMillis(), FIRST_PAUSE.toMillis() << Math.min(this.failures - 1, 10)));
	}

}
