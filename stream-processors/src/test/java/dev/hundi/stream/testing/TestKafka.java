package dev.hundi.stream.testing;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;

import dev.hundi.stream.kafka.KafkaSettings;
import dev.hundi.stream.message.Topics;
import dev.hundi.testing.FreePorts;
import dev.hundi.testing.TestContainer;
import dev.hundi.testing.TestServers;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.utils.Time;
import org.jspecify.annotations.Nullable;

/** A real broker with its own directory and ports, which can be restarted. */
public final class TestKafka implements AutoCloseable {

	private final Properties properties = new Properties();

	private final int port = FreePorts.next();

	private final int controllerPort = FreePorts.next();

	private @Nullable TestContainer container;

	private @Nullable KafkaRaftServer server;

	/** For looking into topics again and again. A new one each time costs far more. */
	private @Nullable KafkaConsumer<byte[], byte[]> consumer;

	private final Map<String, String> security;

	private final List<String> formatArguments;

	/**
	 * Creates a broker.
	 * @param security settings of the broker, empty for none
	 * @param formatArguments of its directory
	 */
	TestKafka(Map<String, String> security, List<String> formatArguments) {
		this.security = Map.copyOf(security);
		this.formatArguments = List.copyOf(formatArguments);
		clear();
	}

	/** Creates a broker without starting it. */
	public static TestKafka create() {
		return new TestKafka(Map.of(), List.of());
	}

	/** Creates and starts a broker. */
	public static TestKafka started() {
		TestKafka kafka = create();
		kafka.start();
		return kafka;
	}

	public void start() {
		if (this.container != null) {
			this.container.start();
			return;
		}
		KafkaRaftServer starting = new KafkaRaftServer(new KafkaConfig(this.properties), Time.SYSTEM);
		this.server = starting;
		starting.startup();
	}

	public void stop() {
		closeConsumer();
		if (this.container != null) {
			this.container.close();
		}
		if (this.server != null) {
			this.server.shutdown();
			this.server.awaitShutdown();
			this.server = null;
		}
	}

	/** Stops the broker and deletes its data: the next start is that of a new cluster. */
	public void loseData() {
		stop();
		clear();
	}

	public String bootstrapServers() {
		return "localhost:" + this.port;
	}

	public KafkaSettings settings() {
		return new KafkaSettings(bootstrapServers(), 3, 2, (short) 1, 1, Duration.ofDays(30), true, null, Map.of(),
				Map.of(), Map.of());
	}

	/** All topics with one replica. */
	public static List<NewTopic> topics(int partitions) {
		List<NewTopic> topics = new ArrayList<>();
		for (String topic : Topics.all()) {
			topics.add(new NewTopic(topic, partitions, (short) 1));
			topics.add(new NewTopic(Topics.deadLettersOf(topic), 1, (short) 1));
		}
		return topics;
	}

	/** Creates all topics, as an instance with the relay does. */
	public void createTopics(int partitions) {
		try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers()))) {
			admin.createTopics(topics(partitions)).all().get();
		}
		catch (InterruptedException | ExecutionException ex) {
			throw new IllegalStateException("The topics could not be created", ex);
		}
	}

	public synchronized boolean hasTopic(String topic) {
		return consumer().listTopics().containsKey(topic);
	}

	/** Returns the number of records of a topic, 0 if it does not exist. */
	public synchronized long count(String topic) {
		return consumer().endOffsets(partitions(consumer(), topic)).values().stream().mapToLong(Long::longValue).sum();
	}

	/** Returns all records of a topic in partition order. */
	public synchronized List<ConsumerRecord<byte[], byte[]>> records(String topic) {
		KafkaConsumer<byte[], byte[]> reading = consumer();
		List<TopicPartition> partitions = partitions(reading, topic);
		reading.assign(partitions);
		reading.seekToBeginning(partitions);
		Map<TopicPartition, Long> ends = reading.endOffsets(partitions);
		List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
		while (ends.entrySet().stream().anyMatch((end) -> reading.position(end.getKey()) < end.getValue())) {
			reading.poll(Duration.ofMillis(200)).forEach(records::add);
		}
		return records;
	}

	private KafkaConsumer<byte[], byte[]> consumer() {
		KafkaConsumer<byte[], byte[]> existing = this.consumer;
		if (existing == null) {
			existing = new KafkaConsumer<>(Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, (Object) bootstrapServers()),
					new ByteArrayDeserializer(), new ByteArrayDeserializer());
			this.consumer = existing;
		}
		return existing;
	}

	private synchronized void closeConsumer() {
		if (this.consumer != null) {
			this.consumer.close();
			this.consumer = null;
		}
	}

	private static List<TopicPartition> partitions(KafkaConsumer<byte[], byte[]> consumer, String topic) {
		return consumer.partitionsFor(topic)
			.stream()
			.map((info) -> new TopicPartition(topic, info.partition()))
			.toList();
	}

	@Override
	public void close() {
		stop();
	}

	private void clear() {
		if (TestServers.selected() == TestServers.CONTAINERS && this.security.isEmpty()) {
			this.container = TestContainer.kafka(this.port, this.controllerPort, TestServers.KAFKA);
			return;
		}
		this.properties.setProperty("log.dirs", format().toString());
	}

	private Path format() {
		try {
			Path directory = Files.createTempDirectory("hundi-test-kafka");
			String listener = this.security.getOrDefault("inter.broker.listener.name", "PLAINTEXT") + "://"
					+ bootstrapServers();
			this.properties.putAll(Map.of("process.roles", "broker,controller", "node.id", "1",
					"controller.quorum.voters", "1@localhost:" + this.controllerPort, "controller.listener.names",
					"CONTROLLER", "listeners", "%s,CONTROLLER://localhost:%d".formatted(listener, this.controllerPort),
					"advertised.listeners", listener, "log.dirs", directory.resolve("log").toString()));
			this.properties.putAll(TestServers.KAFKA);
			this.properties.putAll(this.security);
			Path file = directory.resolve("server.properties");
			try (var out = Files.newBufferedWriter(file)) {
				this.properties.store(out, null);
			}
			List<String> arguments = new ArrayList<>(
					List.of("format", "--cluster-id", Uuid.randomUuid().toString(), "--config", file.toString()));
			arguments.addAll(this.formatArguments);
			int code = StorageTool.execute(arguments.toArray(String[]::new),
					new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
			if (code != 0) {
				throw new IllegalStateException("Kafka's directory could not be formatted: " + code);
			}
			return directory.resolve("log");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
