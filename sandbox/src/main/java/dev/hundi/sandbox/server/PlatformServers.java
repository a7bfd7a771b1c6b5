package dev.hundi.sandbox.server;

import java.nio.file.Path;
import java.util.ServiceLoader;

/**
 * Starts PostgreSQL and Kafka for a platform: embedded, unless the class path provides
 * another implementation, as tests with containers do.
 */
public interface PlatformServers {

	/** Returns the implementation of the class path, or the embedded servers. */
	static PlatformServers find() {
		return ServiceLoader.load(PlatformServers.class).findFirst().orElseGet(EmbeddedServers::new);
	}

	/**
	 * Starts PostgreSQL and waits until it accepts connections.
	 * @param data directory that identifies the data; created when absent
	 * @param memory {@code shared_buffers}
	 * @throws StartFailedException if it does not start
	 */
	Server startPostgres(Path data, int port, Path log, String memory);

	/**
	 * Starts a Kafka broker and waits until it accepts connections.
	 * @param port of the listener without encryption
	 * @param tls the listener with encryption, if {@link #encryptsKafka()}
	 * @throws StartFailedException if it does not start
	 */
	Server startKafka(Path data, int port, KafkaServer.Tls tls, Path log);

	/** Whether Kafka has a listener with encryption. */
	default boolean encryptsKafka() {
		return true;
	}

	/** A running server. */
	interface Server extends AutoCloseable {

		/** Kills all its processes, as {@code kill -9} does, and waits for their end. */
		void kill();

		boolean isAlive();

		@Override
		void close();

	}

	/** Servers that run as child processes. */
	final class EmbeddedServers implements PlatformServers {

		@Override
		public Server startPostgres(Path data, int port, Path log, String memory) {
			return PostgresServer.start(data, port, log, memory);
		}

		@Override
		public Server startKafka(Path data, int port, KafkaServer.Tls tls, Path log) {
			return KafkaServer.start(data, port, tls, log);
		}

	}

}
