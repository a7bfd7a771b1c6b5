package dev.hundi.stream.relay;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;

import dev.hundi.startup.DatabaseSettings;
import dev.hundi.startup.RelaySettings;
import dev.hundi.stream.kafka.DeadLetters;
import dev.hundi.stream.kafka.KafkaClients;
import dev.hundi.stream.kafka.KafkaStartup;
import dev.hundi.stream.processor.Processor;
import dev.hundi.stream.processor.Processors;
import org.apache.kafka.clients.producer.Producer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Keeps the change stream running: takes the lead when nobody has it, sees to the slot,
 * runs an engine, and whatever ends that engine, starts over.
 */
@Component
final class Relay implements SmartLifecycle {

	private static final Logger logger = LoggerFactory.getLogger(Relay.class);

	private static final Duration LEAD_CHECK = Duration.ofMillis(500);

	/** Heartbeats come every second; Kafka's delivery may take two minutes to fail. */
	private static final Duration LONGEST_SILENCE = Duration.ofMinutes(3);

	private static final Duration FIRST_PAUSE = Duration.ofMillis(250);

	private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

	private final Processors processors;

	private final DatabaseSettings database;

	private final RelaySettings settings;

	private final KafkaStartup kafka;

	private final KafkaClients clients;

	private final DeadLetters deadLetters;

	private final RelayMetrics progress;

	private final ApplicationEventPublisher events;

	private volatile @Nullable Thread supervisor;

	private int failures;

	private long runs;

	Relay(Processors processors, DatabaseSettings database, RelaySettings settings, KafkaStartup kafka,
			KafkaClients clients, DeadLetters deadLetters, RelayMetrics progress, ApplicationEventPublisher events) {
		this.processors = processors;
		this.database = database;
		this.settings = settings;
		this.kafka = kafka;
		this.clients = clients;
		this.deadLetters = deadLetters;
		this.progress = progress;
		this.events = events;
	}

	@Override
	public void start() {
		if (this.processors.run(Processor.RELAY)) {
			// It asks isRunning() at once where Kafka is ready, so the field is set
			// first.
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
					leadIfNobodyDoes();
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

	private void leadIfNobodyDoes() throws SQLException, ExecutionException, InterruptedException {
		Optional<Leadership> taken = Leadership.tryTake(this.database, this.settings);
		if (taken.isEmpty()) {
			Thread.sleep(LEAD_CHECK);
			return;
		}
		try (Leadership leadership = taken.get()) {
			this.progress.leads();
			lead(leadership);
		}
		finally {
			this.progress.leadsNoMore();
		}
	}

	private void lead(Leadership leadership) throws SQLException, ExecutionException, InterruptedException {
		ReplicationSlot slot = new ReplicationSlot(this.settings.slot());
		slot.prepare(leadership.connection())
			.ifPresent((reason) -> tell(new ReplicationSlotRecreated(this.settings.slot(), reason)));
		logger.info("Relaying events from slot {}", this.settings.slot());
		try (TransactionVisibility visibility = new TransactionVisibility(
				Leadership.connect(this.database, this.settings, "hundi-relay-visibility"));
				Producer<byte[], byte[]> producer = this.clients.newProducer("hundi-relay");
				EngineRun run = EngineRun.start(EngineProperties.of(this.database, this.settings, ++this.runs),
						new ForwardEvents(visibility, producer, this.deadLetters, this.progress))) {
			while (isRunning() && !run.awaitEnd(LEAD_CHECK)) {
				// Also shows that this connection, and the lock with it, still lives.
				this.progress.holdsBack(slot.lagBytes(leadership.connection()));
				if (this.progress.silence().compareTo(LONGEST_SILENCE) > 0) {
					throw new IllegalStateException("Nothing has come through for " + this.progress.silence());
				}
				if (this.failures > 0 && this.progress.isRelaying()) {
					logger.info("The relay runs again after {} failures", this.failures);
					this.failures = 0;
				}
			}
		}
	}

	/** In a thread of its own: sweeping everything must not hold up the stream. */
	private void tell(ReplicationSlotRecreated event) {
		logger.warn("The slot {} has been created, because {}; everything open is swept", event.slot(), event.reason());
		Thread.ofVirtual().name("slot-recreated").start(() -> this.events.publishEvent(event));
	}

	private void failed(Exception ex) throws InterruptedException {
		Throwable cause = (ex instanceof ExecutionException && ex.getCause() != null) ? ex.getCause() : ex;
		if (this.failures++ == 0) {
			logger.error("The relay stopped; starting it again until it runs", cause);
		}
		else {
			logger.warn("The relay stopped again ({} times in a row): {}", this.failures, cause.toString());
		}
		this.progress.failed();
		Thread.sleep(Math.min(LONGEST_PAUSE.toMillis(), FIRST_PAUSE.toMillis() << Math.min(this.failures - 1, 10)));
	}

}
