package dev.hundi.webhook;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Supplier;

import dev.hundi.testing.TestDatabase;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

/** The log of a business with a long history: what is found, and what that reads. */
class WebhookLogIntegrationTests {

	private static final int PAGE = 50;

	private static final int EXAMINED = 50_000;

	private static final UUID BUSINESS = UUID.randomUUID();

	private static final UUID OTHER = UUID.randomUUID();

	/** Of the oldest hundred deliveries only. */
	private static final UUID ENDPOINT = UUID.randomUUID();

	private static final UUID BULK_FILE = UUID.randomUUID();

	/**
	 * A thousand deliveries a day for 60 days, every hundredth of another business. The
	 * oldest ones are about a bulk file, a low balance, nothing, and payouts, of which
	 * one is reported to a second endpoint only now.
	 */
	private static final String POPULATE = """
			SET session_replication_role = replica;
			CREATE TEMPORARY TABLE seed AS
			SELECT i, age, CASE WHEN i %% 100 = 0 THEN '%2$s'::uuid ELSE '%1$s' END AS business_id,
			       uuidv7(-age - interval '2 seconds') AS payout_id, uuidv7(-age - interval '1 second') AS event_id, uuidv7(-age) AS delivery_id,
			       CASE i WHEN 1 THEN 'BulkCompleted' WHEN 2 THEN 'LowBalance' WHEN 3 THEN 'Test' ELSE 'Successful' END AS event
			  FROM (SELECT i, (60000 - i) * interval '86.4 seconds' + interval '1 minute' AS age FROM generate_series(1, 60000) AS i) AS aged;
			INSERT INTO webhook_delivery (delivery_id, webhook_id, business_id, endpoint_id, payout_id, event_id, bulk_file_id, event, state,
			                              due_at, created_at, completed_at)
			SELECT delivery_id, CASE WHEN event <> 'Test' THEN event_id END, business_id, CASE WHEN i <= 100 THEN '%3$s'::uuid ELSE uuidv7() END,
			       CASE WHEN event = 'Successful' THEN payout_id END, CASE WHEN event = 'Successful' THEN event_id END,
			       CASE WHEN event = 'BulkCompleted' THEN '%4$s'::uuid END, event, CASE i WHEN 3 THEN 'FAILED' ELSE 'DELIVERED' END,
			       NULL, now() - age, now() - age
			  FROM seed;
			INSERT INTO webhook_delivery (webhook_id, business_id, endpoint_id, payout_id, event_id, event, state, due_at, completed_at)
			SELECT event_id, business_id, uuidv7(), payout_id, event_id, event, 'DELIVERED', NULL, now() FROM seed WHERE i = 50;
			INSERT INTO payout_event (business_id, payout_id, sequence, event_id, from_status, status, stage, source, response_code,
			                          response_message)
			SELECT business_id, payout_id, 2, event_id, 4, 11, 'SUCCESS', 'BANK', 'SUCCESS', 'x' FROM seed WHERE i %% 50 = 0;
			SET session_replication_role = origin
			""";

	private static final TestDatabase database = TestDatabase.create();

	private static final JdbcClient jdbc = JdbcClient.create(database.dataSource());

	private final WebhookLog log = new WebhookLog(jdbc);

	@BeforeAll
	static void populate() {
		jdbc.sql(POPULATE.formatted(BUSINESS, OTHER, ENDPOINT, BULK_FILE)).update();
		jdbc.sql("VACUUM ANALYZE webhook_delivery, payout_event").update();
		jdbc.sql("CREATE EXTENSION pg_stat_statements").update();
	}

	@AfterAll
	static void close() {
		database.close();
	}

	@Test
	void findsTheDeliveriesOfASubject() {
		assertFinds(of(BULK_FILE), 1);
		assertFinds(of(id("webhook_id", "event = 'BulkCompleted'")), 1);
		assertFinds(of(id("webhook_id", "event = 'LowBalance'")), 1);
		assertFinds(of(id("delivery_id", "event = 'Test'")), 1);
		assertFinds(of(id("payout_id", "endpoint_id = '" + ENDPOINT + "'")), 1);
		UUID twice = id("payout_id", "event = 'Successful' AND created_at > now() - interval '1 minute'");
		assertFinds(of(twice), 2);
		assertFinds(of(id("event_id", "payout_id = '" + twice + "'")), 2);
		assertFinds(of(UUID.randomUUID()), 0);
		assertFinds(of(foreign("payout_id")), 0);
		assertFinds(of(foreign("event_id")), 0);
		assertFinds(of(foreign("delivery_id")), 0);
	}

	@Test
	void readsOnlyTheDeliveriesOfASubject() {
		for (String column : List.of("payout_id", "event_id", "webhook_id", "delivery_id")) {
			UUID subject = id(column, "endpoint_id = '" + ENDPOINT + "'");
			assertReads(column, 100, () -> this.log.newest(BUSINESS, of(subject), null, PAGE).deliveries());
		}
		assertReads("bulk file", 100, () -> this.log.newest(BUSINESS, of(BULK_FILE), null, PAGE).deliveries());
	}

	@Test
	void readsOnlyTheDaysThatAreAskedFor() {
		DeliveryFilter day = days(40, 39);
		assertThat(expected(day)).hasSizeGreaterThan(900);
		assertFinds(day, expected(day).size());
		assertReads("a day", 300, () -> this.log.newest(BUSINESS, day, null, PAGE).deliveries());
		DeliveryFilter without = new DeliveryFilter(DeliveryState.FAILED, null, null, null, day.from(), day.to());
		assertFinds(without, 0);
		assertReads("failed of a day", 300, () -> {
			assertThat(this.log.newest(BUSINESS, without, null, PAGE).stopped()).isFalse();
			return List.of(day);
		});
	}

	@Test
	void readsTheNewestOnesOnly() {
		DeliveryFilter all = new DeliveryFilter(null, null, null, null, null, null);
		DeliveryPage first = this.log.newest(BUSINESS, all, null, PAGE);
		assertThat(ids(first)).isEqualTo(expected(all).subList(0, PAGE));
		assertThat(ids(this.log.newest(BUSINESS, all, first.next(), PAGE)))
			.isEqualTo(expected(all).subList(PAGE, 2 * PAGE));
		assertReads("newest", 250, () -> this.log.newest(BUSINESS, all, null, PAGE).deliveries());
	}

	@Test
	void aPageOfARareFilterExaminesABoundedNumber() {
		for (DeliveryFilter rare : List.of(new DeliveryFilter(DeliveryState.FAILED, null, null, null, null, null),
				new DeliveryFilter(null, "LowBalance", null, null, null, null),
				new DeliveryFilter(null, null, ENDPOINT, null, null, null))) {
			DeliveryPage first = this.log.newest(BUSINESS, rare, null, PAGE);
			assertThat(first.deliveries()).isEmpty();
			assertThat(first.stopped()).isTrue();
			assertThat(jdbc.sql("SELECT count(*) FROM webhook_delivery WHERE business_id = ? AND delivery_id >= ?")
				.params(BUSINESS, Objects.requireNonNull(first.next()))
				.query(Integer.class)
				.single()).isEqualTo(EXAMINED);
			assertFinds(rare, expected(rare).size());
		}
	}

	private static DeliveryFilter of(UUID subject) {
		return new DeliveryFilter(null, null, null, subject, null, null);
	}

	private static DeliveryFilter days(int from, int to) {
		Instant now = Instant.now();
		return new DeliveryFilter(null, null, null, null, now.minus(Duration.ofDays(from)),
				now.minus(Duration.ofDays(to)));
	}

	/** Of one of the deliveries of the business. */
	private static UUID id(String column, String condition) {
		return jdbc
			.sql("SELECT " + column + " FROM webhook_delivery WHERE business_id = ? AND " + column + " IS NOT NULL AND "
					+ condition + " LIMIT 1")
			.param(BUSINESS)
			.query(UUID.class)
			.single();
	}

	private static UUID foreign(String column) {
		return jdbc.sql("SELECT " + column + " FROM webhook_delivery WHERE business_id = ? LIMIT 1")
			.param(OTHER)
			.query(UUID.class)
			.single();
	}

	/** Asserts that all pages together have what a plain query finds. */
	private void assertFinds(DeliveryFilter filter, int count) {
		List<UUID> found = new ArrayList<>();
		UUID before = null;
		do {
			DeliveryPage page = this.log.newest(BUSINESS, filter, before, PAGE);
			found.addAll(ids(page));
			before = page.next();
		}
		while (before != null);
		assertThat(found).as(filter.toString()).isEqualTo(expected(filter)).hasSize(count);
	}

	private static List<UUID> expected(DeliveryFilter filter) {
		return jdbc
			.sql("""
					SELECT delivery_id FROM webhook_delivery
					 WHERE business_id = :business AND (:state::text IS NULL OR state = :state) AND (:event::text IS NULL OR event = :event)
					   AND (:endpoint::uuid IS NULL OR endpoint_id = :endpoint::uuid)
					   AND (:subject::uuid IS NULL OR :subject::uuid IN (payout_id, bulk_file_id, delivery_id, webhook_id))
					   AND (:from::timestamptz IS NULL OR created_at >= :from::timestamptz)
					   AND (:to::timestamptz IS NULL OR created_at < :to::timestamptz)
					 ORDER BY delivery_id DESC
					""")
			.param("business", BUSINESS)
			.param("state", text(filter.state()))
			.param("event", filter.event())
			.param("endpoint", filter.endpointId())
			.param("subject", filter.subject())
			.param("from", text(filter.from()))
			.param("to", text(filter.to()))
			.query(UUID.class)
			.list();
	}

	private static @Nullable String text(@Nullable Object value) {
		return Objects.toString(value, null);
	}

	private static List<UUID> ids(DeliveryPage page) {
		return page.deliveries().stream().map(LoggedDelivery::deliveryId).toList();
	}

	/** Asserts a bound on the buffers, also of a generic plan. */
	private static void assertReads(String name, long most, Supplier<List<?>> call) {
		for (int i = 0; i < 8; i++) {
			// Other classes count at the same time in other databases of the server.
			jdbc.sql("""
					SELECT pg_stat_statements_reset(0, oid, 0) FROM pg_database WHERE datname = current_database()
					""").query().singleRow();
			assertThat(call.get()).as(name).isNotEmpty();
			assertThat(jdbc.sql("""
					SELECT coalesce(sum(shared_blks_hit + shared_blks_read), 0)
					  FROM pg_stat_statements
					 WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
					   AND query NOT LIKE '%pg_stat_statements%'
					""").query(Long.class).single()).as(name).isLessThanOrEqualTo(most);
		}
	}

}
