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

/** Parking and disabling of failing endpoints. */
class FailingEndpointsIntegrationTests {

	private static final TestDatabase database = TestDatabase.create();

	private static final Rows rows = new Rows(database).withNumbers();

	private static final List<Duration> TWELVE_ATTEMPTS = Collections.nCopies(11, Duration.ofMillis(20));

	private static final Duration TIMEOUT = Duration.ofSeconds(30);

	private static final Duration LEASE = Duration.ofMinutes(10);

	private final Instances instances = new Instances(database);

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
		this.instances.close();
		this.receiver.close();
		rows.deleteDeliveries();
	}

	@Test
	void parksAFailingEndpointAndDoesNotCountProbesAsAttempts() {
		this.receiver.always((webhook, exchange) -> Receiver.answer(exchange, 503, ""));
		var instance = this.instances.start(Instances.settings(TWELVE_ATTEMPTS, rule(5, 50)));
		UUID endpoint = register(instance);
		publish(instance, 10);
		awaitFailure("probes >= 8");
		assertThat(count("state = 'PENDING'")).isEqualTo(10);
		assertThat(number("SELECT sum(counted_attempts) FROM webhook_delivery"))
			.as("five plus those in flight when it was parked")
			.isBetween(5, 5 + 4);
		assertThat(instance.getBean(FailingEndpoints.class).parkedOrDisabled(10)).singleElement()
			.satisfies((failing) -> {
				assertThat(failing.endpointId()).isEqualTo(endpoint);
				assertThat(failing.waiting()).isEqualTo(10);
				assertThat(failing.disabledAt()).isNull();
			});
		Awaitility.await().until(() -> gauge(instance, "parked") == 1);
		this.receiver.always((webhook, exchange) -> Receiver.answer(exchange, 200, ""));
		awaitDelivered(10);
		awaitNoFailure();
		assertThat(number("SELECT sum(attempt_count) FROM webhook_delivery"))
			.as("every attempt is recorded, including probes")
			.isEqualTo(number("SELECT count(*) FROM webhook_attempt"))
			.isEqualTo(this.receiver.received().size());
		awaitChanges(instance, "parked", 1);
		awaitChanges(instance, "resumed", 1);
		Awaitility.await().until(() -> gauge(instance, "parked") == 0);
	}

	@Test
	void sendsTheBacklogInTheOrderOfItsDueTimes() {
		this.receiver.answers((webhook, exchange) -> Receiver.answer(exchange, 500, ""));
		var instance = this.instances.start(new WebhookSettings(true, TIMEOUT, List.of(Duration.ofHours(1)), LEASE, 16,
				1, Duration.ofMillis(20), rule(1, 3000)));
		register(instance);
		publish(instance, 1);
		awaitFailure("parked_until IS NOT NULL");
		List<String> waiting = new ArrayList<>();
		for (int i = 0; i < 12; i++) {
			publish(instance, 1);
			waiting.add(rows.jdbc()
				.sql("SELECT webhook_id::text FROM webhook_delivery ORDER BY delivery_id DESC LIMIT 1")
				.query(String.class)
				.single());
		}
		awaitDelivered(12);
		assertThat(this.receiver.received().subList(1, 13)).extracting(Receiver.Received::webhookId)
			.containsExactlyElementsOf(waiting);
	}

	@Test
	void twoInstancesProbeOneDeliveryAtATime() {
		AtomicInteger inFlight = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		CountDownLatch never = new CountDownLatch(1);
		this.receiver.answers((webhook, exchange) -> Receiver.answer(exchange, 500, ""));
		this.receiver.always((webhook, exchange) -> {
			most.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
			try {
				assertThat(never.await(150, TimeUnit.MILLISECONDS)).isFalse();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			inFlight.decrementAndGet();
			Receiver.answer(exchange, 500, "");
		});
		var instance = this.instances.start(Instances.settings(List.of(Duration.ofHours(1)), rule(1, 1)));
		this.instances.start(Instances.settings(List.of(Duration.ofHours(1)), rule(1, 1)));
		register(instance);
		publish(instance, 1);
		awaitFailure("parked_until IS NOT NULL");
		publish(instance, 20);
		awaitFailure("probes >= 6");
		assertThat(most).hasValue(1);
		assertThat(count("counted_attempts > 0")).isEqualTo(1);
	}

	@Test
	void doesNotParkAnEndpointWithIntermittentSuccesses() {
		for (int i = 0; i < 10; i++) {
			this.receiver.answers((webhook, exchange) -> Receiver.answer(exchange, 500, ""))
				.answers((webhook, exchange) -> Receiver.answer(exchange, 500, ""))
				.answers((webhook, exchange) -> Receiver.answer(exchange, 200, ""));
		}
		var instance = this.instances.start(new WebhookSettings(true, TIMEOUT,
				Collections.nCopies(40, Duration.ofMillis(1)), LEASE, 16, 1, Duration.ofMillis(5), rule(3, 60_000)));
		register(instance);
		publish(instance, 20);
		awaitDelivered(20);
		awaitNoFailure();
		assertThat(changes(instance, "parked")).isZero();
	}

	@Test
	void aDeliveryThatAlwaysFailsDoesNotKeepTheEndpointParked() {
		var instance = this.instances
			.start(Instances.settings(Collections.nCopies(50, Duration.ofMillis(1)), rule(1, 20)));
		UUID refused = rows.payout(this.business);
		this.receiver.always((webhook, exchange) -> Receiver.answer(exchange,
				webhook.json().at("/data/payoutTransactionId").asString().equals(refused.toString()) ? 422 : 200, ""));
		register(instance);
		rows.jdbc().sql("UPDATE webhook_endpoint SET created_at = created_at - interval '1 day'").update();
		instance.getBean(FanOutWebhooks.class).of(List.of(rows.created(refused)));
		awaitFailure("probes >= 1");
		publish(instance, 5);
		awaitDelivered(5);
	}

	@Test
	void disablesALongFailingEndpointAndSendsItsBacklogOnceEnabled() {
		this.receiver.always((webhook, exchange) -> Receiver.answer(exchange, 500, ""));
		var instance = this.instances.start(Instances.settings(TWELVE_ATTEMPTS,
				new BreakerRule(2, Duration.ofMillis(20), Duration.ofMillis(20), Duration.ofMillis(100))));
		UUID endpoint = register(instance);
		publish(instance, 5);
		awaitFailure("disabled_at IS NOT NULL");
		awaitChanges(instance, "disabled", 1);
		Awaitility.await().until(() -> gauge(instance, "disabled") == 1);
		Awaitility.await().until(() -> count("claimed_until IS NOT NULL") == 0);
		int before = this.receiver.received().size();

		this.receiver.always((webhook, exchange) -> Receiver.answer(exchange, 200, ""));
		publish(instance, 3);
		Awaitility.await("recorded, shown").until(() -> count("state = 'PENDING' AND due_at <= now()") == 8);
		WebhookDeliveries deliveries = instance.getBean(WebhookDeliveries.class);
		assertThat(deliveries.claim(100, 100, Map.of(), LEASE)).isEmpty();
		assertThat(deliveries.claimProbes(100, LEASE)).isEmpty();
		assertThat(this.receiver.received()).hasSize(before);

		FailingEndpoints endpoints = instance.getBean(FailingEndpoints.class);
		assertThat(endpoints.parkedOrDisabled(10)).extracting(FailingEndpoint::disabledAt).doesNotContainNull();
		assertThat(endpoints.enable(endpoint)).isTrue();
		assertThat(endpoints.enable(endpoint)).isFalse();
		awaitDelivered(8);
	}

	@Test
	void countsNoEndpointsThatTheirMerchantsRemoved() {
		this.receiver.always((webhook, exchange) -> Receiver.answer(exchange, 500, ""));
		var instance = this.instances.start(Instances.settings(TWELVE_ATTEMPTS,
				new BreakerRule(2, Duration.ofMillis(20), Duration.ofMillis(20), Duration.ofMillis(100))));
		UUID endpoint = register(instance);
		publish(instance, 5);
		awaitFailure("disabled_at IS NOT NULL");
		FailingEndpoints endpoints = instance.getBean(FailingEndpoints.class);
		assertThat(endpoints.count()).isEqualTo(new FailingEndpoints.Count(0, 1));
		assertThat(instance.getBean(WebhookEndpoints.class).remove(this.business, endpoint)).isTrue();
		assertThat(endpoints.count()).isEqualTo(FailingEndpoints.Count.NONE);
	}

	private static BreakerRule rule(int failures, int pauseMs) {
		return new BreakerRule(failures, Duration.ofMillis(pauseMs), Duration.ofMillis(pauseMs), Duration.ofDays(5));
	}

	private UUID register(AnnotationConfigApplicationContext instance) {
		return instance.getBean(WebhookEndpoints.class).register(this.business, this.receiver.url(), "whsec_1");
	}

	private void publish(AnnotationConfigApplicationContext instance, int events) {
		List<UUID> ids = new ArrayList<>();
		for (int i = 0; i < events; i++) {
			ids.add(rows.created(rows.payout(this.business)));
		}
		assertThat(instance.getBean(FanOutWebhooks.class).of(ids)).isEqualTo(events);
		instance.getBean(DeliverWebhooks.class).wake();
	}

	private static void awaitFailure(String condition) {
		Awaitility.await().until(() -> number("SELECT count(*) FROM webhook_endpoint_failure WHERE " + condition) == 1);
	}

	/** The endpoint's row is updated after the delivery. */
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

	/** Counters are incremented after the commit. */
	private static void awaitChanges(AnnotationConfigApplicationContext instance, String kind, int times) {
		Awaitility.await().until(() -> changes(instance, kind) == times);
	}

	private static double changes(AnnotationConfigApplicationContext instance, String kind) {
		return instance.getBean(MeterRegistry.class)
			.get("hundi.webhook.endpoint.changes")
			.tag("kind", kind)
			.counter()
			.count();
	}

	private static double gauge(AnnotationConfigApplicationContext instance, String state) {
		return instance.getBean(MeterRegistry.class).get("hundi.webhook.endpoints").tag("state", state).gauge().value();
	}

}
