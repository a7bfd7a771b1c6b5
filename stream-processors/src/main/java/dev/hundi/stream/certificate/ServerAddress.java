package dev.hundi.stream.certificate;

import java.util.List;
import java.util.Properties;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.hundi.startup.DatabaseSettings;
import dev.hundi.stream.kafka.KafkaSettings;
import org.postgresql.Driver;

/** Where a server answers. */
record ServerAddress(Kind kind, String host, int port) {

	/** The hosts of PostgreSQL, and the brokers that the settings name. */
	static List<ServerAddress> of(DatabaseSettings database, KafkaSettings kafka) {
		return Stream.concat(hosts(database.url()), brokers(kafka)).toList();
	}

	private static Stream<ServerAddress> hosts(String url) {
		Properties parts = Driver.parseURL(url, null);
		if (parts == null) {
			return Stream.empty();
		}
		String[] hosts = parts.getProperty("PGHOST", "localhost").split(",");
		String[] ports = parts.getProperty("PGPORT", "5432").split(",");
		return IntStream.range(0, hosts.length)
			.mapToObj((i) -> new ServerAddress(Kind.POSTGRESQL, hosts[i],
					Integer.parseInt(ports[Math.min(i, ports.length - 1)])));
	}

	private static Stream<ServerAddress> brokers(KafkaSettings kafka) {
		if (!kafka.clientProperties().getOrDefault("security.protocol", "PLAINTEXT").endsWith("SSL")) {
			return Stream.empty();
		}
		return Stream.of(kafka.bootstrapServers().split(",")).map(String::strip).map((broker) -> {
			int colon = broker.lastIndexOf(':');
			return new ServerAddress(Kind.KAFKA, broker.substring(0, colon).replaceAll("^\\[|]$", ""),
					Integer.parseInt(broker.substring(colon + 1)));
		});
	}

	/** How a server begins TLS. */
	enum Kind {

		/** After a request of its own protocol. */
		POSTGRESQL,

		/** At once. */
		KAFKA

	}

}
