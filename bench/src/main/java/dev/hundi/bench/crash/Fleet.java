package dev.hundi.bench.crash;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import dev.hundi.sandbox.Application;
import dev.hundi.sandbox.Part;
import dev.hundi.sandbox.Platform;
import dev.hundi.sandbox.server.ChildProcess;
import dev.hundi.sandbox.server.Ports;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The processes of a platform, two copies of stream-processors and one for webhooks among
 * them, and the checkers. Each is restarted as soon as it exits, as a supervisor would
 * do.
 */
final class Fleet implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(Fleet.class);

	private static final long WATCH_NANOS = 100_000_000;

	private final Platform platform;

	private final JdbcClient jdbc;

	private final Map<Victim, Copy> copies = new EnumMap<>(Victim.class);

	private final Thread watcher = new Thread(this::watch, "fleet");

	private volatile boolean closed;

	private volatile boolean slotToDrop;

	private volatile boolean publicationToDrop;

	/**
	 * Starts all processes.
	 * @param checkers starts the checkers
	 */
	Fleet(Platform platform, Supplier<ChildProcess> checkers) {
		this.platform = platform;
		this.jdbc = JdbcClient.create(platform.dataSource());
		add(Victim.API, Application.API, platform.port(Part.API_MANAGEMENT));
		add(Victim.STREAM, Application.STREAM, platform.port(Part.STREAM));
		add(Victim.OTHER_STREAM, Application.STREAM, Ports.free());
		add(Victim.WEBHOOKS, Application.WEBHOOKS, platform.port(Part.WEBHOOKS));
		add(Victim.BATCH, Application.BATCH, platform.port(Part.BATCH));
		this.copies.put(Victim.CHECKERS, new Copy(checkers, () -> true, checkers.get()));
		this.watcher.start();
	}

	/** Kills a victim, which is then restarted automatically. */
	synchronized void kill(Victim victim) {
		switch (victim) {
			case KAFKA -> this.platform.kafka().kill();
			case BANK -> this.platform.bank().kill();
			case POSTGRES -> this.platform.postgres().kill();
			case SLOT -> {
				this.slotToDrop = true;
				kill(Victim.STREAM);
				kill(Victim.OTHER_STREAM);
			}
			case KAFKA_DATA -> this.platform.loseKafkaData();
			case PUBLICATION -> this.publicationToDrop = true;
			case API, STREAM, OTHER_STREAM, WEBHOOKS, BATCH, CHECKERS -> copy(victim).process.kill();
		}
	}

	/** Waits until every application is up. */
	void awaitHealthy() {
		while (!this.copies.values().stream().allMatch((copy) -> copy.healthy.getAsBoolean())) {
			ChildProcess.pause();
		}
	}

	@Override
	public void close() {
		this.closed = true;
		try {
			this.watcher.join();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		this.copies.values().forEach((copy) -> copy.process.stop());
	}

	private void watch() {
		while (!this.closed) {
			try {
				startWhatIsGone();
			}
			catch (RuntimeException ex) {
				logger.warn("A process did not start; retrying: {}", ex.toString());
			}
			LockSupport.parkNanos(WATCH_NANOS);
		}
	}

	private synchronized void startWhatIsGone() {
		if (!this.platform.postgres().isAlive()) {
			this.platform.startPostgres();
		}
		if (!this.platform.kafka().isAlive()) {
			this.platform.startKafka();
		}
		if (!this.platform.bank().isAlive()) {
			this.platform.startBank();
		}
		if (this.slotToDrop) {
			dropSlot();
		}
		if (this.publicationToDrop) {
			dropPublication();
		}
		this.copies.replaceAll((victim, copy) -> copy.process.isAlive() ? copy
				: new Copy(copy.launch, copy.healthy, copy.launch.get()));
	}

	/** The slot is not in use: the copies start only after this. */
	private void dropSlot() {
		try {
			this.jdbc.sql("""
					SELECT pg_terminate_backend(active_pid) FROM pg_replication_slots WHERE active_pid IS NOT NULL
					""").query(Boolean.class).list();
			while (this.jdbc.sql("SELECT EXISTS (SELECT FROM pg_replication_slots WHERE active_pid IS NOT NULL)")
				.query(Boolean.class)
				.single()) {
				ChildProcess.pause();
			}
			this.jdbc.sql("SELECT pg_drop_replication_slot(slot_name)::text FROM pg_replication_slots")
				.query(String.class)
				.list();
			this.slotToDrop = false;
		}
		catch (DataAccessException ex) {
			logger.info("The slot cannot be dropped yet: {}", ex.getMessage());
		}
	}

	private void dropPublication() {
		try {
			this.jdbc.sql("DROP PUBLICATION IF EXISTS hundi_events").update();
			this.publicationToDrop = false;
		}
		catch (DataAccessException ex) {
			logger.info("The publication cannot be dropped yet: {}", ex.getMessage());
		}
	}

	private void add(Victim victim, Application application, int port) {
		String name = victim.name().toLowerCase(Locale.ROOT);
		Supplier<ChildProcess> launch = () -> this.platform.launch(application, name, port);
		this.copies.put(victim, new Copy(launch, () -> this.platform.isHealthy(port), launch.get()));
	}

	private Copy copy(Victim victim) {
		Copy copy = this.copies.get(victim);
		if (copy == null) {
			throw new IllegalArgumentException(victim + " is not an application");
		}
		return copy;
	}

	private record Copy(Supplier<ChildProcess> launch, BooleanSupplier healthy, ChildProcess process) {
	}

}
