package dev.hundi.stream.sweep;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import dev.hundi.stream.StreamProcessorsApplication;
import dev.hundi.stream.kafka.WatchKafka;
import dev.hundi.stream.testing.StreamProcess;
import dev.hundi.stream.testing.TestKafka;
import dev.hundi.stream.testing.TestKeys;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.testing.WithoutTriggers;
import dev.hundi.work.ElectedCopy;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
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
		Awaitility.await().until(() -> count("pg_replication_slots WHERE slot_name = '" + SLOT + "' AND active") == 0);
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
	void sweepsAfterAGapWhoseFinderWasKilledWhileItCreatedTheSlot() throws SQLException {
		try (Connection writer = this.database.dataSource().getConnection();
				Statement statement = writer.createStatement()) {
			writer.setAutoCommit(false);
			// The creation of a slot waits for the end of transactions that write.
			statement.execute("SELECT pg_current_xact_id()");
			try (StreamProcess relay = StreamProcess.start(arguments("relay", "1h"))) {
				Awaitility.await()
					.until(() -> count(
							"pg_stat_activity WHERE application_name = 'hundi-relay-leader' AND wait_event_type = 'Lock'") == 1);
				relay.kill();
			}
			writer.rollback();
		}
		// The server completes the creation although its client is gone.
		Awaitility.await()
			.until(() -> count("pg_replication_slots WHERE slot_name = '" + SLOT
					+ "' AND NOT active AND confirmed_flush_lsn IS NOT NULL") == 1);
		assertThat(count("stream_gap WHERE ended_at IS NULL")).isOne();
		start("sweep", "1h");
		UUID payout = payout();
		start("relay", "1h");
		awaitRefused(payout);
		awaitSwept();
		assertThat(count("stream_gap")).as("the next leader finds the slot").isOne();
	}

	@Test
	void sweepsAgainAfterASweepThatWasKilled() throws SQLException {
		this.jdbc.sql("INSERT INTO stream_gap (reason, ended_at) VALUES ('test', clock_timestamp())").update();
		UUID first = payout();
		try (Connection locker = this.database.dataSource().getConnection();
				Statement statement = locker.createStatement()) {
			locker.setAutoCommit(false);
			// The last part of a sweep reads this table.
			statement.execute("LOCK TABLE beneficiary_event IN ACCESS EXCLUSIVE MODE");
			try (StreamProcess sweep = StreamProcess.start(arguments("sweep", "1h"))) {
				Awaitility.await()
					.until(() -> count("pg_locks WHERE NOT granted AND relation = 'beneficiary_event'::regclass") > 0);
				assertThat(this.business.status(first)).isEqualTo("12 INSUFFICIENT_BALANCE");
				sweep.kill();
			}
			locker.rollback();
		}
		start("sweep", "1h");
		awaitSwept();
	}

	@Test
	void recordsAGapOnceWhileTheSlotCannotBeCreated() {
		List<String> others = new ArrayList<>();
		while (count("pg_replication_slots") < maxSlots()) {
			others.add(this.jdbc.sql("SELECT slot_name::text FROM pg_create_physical_replication_slot(:name)")
				.param("name", "gap_other_" + others.size())
				.query(String.class)
				.single());
		}
		try {
			start("sweep", "1h");
			start("relay", "1h");
			Counter failures = this.copies.getLast().getBean(MeterRegistry.class).counter("hundi.relay.failures");
			Awaitility.await().until(() -> failures.count() >= 3);
			assertThat(count("stream_gap WHERE ended_at IS NULL")).isOne();
		}
		finally {
			others.forEach((name) -> this.jdbc.sql("SELECT pg_drop_replication_slot(:name)")
				.param("name", name)
				.query()
				.listOfRows());
		}
		awaitSwept();
		assertThat(count("stream_gap")).isOne();
	}

	@Test
	void recordsADroppedPublicationInTheTransactionThatCreatesIt() {
		this.jdbc.sql("DROP PUBLICATION hundi_events").update();
		this.jdbc.sql("SELECT ensure_event_publication()").query(Boolean.class).single();
		assertThat(this.jdbc.sql("SELECT reason FROM stream_gap WHERE ended_at IS NULL").query(String.class).list())
			.containsExactly("publication hundi_events was missing or differed");
	}

	/** Until then it sends what another copy cannot, which does not count as a sweep. */
	@Test
	void aCopySweepsAtOnceWhenItIsElected() throws Exception {
		try (ElectedCopy other = new ElectedCopy(this.database.dataSource(), SweepConfiguration.LOCK_KEY)) {
			assertThat(other.isElected()).isTrue();
			start("sweep", "1h");
			UUID payout = this.business.olderPayout("I", 100_00, 0, 0);
			WithoutTriggers.run(this.database.dataSource(),
					(session) -> session.sql("UPDATE payout SET updated_at = created_at").update());
			assertThat(this.business.status(payout)).isEqualTo("3 INITIATED");
			other.close();
			awaitRefused(payout);
		}
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
		assertThat(count("stream_gap WHERE swept_at IS NULL")).isOne();
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

	private int count(String rows) {
		return this.jdbc.sql("SELECT count(*) FROM " + rows).query(Integer.class).single();
	}

	private int maxSlots() {
		return this.jdbc.sql("SELECT current_setting('max_replication_slots')::int").query(Integer.class).single();
	}

	/** Until a copy is connected to Kafka, it sweeps what is older than a second. */
	private void start(String processor, String interval) {
		ConfigurableApplicationContext copy = StreamProcessorsApplication.builder()
			.run(arguments(processor, interval).toArray(String[]::new));
		this.copies.add(copy);
		WatchKafka watch = copy.getBean(WatchKafka.class);
		Awaitility.await().until(() -> !watch.isUnavailable());
	}

	private List<String> arguments(String processor, String interval) {
		return List.of("--hundi.database.url=" + this.database.url(), "--hundi.database.username=hundi_stream",
				"--hundi.database.password=postgres", "--hundi.database.pool-size=4", "--hundi.relay.slot=" + SLOT,
				"--hundi.kafka.bootstrap-servers=" + this.kafka.bootstrapServers(), "--hundi.management.port=0",
				"--hundi.key-encryption.file=" + TestKeys.file(), "--hundi.processors=" + processor,
				"--hundi.sweep.interval=" + interval, "--hundi.sweep.stuck-after=1h");
	}

}
