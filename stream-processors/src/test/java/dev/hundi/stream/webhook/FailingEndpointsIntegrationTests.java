package dev.hundi.stream.webhook;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import dev.hundi.stream.testing.Rows;
import dev.hundi.testing.TestDatabase;
import dev.hundi.webhook.BreakerRule;
import dev.hundi.webhook.FailingEndpoint;
import dev.hundi.webhook.FailingEndpoints;
import dev.hundi.webhook.FanOutWebhooks;
import dev.hundi.webhook.WebhookDeliveries;
import dev.hundi.webhook.WebhookEndpoints;
import io.micrometer.core.instrument.MeterRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/** What happens to endpoints that fail and fail. */
class FailingEndpointsIntegrationTests {

	private static final TestDatabase database = TestDatabase.create();

	private static final Rows rows = new Rows(database).withNumbers();

	private static final List<Duration> TWELVE_TRIES = Collections.nCopies(11, Duration.ofMillis(20));

	private static final Duration TIMEOUT = Duration.ofSeconds(30);

	private static final Duration LEASE = Duration.ofSeconds(20);

	private final Copies copies = new Copies(database);

	private final Receiver receiver = new Receiver();

	private final UUID business = rows.business();

	@BeforeAll
	static void waitLongEnough() {
		Awaitility.setDefaultPollInterval(Duration.ofMillis(20));
	}

	@AfterAll
	static void close() {
		database.close();
	}

	@AfterEach
	void stop() {
		this.copies.close();
		this.receiver.close();
		rows.jdbc().sql("DELETE FROM webhook_attempt").update();
		rows.jdbc().sql("DELETE FROM webhook_delivery").update();
		rows.jdbc().sql("DELETE FROM webhook_endpoint_failure").update();
	}

	@Test
	void aDeadEndpointIsParkedAndItsDeliveriesAreNotChargedForTheProbes() {
		this.receiver.always((webhook, exchange) -> Receiver.answer(exchange, 503, ""));
		var copy = this.copies.start(Copies.settings(TWELVE_TRIES, rule(5, 50)));
		UUID endpoint = register(copy);
		tell(copy, 10);
		awaitFailure("probes >= 8");
		assertThat(count("state = 'PENDING'")).isEqualTo(10);
		assertThat(number("SELECT sum(counted_attempts) FROM webhook_delivery"))
			.as("five, and those under way when it was parked")
			.isBetween(5, 5 + 4);
		assertThat(copy.getBean(FailingEndpoints.class).parkedOrDisabled(10)).singleElement().satisfies((failing) -> {
			assertThat(failing.endpointId()).isEqualTo(endpoint);
			assertThat(failing.waiting()).isEqualTo(10);
			assertThat(failing.disabledAt()).isNull();
		});
		Awaitility.await().until(() -> gauge(copy, "parked") == 1);
		this.receiver.always((webhook, exchange) -> Receiver.answer(exchange, 200, ""));
		awaitDelivered(10);
		awaitNoFailure();
		assertThat(number("SELECT sum(attempt_count) FROM webhook_delivery"))
			.as("every try is in the log, the probes too")
			.isEqualTo(number("SELECT count(*) FROM webhook_attempt"))
			.isEqualTo(this.receiver.received().size());
		awaitChanges(copy, "parked", 1);
		awaitChanges(copy, "resumed", 1);
		Awaitility.await().until(() -> gauge(copy, "parked") == 0);
	}

	@Test
	void whatWaitedIsSentInTheOrderInWhichItFellDue() {
		this.receiver.answers((webhook, exchange) -> Receiver.answer(exchange, 500, ""));
		var copy = this.copies.start(new WebhookSettings(true, TIMEOUT, List.of(Duration.ofHours(1)), LEASE, 16, 1,
				Duration.ofMillis(20), rule(1, 3000)));
		register(copy);
		tell(copy, 1);
		awaitFailure("parked_until IS NOT NULL");
		List<String> waiting = new ArrayList<>();
		for (int i = 0; i < 12; i++) {
			tell(copy, 1);
			waiting.add(rows.jdbc()
				.sql("SELECT delivery_id::text FROM webhook_delivery ORDER BY delivery_id DESC LIMIT 1")
				.query(String.class)
				.single());
		}
		awaitDelivered(12);
		assertThat(this.receiver.received().subList(1, 13)).extracting(Receiver.Received::webhookId)
			.containsExactlyElementsOf(waiting);
	}

	@Test
	void twoCopiesTogetherProbeOneAtATime() {
		AtomicInteger underWay = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		CountDownLatch never = new CountDownLatch(1);
		this.receiver.answers((webhook, exchange) -> Receiver.answer(exchange, 500, ""));
		this.receiver.always((webhook, exchange) -> {
			most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
			try {
				assertThat(never.await(150, TimeUnit.MILLISECONDS)).isFalse();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			underWay.decrementAndGet();
			Receiver.answer(exchange, 500, "");
		});
		var copy = this.copies.start(Copies.settings(List.of(Duration.ofHours(1)), rule(1, 1)));
		this.copies.start(Copies.settings(List.of(Duration.ofHours(1)), rule(1, 1)));
		register(copy);
		tell(copy, 1);
		awaitFailure("parked_until IS NOT NULL");
		tell(copy, 20);
		awaitFailure("probes >= 6");
		assertThat(most).hasValue(1);
		assertThat(count("counted_attempts > 0")).isEqualTo(1);
	}

	@Test
	void successesInBetweenKeepAnEndpointFromBeingParked() {
		for (int i = 0; i < 10; i++) {
			this.receiver.answers((webhook, exchange) -> Receiver.answer(exchange, 500, ""))
				.answers((webhook, exchange) -> Receiver.answer(exchange, 500, ""))
				.answers((webhook, exchange) -> Receiver.answer(exchange, 200, ""));
		}
		var copy = this.copies.start(new WebhookSettings(true, TIMEOUT, Collections.nCopies(40, Duration.ofMillis(1)),
				LEASE, 16, 1, Duration.ofMillis(5), rule(3, 60_000)));
		register(copy);
		tell(copy, 20);
		awaitDelivered(20);
		awaitNoFailure();
		assertThat(changes(copy, "parked")).isZero();
	}

	@Test
	void aDeliveryThatIsRefusedForItsOwnSakeDoesNotKeepTheOthersParked() {
		var copy = this.copies.start(Copies.settings(Collections.nCopies(50, Duration.ofMillis(1)), rule(1, 20)));
		UUID refused = rows.payout(this.business);
		this.receiver.always((webhook, exchange) -> Receiver.answer(exchange,
				webhook.json().at("/data/payoutTransactionId").asString().equals(refused.toString()) ? 422 : 200, ""));
		register(copy);
		rows.jdbc().sql("UPDATE webhook_endpoint SET created_at = created_at - interval '1 day'").update();
		copy.getBean(FanOutWebhooks.class).of(List.of(created(refused)));
		awaitFailure("probes >= 1");
		tell(copy, 5);
		awaitDelivered(5);
	}

	@Test
	void anEndpointThatFailsTooLongIsDisabledAndGetsAllThatWaitedOnceItIsEnabled() {
		this.receiver.always((webhook, exchange) -> Receiver.answer(exchange, 500, ""));
		var copy = this.copies.start(Copies.settings(TWELVE_TRIES,
				new BreakerRule(2, Duration.ofMillis(20), Duration.ofMillis(20), Duration.ofMillis(100))));
		UUID endpoint = register(copy);
		tell(copy, 5);
		awaitFailure("disabled_at IS NOT NULL");
		awaitChanges(copy, "disabled", 1);
		Awaitility.await().until(() -> gauge(copy, "disabled") == 1);
		Awaitility.await().until(() -> count("claimed_until IS NOT NULL") == 0);
		int before = this.receiver.received().size();

		this.receiver.always((webhook, exchange) -> Receiver.answer(exchange, 200, ""));
		tell(copy, 3);
		Awaitility.await("recorded, shown").until(() -> count("state = 'PENDING' AND due_at <= now()") == 8);
		WebhookDeliveries deliveries = copy.getBean(WebhookDeliveries.class);
		assertThat(deliveries.claim(100, 100, Map.of(), LEASE)).isEmpty();
		assertThat(deliveries.claimProbes(100, LEASE)).isEmpty();
		assertThat(this.receiver.received()).hasSize(before);

		FailingEndpoints endpoints = copy.getBean(FailingEndpoints.class);
		assertThat(endpoints.parkedOrDisabled(10)).extracting(FailingEndpoint::disabledAt).doesNotContainNull();
		assertThat(endpoints.enable(endpoint)).isTrue();
		assertThat(endpoints.enable(endpoint)).isFalse();
		awaitDelivered(8);
	}

	private static BreakerRule rule(int failures, int pauseMs) {
		return new BreakerRule(failures, Duration.ofMillis(pauseMs), Duration.ofMillis(pauseMs), Duration.ofDays(5));
	}

	private UUID register(AnnotationConfigApplicationContext copy) {
		return copy.getBean(WebhookEndpoints.class).register(this.business, this.receiver.url(), "whsec_1");
	}

	private void tell(AnnotationConfigApplicationContext copy, int events) {
		List<UUID> ids = new ArrayList<>();
		for (int i = 0; i < events; i++) {
			ids.add(created(rows.payout(this.business)));
		}
		assertThat(copy.getBean(FanOutWebhooks.class).of(ids)).isEqualTo(events);
		copy.getBean(DeliverWebhooks.class).wake();
	}

	private static UUID created(UUID payout) {
		return rows.jdbc()
			.sql("SELECT event_id FROM payout_event WHERE payout_id = :payout AND sequence = 1")
			.param("payout", payout)
			.query(UUID.class)
			.single();
	}

	private static void awaitFailure(String condition) {
		Awaitility.await().until(() -> number("SELECT count(*) FROM webhook_endpoint_failure WHERE " + condition) == 1);
	}

	/** An endpoint's row is changed after the delivery that changes it. */
	private static void awaitNoFailure() {
		Awaitility.await().until(() -> number("SELECT count(*) FROM webhook_endpoint_failure") == 0);
	}

	private static void awaitDelivered(int deliveries) {
		Awaitility.await().until(() -> count("state = 'DELIVERED'") == deliveries);
	}

	private static int count(String condition) {
		return number("SELECT count(*) FROM webhook_delivery WHERE " + condition);
	}

	private static int number(String sql) {
		return rows.jdbc().sql(sql).query(Integer.class).single();
	}

	/** They are counted once they are committed. */
	private static void awaitChanges(AnnotationConfigApplicationContext copy, String kind, int times) {
		Awaitility.await().until(() -> changes(copy, kind) == times);
	}

	private static double changes(AnnotationConfigApplicationContext copy, String kind) {
		return copy.getBean(MeterRegistry.class)
			.get("hundi.webhook.endpoint.changes")
			.tag("kind", kind)
			.counter()
			.count();
	}

	private static double gauge(AnnotationConfigApplicationContext copy, String state) {
		return copy.getBean(MeterRegistry.class).get("hundi.webhook.endpoints").tag("state", state).gauge().value();
	}

}
