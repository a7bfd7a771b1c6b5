package dev.hundi.stream.webhook;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.hundi.stream.testing.Rows;
import dev.hundi.testing.TestDatabase;
import dev.hundi.webhook.FanOutWebhooks;
import dev.hundi.webhook.NewDelivery;
import dev.hundi.webhook.WebhookEndpoints;
import dev.hundi.webhook.WebhookEvent;
import io.micrometer.core.instrument.MeterRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/** Webhooks that are attempted before they are stored. */
class AttemptsAtOnceIntegrationTests {

	private static final TestDatabase database = TestDatabase.create();

	private static final Rows rows = new Rows(database).withNumbers();

	/** The attempts that {@link Instances} permits at one endpoint. */
	private static final int PER_ENDPOINT = 4;

	/** One at each endpoint, with polls that no test waits for. */
	private static final WebhookSettings TWO_AT_ONCE = new WebhookSettings(true, Duration.ofSeconds(5), List.of(),
			Duration.ofMinutes(10), 2, 1, Duration.ofHours(1), Instances.NEVER_PARKED);

	private static final String WAITS_FOR_DELIVERIES = """
			NOT granted AND relation = 'webhook_delivery'::regclass
			AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
			""";

	private final Instances instances = new Instances(database);

	private final Receiver receiver = new Receiver();

	private final CountDownLatch answers = new CountDownLatch(1);

	/** Nothing waits for long unless a test says so. */
	private final AtomicLong nanos = new AtomicLong();

	private final UUID business = rows.business();

	@AfterAll
	static void close() {
		database.close();
	}

	@AfterEach
	void stop() {
		this.answers.countDown();
		this.instances.close();
		this.receiver.close();
		rows.deleteDeliveries();
	}

	@Test
	void storesADeliveryTogetherWithItsAttempt() {
		holdAnswers();
		var instance = start();
		register(instance);
		NewDelivery delivery = newDelivery(instance);
		assertThat(instance.getBean(DeliverWebhooks.class).attemptAtOnce(List.of(delivery))).isEmpty();
		awaitReceived(1);
		assertThat(stored()).isEmpty();
		this.answers.countDown();
		awaitStored("DELIVERED 1 1 null null 200 true");
		assertThat(missing(instance, delivery.eventId())).isEmpty();
	}

	@Test
	void retriesARefusedDeliveryBySchedule() {
		this.receiver.answers((webhook, exchange) -> Receiver.answer(exchange, 503, "later"));
		var instance = start(Duration.ofMillis(50));
		register(instance);
		attempt(instance);
		awaitStored("DELIVERED 2 2 null null 503,200 true");
		assertThat(this.receiver.received()).extracting(Receiver.Received::webhookId)
			.hasSize(2)
			.containsOnly(this.receiver.received().getFirst().webhookId());
	}

	@Test
	void attemptsWhatExceedsTheLimitOfAnEndpointAfterOthers() {
		holdAnswers();
		var instance = start();
		register(instance);
		assertThat(instance.getBean(DeliverWebhooks.class).attemptAtOnce(newDeliveries(instance, PER_ENDPOINT + 2)))
			.isEmpty();
		awaitReceived(PER_ENDPOINT);
		this.answers.countDown();
		awaitDelivered(PER_ENDPOINT + 2);
		assertThat(this.receiver.received()).hasSize(PER_ENDPOINT + 2);
	}

	@Test
	void storesWhatWaitsForLong() {
		holdAnswers();
		var instance = start();
		register(instance);
		NewDelivery later = newDelivery(instance);
		assertThat(instance.getBean(DeliverWebhooks.class).attemptAtOnce(newDeliveries(instance, PER_ENDPOINT + 1)))
			.isEmpty();
		// During a claim all of them wait, and the clock would make all late.
		awaitReceived(PER_ENDPOINT);
		this.nanos.addAndGet(Duration.ofSeconds(1).toNanos());
		Awaitility.await().until(() -> stored().size() == 1);
		// A later one does not overtake it.
		assertThat(instance.getBean(DeliverWebhooks.class).attemptAtOnce(List.of(later))).containsExactly(later);
		assertThat(instance.getBean(FanOutWebhooks.class).store(List.of(later))).isEqualTo(1);
		this.answers.countDown();
		awaitDelivered(PER_ENDPOINT + 2);
		assertThat(this.receiver.received()).hasSize(PER_ENDPOINT + 2);
	}

	/** A claim that ends meanwhile may begin some, which makes room for others. */
	@Test
	void storesMoreThanMayWait() {
		holdAnswers();
		var instance = start();
		register(instance);
		int waiting = 64 * PER_ENDPOINT;
		List<NewDelivery> deliveries = newDeliveries(instance, PER_ENDPOINT + waiting + 1);
		List<NewDelivery> left = instance.getBean(DeliverWebhooks.class).attemptAtOnce(deliveries);
		assertThat(left).isNotEmpty().isSubsetOf(deliveries.subList(waiting, deliveries.size()));
		assertThat(instance.getBean(FanOutWebhooks.class).store(left)).isEqualTo(left.size());
		this.answers.countDown();
		awaitDelivered(deliveries.size());
		assertThat(this.receiver.received()).hasSize(deliveries.size());
	}

	/** Far fewer than one endpoint has room for. */
	@Test
	void storesMoreThanMayWaitAtAllEndpointsTogether() {
		holdAnswers();
		var instance = this.instances.startAtOnce(TWO_AT_ONCE, this.nanos::get);
		UUID second = rows.business();
		List.of(this.business, second).forEach((each) -> register(instance, each));
		int waiting = 16 * TWO_AT_ONCE.concurrency();
		List<NewDelivery> deliveries = IntStream.range(0, TWO_AT_ONCE.concurrency() + waiting + 1)
			.mapToObj((number) -> newDelivery(instance, (number % 2 == 0) ? this.business : second))
			.toList();
		List<NewDelivery> left = instance.getBean(DeliverWebhooks.class).attemptAtOnce(deliveries);
		assertThat(left).isNotEmpty().isSubsetOf(deliveries.subList(waiting, deliveries.size()));
		assertThat(instance.getBean(FanOutWebhooks.class).store(left)).isEqualTo(left.size());
		this.answers.countDown();
		// No poll would find what is stored after the last attempt of others.
		Awaitility.await().until(() -> {
			instance.getBean(DeliverWebhooks.class).wake();
			return stored().stream().filter((row) -> row.startsWith("DELIVERED")).count() == deliveries.size();
		});
		assertThat(this.receiver.received()).hasSize(deliveries.size());
	}

	@Test
	void storesWhatWaitsWhenItStops() {
		holdAnswers();
		var instance = start();
		register(instance);
		DeliverWebhooks deliver = instance.getBean(DeliverWebhooks.class);
		deliver.attemptAtOnce(newDeliveries(instance, PER_ENDPOINT + 1));
		Thread stopping = Thread.ofPlatform().start(deliver::stop);
		Awaitility.await().until(() -> stored().size() == 1);
		this.answers.countDown();
		Awaitility.await().until(() -> !stopping.isAlive());
		assertThat(stored()).hasSize(PER_ENDPOINT + 1).filteredOn((row) -> row.startsWith("PENDING 0")).hasSize(1);
	}

	@Test
	void storesNothingForAnEventWhoseDeliveryIsStoredMeanwhile() {
		holdAnswers();
		var instance = start();
		register(instance);
		NewDelivery delivery = newDelivery(instance);
		instance.getBean(DeliverWebhooks.class).attemptAtOnce(List.of(delivery));
		awaitReceived(1);
		// As the sweep does after a crash of the first process.
		assertThat(instance.getBean(FanOutWebhooks.class).of(List.of(delivery.eventId()))).isEqualTo(1);
		this.answers.countDown();
		awaitStored("DELIVERED 1 1 null null 200 true");
		awaitReceived(2);
		assertThat(this.receiver.received()).extracting(Receiver.Received::webhookId)
			.containsOnly(delivery.eventId().toString());
	}

	@Test
	void attemptsNoDeliveryBeforeItIsStoredThatWouldBeForgotten() {
		var instance = start();
		UUID endpoint = register(instance);
		assertThat(newDelivery(instance).isAtOnce()).isTrue();
		rows.jdbc()
			.sql("INSERT INTO webhook_endpoint_failure (endpoint_id, business_id, failed_attempts) VALUES (?, ?, 1)")
			.params(endpoint, this.business)
			.update();
		UUID failing = rows.created(rows.payout(this.business));
		assertThat(missing(instance, failing)).extracting(NewDelivery::isAtOnce).containsExactly(false);

		rows.jdbc().sql("DELETE FROM webhook_endpoint_failure").update();
		WebhookEndpoints endpoints = instance.getBean(WebhookEndpoints.class);
		assertThat(endpoints.register(this.business, this.receiver.url(), "whsec_2", Set.of(WebhookEvent.FAILED)))
			.isPresent();
		assertThat(newDelivery(instance).isAtOnce()).isTrue();
		assertThat(endpoints.register(this.business, this.receiver.url(), "whsec_3", Set.of(WebhookEvent.INITIATED)))
			.isPresent();
		UUID ofTwo = rows.created(rows.payout(this.business));
		assertThat(missing(instance, ofTwo)).extracting(NewDelivery::isAtOnce).containsExactly(false, false);
	}

	@Test
	void attemptsAnOldEventOfAStreamThatIsBehindBeforeItIsStored() {
		var instance = start();
		UUID endpoint = register(instance);
		UUID old = rows.created(rows.payout(this.business));
		rows.jdbc().sql("ALTER TABLE payout_event DISABLE TRIGGER USER").update();
		rows.jdbc()
			.sql("UPDATE payout_event SET created_at = now() - interval '10 minutes' WHERE event_id = ?")
			.param(old)
			.update();
		rows.jdbc().sql("ALTER TABLE payout_event ENABLE TRIGGER USER").update();
		rows.jdbc()
			.sql("UPDATE webhook_endpoint SET created_at = now() - interval '1 hour' WHERE endpoint_id = ?")
			.param(endpoint)
			.update();
		assertThat(missing(instance, old)).extracting(NewDelivery::isAtOnce).containsExactly(true);
	}

	@Test
	void storesEverythingWhileItIsStoppedOrATimeoutIsLong() {
		var patient = this.instances.start(Instances.settings(List.of(), Instances.NEVER_PARKED));
		register(patient);
		NewDelivery delivery = newDelivery(patient);
		assertThat(patient.getBean(DeliverWebhooks.class).attemptAtOnce(List.of(delivery))).containsExactly(delivery);
		var stopped = start();
		stopped.getBean(DeliverWebhooks.class).stop();
		assertThat(stopped.getBean(DeliverWebhooks.class).attemptAtOnce(List.of(delivery))).containsExactly(delivery);
	}

	@Test
	void attemptsNothingBeforeWhatWaitedForAnEndpointThatFails() throws SQLException {
		CountDownLatch failure = new CountDownLatch(1);
		for (int i = 0; i < PER_ENDPOINT; i++) {
			this.receiver.answers((webhook, exchange) -> {
				await(failure);
				Receiver.answer(exchange, 503, "no");
			});
		}
		var instance = start();
		register(instance);
		DeliverWebhooks deliver = instance.getBean(DeliverWebhooks.class);
		NewDelivery later = newDelivery(instance);
		List<NewDelivery> deliveries = newDeliveries(instance, PER_ENDPOINT + 1);
		assertThat(deliver.attemptAtOnce(deliveries)).isEmpty();
		// A claim that waits for the lock would keep the attempts from beginning.
		awaitReceived(PER_ENDPOINT);
		try (Connection session = database.dataSource().getConnection()) {
			lockDeliveries(session);
			failure.countDown();
			Awaitility.await()
				.until(() -> instance.getBean(MeterRegistry.class)
					.get("hundi.webhook.attempts")
					.tag("outcome", "failure")
					.counter()
					.count() == PER_ENDPOINT);
			assertThat(deliver.attemptAtOnce(List.of(later))).containsExactly(later);
			session.rollback();
		}
		awaitDelivered(1);
		assertThat(this.receiver.received()).extracting(Receiver.Received::webhookId)
			.doesNotContain(later.eventId().toString());
	}

	/** Each permitted attempt has a connection; others would wait for one and fail. */
	@Test
	void attemptsNoMoreThanPermittedWhileAClaimRuns() throws SQLException {
		holdAnswers();
		var stopped = this.instances.assemble(TWO_AT_ONCE, Set.of());
		UUID second = rows.business();
		UUID third = rows.business();
		List.of(this.business, second, third).forEach((each) -> register(stopped, each));
		List<NewDelivery> stored = List.of(newDelivery(stopped), newDelivery(stopped, second));
		List<NewDelivery> atOnce = List.of(newDelivery(stopped), newDelivery(stopped, third));
		assertThat(stopped.getBean(FanOutWebhooks.class).store(stored)).isEqualTo(2);
		AnnotationConfigApplicationContext instance;
		try (Connection session = database.dataSource().getConnection()) {
			lockDeliveries(session);
			instance = this.instances.startAtOnce(TWO_AT_ONCE, this.nanos::get);
			awaitWaitingClaim();
			assertThat(instance.getBean(DeliverWebhooks.class).attemptAtOnce(atOnce)).isEmpty();
			session.rollback();
		}
		awaitReceived(2);
		assertThat(this.receiver.received()).extracting(Receiver.Received::webhookId)
			.containsExactlyInAnyOrderElementsOf(stored.stream().map((each) -> each.eventId().toString()).toList());
		MeterRegistry meters = instance.getBean(MeterRegistry.class);
		assertThat(meters.get("hundi.webhook.in.flight").gauge().value()).isEqualTo(2);
		this.answers.countDown();
		awaitDelivered(4);
		assertThat(this.receiver.received()).hasSize(4);
		assertThat(meters.get("hundi.webhook.client.rebuilds").functionCounter().count()).isZero();
	}

	/** Otherwise a failure of the next attempt could be recorded before it. */
	@Test
	void recordsASuccessBeforeItMakesRoomForTheNextAttempt() {
		holdAnswers();
		CountDownLatch mayBegin = new CountDownLatch(1);
		AtomicBoolean holdNext = new AtomicBoolean();
		var instance = this.instances.startAtOnce(TWO_AT_ONCE, () -> {
			if (holdNext.compareAndSet(true, false)) {
				await(mayBegin);
			}
			return 0;
		});
		register(instance);
		assertThat(instance.getBean(DeliverWebhooks.class).attemptAtOnce(newDeliveries(instance, 2))).isEmpty();
		awaitReceived(1);
		// How long the second one has waited is looked at when there is room for it.
		holdNext.set(true);
		this.answers.countDown();
		try {
			awaitDelivered(1);
		}
		finally {
			mayBegin.countDown();
		}
		awaitDelivered(2);
		assertThat(this.receiver.received()).hasSize(2);
	}

	@Test
	void attemptsWhatWaitedForAClaimThatFailed() throws SQLException {
		var stopped = this.instances.assemble(TWO_AT_ONCE, Set.of());
		register(stopped);
		NewDelivery delivery = newDelivery(stopped);
		try (Connection session = database.dataSource().getConnection()) {
			lockDeliveries(session);
			DeliverWebhooks deliver = this.instances.startAtOnce(TWO_AT_ONCE, this.nanos::get)
				.getBean(DeliverWebhooks.class);
			awaitWaitingClaim();
			assertThat(deliver.attemptAtOnce(List.of(delivery))).isEmpty();
			rows.jdbc()
				.sql("SELECT pg_cancel_backend(pid) FROM pg_locks WHERE " + WAITS_FOR_DELIVERIES)
				.query()
				.listOfRows();
			session.rollback();
		}
		awaitDelivered(1);
		assertThat(this.receiver.received()).hasSize(1);
	}

	/** Reads are possible, claims are not. */
	private static void lockDeliveries(Connection session) throws SQLException {
		session.setAutoCommit(false);
		try (Statement statement = session.createStatement()) {
			statement.execute("LOCK TABLE webhook_delivery IN EXCLUSIVE MODE");
		}
	}

	private static void awaitWaitingClaim() {
		Awaitility.await()
			.until(() -> rows.jdbc()
				.sql("SELECT count(*) = 1 FROM pg_locks WHERE " + WAITS_FOR_DELIVERIES)
				.query(Boolean.class)
				.single());
	}

	private void holdAnswers() {
		this.receiver.always((webhook, exchange) -> {
			await(this.answers);
			Receiver.answer(exchange, 200, "{\"ok\":true}");
		});
	}

	private static void await(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private AnnotationConfigApplicationContext start(Duration... schedule) {
		return this.instances.startAtOnce(
				Instances.settings(List.of(schedule), Instances.NEVER_PARKED, Duration.ofSeconds(5)), this.nanos::get);
	}

	private UUID register(AnnotationConfigApplicationContext instance) {
		return register(instance, this.business);
	}

	private UUID register(AnnotationConfigApplicationContext instance, UUID ofBusiness) {
		return instance.getBean(WebhookEndpoints.class).register(ofBusiness, this.receiver.url(), "whsec_1");
	}

	private NewDelivery newDelivery(AnnotationConfigApplicationContext instance) {
		return newDelivery(instance, this.business);
	}

	private static NewDelivery newDelivery(AnnotationConfigApplicationContext instance, UUID ofBusiness) {
		return missing(instance, rows.created(rows.payout(ofBusiness))).getFirst();
	}

	private List<NewDelivery> newDeliveries(AnnotationConfigApplicationContext instance, int count) {
		return Stream.generate(() -> newDelivery(instance)).limit(count).toList();
	}

	private void awaitDelivered(int webhooks) {
		Awaitility.await()
			.until(() -> stored().stream().filter((row) -> row.startsWith("DELIVERED")).count() == webhooks);
	}

	private void attempt(AnnotationConfigApplicationContext instance) {
		assertThat(instance.getBean(DeliverWebhooks.class).attemptAtOnce(List.of(newDelivery(instance)))).isEmpty();
	}

	private static List<NewDelivery> missing(AnnotationConfigApplicationContext instance, UUID event) {
		return instance.getBean(FanOutWebhooks.class).missing(List.of(event));
	}

	private void awaitReceived(int webhooks) {
		Awaitility.await().until(() -> this.receiver.received().size() == webhooks);
	}

	private static void awaitStored(String row) {
		Awaitility.await().untilAsserted(() -> assertThat(stored()).containsExactly(row));
	}

	private static List<String> stored() {
		return rows.jdbc().sql("""
				SELECT concat_ws(' ', d.state, d.attempt_count, d.counted_attempts, coalesce(d.due_at::text, 'null'),
				                 coalesce(d.claim_id::text, 'null'),
				                 (SELECT string_agg(a.response_status::text, ',' ORDER BY a.attempt_number)
				                    FROM webhook_attempt a WHERE a.delivery_id = d.delivery_id),
				                 CASE WHEN d.webhook_id = d.event_id AND d.body IS NOT NULL THEN 'true' END)
				  FROM webhook_delivery d
				 ORDER BY d.delivery_id
				""").query(String.class).list();
	}

}
