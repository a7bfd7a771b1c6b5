package dev.hundi.audit;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the page of the audit trail reads, in buffers: it depends on what the page shows,
 * not on the number of events of the chain.
 */
class AuditCostIntegrationTests {

	private static final Logger logger = LoggerFactory.getLogger(AuditCostIntegrationTests.class);

	private static final int EVENTS = 200_000;

	private static final int ACTS = 20;

	private static final TestDatabase database = TestDatabase.create();

	private static final JdbcClient jdbc = JdbcClient.create(database.dataSource());

	private static final AuditTrail trail = new AuditTrail(jdbc);

	private static final UUID business = TestBusiness.create(database).id();

	/** One event in two minutes. The second one has an act that no other has. */
	private static final String POPULATE = """
			SET session_replication_role = replica;
			INSERT INTO audit_event (chain, sequence, business_id, happened_at, act, previous_hash, hash)
			SELECT '%1$s', i, '%1$s', timestamptz '2026-01-01' + i * interval '2 minutes', CASE WHEN i = 2 THEN 'RARE' ELSE 'ACT_' || chr(65 + i %% (%3$d - 1)) END,
			       sha256('x'), sha256('x')
			  FROM generate_series(1, %2$d) AS i;
			SET session_replication_role = origin;
			ANALYZE audit_event
			""";

	@BeforeAll
	static void populate() {
		jdbc.sql(POPULATE.formatted(business, EVENTS, ACTS)).update();
		jdbc.sql("VACUUM audit_event").update();
		jdbc.sql("CREATE EXTENSION pg_stat_statements").update();
	}

	@AfterAll
	static void close() {
		database.close();
	}

	@Test
	void readsEachActOnce() {
		assertCosts("acts", ACTS, () -> trail.acts(business));
	}

	@Test
	void readsOnlyEventsOfTheAct() {
		assertCosts("a rare act", 1, () -> trail.list(business, "RARE", null, Long.MAX_VALUE, 51));
		assertCosts("a common act", 51, () -> trail.list(business, "ACT_A", null, Long.MAX_VALUE, 51));
		assertCosts("older events of an act", 51, () -> trail.list(business, "ACT_A", null, EVENTS / 2, 51));
	}

	@Test
	void readsOnlyTheNewestEvents() {
		assertCosts("all acts", 51, () -> trail.list(business, null, null, Long.MAX_VALUE, 51));
	}

	@Test
	void readsOnlyEventsOfTheDays() {
		Instant begin = Instant.parse("2026-01-11T00:00:00Z");
		Instant end = begin.plus(Duration.ofDays(1));
		AuditTrail.Filter day = new AuditTrail.Filter(null, null, begin, end);
		List<AuditEvent> newest = trail.list(business, day, Long.MAX_VALUE, 51);
		assertThat(newest).allMatch((event) -> !event.happenedAt().isBefore(begin) && event.happenedAt().isBefore(end))
			.extracting(AuditEvent::sequence)
			.isSortedAccordingTo(Comparator.reverseOrder());
		long before = newest.getLast().sequence();
		assertThat(trail.list(business, day, before, 51)).extracting(AuditEvent::sequence)
			.startsWith(before - 1)
			.hasSize(51);
		assertCosts("a day long ago", 51, () -> trail.list(business, day, Long.MAX_VALUE, 51));
		assertCosts("older events of a day", 51, () -> trail.list(business, day, before, 51));
		assertCosts("an act of a day", 38,
				() -> trail.list(business, new AuditTrail.Filter("ACT_A", null, begin, end), Long.MAX_VALUE, 51));
		assertCosts("up to a day", 51,
				() -> trail.list(business, new AuditTrail.Filter(null, null, null, end), Long.MAX_VALUE, 51));
		assertCosts("from a day", 51,
				() -> trail.list(business, new AuditTrail.Filter(null, null, begin, null), Long.MAX_VALUE, 51));
	}

	/**
	 * Asserts that a call reads at most 20 buffers for each of its results, and 100
	 * beside.
	 */
	private static void assertCosts(String name, int returned, Supplier<List<?>> call) {
		for (int i = 0; i < 8; i++) {
			// Later executions of a prepared statement may have a generic plan.
			// Other classes count at the same time in other databases of the server.
			jdbc.sql("""
					SELECT pg_stat_statements_reset(0, oid, 0) FROM pg_database WHERE datname = current_database()
					""").query().singleRow();
			assertThat(asMerchant(call)).as(name).hasSize(returned);
			long buffers = jdbc.sql("""
					SELECT coalesce(sum(shared_blks_hit + shared_blks_read), 0)
					  FROM pg_stat_statements
					 WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
					   AND query NOT LIKE '%pg_stat_statements%'
					""").query(Long.class).single();
			logger.info("{} buffers of {} events: {}", buffers, EVENTS, name);
			assertThat(buffers).as(name).isLessThanOrEqualTo(100 + 20L * returned);
		}
	}

	/** Row-level security must leave the conditions to the index. */
	private static List<?> asMerchant(Supplier<List<?>> call) {
		TransactionTemplate transaction = new TransactionTemplate(new JdbcTransactionManager(database.dataSource()));
		return transaction.execute((status) -> {
			jdbc.sql("SELECT set_config('hundi.business_id', :business, true)")
				.param("business", business.toString())
				.query()
				.singleRow();
			jdbc.sql("SET LOCAL ROLE hundi_portal_merchant").update();
			return call.get();
		});
	}

}
