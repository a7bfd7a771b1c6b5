package dev.hundi.stream.webhook;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

import dev.hundi.stream.testing.Rows;
import dev.hundi.stream.testing.TestKeys;
import dev.hundi.testing.OwnerBeans;
import dev.hundi.testing.TestDatabase;
import dev.hundi.webhook.DeliveryRange;
import dev.hundi.webhook.DeliveryState;
import dev.hundi.webhook.FanOutWebhooks;
import dev.hundi.webhook.LoggedDelivery;
import dev.hundi.webhook.RedeliverWebhooks;
import dev.hundi.webhook.WebhookDeliveries;
import dev.hundi.webhook.WebhookEndpoints;
import dev.hundi.webhook.WebhookLog;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/** Redelivery of webhooks by operators. */
class RedeliverWebhooksIntegrationTests {

	private static final Duration TIMEOUT = Duration.ofMinutes(2);

	private static final Instant LONG_AGO = Instant.parse("2026-01-01T00:00:00Z");

	private final TestDatabase database = TestDatabase.create();

	private final Rows rows = new Rows(this.database).withNumbers();

	private final Instances instances = new Instances(this.database);

	private final Receiver receiver = new Receiver();

	private final UUID business = this.rows.business();

	@AfterEach
	void close() {
		this.instances.close();
		this.receiver.close();
		this.database.close();
	}

	@Test
	void redeliversWithTheSameIdAndBodyAndANewSignature() {
		var instance = start(List.of());
		UUID delivery = publish(instance, this.business);
		this.rows.awaitDeliveries("DELIVERED", 1);
		assertThat(instance.getBean(RedeliverWebhooks.class).of(List.of(delivery, delivery, UUID.randomUUID())))
			.isEqualTo(1);
		awaitReceived(2);
		var first = this.receiver.received().getFirst();
		var second = this.receiver.received().getLast();
		assertThat(second.body()).isEqualTo(first.body());
		assertThat(second.webhookId()).isEqualTo(webhookOf(delivery));
		assertThat(second.header("x-webhook-timestamp")).isGreaterThan(first.header("x-webhook-timestamp"));
		assertThat(second.header("x-webhook-signature-v2")).isNotEqualTo(first.header("x-webhook-signature-v2"));
		this.rows.awaitDeliveries("DELIVERED", 1);
		LoggedDelivery log = log().delivery(delivery).orElseThrow();
		assertThat(log.attempts()).extracting(LoggedDelivery.LoggedAttempt::number).containsExactly(1, 2);
		assertThat(log.attempts()).extracting(LoggedDelivery.LoggedAttempt::responseBody).containsOnly("{\"ok\":true}");
		assertThat(log.attempts()).extracting(LoggedDelivery.LoggedAttempt::responseStatus).containsOnly(200);
	}

	private WebhookLog log() {
		return OwnerBeans.bean(this.database.url(), TestKeys.file(), WebhookLog.class);
	}

	@Test
	void restartsTheScheduleOfAFailedDelivery() {
		this.receiver.always((webhook, exchange) -> Receiver.answer(exchange, 500, ""));
		var instance = start(List.of(Duration.ofMillis(10), Duration.ofMillis(10)));
		UUID delivery = publish(instance, this.business);
		this.rows.awaitDeliveries("FAILED", 1);
		assertThat(instance.getBean(RedeliverWebhooks.class).of(List.of(delivery))).isEqualTo(1);
		awaitReceived(6);
		this.rows.awaitDeliveries("FAILED", 1);
		assertThat(log().delivery(delivery).orElseThrow().attempts()).extracting(LoggedDelivery.LoggedAttempt::number)
			.containsExactly(1, 2, 3, 4, 5, 6);
	}

	@Test
	void redeliversOnlyWhatTheRangeSelects() {
		var instance = start(List.of());
		UUID other = this.rows.business();
		UUID early = publish(instance, this.business);
		UUID wanted = publish(instance, this.business);
		UUID foreign = publish(instance, other);
		this.rows.awaitDeliveries("DELIVERED", 3);
		made(early, LONG_AGO);
		RedeliverWebhooks redeliver = instance.getBean(RedeliverWebhooks.class);
		assertThat(redeliver.of(range(this.business, DeliveryState.FAILED))).as("none failed").isZero();
		assertThat(redeliver.of(range(this.business, DeliveryState.DELIVERED))).isEqualTo(1);
		awaitReceived(4);
		assertThat(this.receiver.received().getLast().webhookId()).isEqualTo(webhookOf(wanted));
		this.rows.awaitDeliveries("DELIVERED", 3);
		assertThat(redeliver.of(range(null, DeliveryState.DELIVERED))).isEqualTo(2);
		awaitReceived(6);
		assertThat(log().list(range(null, DeliveryState.values()), 100)).extracting(LoggedDelivery::deliveryId)
			.containsExactly(wanted, foreign);
	}

	@Test
	void redeliversALongRangeInItsOriginalOrder() {
		var instance = this.instances.start(new WebhookSettings(true, Duration.ofSeconds(30), List.of(),
				Duration.ofMinutes(10), 8, 1, Duration.ofMillis(20), Instances.NEVER_PARKED));
		List<String> made = new ArrayList<>();
		for (int i = 0; i < 30; i++) {
			made.add(webhookOf(publish(instance, this.business)));
		}
		this.rows.awaitDeliveries("DELIVERED", 30);
		assertThat(instance.getBean(RedeliverWebhooks.class).of(range(this.business, DeliveryState.DELIVERED)))
			.isEqualTo(30);
		awaitReceived(60);
		assertThat(this.receiver.received().subList(30, 60)).extracting(Receiver.Received::webhookId)
			.containsExactlyElementsOf(made);
	}

	@Test
	void doesNotRedeliverADeliveryInFlight() {
		var instance = this.instances.assemble(Instances.settings(List.of(), Instances.NEVER_PARKED), Set.of());
		UUID delivery = publish(instance, this.business);
		assertThat(instance.getBean(WebhookDeliveries.class).claim(10, 10, Map.of(), Duration.ofMinutes(1))).hasSize(1);
		assertThat(instance.getBean(RedeliverWebhooks.class).of(List.of(delivery))).isZero();
	}

	private AnnotationConfigApplicationContext start(List<Duration> schedule) {
		return this.instances.start(Instances.settings(schedule, Instances.NEVER_PARKED));
	}

	/** Selects the last hour. */
	private static DeliveryRange range(@Nullable UUID business, DeliveryState... states) {
		Instant now = Instant.now();
		return new DeliveryRange(now.minusSeconds(3600), now.plusSeconds(60), business, Set.of(states));
	}

	/** Creates the delivery of another payout. */
	private UUID publish(AnnotationConfigApplicationContext instance, UUID owner) {
		if (this.rows.jdbc()
			.sql("SELECT count(*) FROM webhook_endpoint WHERE business_id = :business")
			.param("business", owner)
			.query(Integer.class)
			.single() == 0) {
			instance.getBean(WebhookEndpoints.class).register(owner, this.receiver.url(), "whsec_1");
		}
		UUID event = this.rows.created(this.rows.payout(owner));
		assertThat(instance.getBean(FanOutWebhooks.class).of(List.of(event))).isEqualTo(1);
		instance.getBean(DeliverWebhooks.class).wake();
		return this.rows.jdbc()
			.sql("SELECT delivery_id FROM webhook_delivery WHERE event_id = :event")
			.param("event", event)
			.query(UUID.class)
			.single();
	}

	private void made(UUID delivery, Instant moment) {
		this.rows.jdbc()
			.sql("UPDATE webhook_delivery SET created_at = :moment::timestamptz WHERE delivery_id = :delivery")
			.param("moment", moment.toString())
			.param("delivery", delivery)
			.update();
	}

	private void awaitReceived(int count) {
		Awaitility.await().atMost(TIMEOUT).until(() -> this.receiver.received().size() >= count);
		assertThat(this.receiver.received()).hasSize(count);
	}

	private String webhookOf(UUID delivery) {
		return this.rows.jdbc()
			.sql("SELECT webhook_id::text FROM webhook_delivery WHERE delivery_id = :delivery")
			.param("delivery", delivery)
			.query(String.class)
			.single();
	}

}
