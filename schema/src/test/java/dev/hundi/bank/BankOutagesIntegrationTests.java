package dev.hundi.bank;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

import dev.hundi.payout.Rail;
import dev.hundi.testing.TestBeans;
import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

/** Outages of banks and their events, from the reports of several processes. */
class BankOutagesIntegrationTests {

	private static final UUID ONE = UUID.randomUUID();

	private static final UUID OTHER = UUID.randomUUID();

	private static final TestDatabase database = TestDatabase.create();

	private static final RailHealth.State CLOSED = new RailHealth.State(BreakerState.CLOSED, false, 0, null);

	private static final AnnotationConfigApplicationContext beans = TestBeans.on(database);

	private final JdbcClient jdbc = beans.getBean(JdbcClient.class);

	private final BankOutages outages = beans.getBean(BankOutages.class);

	@AfterAll
	static void close() {
		beans.close();
		database.close();
	}

	@BeforeEach
	void forget() {
		this.jdbc.sql("DELETE FROM bank_health; DELETE FROM bank_outage; DELETE FROM business_event").update();
	}

	@Test
	void reportsAnOutageOnceAndItsEndOnce() {
		report(ONE, BreakerState.OPEN);
		report(OTHER, BreakerState.CLOSED);
		assertThat(this.outages.detect()).as("one copy reaches the bank").isZero();
		report(OTHER, BreakerState.OPEN);
		assertThat(this.outages.detect()).isEqualTo(1);
		assertThat(this.outages.detect()).isZero();
		report(ONE, BreakerState.HALF_OPEN);
		assertThat(this.outages.detect()).as("it is tried").isZero();
		report(UUID.randomUUID(), BreakerState.CLOSED);
		assertThat(this.outages.detect()).as("a copy that has just started").isZero();
		report(ONE, BreakerState.CLOSED, Instant.now().minusSeconds(60));
		assertThat(this.outages.detect()).as("it was reached before").isZero();
		report(ONE, BreakerState.CLOSED, Instant.now());
		assertThat(this.outages.detect()).isEqualTo(1);
		assertThat(this.outages.detect()).isZero();
		List<JsonNode> events = events();
		assertThat(events).extracting((event) -> event.path("event").asString()).containsExactly("BankDown", "BankUp");
		assertThat(events).extracting((event) -> event.path("data").path("outageId").asString())
			.containsOnly(events.getFirst().path("data").path("outageId").asString());
		assertThat(events.getFirst().path("data").path("transactionTypes").valueStream().map(JsonNode::asString))
			.containsExactly("I", "N");
		assertThat(events.toString()).as("merchants do not learn the name of the bank").doesNotContain("sandbox");
	}

	@Test
	void oldReportsAreOfProcessesThatHaveEnded() {
		report(ONE, BreakerState.OPEN);
		this.jdbc.sql("UPDATE bank_health SET reported_at = now() - interval '21 s'").update();
		assertThat(this.outages.detect()).isZero();
		report(OTHER, BreakerState.OPEN);
		assertThat(this.outages.detect()).isEqualTo(1);
		this.jdbc.sql("UPDATE bank_health SET reported_at = now() - interval '21 s'").update();
		assertThat(this.outages.detect()).as("no process reported").isZero();
		assertThat(events()).hasSize(1);
	}

	@Test
	void endsTheOutageOfARemovedBankOnceOthersHaveItsRails() {
		report(ONE, BreakerState.OPEN);
		assertThat(this.outages.detect()).isEqualTo(1);
		report(OTHER, "second", CLOSED, Rail.IMPS, Rail.NEFT);
		this.jdbc.sql("UPDATE bank_health SET reported_at = now() - interval '9 min' WHERE bank = 'sandbox'").update();
		assertThat(this.outages.detect()).as("its copies may come back").isZero();
		this.jdbc.sql("UPDATE bank_health SET reported_at = now() - interval '11 min'").update();
		assertThat(this.outages.detect()).as("no process reports anything").isZero();
		report(OTHER, "second", CLOSED, Rail.IMPS);
		assertThat(this.outages.detect()).as("no bank has NEFT").isZero();
		report(OTHER, "second", CLOSED, Rail.IMPS, Rail.NEFT);
		assertThat(this.outages.detect()).isEqualTo(1);
		assertThat(this.outages.detect()).isZero();
		assertThat(events()).extracting((event) -> event.path("event").asString())
			.containsExactly("BankDown", "BankUp");
	}

	private static void report(UUID process, BreakerState breaker) {
		report(process, breaker, null);
	}

	private static void report(UUID process, BreakerState breaker, @Nullable Instant reachedAt) {
		report(process, "sandbox", new RailHealth.State(breaker, false, 0, reachedAt), Rail.IMPS, Rail.NEFT);
	}

	private static void report(UUID process, String bank, RailHealth.State state, Rail... rails) {
		beans.getBean(BankHealth.class)
			.report(process,
					Stream.of(rails).map((rail) -> new RailHealth(bank, rail, state, Map.of(), null)).toList());
	}

	private List<JsonNode> events() {
		return this.jdbc.sql("SELECT body FROM business_event ORDER BY event_id")
			.query(String.class)
			.list()
			.stream()
			.map(JsonMapper.shared()::readTree)
			.toList();
	}

}
