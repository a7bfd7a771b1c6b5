package dev.hundi.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * A server of {@code docker-compose.yml} in a container with a port and a volume that
 * outlive a stop or a kill, so that tests can start it again.
 */
public final class TestContainer implements AutoCloseable {

	private final String image;

	private final String volumePath;

	private final int port;

	private final List<String> command;

	private final Map<String, String> environment;

	private final String readyLog;

	private final int readyLogCount;

	private String volume = "hundi-test-" + UUID.randomUUID();

	private @Nullable DockerContainer container;

	private TestContainer(String image, String volumePath, int port, List<String> command,
			Map<String, String> environment, String readyLog, int readyLogCount) {
		this.image = image;
		this.volumePath = volumePath;
		this.port = port;
		this.command = command;
		this.environment = environment;
		this.readyLog = readyLog;
		this.readyLogCount = readyLogCount;
		Runtime.getRuntime().addShutdownHook(new Thread(this::removeVolume));
	}

	/** A PostgreSQL that is not started yet; user and password are {@code postgres}. */
	public static TestContainer postgres(int port, Map<String, String> settings) {
		return new TestContainer(TestServers.image("postgres"), "/var/lib/postgresql", port,
				postgresCommand(port, settings), Map.of("POSTGRES_PASSWORD", "postgres"),
				".*database system is ready to accept connections.*", 2);
	}

	/** A Kafka of one node that is not started yet. */
	public static TestContainer kafka(int port, int controllerPort, Map<String, String> settings) {
		return new TestContainer(TestServers.image("kafka"), "/var/lib/kafka/data", port, List.of(),
				kafkaEnvironment(port, controllerPort, settings), ".*Kafka Server started.*", 1);
	}

	static List<String> postgresCommand(int port, Map<String, String> settings) {
		List<String> command = new ArrayList<>(List.of("postgres", "-p", Integer.toString(port)));
		settings.forEach((name, value) -> command.addAll(List.of("-c", name + "=" + value)));
		return command;
	}

	static Map<String, String> kafkaEnvironment(int port, int controllerPort, Map<String, String> settings) {
		Map<String, String> environment = TestServers.environment(settings);
		environment.putAll(TestServers.environment(Map.of("node.id", "1", "process.roles", "broker,controller",
				"listeners", "PLAINTEXT://:%d,CONTROLLER://:%d".formatted(port, controllerPort), "advertised.listeners",
				"PLAINTEXT://localhost:" + port, "controller.listener.names", "CONTROLLER", "controller.quorum.voters",
				"1@localhost:" + controllerPort, "listener.security.protocol.map",
				"PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT", "log.dirs", "/var/lib/kafka/data")));
		return environment;
	}

	/** This server if its port is the same, otherwise the other one on this volume. */
	public TestContainer orMoved(TestContainer other) {
		if (other.port == this.port) {
			return this;
		}
		other.volume = this.volume;
		other.container = this.container;
		this.container = null;
		return other;
	}

	public int port() {
		return this.port;
	}

	public boolean isAlive() {
		return this.container != null && this.container.isRunning();
	}

	/** Starts the server on its volume and waits until it is ready. */
	public TestContainer start() {
		int readyCount = (this.container != null) ? 1 : this.readyLogCount;
		this.container = DockerContainer.start(this.image, this.port, this.command, this.environment,
				this.volume + ":" + this.volumePath, this.readyLog, readyCount);
		return this;
	}

	/** Sends SIGKILL, as {@code kill -9} does. */
	public void kill() {
		if (this.container != null) {
			this.container.kill();
		}
	}

	/** Shuts the server down in order. */
	@Override
	public void close() {
		if (this.container != null) {
			this.container.stop();
		}
	}

	private void removeVolume() {
		if (this.container != null) {
			this.container.stop();
			DockerContainer.removeVolume(this.volume);
		}
	}

}
