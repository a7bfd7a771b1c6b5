package dev.hundi.stream.kafka;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import dev.hundi.stream.message.Topics;
import dev.hundi.stream.processor.Processor;
import dev.hundi.stream.processor.Processors;
import dev.hundi.stream.testing.DocumentedRights;
import dev.hundi.stream.testing.SecuredKafka;
import dev.hundi.stream.testing.TestKafka;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Brokers that refuse connections or rights, and topics below the settings. */
@ExtendWith(OutputCaptureExtension.class)
class KafkaSecurityIntegrationTests {

	private static final SecuredKafka broker = SecuredKafka.started();

	private SimpleMeterRegistry meters = new SimpleMeterRegistry();

	private TopicSettings topics = topics(Processor.DEBIT, settings(Processor.DEBIT));

	private WatchKafka watch = watch(Processor.DEBIT, settings(Processor.DEBIT));

	@BeforeAll
	static void createUsers() {
		for (Processor processor : Processor.values()) {
			broker.createUser(processor.group());
			Collection<AclBinding> rights = DocumentedRights.of(processor);
			if (!rights.isEmpty()) {
				broker.grant(rights);
			}
		}
	}

	@AfterAll
	static void close() {
		broker.close();
	}

	@AfterEach
	void stop() {
		this.watch.stop();
	}

	@Test
	void reportsAWrongPassword(CapturedOutput output) {
		start(Processor.DEBIT, broker.settings("hundi-debit", "not-the-password", broker.authority()));
		awaitProblem("SaslAuthenticationException: Authentication failed");
		assertThat(output).contains("Waiting for Kafka at " + broker.bootstrapServers(), "Authentication failed")
			.doesNotContain("not-the-password");
	}

	@Test
	void reportsACertificateOfAnotherAuthority(CapturedOutput output) {
		start(Processor.DEBIT,
				broker.settings("hundi-debit", SecuredKafka.password("hundi-debit"), SecuredKafka.otherAuthority()));
		awaitProblem("SslAuthenticationException: SSL handshake failed (", "certification path");
		assertThat(output).contains("SSL handshake failed");
	}

	@Test
	void reportsAMissingFileOfTheAuthority() {
		start(Processor.DEBIT, broker.settings("hundi-debit", "any", Path.of("/nowhere/ca.pem")));
		awaitProblem("NoSuchFileException: /nowhere/ca.pem");
	}

	@Test
	void reportsAListenerThatExpectsAnotherProtocol() {
		start(Processor.DEBIT, new KafkaSettings(broker.bootstrapServers(), 1, 1, (short) 1, 1, Duration.ofDays(1),
				true, null, Map.of(), Map.of(), Map.of()));
		awaitProblem("no broker answered within", "PLAINTEXT");
	}

	@ParameterizedTest
	@EnumSource
	void reportsEachMissingRight(Processor processor) throws Exception {
		createTopics();
		PrepareTopics prepare = new PrepareTopics(settings(processor), processors(processor));
		try (Admin admin = new KafkaClients(settings(processor)).newAdmin()) {
			awaitRights(prepare, admin);
			for (AclBinding right : DocumentedRights.of(processor)) {
				AclOperation operation = right.entry().operation();
				if (!Set.of(AclOperation.CREATE, AclOperation.ALTER_CONFIGS).contains(operation)
						&& operation != AclOperation.DESCRIBE_CONFIGS) {
					broker.revoke(right);
					Awaitility.await()
						.untilAsserted(() -> assertThatThrownBy(() -> check(prepare, admin))
							.isInstanceOf(AuthorizationException.class)
							.hasMessageContaining("may not")
							.hasMessageContaining(right.pattern().name()));
					broker.grant(List.of(right));
					awaitRights(prepare, admin);
				}
			}
		}
	}

	@Test
	void reportsThatItMayNotCreateOrCheckTopics() {
		createTopics();
		List<AclBinding> rights = DocumentedRights.of(Processor.RELAY)
			.stream()
			.filter((right) -> !Set.of(AclOperation.READ, AclOperation.WRITE).contains(right.entry().operation()))
			.toList();
		rights.forEach(broker::revoke);
		try {
			start(Processor.RELAY, settings(Processor.RELAY));
			Awaitility.await().until(() -> !this.watch.isUnavailable());
			assertThat(this.topics.problems()).hasSize(8).allMatch((problem) -> problem.contains("cannot be checked"));
			this.watch.stop();
			broker.await((admin) -> admin.deleteTopics(List.of(Topics.BENEFICIARY)).all());
			awaitNone(Set.of(Topics.BENEFICIARY));
			start(Processor.RELAY, settings(Processor.RELAY));
			awaitProblem("may not CREATE topic " + Topics.BENEFICIARY);
		}
		finally {
			broker.grant(rights);
		}
		Awaitility.await().until(() -> !this.watch.isUnavailable());
		assertThat(this.topics.problems()).isEmpty();
	}

	@Test
	void waitsForTopicsThatOnlyTheRelayCreates() {
		deleteTopics();
		start(Processor.DEBIT, settings(Processor.DEBIT));
		awaitProblem("[" + Topics.PAYOUT_CREATED + ", " + Topics.deadLettersOf(Topics.PAYOUT_CREATED)
				+ "] do not exist; a process with the processor relay creates them");
		WatchKafka debit = this.watch;
		start(Processor.RELAY, settings(Processor.RELAY));
		Awaitility.await().until(() -> !this.watch.isUnavailable());
		Awaitility.await().until(() -> !debit.isUnavailable());
		debit.stop();
	}

	@Test
	void reportsTopicsWithFewerReplicasThanConfiguredAndExpiresDeadLetters(CapturedOutput output) throws Exception {
		deleteTopics();
		createTopics();
		String letters = Topics.deadLettersOf(Topics.PAYOUT_CREATED);
		Instant now = Instant.now();
		send(letters, now.minus(Duration.ofHours(2)));
		KafkaSettings one = settings(Processor.RELAY);
		start(Processor.RELAY,
				new KafkaSettings(one.bootstrapServers(), 2, 1, (short) 3, 2, Duration.ofHours(1), false,
						new KafkaSettings.Login("hundi-relay", SecuredKafka.password("hundi-relay")),
						Map.of("ssl.truststore.type", "PEM", "ssl.truststore.location", broker.authority().toString()),
						Map.of(), Map.of()));
		Awaitility.await().until(() -> !this.watch.isUnavailable());
		assertThat(this.topics.problems()).hasSize(16)
			.contains(Topics.PAYOUT_STATUS + " has 1 replicas instead of 3 (hundi.kafka.replication-factor)",
					Topics.PAYOUT_STATUS + " has min.insync.replicas 1 instead of 2 (hundi.kafka.min-insync-replicas)");
		assertThat(this.meters.get("hundi.kafka.topics.below.settings").gauge().value()).isEqualTo(16);
		assertThat(Objects.requireNonNull(new KafkaHealth(this.watch, this.topics).health()).getDetails())
			.containsKey("topicsBelowSettings");
		assertThat(output).contains(Topics.PAYOUT_STATUS + " has 1 replicas instead of 3");
		Awaitility.await().until(() -> firstOffset(letters) == 1);
		deleteTopics();
		awaitProblem("eplication factor");
	}

	private void start(Processor processor, KafkaSettings settings) {
		this.meters = new SimpleMeterRegistry();
		this.topics = topics(processor, settings);
		this.watch = watch(processor, settings);
		this.watch.start();
	}

	private TopicSettings topics(Processor processor, KafkaSettings settings) {
		return new TopicSettings(settings, processors(processor), this.meters);
	}

	private WatchKafka watch(Processor processor, KafkaSettings settings) {
		return new WatchKafka(settings, new KafkaClients(settings), new PrepareTopics(settings, processors(processor)),
				this.topics);
	}

	private void awaitProblem(String... parts) {
		Awaitility.await().untilAsserted(() -> assertThat(this.watch.problem()).contains(parts));
		assertThat(this.watch.isUnavailable()).isTrue();
		assertThat(Objects.requireNonNull(new KafkaHealth(this.watch, this.topics).health()).getStatus().getCode())
			.isEqualTo("DOWN");
	}

	private static void awaitRights(PrepareTopics prepare, Admin admin) {
		Awaitility.await().ignoreExceptions().until(() -> {
			check(prepare, admin);
			return true;
		});
	}

	private static void check(PrepareTopics prepare, Admin admin) throws Exception {
		prepare.in(admin);
		prepare.checkGroups(admin);
	}

	private static KafkaSettings settings(Processor processor) {
		return broker.settings(processor.group());
	}

	private static Processors processors(Processor processor) {
		return new Processors(Set.of(processor));
	}

	/** Creates missing topics with the broker's defaults and without expiry. */
	private static void createTopics() {
		Set<String> present = broker.await((admin) -> admin.listTopics().names());
		List<NewTopic> missing = TestKafka.topics(2)
			.stream()
			.filter((topic) -> !present.contains(topic.name()))
			.map((topic) -> topic.configs(Map.of("retention.ms", "-1")))
			.toList();
		broker.await((admin) -> admin.createTopics(missing).all());
	}

	private static void deleteTopics() {
		List<String> names = TestKafka.topics(1).stream().map(NewTopic::name).toList();
		Set<String> present = broker.await((admin) -> admin.listTopics().names());
		broker.await((admin) -> admin.deleteTopics(names.stream().filter(present::contains).toList()).all());
		awaitNone(names);
	}

	private static void awaitNone(Collection<String> topics) {
		Awaitility.await()
			.until(() -> broker.await((admin) -> admin.listTopics().names()).stream().noneMatch(topics::contains));
	}

	private static void send(String topic, Instant at) throws Exception {
		try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(broker.superUser(), new ByteArraySerializer(),
				new ByteArraySerializer())) {
			producer.send(new ProducerRecord<>(topic, 0, at.toEpochMilli(), null, new byte[] { 1 })).get();
		}
	}

	private static long firstOffset(String topic) {
		TopicPartition partition = new TopicPartition(topic, 0);
		try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(broker.superUser(),
				new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
			return consumer.beginningOffsets(List.of(partition)).getOrDefault(partition, 0L);
		}
	}

}
