package dev.hundi.sandbox.server;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;

import kafka.Kafka;
import kafka.tools.StorageTool;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.security.scram.ScramLoginModule;
import org.slf4j.LoggerFactory;

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
			Map.entry("num.network.threads", "1"), Map.entry("num.io.threads", "2"),
			Map.entry("metadata.max.idle.interval.ms", "2000"), Map.entry("background.threads", "2"),
			Map.entry("log.segment.bytes", "67108864"), Map.entry("log.retention.hours", "72"),
			Map.entry("num.recovery.threads.per.data.dir", "2"), Map.entry("controlled.shutdown.enable", "true"),
			Map.entry("group.coordinator.threads", "1"));

	/** As the library calls the pool of its meters; it uses one that exists. */
	static final String METER_POOL = "meter-tick";

	static final int METER_THREADS = 2;

	private KafkaNode() {
	}

	/** Of SCRAM; the least that Kafka accepts. */
	static final int ITERATIONS = 4096;

	/**
	 * Formats the directory when it is new, then runs the broker until it is stopped.
	 * @param args {@code --directory=}, {@code --port=}, {@code --controller-port=} and
	 * those of {@link KafkaServer.Tls}
	 */
	public static void main(String[] args) throws IOException {
		Arguments arguments = Arguments.of(Set.of("directory", "port", "controller-port", "tls-port", "certificate",
				"key", "user", "password-file"), args);
		Path directory = Path.of(arguments.required("directory")).toAbsolutePath();
		Path logs = Files.createDirectories(directory.resolve("log"));
		Path settings = directory.resolve("server.properties");
		write(settings, logs, arguments);
		if (Files.notExists(logs.resolve("meta.properties"))) {
			format(settings, arguments);
		}
		stopRates();
		Kafka.main(new String[] { settings.toString() });
	}

	/**
	 * Occupies the threads that would compute the rates of each meter every five seconds:
	 * a twelfth of all wake-ups of an idle platform, for figures that nothing here reads.
	 * Counts go on. By reflection, because only Kafka knows its library of metrics; if
	 * another version has another one, the rates are computed.
	 */
	static void stopRates() {
		try {
			Object registry = Class.forName("org.apache.kafka.server.metrics.KafkaYammerMetrics")
				.getMethod("defaultRegistry")
				.invoke(null);
			ExecutorService ticks = (ExecutorService) registry.getClass()
				.getMethod("newScheduledThreadPool", int.class, String.class)
				.invoke(registry, METER_THREADS, METER_POOL);
			CountDownLatch never = new CountDownLatch(1);
			for (int i = 0; i < METER_THREADS; i++) {
				ticks.execute(() -> {
					try {
						never.await();
					}
					catch (InterruptedException ex) {
						Thread.currentThread().interrupt();
					}
				});
			}
		}
		catch (ReflectiveOperationException ex) {
			LoggerFactory.getLogger(KafkaNode.class).info("The broker computes rates: {}", ex.toString());
		}
	}

	/** With the user, so that applications that connect at once are not refused. */
	private static void format(Path settings, Arguments arguments) throws IOException {
		String user = "SCRAM-SHA-512=[name=%s,iterations=%d,password=%s]".formatted(arguments.required("user"),
				ITERATIONS, Files.readString(Path.of(arguments.required("password-file"))));
		// The tool prints the user's keys.
		PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
		int code = StorageTool.execute(new String[] { "format", "--cluster-id", Uuid.randomUuid().toString(),
				"--config", settings.toString(), "--add-scram", user }, nowhere);
		if (code != 0) {
			throw new StartFailedException("Kafka could not format its log directory (code " + code + ")");
		}
	}

	private static void write(Path settings, Path logs, Arguments arguments) throws IOException {
		int port = arguments.port("port", 9092);
		int controllerPort = arguments.port("controller-port", 9093);
		int tlsPort = arguments.port("tls-port", 9094);
		String listeners = "PLAINTEXT://localhost:%d,TLS://localhost:%d".formatted(port, tlsPort);
		Properties properties = new Properties();
		properties.putAll(Map.of("process.roles", "broker,controller", "node.id", "1", "controller.quorum.voters",
				"1@localhost:" + controllerPort, "controller.listener.names", "CONTROLLER", "listeners",
				listeners + ",CONTROLLER://localhost:" + controllerPort, "advertised.listeners", listeners,
				"listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,TLS:SASL_SSL",
				"inter.broker.listener.name", "PLAINTEXT", "log.dirs", logs.toString()));
		properties.putAll(Map.of("listener.name.tls.sasl.enabled.mechanisms", "SCRAM-SHA-512",
				"listener.name.tls.scram-sha-512.sasl.jaas.config", ScramLoginModule.class.getName() + " required;",
				"listener.name.tls.ssl.keystore.type", "PEM", "listener.name.tls.ssl.keystore.certificate.chain",
				Files.readString(Path.of(arguments.required("certificate"))), "listener.name.tls.ssl.keystore.key",
				Files.readString(Path.of(arguments.required("key")))));
		properties.putAll(SETTINGS);
		Files.deleteIfExists(settings);
		// It holds the private key.
		Files.createFile(settings, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
		try (Writer writer = Files.newBufferedWriter(settings, StandardCharsets.UTF_8)) {
			properties.store(writer, "Written at every start");
		}
	}

}
