package dev.hundi.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Which servers integration and end-to-end tests use. Profile {@code containers} sets
 * {@code test.servers=containers}.
 */
public enum TestServers {

	/** PostgreSQL and Kafka as processes of this machine. */
	EMBEDDED,

	/** The images of {@code docker-compose.yml}, through Testcontainers. */
	CONTAINERS;

	/**
	 * Settings of every test PostgreSQL. As durable as production. They are given on its
	 * command line, where {@code ALTER SYSTEM} cannot change them, so
	 * {@code max_slot_wal_keep_size} is not among them: a test lowers it.
	 */
	public static final Map<String, String> POSTGRES = Map.of("fsync", "on", "synchronous_commit", "on",
			"full_page_writes", "on", "wal_level", "logical", "max_wal_senders", "20", "max_replication_slots", "20",
			"max_connections", "300", "shared_preload_libraries", "pg_stat_statements", "pg_stat_statements.max",
			"20000");

	/** Settings of every test Kafka. */
	public static final Map<String, String> KAFKA = Map.of("offsets.topic.replication.factor", "1",
			"offsets.topic.num.partitions", "2", "transaction.state.log.replication.factor", "1",
			"transaction.state.log.min.isr", "1", "group.initial.rebalance.delay.ms", "0", "auto.create.topics.enable",
			"false", "log.cleaner.dedupe.buffer.size", "4194304");

	private static final String PROPERTY = "test.servers";

	private static final String COMPOSE = "docker-compose.yml";

	public static TestServers selected() {
		return selected(System::getProperty);
	}

	/** Throws {@link IllegalArgumentException} if the property has any other value. */
	static TestServers selected(UnaryOperator<@Nullable String> properties) {
		String value = properties.apply(PROPERTY);
		return switch (value) {
			case null -> EMBEDDED;
			case "", "embedded" -> EMBEDDED;
			case "containers" -> CONTAINERS;
			default -> throw new IllegalArgumentException(
					"%s must be embedded or containers, not %s".formatted(PROPERTY, value));
		};
	}

	/** The image of a service, whose version only {@code docker-compose.yml} names. */
	static String image(String service) {
		Matcher image = Pattern.compile("^  %s:\\R    image: ([^@\\s]+)".formatted(service), Pattern.MULTILINE)
			.matcher(compose());
		if (!image.find()) {
			throw new IllegalStateException("docker-compose.yml has no image of " + service);
		}
		return image.group(1);
	}

	/** Kafka's settings as environment variables of its image. */
	static Map<String, String> environment(Map<String, String> settings) {
		Map<String, String> environment = new TreeMap<>();
		settings.forEach(
				(name, value) -> environment.put("KAFKA_" + name.toUpperCase(Locale.ROOT).replace('.', '_'), value));
		return environment;
	}

	static String compose() {
		try {
			return Files.readString(root().resolve(COMPOSE));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** The directory of the whole project. */
	static Path root() {
		Path module = Path.of("").toAbsolutePath();
		return Stream.iterate(module, Objects::nonNull, Path::getParent)
			.filter((directory) -> Files.exists(directory.resolve(COMPOSE)))
			.findFirst()
			.orElseThrow(() -> new IllegalStateException("No " + COMPOSE + " above " + module));
	}

}
