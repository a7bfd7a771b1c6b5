package dev.hundi.webhook;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.time.Timestamps;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

class UnpublishedEventsIntegrationTests {

	private static final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(database.dataSource());

	private final UnpublishedEvents events = new UnpublishedEvents(this.jdbc);

	private final TestBusiness business = TestBusiness.create(database);

	private final Instant begun = now();

	@AfterAll
	static void close() {
		database.close();
	}

	@Test
	void pagesThroughUnpublishedEventsOnce() {
		endpoint();
		List<UUID> expected = new ArrayList<>();
		for (int i = 0; i < 5; i++) {
			expected.add(createdEventOf(this.business.payout(10_00, 0, 0)));
		}
		publish(expected.remove(2), "uuidv7()");
		List<UUID> found = new ArrayList<>();
		UUID last = null;
		do {
			UnpublishedEvents.Page page = page(last, 2);
			found.addAll(page.events());
			last = page.last();
		}
		while (last != null);
		assertThat(found).isEqualTo(expected);
	}

	/** Such a delivery is not among those of the span. */
	@Test
	void passesOverEventsThatWerePublishedMuchLater() {
		endpoint();
		UUID event = createdEventOf(this.business.payout(10_00, 0, 0));
		assertThat(unpublished()).containsExactly(event);
		publish(event, "uuidv7(interval '1 hour')");
		assertThat(unpublished()).isEmpty();
	}

	@Test
	void passesOverEventsThatNobodySubscribesTo() {
		endpoint();
		this.jdbc.sql("UPDATE webhook_endpoint SET events = '{Successful}' WHERE business_id = :id")
			.param("id", this.business.id())
			.update();
		createdEventOf(this.business.payout(10_00, 0, 0));
		assertThat(unpublished()).isEmpty();
	}

	/** As after a failover to a server whose clock is behind. */
	@Test
	void sweepsAgainFromBeforeAClockThatWentBack() {
		this.events.progress().record(now().plus(Duration.ofHours(1)));
		Instant now = now();
		assertThat(this.events.progress().start()).isBefore(now);
		this.events.progress().record(now);
		assertThat(this.events.progress().start()).isEqualTo(now);
	}

	@Test
	void findsAnEventUnpublishedToAnEarlierEndpoint() {
		endpoint();
		UUID event = createdEventOf(this.business.payout(10_00, 0, 0));
		this.jdbc.sql("UPDATE webhook_endpoint SET active = false WHERE business_id = :id")
			.param("id", this.business.id())
			.update();
		assertThat(unpublished()).doesNotContain(event);
		endpoint();
		assertThat(unpublished()).contains(event);
	}

	@Test
	void neverMovesItsProgressBackwards() {
		Instant moment = Instant.parse("2026-11-21T10:00:00Z");
		this.events.progress().record(moment);
		this.events.progress().record(moment.minusSeconds(60));
		assertThat(this.events.progress().start()).isEqualTo(moment);
	}

	/** An event that commits late is read by a later sweep, and none is read twice. */
	@Test
	void sweepsNoFurtherThanTheOldestTransactionThatWritesEvents() {
		Instant begun = now();
		TransactionTemplate late = new TransactionTemplate(new JdbcTransactionManager(database.dataSource()));
		late.executeWithoutResult((status) -> {
			Instant transactionBegun = this.jdbc.sql("SELECT now()")
				.query((row, number) -> Timestamps.instant(row, "now"))
				.single();
			assertThat(onAnotherConnection(() -> this.events.progress().end(now()))).isAfter(transactionBegun);
			this.business.payout(10_00, 0, 0);
			assertThat(onAnotherConnection(() -> this.events.progress().end(now()))).isEqualTo(transactionBegun);
			assertThat(onAnotherConnection(() -> this.events.progress().end(begun))).isEqualTo(begun);
		});
		Instant now = now();
		assertThat(this.events.progress().end(now)).isEqualTo(now);
	}

	private static <T> T onAnotherConnection(Supplier<T> work) {
		return CompletableFuture.supplyAsync(work).join();
	}

	private List<UUID> unpublished() {
		return page(null, 1_000).events();
	}

	/** Of this test's own events. */
	private UnpublishedEvents.Page page(@Nullable UUID after, int limit) {
		return this.events.page(this.begun, now().plus(Duration.ofMinutes(1)), after, limit);
	}

	private Instant now() {
		return this.jdbc.sql("SELECT clock_timestamp() AS now")
			.query((row, number) -> Timestamps.instant(row, "now"))
			.single();
	}

	private void publish(UUID event, String deliveryId) {
		this.jdbc.sql("""
				INSERT INTO webhook_delivery (delivery_id, business_id, endpoint_id, payout_id, event_id, event, body)
				SELECT %s, e.business_id, w.endpoint_id, e.payout_id, e.event_id, 'Initiated', '\\x00'
				  FROM payout_event e JOIN webhook_endpoint w ON w.business_id = e.business_id
				 WHERE e.event_id = :event
				""".formatted(deliveryId)).param("event", event).update();
	}

	private void endpoint() {
		this.jdbc.sql("""
				INSERT INTO webhook_endpoint (business_id, url, secret_ciphertext)
				VALUES (:id, 'https://merchant.example/hook', '\\x00')
				""").param("id", this.business.id()).update();
	}

	private UUID createdEventOf(UUID payout) {
		return this.jdbc.sql("SELECT event_id FROM payout_event WHERE payout_id = :id")
			.param("id", payout)
			.query(UUID.class)
			.single();
	}

}
