package dev.hundi.stream.relay;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.hundi.stream.message.BeneficiaryMessage;
import dev.hundi.stream.message.Messages;
import dev.hundi.stream.message.Parsed;
import dev.hundi.stream.message.PayoutMessage;
import dev.hundi.stream.message.Topics;
import dev.hundi.payout.ResponseCode;
import dev.hundi.payout.Stage;
import dev.hundi.stream.StreamProcessorsApplication;
import dev.hundi.stream.testing.Rows;
import dev.hundi.stream.testing.StreamProcess;
import dev.hundi.stream.testing.TestKafka;
import dev.hundi.stream.testing.TestKeys;
import dev.hundi.testing.TestDatabase;
import io.micrometer.core.instrument.MeterRegistry;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

class RelayIntegrationTests {

	private static final AtomicInteger slots = new AtomicInteger();

	private static final TestDatabase database = TestDatabase.create();

	private static final Rows rows = new Rows(database).withNumbers();

	private final TestKafka kafka = TestKafka.started();

	private final String slot = "relay_test_" + slots.incrementAndGet();

	private final List<ConfigurableApplicationContext> instances = new ArrayList<>();

	private final UUID business = rows.business();

	@AfterAll
	static void close() {
		database.close();
	}

	@AfterEach
	void stop() {
		this.instances.forEach(ConfigurableApplicationContext::close);
		this.kafka.close();
		Awaitility.await().until(() -> !isSlotActive());
		rows.jdbc()
			.sql("SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name = :slot")
			.param("slot", this.slot)
			.query()
			.listOfRows();
		rows.jdbc().sql("DELETE FROM stream_gap").update();
	}

	@Test
	void relaysEveryCommittedEventToItsTopicsInOrderPerKey() {
		startAndAwait();
		rows.jdbc().sql("SELECT pg_logical_emit_message(false, 'hundi.heartbeat', 'now')::text").query().listOfRows();
		UUID otherBusiness = rows.business();
		var expected = new ConcurrentLinkedQueue<UUID>();
		try (var writers = Executors.newFixedThreadPool(4)) {
			IntStream.range(0, 40).forEach((number) -> writers.execute(() -> {
				UUID owner = (number % 2 == 0) ? this.business : otherBusiness;
				UUID payout = rows.payout(owner);
				expected.add(payout);
				rows.event(owner, payout, 2, Stage.WALLET_DEBITED, ResponseCode.WALLET_DEBITED, 3, 4);
				rows.event(owner, payout, 3, Stage.DISPATCHED, ResponseCode.DISPATCHED, 4, 4);
				rows.event(owner, payout, 4, Stage.SUCCESS, ResponseCode.SUCCESS, 4, 11);
			}));
		}
		UUID beneficiaryEvent = rows.beneficiaryEvent(this.business);
		// Events go to several topics, which do not wait for each other.
		Awaitility.await().until(() -> this.kafka.count(Topics.PAYOUT_STATUS) >= 80);
		Awaitility.await().until(() -> this.kafka.count(Topics.BENEFICIARY) >= 1);
		Awaitility.await().until(() -> this.kafka.count(Topics.PAYOUT_CREATED) >= 40);
		Awaitility.await().until(() -> this.kafka.count(Topics.PAYOUT_DEBITED) >= 40);

		assertThat(payoutsIn(Topics.PAYOUT_STATUS)).extracting(PayoutMessage::eventId)
			.containsExactlyInAnyOrderElementsOf(eventIds());
		assertThat(payoutsIn(Topics.PAYOUT_CREATED)).extracting(PayoutMessage::payoutId)
			.containsExactlyInAnyOrderElementsOf(expected);
		assertThat(payoutsIn(Topics.PAYOUT_DEBITED)).extracting(PayoutMessage::payoutId)
			.containsExactlyInAnyOrderElementsOf(expected);
		assertSequencesRise(payoutsIn(Topics.PAYOUT_STATUS));
		// The heartbeat is not counted.
		Awaitility.await().until(() -> Arrivals.ofAllRuns().stream().allMatch((run) -> run.waiting() == 0));
		assertThat(keys(Topics.PAYOUT_CREATED)).containsOnly(this.business.toString(), otherBusiness.toString());
		assertThat(keys(Topics.PAYOUT_DEBITED))
			.isEqualTo(expected.stream().map(UUID::toString).collect(Collectors.toSet()));
		assertThat(Messages.readBeneficiary(this.kafka.records(Topics.BENEFICIARY).getFirst().value()))
			.isInstanceOfSatisfying(Parsed.Message.class,
					(parsed) -> assertThat(((BeneficiaryMessage) parsed.message()).eventId())
						.isEqualTo(beneficiaryEvent));
	}

	@Test
	void publishesIdsAndTheStageOfARow() {
		startAndAwait();
		// An idle engine waits for rows instead of polling.
		long before = PatientSockets.patientPeeks();
		Awaitility.await().until(() -> PatientSockets.patientPeeks() > before + 1);
		UUID payout = rows.payout(this.business);
		UUID eventId = rows.event(this.business, payout, 2, Stage.SUCCESS, ResponseCode.SUCCESS, 4, 11);
		Awaitility.await().until(() -> payoutsIn(Topics.PAYOUT_STATUS).size() >= 2);
		PayoutMessage message = payoutsIn(Topics.PAYOUT_STATUS).get(1);
		assertThat(message).isEqualTo(PayoutMessage.of(eventId, Stage.SUCCESS, this.business, payout, 2,
				rows.jdbc()
					.sql("SELECT created_at FROM payout_event WHERE event_id = :event")
					.param("event", eventId)
					.query((row, number) -> row.getTimestamp(1).toInstant())
					.single()));
	}

	@Test
	void publishesWhatIsVisibleAndNothingElse() throws InterruptedException {
		startAndAwaitRelay();
		// What is visible is read in one batch with what is not.
		this.instances.removeFirst().close();
		IntStream.range(0, 50).forEach((number) -> rows.payout(this.business));
		AtomicBoolean writing = new AtomicBoolean(true);
		// A commit that waits for a standby is in the WAL before it is visible.
		set("synchronous_standby_names = 'missing_standby'");
		Thread writer = startWriter(writing);
		Set<UUID> seen;
		try {
			Awaitility.await()
				.until(() -> rows.jdbc()
					.sql("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND backend_type = 'client backend'")
					.query(Integer.class)
					.single() == 1);
			seen = Set.copyOf(eventIds());
			startAndAwait();
			Awaitility.await().during(Duration.ofSeconds(1)).until(() -> eventIdsIn(Topics.PAYOUT_STATUS).equals(seen));
		}
		finally {
			writing.set(false);
			set("synchronous_standby_names = ''");
			writer.join();
		}
		assertThat(eventIds()).hasSizeGreaterThan(seen.size()).containsAll(seen);
		Awaitility.await().until(() -> eventIdsIn(Topics.PAYOUT_STATUS).containsAll(eventIds()));
	}

	@Test
	void losesNothingIfItsProcessIsKilledAndAnotherTakesOver() throws InterruptedException {
		AtomicBoolean writing = new AtomicBoolean(true);
		try (StreamProcess first = StreamProcess.start(arguments("relay"));
				StreamProcess second = StreamProcess.start(arguments("relay"))) {
			awaitSlotActive();
			Thread writer = startWriter(writing);
			awaitGrowth();
			first.kill();
			awaitGrowth();
			second.kill();
			// Not killed, so it needs no process of its own.
			start();
			awaitGrowth();
			writing.set(false);
			assertThat(writer.join(Duration.ofMinutes(2))).isTrue();
			Set<UUID> written = new TreeSet<>(eventIds());
			Awaitility.await()
				.pollInterval(Duration.ofSeconds(1))
				.until(() -> eventIdsIn(Topics.PAYOUT_STATUS).containsAll(written));
			Awaitility.await()
				.pollInterval(Duration.ofSeconds(1))
				.untilAsserted(() -> assertThat(eventIdsIn(Topics.PAYOUT_CREATED)).isEqualTo(written));
		}
		finally {
			writing.set(false);
		}
	}

	@Test
	void anotherInstanceTakesOverAfterACleanStop() {
		startAndAwait();
		start();
		rows.payout(this.business);
		Awaitility.await().until(() -> eventIdsIn(Topics.PAYOUT_STATUS).size() == 1);
		assertThat(leaders()).containsExactly(1.0, 0.0);
		this.instances.removeFirst().close();
		UUID later = rows.payout(this.business);
		Awaitility.await()
			.until(() -> payoutsIn(Topics.PAYOUT_STATUS).stream()
				.anyMatch((message) -> message.payoutId().equals(later)));
		assertThat(leaders()).containsExactly(1.0);
		assertThat(gaps()).as("only the first startup creates the slot").hasSize(1);
	}

	@Test
	void recoversFromATerminatedConnectionWithoutLoss() {
		startAndAwaitRelay();
		for (int cut = 0; cut < 3; cut++) {
			rows.payout(this.business);
			awaitSlotActive();
			cut("SELECT active_pid FROM pg_replication_slots WHERE active AND slot_name = '" + this.slot + "'");
			awaitAllRelayed();
		}
		cut("SELECT pid FROM pg_stat_activity WHERE application_name = 'hundi-relay-leader'");
		awaitAllRelayed();
		// The stream continues until the loss of the other connection is detected.
		Awaitility.await()
			.until(() -> this.instances.getFirst()
				.getBean(MeterRegistry.class)
				.counter("hundi.relay.failures")
				.count() >= 4);
	}

	@Test
	void losesNothingWhileKafkaIsDown() {
		startAndAwait();
		rows.payout(this.business);
		Awaitility.await().until(() -> eventIdsIn(Topics.PAYOUT_STATUS).size() == 1);
		this.kafka.stop();
		rows.payout(this.business);
		rows.payout(this.business);
		this.kafka.start();
		Awaitility.await().until(() -> eventIdsIn(Topics.PAYOUT_STATUS).containsAll(eventIds()));
	}

	@Test
	void recoversIfKafkaLosesItsData() {
		startAndAwait();
		start();
		awaitAllRelayed();
		HealthIndicator health = this.instances.getFirst().getBean("kafka", HealthIndicator.class);
		this.kafka.loseData();
		rows.payout(this.business);
		Awaitility.await().until(() -> status(health).equals(Status.DOWN));
		this.kafka.start();
		UUID later = rows.payout(this.business);
		Awaitility.await()
			.until(() -> this.kafka.hasTopic(Topics.PAYOUT_STATUS) && payoutsIn(Topics.PAYOUT_STATUS).stream()
				.anyMatch((message) -> message.payoutId().equals(later)));
		Awaitility.await().until(() -> status(health).equals(Status.UP));
		assertThat(this.kafka.hasTopic(Topics.deadLettersOf(Topics.BENEFICIARY))).isTrue();
	}

	@Test
	void recreatesADroppedPublicationAndReportsIt() {
		startAndAwaitRelay();
		rows.jdbc().sql("DROP PUBLICATION hundi_events").update();
		Awaitility.await()
			.untilAsserted(() -> assertThat(gaps()).anySatisfy((reason) -> assertThat(reason).contains("publication")));
		UUID later = rows.payout(this.business);
		Awaitility.await()
			.until(() -> payoutsIn(Topics.PAYOUT_STATUS).stream()
				.anyMatch((message) -> message.payoutId().equals(later)));
	}

	@ParameterizedTest
	@ValueSource(strings = { "DROP TABLE payout_event", "SET TABLE payout_event, beneficiary_event",
			"SET TABLE payout_event (business_id, payout_id, sequence, event_id, stage, created_at), "
					+ "beneficiary_event (business_id, beneficiary_id, sequence, event_id, kind, created_at)" })
	void correctsAPublicationOfOtherTablesColumnsOrRowsWhenItTakesTheLead(String change) {
		rows.jdbc().sql("ALTER PUBLICATION hundi_events " + change).update();
		startAndAwaitRelay();
		assertThat(gaps()).anySatisfy((reason) -> assertThat(reason).contains("publication"));
	}

	@Test
	void anyInstanceReportsTheLagWhileNoneLeads() {
		startAndAwaitRelay();
		this.instances.removeFirst().close();
		Awaitility.await().until(() -> !isSlotActive());
		start("search");
		MeterRegistry meters = this.instances.getFirst().getBean(MeterRegistry.class);
		assertThat(meters.get("hundi.relay.leader").gauge().value()).isZero();
		Awaitility.await().until(() -> {
			rows.payout(this.business);
			return meters.get("hundi.relay.lag.bytes").gauge().value() > 100_000;
		});
		Awaitility.await().until(() -> meters.get("hundi.relay.lag.seconds").gauge().value() > 3);
		start();
		Awaitility.await().until(() -> meters.get("hundi.relay.lag.seconds").gauge().value() < 3);
	}

	@Test
	void reportsTheCreationOfTheSlotAndContinues() {
		startAndAwait();
		Awaitility.await().until(() -> gaps().size() == 1);
		this.instances.removeFirst().close();
		Awaitility.await().until(() -> !isSlotActive());
		rows.jdbc().sql("SELECT pg_drop_replication_slot(:slot)").param("slot", this.slot).query().listOfRows();
		startAndAwait();
		Awaitility.await().until(() -> gaps().size() == 2);
		assertThat(gaps()).allSatisfy((reason) -> assertThat(reason).contains("did not exist"));
		rows.payout(this.business);
		Awaitility.await().until(() -> !eventIdsIn(Topics.PAYOUT_STATUS).isEmpty());
	}

	@Test
	void replacesAnInvalidatedSlotAndReportsIt() {
		startAndAwait();
		this.instances.removeFirst().close();
		Awaitility.await().until(() -> !isSlotActive());
		rows.jdbc().sql("ALTER SYSTEM SET max_slot_wal_keep_size = '1MB'").update();
		rows.jdbc().sql("SELECT pg_reload_conf()").query().listOfRows();
		try {
			Awaitility.await().until(() -> {
				rows.payout(this.business);
				rows.jdbc().sql("SELECT pg_switch_wal()").query().listOfRows();
				rows.jdbc().sql("CHECKPOINT").update();
				return rows.jdbc()
					.sql("SELECT wal_status = 'lost' FROM pg_replication_slots WHERE slot_name = :slot")
					.param("slot", this.slot)
					.query(Boolean.class)
					.single();
			});
		}
		finally {
			rows.jdbc().sql("ALTER SYSTEM RESET max_slot_wal_keep_size").update();
			rows.jdbc().sql("SELECT pg_reload_conf()").query().listOfRows();
		}
		startAndAwait();
		Awaitility.await().until(() -> gaps().stream().anyMatch((reason) -> reason.contains("invalidated")));
		UUID later = rows.payout(this.business);
		Awaitility.await()
			.until(() -> payoutsIn(Topics.PAYOUT_STATUS).stream()
				.anyMatch((message) -> message.payoutId().equals(later)));
	}

	@Test
	void advancesTheSlotAndReportsWhatItRetainsWhileOtherTablesAreWritten() {
		startAndAwait();
		rows.writeElsewhere(this::advancesAlthoughATransactionIsOpen);
	}

	private void advancesAlthoughATransactionIsOpen() {
		String before = rows.jdbc().sql("SELECT pg_current_wal_lsn()::text").query(String.class).single();
		rows.jdbc().sql("""
				INSERT INTO elsewhere SELECT repeat(md5(n::text), 30) FROM generate_series(1, 210000) n
				""").update();
		assertThat(rows.jdbc()
			.sql("SELECT pg_current_wal_lsn() - :before::pg_lsn")
			.param("before", before)
			.query(Long.class)
			.single()).as("bytes written elsewhere").isGreaterThan(200_000_000);
		Awaitility.await().until(() -> rows.jdbc().sql("""
				SELECT pg_current_wal_lsn() - confirmed_flush_lsn < 1000000
				  FROM pg_replication_slots WHERE slot_name = :slot
				""").param("slot", this.slot).query(Boolean.class).single());
		var meters = this.instances.getFirst().getBean(MeterRegistry.class);
		assertThat(meters.get("hundi.relay.leader").gauge().value()).isEqualTo(1);
		Awaitility.await().until(() -> meters.get("hundi.relay.lag.bytes").gauge().value() < 1_000_000);
		Awaitility.await().until(() -> meters.get("hundi.relay.retained.bytes").gauge().value() > 200_000_000);
	}

	private static Status status(HealthIndicator indicator) {
		return Objects.requireNonNull(indicator.health()).getStatus();
	}

	private static void set(String setting) {
		rows.jdbc().sql("ALTER SYSTEM SET " + setting).update();
		rows.jdbc().sql("SELECT pg_reload_conf()").query().listOfRows();
	}

	private void startAndAwait() {
		start();
		awaitSlotActive();
	}

	private void startAndAwaitRelay() {
		startAndAwait();
		awaitAllRelayed();
	}

	private void start() {
		start("relay");
	}

	private void start(String processor) {
		this.instances.add(StreamProcessorsApplication.builder().run(arguments(processor).toArray(String[]::new)));
	}

	private static List<String> gaps() {
		return rows.jdbc().sql("SELECT reason FROM stream_gap ORDER BY gap_id").query(String.class).list();
	}

	private List<String> arguments(String processor) {
		return List.of("--hundi.database.url=" + database.url(), "--hundi.database.username=hundi_stream",
				"--hundi.database.password=postgres", "--hundi.database.pool-size=4", "--hundi.relay.slot=" + this.slot,
				"--hundi.kafka.bootstrap-servers=" + this.kafka.bootstrapServers(), "--hundi.kafka.partitions=3",
				"--hundi.management.port=0", "--hundi.key-encryption.file=" + TestKeys.file(),
				"--hundi.processors=" + processor);
	}

	/** A lost one is active while it is dropped, a new one before its first position. */
	private void awaitSlotActive() {
		Awaitility.await()
			.until(() -> isSlot("active AND confirmed_flush_lsn IS NOT NULL AND invalidation_reason IS NULL"));
	}

	private boolean isSlotActive() {
		return isSlot("active");
	}

	private boolean isSlot(String condition) {
		return rows.jdbc()
			.sql("SELECT count(*) FROM pg_replication_slots WHERE slot_name = :slot AND " + condition)
			.param("slot", this.slot)
			.query(Integer.class)
			.single() == 1;
	}

	private Thread startWriter(AtomicBoolean writing) {
		return Thread.ofPlatform().start(() -> {
			while (writing.get()) {
				rows.payout(this.business);
			}
		});
	}

	/** Waits until an instance relays. */
	private void awaitGrowth() {
		long before = this.kafka.count(Topics.PAYOUT_STATUS);
		Awaitility.await().until(() -> this.kafka.count(Topics.PAYOUT_STATUS) > before + 20);
	}

	private void awaitAllRelayed() {
		rows.payout(this.business);
		Awaitility.await().until(() -> eventIdsIn(Topics.PAYOUT_STATUS).containsAll(eventIds()));
	}

	private static void cut(String pids) {
		rows.jdbc().sql("SELECT pg_terminate_backend(pid, 60000) FROM (" + pids + ") b (pid)").query().listOfRows();
	}

	private List<Double> leaders() {
		return this.instances.stream()
			.map((instance) -> instance.getBean(MeterRegistry.class).get("hundi.relay.leader").gauge().value())
			.toList();
	}

	/** Events of webhooks of this test's businesses: ids are time-ordered. */
	private List<UUID> eventIds() {
		return rows.jdbc().sql("""
				SELECT event_id FROM payout_event
				 WHERE business_id >= :business AND stage IN ('CREATED', 'SUCCESS', 'FAILED', 'RETURNED')
				""").param("business", this.business).query(UUID.class).list();
	}

	private Set<UUID> eventIdsIn(String topic) {
		return payoutsIn(topic).stream().map(PayoutMessage::eventId).collect(Collectors.toCollection(TreeSet::new));
	}

	private List<PayoutMessage> payoutsIn(String topic) {
		return this.kafka.records(topic).stream().map(RelayIntegrationTests::parse).toList();
	}

	private Set<String> keys(String topic) {
		return this.kafka.records(topic)
			.stream()
			.map((record) -> new String(record.key(), StandardCharsets.UTF_8))
			.collect(Collectors.toSet());
	}

	private static PayoutMessage parse(ConsumerRecord<byte[], byte[]> record) {
		return switch (Messages.read(record.value())) {
			case Parsed.Message<PayoutMessage>(PayoutMessage message) -> message;
			case Parsed.Malformed<PayoutMessage>(String reason) -> throw new AssertionError(reason);
		};
	}

	private static void assertSequencesRise(List<PayoutMessage> messages) {
		Map<UUID, Integer> last = new HashMap<>();
		for (PayoutMessage message : messages) {
			assertThat(message.sequence()).isGreaterThan(last.getOrDefault(message.payoutId(), 0));
			last.put(message.payoutId(), message.sequence());
		}
	}

}
