package dev.hundi.stream.kafka;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import dev.hundi.stream.message.Messages;
import dev.hundi.stream.message.PayoutMessage;
import dev.hundi.stream.message.Topics;
import dev.hundi.payout.Stage;
import dev.hundi.stream.processor.Processor;
import dev.hundi.stream.processor.Processors;
import dev.hundi.stream.testing.TestKafka;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ConsumersIntegrationTests {

	private final TestKafka broker = TestKafka.create();

	private final Processors enabled = new Processors(Set.of(Processor.RELAY, Processor.DEBIT));

	private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

	private final KafkaClients clients = new KafkaClients(this.broker.settings());

	private final TopicSettings topics = new TopicSettings(this.broker.settings(), this.enabled, this.meters);

	private final WatchKafka start = new WatchKafka(this.broker.settings(), this.clients,
			new PrepareTopics(this.broker.settings(), this.enabled), this.topics);

	private final DeadLetters deadLetters = new DeadLetters(this.clients, this.meters);

	private final Consumers consumers = new Consumers(this.enabled, this.broker.settings(), this.clients, this.start,
			this.deadLetters);

	@AfterEach
	void stop() {
		this.start.stop();
		this.consumers.stop();
		this.deadLetters.destroy();
		this.broker.close();
	}

	@Test
	void startsOnceKafkaIsUp() {
		var received = new ConcurrentLinkedQueue<UUID>();
		this.consumers.payouts(Processor.DEBIT, 10, (messages) -> {
			messages.forEach((message) -> received.add(message.eventId()));
			return List.of();
		});
		this.start.start();
		this.consumers.start();
		Awaitility.await().until(() -> String.valueOf(this.start.problem()).contains("imeout"));
		assertThat(this.start.isUnavailable()).isTrue();
		assertThat(new KafkaHealth(this.start, this.topics).health().getStatus().getCode()).isEqualTo("DOWN");
		this.broker.start();
		Awaitility.await().until(() -> !this.start.isUnavailable());
		UUID eventId = UUID.randomUUID();
		send(Topics.PAYOUT_CREATED, Messages.write(message(eventId)));
		Awaitility.await().until(() -> received.contains(eventId));
		assertThat(new KafkaHealth(this.start, this.topics).health().getStatus().getCode()).isEqualTo("UP");
	}

	@Test
	void publishesPoisonMessagesWithTheirReasonAndProcessesTheRest() {
		this.broker.start();
		UUID good = UUID.randomUUID();
		UUID refused = UUID.randomUUID();
		var received = new ConcurrentLinkedQueue<UUID>();
		// With a second one, a partition could move meanwhile and be read twice.
		Consumers alone = oneConsumer(Map.of());
		alone.payouts(Processor.DEBIT, 10, (messages) -> {
			messages.forEach((message) -> received.add(message.eventId()));
			return messages.stream()
				.filter((message) -> message.eventId().equals(refused))
				.map((message) -> new PoisonMessage(message.eventId(), "no such payout"))
				.toList();
		});
		this.start.start();
		alone.start();
		try {
			Awaitility.await().until(() -> !this.start.isUnavailable());
			send(Topics.PAYOUT_CREATED, "not json".getBytes(StandardCharsets.UTF_8));
			send(Topics.PAYOUT_CREATED, Messages.write(message(refused)));
			send(Topics.PAYOUT_CREATED, Messages.write(message(good)));
			Awaitility.await().until(() -> received.containsAll(Set.of(good, refused)));
			Awaitility.await().until(() -> dead().size() == 2);
		}
		finally {
			alone.stop();
		}
		assertThat(dead()).extracting((record) -> new String(record.value(), StandardCharsets.UTF_8))
			.contains("not json", new String(Messages.write(message(refused)), StandardCharsets.UTF_8));
		assertThat(dead()).extracting((record) -> header(record, DeadLetters.REASON))
			.anySatisfy((reason) -> assertThat(reason).startsWith("Not a valid message"))
			.contains("no such payout");
		assertThat(dead()).allSatisfy((record) -> {
			assertThat(header(record, DeadLetters.TOPIC)).isEqualTo(Topics.PAYOUT_CREATED);
			assertThat(header(record, DeadLetters.PARTITION)).isIn("0", "1", "2");
			assertThat(header(record, DeadLetters.OFFSET)).isIn("0", "1", "2");
		});
		Awaitility.await()
			.until(() -> this.meters.counter("hundi.dead.letters", "topic", Topics.PAYOUT_CREATED).count() == 2);
	}

	@Test
	void retriesAFailedBatchUntilItSucceedsAndSkipsNothing() {
		this.broker.start();
		var received = new ConcurrentLinkedQueue<UUID>();
		var failuresLeft = new AtomicInteger(3);
		// With a second one, a partition could move meanwhile and be read twice.
		Consumers alone = oneConsumer(Map.of());
		alone.payouts(Processor.DEBIT, 2, (messages) -> {
			if (failuresLeft.getAndDecrement() > 0) {
				throw (failuresLeft.get() == 1) ? new ClassCastException("fatal to Spring Kafka")
						: new IllegalStateException("the database is down");
			}
			messages.forEach((message) -> received.add(message.eventId()));
			return List.of();
		});
		this.start.start();
		Awaitility.await().until(() -> !this.start.isUnavailable());
		List<UUID> sent = Stream.generate(UUID::randomUUID).limit(20).toList();
		sent.forEach((eventId) -> send(Topics.PAYOUT_CREATED, Messages.write(message(eventId))));
		alone.start();
		try {
			Awaitility.await().until(() -> received.containsAll(sent));
		}
		finally {
			alone.stop();
		}
		assertThat(received).hasSize(20);
	}

	@Test
	void staysInItsGroupDuringAnOutageLongerThanThePollInterval() {
		this.broker.start();
		this.start.start();
		Awaitility.await().until(() -> !this.start.isUnavailable());
		// A machine that stops for as long as the poll interval ends a membership, too.
		Awaitility.await().until(this::staysInItsGroup);
	}

	private boolean staysInItsGroup() throws Exception {
		var received = new ConcurrentLinkedQueue<UUID>();
		// The last pause takes 3.2 s.
		var failuresLeft = new AtomicInteger(6);
		Consumers outlasting = oneConsumer(Map.of("max.poll.interval.ms", "2000"));
		outlasting.payouts(Processor.DEBIT, 10, (messages) -> {
			if (failuresLeft.getAndDecrement() > 0) {
				throw new IllegalStateException("the database is down");
			}
			messages.forEach((message) -> received.add(message.eventId()));
			return List.of();
		});
		UUID eventId = UUID.randomUUID();
		send(Topics.PAYOUT_CREATED, Messages.write(message(eventId)));
		outlasting.start();
		boolean stayed;
		try (Admin admin = this.clients.newAdmin()) {
			Awaitility.await().until(() -> failuresLeft.get() < 6);
			List<String> members = members(admin);
			Awaitility.await().until(() -> received.contains(eventId));
			stayed = members.size() == 1 && members(admin).equals(members);
		}
		finally {
			outlasting.stop();
		}
		if (stayed) {
			assertThat(received).containsOnlyOnce(eventId);
		}
		return stayed;
	}

	private Consumers oneConsumer(Map<String, String> properties) {
		KafkaSettings settings = new KafkaSettings(this.broker.bootstrapServers(), 1, 1, (short) 1, 1,
				Duration.ofDays(30), true, null, Map.of(), properties, Map.of());
		return new Consumers(this.enabled, settings, new KafkaClients(settings), this.start, this.deadLetters);
	}

	private static List<String> members(Admin admin) throws Exception {
		return admin.describeConsumerGroups(List.of(Processor.DEBIT.group()))
			.all()
			.get()
			.values()
			.stream()
			.flatMap((group) -> group.members().stream())
			.map(MemberDescription::consumerId)
			.toList();
	}

	@Test
	void consumesTheNewTopicsIfKafkaLosesItsData() {
		this.broker.start();
		var received = new ConcurrentLinkedQueue<UUID>();
		this.consumers.payouts(Processor.DEBIT, 10, (messages) -> {
			messages.forEach((message) -> received.add(message.eventId()));
			return messages.stream().map((message) -> new PoisonMessage(message.eventId(), "refused")).toList();
		});
		this.start.start();
		this.consumers.start();
		Awaitility.await().until(() -> !this.start.isUnavailable());
		for (int i = 0; i < 30; i++) {
			send(Topics.PAYOUT_CREATED, Messages.write(message(UUID.randomUUID())));
		}
		Awaitility.await().until(() -> received.size() >= 30);
		long generation = this.start.generation();
		this.broker.loseData();
		Awaitility.await().until(this.start::isUnavailable);
		this.broker.start();
		Awaitility.await().until(() -> this.start.generation() > generation);
		List<UUID> sent = Stream.generate(UUID::randomUUID).limit(20).toList();
		sent.forEach((eventId) -> send(Topics.PAYOUT_CREATED, Messages.write(message(eventId))));
		Awaitility.await().until(() -> received.containsAll(sent));
		Awaitility.await().until(() -> dead().size() >= 20);
	}

	@Test
	void commitsTheLastOffsetsAlthoughNoMessageFollows() throws Exception {
		this.broker.start();
		var received = new ConcurrentLinkedQueue<UUID>();
		this.consumers.payouts(Processor.DEBIT, 10, (messages) -> {
			messages.forEach((message) -> received.add(message.eventId()));
			return List.of();
		});
		this.start.start();
		this.consumers.start();
		Awaitility.await().until(() -> !this.start.isUnavailable());
		for (int i = 0; i < 5; i++) {
			send(Topics.PAYOUT_CREATED, Messages.write(message(UUID.randomUUID())));
		}
		Awaitility.await().until(() -> received.size() >= 5);
		try (Admin admin = this.clients.newAdmin()) {
			Awaitility.await().until(() -> committed(admin) == 5);
		}
	}

	private static long committed(Admin admin) throws Exception {
		return admin.listConsumerGroupOffsets(Processor.DEBIT.group())
			.partitionsToOffsetAndMetadata()
			.get()
			.values()
			.stream()
			.mapToLong(OffsetAndMetadata::offset)
			.sum();
	}

	@Test
	void startsNoConsumerForADisabledProcessor() {
		this.consumers.payouts(Processor.DISPATCH, 10, (messages) -> {
			throw new IllegalStateException("must not be called");
		});
		this.broker.start();
		this.start.start();
		this.consumers.start();
		Awaitility.await().until(() -> !this.start.isUnavailable());
		assertThat(this.clients.consumerProperties(Processor.DISPATCH.group(), 10)).containsEntry("group.id",
				"hundi-dispatch");
		assertThat(this.enabled.runs(Processor.DISPATCH)).isFalse();
	}

	private List<ConsumerRecord<byte[], byte[]>> dead() {
		return this.broker.records(Topics.deadLettersOf(Topics.PAYOUT_CREATED));
	}

	private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
		return new String(Objects.requireNonNull(record.headers().lastHeader(name)).value(), StandardCharsets.UTF_8);
	}

	private void send(String topic, byte[] value) {
		try (var producer = this.clients.newProducer("test")) {
			producer.send(new ProducerRecord<>(topic, value)).get();
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static PayoutMessage message(UUID eventId) {
		return PayoutMessage.of(eventId, Stage.CREATED, UUID.fromString("018f6f0e-6d1c-7c3a-9d52-0f5f3a3f9b11"),
				UUID.fromString("018f6f0e-6d1c-7c3a-9d52-0f5f3a3f9b12"), 1, Instant.parse("2026-11-21T06:30:00Z"));
	}

}
