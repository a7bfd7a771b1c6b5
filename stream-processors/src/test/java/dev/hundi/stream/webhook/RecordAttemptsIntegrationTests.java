package dev.hundi.stream.webhook;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.webhook.ClaimedDelivery;
import dev.hundi.webhook.RecordedAttempt;
import dev.hundi.webhook.WebhookDeliveries;
import org.junit.jupiter.api.Test;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class RecordAttemptsIntegrationTests {

	/** The sender reports no such status; another constraint may refuse another value. */
	private static final int REFUSED_STATUS = 1_000;

	@Test
	void anAttemptThatTheDatabaseRefusesDoesNotKeepOthersOut() throws InterruptedException {
		try (TestDatabase database = TestDatabase.create(); Instances instances = new Instances(database)) {
			AnnotationConfigApplicationContext context = instances
				.assemble(Instances.settings(List.of(), Instances.NEVER_PARKED), Set.of());
			JdbcClient jdbc = JdbcClient.create(database.dataSource());
			UUID poisoned = delivery(database, jdbc);
			UUID other = delivery(database, jdbc);
			WebhookDeliveries deliveries = context.getBean(WebhookDeliveries.class);
			List<ClaimedDelivery> ended = new CopyOnWriteArrayList<>();
			RecordAttempts record = new RecordAttempts(deliveries, context.getBean(MonitorEndpoints.class),
					ended::addAll);
			deliveries.claim(10, 10, Map.of(), Duration.ofMinutes(1))
				.forEach((claimed) -> record
					.add(attempted(claimed, claimed.deliveryId().equals(poisoned) ? REFUSED_STATUS : 200,
							new RecordedAttempt.Next.Delivered())));
			Thread recorder = Thread.ofVirtual().start(record::run);
			await().until(() -> ended.size() == 2);
			recorder.interrupt();
			recorder.join();
			assertThat(state(jdbc, other)).isEqualTo("DELIVERED");
			assertThat(state(jdbc, poisoned)).isEqualTo("PENDING");
		}
	}

	@Test
	void aSuccessEndsTheFailuresThatAreRecordedTogetherWithIt() throws InterruptedException {
		try (TestDatabase database = TestDatabase.create(); Instances instances = new Instances(database)) {
			AnnotationConfigApplicationContext context = instances
				.assemble(Instances.settings(List.of(), Instances.NEVER_PARKED), Set.of());
			JdbcClient jdbc = JdbcClient.create(database.dataSource());
			deliveries(database, jdbc, 2);
			WebhookDeliveries deliveries = context.getBean(WebhookDeliveries.class);
			List<ClaimedDelivery> ended = new CopyOnWriteArrayList<>();
			RecordAttempts record = new RecordAttempts(deliveries, context.getBean(MonitorEndpoints.class),
					ended::addAll);
			List<ClaimedDelivery> claimed = deliveries.claim(10, 10, Map.of(), Duration.ofMinutes(1));
			record.add(attempted(claimed.getFirst(), 503, new RecordedAttempt.Next.Failed()));
			record.add(attempted(claimed.getLast(), 200, new RecordedAttempt.Next.Delivered()));
			Thread recorder = Thread.ofVirtual().start(record::run);
			await().until(() -> ended.size() == 2);
			recorder.interrupt();
			recorder.join();
			assertThat(jdbc.sql("SELECT failed_attempts FROM webhook_endpoint_failure").query(Integer.class).list())
				.isEmpty();
		}
	}

	private static AttemptedDelivery attempted(ClaimedDelivery delivery, int status, RecordedAttempt.Next next) {
		return new AttemptedDelivery(delivery, null, new RecordedAttempt(delivery.deliveryId(), delivery.claimId(),
				Instant.now(), Duration.ofMillis(5), new RecordedAttempt.Answer(status, new byte[0]), null, next));
	}

	private static UUID delivery(TestDatabase database, JdbcClient jdbc) {
		return deliveries(database, jdbc, 1).getFirst();
	}

	/** For one endpoint. */
	private static List<UUID> deliveries(TestDatabase database, JdbcClient jdbc, int count) {
		return jdbc.sql("""
				WITH endpoint AS (
				  INSERT INTO webhook_endpoint (business_id, url, secret_ciphertext)
				  VALUES (:business, 'https://merchant.example/hook', '\\x00') RETURNING business_id, endpoint_id
				)
				INSERT INTO webhook_delivery (business_id, endpoint_id, event, body)
				SELECT business_id, endpoint_id, 'Test', '{}' FROM endpoint CROSS JOIN generate_series(1, :count)
				RETURNING delivery_id
				""")
			.param("business", TestBusiness.create(database).id())
			.param("count", count)
			.query(UUID.class)
			.list();
	}

	private static String state(JdbcClient jdbc, UUID delivery) {
		return jdbc.sql("SELECT state FROM webhook_delivery WHERE delivery_id = ?")
			.param(delivery)
			.query(String.class)
			.single();
	}

}
