package dev.hundi.sandbox.server;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import dev.hundi.testing.FreePorts;
import dev.hundi.testing.TestContainer;
import dev.hundi.testing.TestServers;

/** Embedded servers or containers, as {@link TestServers} selects. */
public final class SelectedServers implements PlatformServers {

	/** By data directory; each keeps its port and volume when it is started again. */
	private static final Map<Path, TestContainer> containers = new ConcurrentHashMap<>();

	private final PlatformServers embedded = new EmbeddedServers();

	@Override
	public Server startPostgres(Path data, int port, Path log, String memory) {
		if (TestServers.selected() == TestServers.EMBEDDED) {
			if (Files.notExists(data)) {
				PreparedDatabase.copyTo(data);
			}
			return this.embedded.startPostgres(data, port, log, memory);
		}
		return start(data, TestContainer.postgres(port, postgresSettings(memory)));
	}

	@Override
	public Server startKafka(Path data, int port, KafkaServer.Tls tls, Path log) {
		if (encryptsKafka()) {
			return this.embedded.startKafka(data, port, tls, log);
		}
		return start(data, TestContainer.kafka(port, FreePorts.next(), KafkaNode.SETTINGS));
	}

	@Override
	public boolean encryptsKafka() {
		return TestServers.selected() == TestServers.EMBEDDED;
	}

	/** The settings of the embedded server, but reachable from outside the container. */
	static Map<String, String> postgresSettings(String memory) {
		Map<String, String> settings = new HashMap<>(PostgresServer.SETTINGS);
		settings.keySet().removeIf((name) -> name.startsWith("listen_") || name.startsWith("unix_"));
		settings.put("shared_buffers", memory);
		return settings;
	}

	private static Server start(Path data, TestContainer created) {
		return new ContainerServer(containers.merge(data, created, TestContainer::orMoved).start());
	}

	private record ContainerServer(TestContainer container) implements Server {

		@Override
		public void kill() {
			this.container.kill();
		}

		@Override
		public boolean isAlive() {
			return this.container.isAlive();
		}

		@Override
		public void close() {
			this.container.close();
		}

	}

}
