package dev.hundi.stream.operator;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

import dev.hundi.operator.OperatorRequest;
import dev.hundi.operator.OperatorRequests;
import dev.hundi.operator.RequestKind;
import dev.hundi.operator.RequestState;
import dev.hundi.stream.StreamProcessorsApplication;
import dev.hundi.stream.kafka.DeadLetters;
import dev.hundi.stream.kafka.KafkaClients;
import dev.hundi.stream.message.Topics;
import dev.hundi.stream.testing.TestKafka;
import dev.hundi.stream.testing.TestKeys;
import dev.hundi.testing.OwnerBeans;
import dev.hundi.testing.TestDatabase;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/** What the staff portal asks for by rows, with a real broker. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DeadLetterRequestsIntegrationTests {

	private static final String TOPIC = Topics.PAYOUT_STATUS;

	private final TestDatabase database = TestDatabase.create();

	private final TestKafka kafka = TestKafka.started();

	private final ConfigurableApplicationContext application = StreamProcessorsApplication.builder()
		.run("--hundi.database.url=" + this.database.url(), "--hundi.database.username=hundi_stream",
				"--hundi.database.password=postgres", "--hundi.database.pool-size=6",
				"--hundi.relay.slot=operator_requests", "--hundi.kafka.partitions=2",
				"--hundi.kafka.replication-factor=1", "--hundi.kafka.min-insync-replicas=1",
				"--hundi.kafka.bootstrap-servers=" + this.kafka.bootstrapServers(), "--hundi.management.port=0",
				"--hundi.key-encryption.file=" + TestKeys.file(), "--hundi.processors=relay");

	private final OperatorRequests requests = OwnerBeans.bean(this.database.url(), null, OperatorRequests.class);

	private final UUID person = JdbcClient.create(this.database.dataSource()).sql("""
			INSERT INTO person (audience, email, person_name) VALUES ('STAFF', 'operator@example.com', 'Omar')
			RETURNING person_id
			""").query(UUID.class).single();

	@AfterAll
	void stop() {
		this.application.close();
		OwnerBeans.close(this.database.url());
		this.kafka.close();
		this.database.close();
	}

	@Test
	void replaysADeadLetterThatTheStaffAskedFor() throws Exception {
		awaitTopics();
		long offset = send("{\"sequence\":7}", Map.of(DeadLetters.REASON, "a corrected error", DeadLetters.TOPIC, TOPIC,
				DeadLetters.PARTITION, "0", DeadLetters.OFFSET, "77"));
		long never = send("Struct{}", Map.of(DeadLetters.REASON, "no message"));
		assertThat(offsets(false)).contains(offset, never);
		Map<String, ?> arguments = Map.of("topic", TOPIC, "offset", offset);
		assertThat(done(RequestKind.REPLAY_DEAD_LETTER, arguments).path("replayed").asInt()).isOne();
		assertThat(offsets(false)).doesNotContain(offset).contains(never);
		assertThat(offsets(true)).contains(offset, never);
		JsonNode letter = done(RequestKind.READ_DEAD_LETTER, arguments).path("letter");
		assertThat(letter.path("reason").asString()).isEqualTo("a corrected error");
		assertThat(letter.path("replayedAt").isString()).isTrue();

		assertThat(refused(Map.of("topic", TOPIC, "offset", never))).contains("never was a message");
		assertThat(refused(Map.of("topic", TOPIC, "offset", 999_999))).contains("There is no dead letter 999999");
		assertThat(refused(Map.of("topic", "__consumer_offsets", "offset", 0))).contains("There is no dead letter 0");
		assertThat(refused(Map.of("topic", TOPIC))).isEqualTo("offset must be a whole number");
		assertThat(refused(Map.of("offset", 1))).isEqualTo("topic is required");

		long next = send("{\"sequence\":8}", Map.of(DeadLetters.REASON, "another", DeadLetters.TOPIC, TOPIC,
				DeadLetters.PARTITION, "0", DeadLetters.OFFSET, "78"));
		// A request that fails midway is carried out again and counts only what was left.
		assertThat(done(RequestKind.REPLAY_DEAD_LETTERS, Map.of()).path("replayed").asInt()).isBetween(0, 1);
		assertThat(offsets(false)).doesNotContain(next);
		assertThat(offsets(true)).contains(next);
		assertThat(done(RequestKind.REPLAY_DEAD_LETTERS, Map.of()).path("replayed").asInt()).as("repeated").isZero();
	}

	@Test
	void discardsADeadLetterThatNeedsNoReplay() throws Exception {
		awaitTopics();
		long offset = send("{\"sequence\":9}", Map.of(DeadLetters.REASON, "the payout was settled by hand",
				DeadLetters.TOPIC, TOPIC, DeadLetters.PARTITION, "0", DeadLetters.OFFSET, "79"));
		Map<String, ?> arguments = Map.of("topic", TOPIC, "offset", offset);
		assertThat(done(RequestKind.DISCARD_DEAD_LETTER, arguments).path("discarded").asInt()).isOne();
		assertThat(done(RequestKind.DISCARD_DEAD_LETTER, arguments).path("discarded").asInt()).as("repeated").isOne();
		assertThat(offsets(false)).doesNotContain(offset);
		assertThat(offsets(true)).contains(offset);
		JsonNode letter = done(RequestKind.READ_DEAD_LETTER, arguments).path("letter");
		assertThat(letter.path("discardedAt").isString()).isTrue();
		done(RequestKind.REPLAY_DEAD_LETTERS, Map.of());
		assertThat(done(RequestKind.READ_DEAD_LETTER, arguments).path("letter").path("replayedAt").isNull())
			.as("left out when all are replayed")
			.isTrue();
		OperatorRequest missing = ended(RequestKind.DISCARD_DEAD_LETTER, Map.of("topic", TOPIC, "offset", 999_999));
		assertThat(missing.state()).isEqualTo(RequestState.REFUSED);
	}

	private void awaitTopics() {
		JsonNode letters = Awaitility.await().until(() -> {
			OperatorRequest request = ended(RequestKind.READ_DEAD_LETTERS, Map.of());
			return (request.state() == RequestState.DONE) ? request.result() : null;
		}, (result) -> result != null);
		assertThat(letters.path("letters").isArray()).isTrue();
	}

	private List<Long> offsets(boolean replayed) {
		return done(RequestKind.READ_DEAD_LETTERS, Map.of("replayed", replayed)).path("letters")
			.valueStream()
			.map((letter) -> letter.path("offset").asLong())
			.toList();
	}

	private long send(String value, Map<String, String> headers) throws Exception {
		ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(Topics.deadLettersOf(TOPIC), null,
				value.getBytes(StandardCharsets.UTF_8));
		headers.forEach((name, text) -> record.headers().add(name, text.getBytes(StandardCharsets.UTF_8)));
		try (var producer = this.application.getBean(KafkaClients.class).newProducer("test")) {
			return producer.send(record).get().offset();
		}
	}

	private JsonNode done(RequestKind kind, Map<String, ?> arguments) {
		OperatorRequest request = ended(kind, arguments);
		return Objects.requireNonNull(request.result(), request.toString());
	}

	private String refused(Map<String, ?> arguments) {
		OperatorRequest request = ended(RequestKind.REPLAY_DEAD_LETTER, arguments);
		assertThat(request.state()).isEqualTo(RequestState.REFUSED);
		return String.valueOf(request.failure());
	}

	private OperatorRequest ended(RequestKind kind, Map<String, ?> arguments) {
		UUID id = OwnerBeans.bean(this.database.url(), null, TransactionTemplate.class)
			.execute((status) -> this.requests.ask(kind, arguments, this.person,
					kind.isReading() ? null : "the cause is corrected"));
		return Awaitility.await()
			.until(() -> this.requests.find(id).orElseThrow(), (request) -> request.state() != RequestState.PENDING);
	}

}
