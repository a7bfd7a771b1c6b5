package dev.hundi.sandbox;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

import dev.hundi.sandbox.server.PostgresServer;
import dev.hundi.sandbox.server.StartFailedException;
import org.slf4j.LoggerFactory;

/** Configuration of a platform. */
public final class PlatformBuilder {

	final Path directory;

	final Map<Part, Integer> ports = new EnumMap<>(Part.class);

	final Map<Application, Application.Mode> modes = new EnumMap<>(Application.class);

	final Map<Application, List<String>> arguments = new EnumMap<>(Application.class);

	final Map<Application, String> heaps = new EnumMap<>(Application.class);

	final Set<Part> without = EnumSet.noneOf(Part.class);

	boolean restarts;

	String databaseMemory = PostgresServer.MEMORY;

	BiConsumer<Part, Duration> progress = (part, time) -> LoggerFactory.getLogger(Platform.class)
		.debug("{} after {}", part, time);

	PlatformBuilder(Path directory) {
		this.directory = directory;
	}

	/** Sets a port; 0, the default, is any free one. */
	public PlatformBuilder port(Part part, int port) {
		this.ports.put(part, port);
		return this;
	}

	/**
	 * Sets how an application runs, by default in this JVM, except that portals are off.
	 * Without a mode of their own, webhooks are sent by {@link Application#STREAM}.
	 */
	public PlatformBuilder run(Application application, Application.Mode mode) {
		this.modes.put(application, mode);
		return this;
	}

	/** Adds settings to an application, each {@code hundi.key=value}. */
	public PlatformBuilder set(Application application, String... settings) {
		this.arguments.computeIfAbsent(application, (key) -> new ArrayList<>()).addAll(List.of(settings));
		return this;
	}

	/** Does not start Kafka, or the bank, or both: for applications that need neither. */
	public PlatformBuilder without(Part... parts) {
		if (!Set.of(Part.KAFKA, Part.BANK).containsAll(List.of(parts))) {
			throw new IllegalArgumentException("Only Kafka and the bank can be left out");
		}
		this.without.addAll(List.of(parts));
		return this;
	}

	/** Sets the heap of an application's own process, by default {@code 512m}. */
	public PlatformBuilder heap(Application application, String size) {
		this.heaps.put(application, size);
		return this;
	}

	/** Starts processes again that end by themselves, as a container engine does. */
	public PlatformBuilder restartDeadProcesses() {
		this.restarts = true;
		return this;
	}

	/** Sets the {@code shared_buffers} of the database. */
	public PlatformBuilder databaseMemory(String sharedBuffers) {
		this.databaseMemory = sharedBuffers;
		return this;
	}

	/** Registers a listener for parts that became ready, with their start time. */
	public PlatformBuilder onReady(BiConsumer<Part, Duration> listener) {
		this.progress = listener;
		return this;
	}

	/**
	 * Starts every part and waits until all are healthy.
	 * @throws StartFailedException if one is not; then all are stopped
	 */
	public Platform start() {
		return new Platform(this).start();
	}

	Application.Mode mode(Application application) {
		return this.modes.getOrDefault(application, switch (application) {
			case API, STREAM, BATCH -> Application.Mode.IN_PROCESS;
			case WEBHOOKS, PORTAL, STAFF -> Application.Mode.OFF;
		});
	}

}
