package dev.hundi.stream.sweep;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

import dev.hundi.stream.StreamProcessorsApplication;
import dev.hundi.stream.kafka.KafkaClients;
import dev.hundi.stream.message.Topics;
import dev.hundi.stream.processor.Processor;
import dev.hundi.stream.testing.TestKafka;
import dev.hundi.stream.testing.TestKeys;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.work.RepeatedWork;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A copy that relays and sweeps. The tests commit the positions of the processors, which
 * do not run.
 */
class SweepBehindTheStreamIntegrationTests {

	private static final String SLOT = "behind_test";

	private static final int BACKLOG = 5_000;

	private final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(this.database.dataSource());

	private final TestKafka kafka = TestKafka.started();

	private final TestBusiness business = TestBusiness.create(this.database);

	private final Admin admin = Admin.create(Map.of("bootstrap.servers", this.kafka.bootstrapServers()));

	@SuppressWarnings("NullAway.Init")
	private ConfigurableApplicationContext copy;

	@BeforeEach
	void start() throws ExecutionException, InterruptedException {
		this.kafka.createTopics(1);
		this.copy = StreamProcessorsApplication.builder()
			.run("--hundi.database.url=" + this.database.url(), "--hundi.database.username=hundi_stream",
					"--hundi.database.password=postgres", "--hundi.database.pool-size=4", "--hundi.relay.slot=" + SLOT,
					"--hundi.kafka.bootstrap-servers=" + this.kafka.bootstrapServers(), "--hundi.management.port=0",
					"--hundi.key-encryption.file=" + TestKeys.file(), "--hundi.processors=relay,sweep",
					"--hundi.sweep.interval=200ms", "--hundi.sweep.stuck-after=3s");
		Awaitility.await()
			.until(() -> this.jdbc.sql("SELECT count(*) > 0 AND count(*) = count(swept_at) FROM stream_gap")
				.query(Boolean.class)
				.single());
		try (Producer<byte[], byte[]> producer = this.copy.getBean(KafkaClients.class).newProducer("backlog")) {
			List<Future<RecordMetadata>> sent = Stream
				.generate(() -> producer.send(new ProducerRecord<>(Topics.PAYOUT_CREATED, new byte[0])))
				.limit(BACKLOG)
				.toList();
			producer.flush();
			assertThat(sent).allMatch(Future::isDone);
		}
		this.jdbc.sql(
				"INSERT INTO webhook_endpoint (business_id, url, secret_ciphertext) VALUES (?, 'https://a.example', '')")
			.param(this.business.id())
			.update();
	}

	@AfterEach
	void close() {
		this.copy.close();
		this.admin.close();
		this.kafka.close();
		Awaitility.await()
			.until(() -> this.jdbc.sql("SELECT count(*) FROM pg_replication_slots WHERE slot_name = :slot AND active")
				.param("slot", SLOT)
				.query(Integer.class)
				.single() == 0);
		this.jdbc.sql("SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name = :slot")
			.param("slot", SLOT)
			.query()
			.listOfRows();
		this.database.close();
	}

	@Test
	void leavesToAProcessorThatIsBehindWhatItHasYetToReceive() {
		AtomicLong debited = new AtomicLong();
		// On its own thread, so that it stands still neither before nor between the steps
		// of the test.
		RepeatedWork reader = new RepeatedWork("reader", Duration.ofMillis(20), true,
				() -> commit(Processor.DEBIT, Topics.PAYOUT_CREATED, 1 + debited.getAndIncrement() % BACKLOG));
		reader.start();
		UUID payout;
		try {
			Awaitility.await().until(() -> debited.get() > 1);
			payout = payout();
			Awaitility.await().until(() -> {
				commit(Processor.WEBHOOK, Topics.PAYOUT_STATUS, 1);
				return isStored(payout);
			});
			assertThat(this.business.status(payout)).as("older than what is swept of another topic")
				.isEqualTo("3 INITIATED");
		}
		finally {
			reader.stop();
		}
		Awaitility.await().until(() -> {
			commit(Processor.DEBIT, Topics.PAYOUT_CREATED, BACKLOG + 1);
			return isRefused(payout);
		});
	}

	@Test
	void takesWhatAProcessorThatStandsStillDoesNotReceive() {
		UUID payout = payout();
		Awaitility.await().until(() -> isRefused(payout));
		Awaitility.await().until(() -> isStored(payout));
	}

	private UUID payout() {
		UUID payout = this.business.payout(100_00, 0, 0);
		Awaitility.await()
			.until(() -> this.kafka.count(Topics.PAYOUT_CREATED) > BACKLOG
					&& this.kafka.count(Topics.PAYOUT_STATUS) > 0);
		return payout;
	}

	/** The wallet is empty. */
	private boolean isRefused(UUID payout) {
		return this.business.status(payout).equals("12 INSUFFICIENT_BALANCE");
	}

	/** Whether a delivery is stored, which only the sweep does here. */
	private boolean isStored(UUID payout) {
		return this.jdbc.sql("SELECT EXISTS (SELECT FROM webhook_delivery WHERE payout_id = :payout)")
			.param("payout", payout)
			.query(Boolean.class)
			.single();
	}

	private void commit(Processor processor, String topic, long position) throws InterruptedException {
		try {
			this.admin
				.alterConsumerGroupOffsets(processor.group(),
						Map.of(new TopicPartition(topic, 0), new OffsetAndMetadata(position)))
				.all()
				.get();
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
