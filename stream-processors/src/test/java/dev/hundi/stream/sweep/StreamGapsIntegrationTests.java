package dev.hundi.stream.sweep;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import dev.hundi.stream.StreamProcessorsApplication;
import dev.hundi.stream.kafka.WatchKafka;
import dev.hundi.stream.testing.TestKafka;
import dev.hundi.stream.testing.TestKeys;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

/** No copy debits from messages, and no payout is old enough for a regular sweep. */
class StreamGapsIntegrationTests {

	private static final String SLOT = "gap_test";

	private final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(this.database.dataSource());

	private final TestKafka kafka = TestKafka.started();

	private final List<ConfigurableApplicationContext> copies = new ArrayList<>();

	private final TestBusiness business = TestBusiness.create(this.database);

	@BeforeEach
	void createTopics() {
		this.kafka.createTopics(1);
	}

	@AfterEach
	void close() {
		this.copies.forEach(ConfigurableApplicationContext::close);
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
	void sweepsAtOnceAfterAGapThatAnotherCopyFound() {
		start("sweep", "1h");
		UUID payout = payout();
		start("relay", "1h");
		awaitRefused(payout);
		awaitSwept();
		assertThat(this.jdbc.sql("SELECT reason FROM stream_gap").query(String.class).list())
			.containsExactly("slot " + SLOT + " did not exist");
	}

	@Test
	void sweepsAfterAGapWhoseFinderWasKilledBeforeItEnded() {
		this.jdbc.sql("SELECT pg_create_logical_replication_slot(:slot, 'pgoutput')")
			.param("slot", SLOT)
			.query()
			.listOfRows();
		this.jdbc.sql("INSERT INTO stream_gap (reason) VALUES ('found before a crash')").update();
		start("sweep", "1h");
		UUID payout = payout();
		start("relay", "1h");
		awaitRefused(payout);
		awaitSwept();
	}

	@Test
	void recordsADroppedPublicationInTheTransactionThatCreatesIt() {
		this.jdbc.sql("DROP PUBLICATION hundi_events").update();
		this.jdbc.sql("SELECT ensure_event_publication()").query(Boolean.class).single();
		assertThat(this.jdbc.sql("SELECT reason FROM stream_gap WHERE ended_at IS NULL").query(String.class).list())
			.containsExactly("publication hundi_events was missing or differed");
	}

	@Test
	void repeatsASweepOfWhichAPartFailed() {
		this.jdbc.sql("INSERT INTO stream_gap (reason, ended_at) VALUES ('test', clock_timestamp())").update();
		this.jdbc.sql("REVOKE SELECT ON beneficiary_event FROM hundi_stream").update();
		start("sweep", "1s");
		UUID first = payout();
		awaitRefused(first);
		UUID later = payout();
		awaitRefused(later);
		assertThat(
				this.jdbc.sql("SELECT count(*) FROM stream_gap WHERE swept_at IS NULL").query(Integer.class).single())
			.isOne();
		this.jdbc.sql("GRANT SELECT ON beneficiary_event TO hundi_stream").update();
		awaitSwept();
	}

	private UUID payout() {
		return this.business.payout(100_00, 0, 0);
	}

	/** The wallet is empty. */
	private void awaitRefused(UUID payout) {
		Awaitility.await()
			.untilAsserted(() -> assertThat(this.business.status(payout)).isEqualTo("12 INSUFFICIENT_BALANCE"));
	}

	private void awaitSwept() {
		Awaitility.await()
			.until(() -> this.jdbc.sql("SELECT count(*) > 0 AND count(*) = count(swept_at) FROM stream_gap")
				.query(Boolean.class)
				.single());
	}

	/** Until a copy is connected to Kafka, it sweeps what is older than a second. */
	private void start(String processor, String interval) {
		ConfigurableApplicationContext copy = StreamProcessorsApplication.builder()
			.run("--hundi.database.url=" + this.database.url(), "--hundi.database.username=hundi_stream",
					"--hundi.database.password=postgres", "--hundi.database.pool-size=4", "--hundi.relay.slot=" + SLOT,
					"--hundi.kafka.bootstrap-servers=" + this.kafka.bootstrapServers(), "--hundi.management.port=0",
					"--hundi.key-encryption.file=" + TestKeys.file(), "--hundi.processors=" + processor,
					"--hundi.sweep.interval=" + interval, "--hundi.sweep.stuck-after=1h");
		this.copies.add(copy);
		WatchKafka watch = copy.getBean(WatchKafka.class);
		Awaitility.await().until(() -> !watch.isUnavailable());
	}

}
