package dev.hundi.stream.webhook;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;

import dev.hundi.payout.ResponseCode;
import dev.hundi.payout.Stage;
import dev.hundi.stream.testing.Rows;
import dev.hundi.testing.TestDatabase;
import dev.hundi.webhook.FanOutWebhooks;
import dev.hundi.webhook.RecordEvent;
import dev.hundi.webhook.WebhookEndpoints;
import dev.hundi.webhook.WebhookEvent;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Several endpoints of a business, their subscriptions, and recorded events. */
class SubscriptionsIntegrationTests {

	private static final TestDatabase database = TestDatabase.create();

	private static final Rows rows = new Rows(database).withNumbers();

	private final Instances instances = new Instances(database);

	private final Receiver receiver = new Receiver();

	private final UUID business = rows.business();

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
	void endpointsReceiveWhatTheySubscribeToUnderTheirOwnSecretsAndOneId() {
		try (Receiver second = new Receiver()) {
			var instance = start();
			register(instance, "whsec_1");
			assertThat(instance.getBean(WebhookEndpoints.class)
				.register(this.business, second.url(), "whsec_2",
						Set.of(WebhookEvent.SUCCESSFUL, WebhookEvent.BANK_DOWN)))
				.isPresent();
			UUID payout = rows.payout(this.business);
			UUID success = rows.event(this.business, payout, 2, Stage.SUCCESS, ResponseCode.SUCCESS, 4, 11);
			assertThat(instance.getBean(FanOutWebhooks.class).of(List.of(rows.created(payout), success))).isEqualTo(3);
			UUID down = instance.getBean(RecordEvent.class)
				.forAll(WebhookEvent.BANK_DOWN, Map.of("timestamp", "2026-11-23T05:30:00.000Z"));
			rows.awaitDeliveries("DELIVERED", 4);
			assertThat(ids(this.receiver)).containsExactlyInAnyOrder(rows.created(payout), success);
			assertThat(ids(second)).containsExactlyInAnyOrder(success, down);
			assertThat(signedWith(this.receiver, "whsec_1")).isTrue();
			assertThat(signedWith(second, "whsec_2")).isTrue();
			assertThat(second.received()).extracting((webhook) -> new String(webhook.body(), StandardCharsets.UTF_8))
				.contains("{\"payoutWebhookId\":\"" + down
						+ "\",\"event\":\"BankDown\",\"data\":{\"timestamp\":\"2026-11-23T05:30:00.000Z\"}}");
		}
	}

	@Test
	void recordsAnEventWithTheTransactionOfItsCallerOrNotAtAll() {
		var instance = start();
		instance.getBean(WebhookEndpoints.class)
			.register(this.business, this.receiver.url(), "whsec_1", Set.of(WebhookEvent.LOW_BALANCE));
		var transaction = new TransactionTemplate(new JdbcTransactionManager(database.dataSource()));
		RecordEvent record = instance.getBean(RecordEvent.class);
		transaction.executeWithoutResult((status) -> {
			record.of(this.business, WebhookEvent.LOW_BALANCE, Map.of("balancePaise", "1"));
			status.setRollbackOnly();
		});
		UUID kept = Objects.requireNonNull(transaction
			.execute((status) -> record.of(this.business, WebhookEvent.LOW_BALANCE, Map.of("balancePaise", "2"))));
		record.of(this.business, WebhookEvent.BENEFICIARY_VERIFIED, Map.of());
		record.of(rows.business(), WebhookEvent.LOW_BALANCE, Map.of());
		rows.awaitDeliveries("DELIVERED", 1);
		assertThat(ids(this.receiver)).containsExactly(kept);
		assertThat(events(this.business)).containsExactly("LowBalance", "BeneficiaryVerified");
	}

	@Test
	void aBusinessHasFiveEndpointsAtMost() {
		var instance = start();
		WebhookEndpoints endpoints = instance.getBean(WebhookEndpoints.class);
		for (int i = 0; i < WebhookEndpoints.MAX_ENDPOINTS; i++) {
			register(instance, "whsec_1");
		}
		assertThat(endpoints.register(this.business, this.receiver.url(), "whsec_6", Set.of(WebhookEvent.FAILED)))
			.isEmpty();
		assertThatExceptionOfType(DataIntegrityViolationException.class).isThrownBy(() -> rows.jdbc()
			.sql("INSERT INTO webhook_endpoint (business_id, url, secret_ciphertext) VALUES (?, 'https://a.example', '')")
			.param(this.business)
			.update()).withMessageContaining("more than 5");
		UUID last = endpoints.active(this.business).getLast().endpointId();
		assertThat(endpoints.remove(rows.business(), last)).isFalse();
		assertThat(endpoints.remove(this.business, last)).isTrue();
		assertThat(endpoints.remove(this.business, last)).isFalse();
		assertThat(endpoints.register(this.business, this.receiver.url(), "whsec_6", Set.of(WebhookEvent.FAILED)))
			.isPresent();
	}

	@Test
	void looksUpEventsWithOnePlanASession() throws SQLException {
		try (var context = new AnnotationConfigApplicationContext();
				Connection connection = database.dataSource().getConnection()) {
			JdbcClient session = JdbcClient.create(new SingleConnectionDataSource(connection, true));
			context.registerBean(JdbcClient.class, () -> session);
			context.register(FanOutWebhooks.class);
			context.refresh();
			FanOutWebhooks fanOut = context.getBean(FanOutWebhooks.class);
			for (int i = 0; i < 40; i++) {
				assertThat(fanOut.of(List.of(rows.created(rows.payout(this.business))))).isZero();
			}
			assertThat(session
				.sql("""
						SELECT generic_plans > 3 * custom_plans FROM pg_prepared_statements WHERE statement LIKE '%AS published (event_id)%'
						""")
				.query(Boolean.class)
				.list()).containsExactly(true);
		}
	}

	private AnnotationConfigApplicationContext start() {
		return this.instances.start(Instances.settings(List.of(Duration.ofMillis(50)), Instances.NEVER_PARKED));
	}

	private UUID register(AnnotationConfigApplicationContext instance, String secret) {
		return instance.getBean(WebhookEndpoints.class).register(this.business, this.receiver.url(), secret);
	}

	private static List<UUID> ids(Receiver receiver) {
		return receiver.received().stream().map((webhook) -> UUID.fromString(webhook.webhookId())).toList();
	}

	private static boolean signedWith(Receiver receiver, String secret) {
		return receiver.received()
			.stream()
			.allMatch((webhook) -> WebhookSignature
				.of(WebhookSignature.key(secret.getBytes(StandardCharsets.UTF_8)),
						webhook.header("x-webhook-timestamp"), webhook.body())
				.v2()
				.equals(webhook.header("x-webhook-signature-v2")));
	}

	private static List<String> events(UUID business) {
		return rows.jdbc()
			.sql("SELECT event FROM business_event WHERE business_id = :business ORDER BY event_id")
			.param("business", business)
			.query(String.class)
			.list();
	}

}
