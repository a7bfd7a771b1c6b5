package dev.hundi.sandbox.server;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

import kafka.Kafka;
import kafka.tools.StorageTool;
import org.apache.kafka.common.Uuid;

/** A Kafka broker and its controller in one program, keeping its log in a directory. */
public final class KafkaNode {

	/**
	 * One node, so that internal topics have one replica and few partitions; and a small
	 * machine, where the defaults would reserve 128 MB for cleaning and a dozen threads.
	 */
	public static final Map<String, String> SETTINGS = Map.ofEntries(Map.entry("offsets.topic.replication.factor", "1"),
			Map.entry("offsets.topic.num.partitions", "4"), Map.entry("transaction.state.log.replication.factor", "1"),
			Map.entry("transaction.state.log.min.isr", "1"), Map.entry("transaction.state.log.num.partitions", "1"),
			Map.entry("share.coordinator.state.topic.replication.factor", "1"),
			Map.entry("share.coordinator.state.topic.min.isr", "1"), Map.entry("group.initial.rebalance.delay.ms", "0"),
			Map.entry("auto.create.topics.enable", "false"), Map.entry("log.cleaner.dedupe.buffer.size", "4194304"),
			Map.entry("num.network.threads", "2"), Map.entry("num.io.threads", "4"),
			Map.entry("background.threads", "2"), Map.entry("log.segment.bytes", "67108864"),
			Map.entry("log.retention.hours", "72"), Map.entry("num.recovery.threads.per.data.dir", "2"),
			Map.entry("controlled.shutdown.enable", "true"));

	private KafkaNode() {
	}

	/**
	 * Formats the directory when it is new, then runs the broker until it is stopped.
	 * @param args {@code --directory=}, {@code --port=}, {@code --controller-port=}
	 */
	public static void main(String[] args) throws IOException {
		Arguments arguments = Arguments.of(Set.of("directory", "port", "controller-port"), args);
		Path directory = Path.of(arguments.required("directory")).toAbsolutePath();
		Path logs = Files.createDirectories(directory.resolve("log"));
		Path settings = directory.resolve("server.properties");
		write(settings, logs, arguments.port("port", 9092), arguments.port("controller-port", 9093));
		if (Files.notExists(logs.resolve("meta.properties"))) {
			format(settings);
		}
		Kafka.main(new String[] { settings.toString() });
	}

	private static void format(Path settings) {
		int code = StorageTool.execute(new String[] { "format", "--cluster-id", Uuid.randomUuid().toString(),
				"--config", settings.toString() }, System.out);
		if (code != 0) {
			throw new StartFailedException("Kafka could not format its log directory (code " + code + ")");
		}
	}

	private static void write(Path settings, Path logs, int port, int controllerPort) throws IOException {
		Properties properties = new Properties();
		properties.putAll(Map.of("process.roles", "broker,controller", "node.id", "1", "controller.quorum.voters",
				"1@localhost:" + controllerPort, "controller.listener.names", "CONTROLLER", "listeners",
				"PLAINTEXT://localhost:%d,CONTROLLER://localhost:%d".formatted(port, controllerPort),
				"advertised.listeners", "PLAINTEXT://localhost:" + port, "log.dirs", logs.toString()));
		properties.putAll(SETTINGS);
		try (Writer writer = Files.newBufferedWriter(settings, StandardCharsets.UTF_8)) {
			properties.store(writer, "Written at every start");
		}
	}

}
