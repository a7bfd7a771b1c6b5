package dev.hundi.payout;

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

class StuckPayoutsIntegrationTests {

	private static final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(database.dataSource());

	private final StuckPayouts stuck = new StuckPayouts(this.jdbc);

	private final TestBusiness business = TestBusiness.create(database);

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
		List<UUID> found = new ArrayList<>();
		UUID last = null;
		List<UUID> page;
		do {
			page = unpublished(last, 2);
			found.addAll(page);
			last = page.isEmpty() ? last : page.getLast();
		}
		while (page.size() == 2);
		assertThat(found).containsSubsequence(expected).doesNotHaveDuplicates();
	}

	/** As after a failover to a server whose clock is behind. */
	@Test
	void sweepsAgainFromBeforeAClockThatWentBack() {
		this.stuck.recordSweptTo(this.stuck.now().plus(Duration.ofHours(1)));
		Instant now = this.stuck.now();
		assertThat(this.stuck.sweepStart()).isBefore(now);
		this.stuck.recordSweptTo(now);
		assertThat(this.stuck.sweepStart()).isEqualTo(now);
	}

	@Test
	void findsAnEventUnpublishedToAnEarlierEndpoint() {
		endpoint();
		UUID event = createdEventOf(this.business.payout(10_00, 0, 0));
		this.jdbc.sql("UPDATE webhook_endpoint SET active = false WHERE business_id = :id")
			.param("id", this.business.id())
			.update();
		assertThat(unpublished(null, 1_000)).doesNotContain(event);
		endpoint();
		assertThat(unpublished(null, 1_000)).contains(event);
	}

	@Test
	void pagesThroughAcceptedPayoutsOldestFirst() {
		List<UUID> expected = new ArrayList<>();
		for (int i = 0; i < 5; i++) {
			expected.add(this.business.payout(10_00, 0, 0));
		}
		Instant later = this.stuck.now().plus(Duration.ofMinutes(1));
		List<UUID> found = new ArrayList<>();
		StuckPayouts.Accepted last = null;
		List<StuckPayouts.Accepted> page;
		do {
			page = this.stuck.acceptedBefore(later, last, 2);
			page.forEach((payout) -> found.add(payout.payoutId()));
			last = page.isEmpty() ? last : page.getLast();
		}
		while (page.size() == 2);
		assertThat(found).containsSubsequence(expected).doesNotHaveDuplicates();
	}

	@Test
	void neverMovesItsProgressBackwards() {
		Instant moment = Instant.parse("2026-11-21T10:00:00Z");
		this.stuck.recordSweptTo(moment);
		this.stuck.recordSweptTo(moment.minusSeconds(60));
		assertThat(this.stuck.sweepStart()).isEqualTo(moment);
	}

	/** An event that commits late is read by a later sweep, and none is read twice. */
	@Test
	void sweepsNoFurtherThanTheOldestTransactionThatWritesEvents() {
		Instant begun = this.stuck.now();
		TransactionTemplate late = new TransactionTemplate(new JdbcTransactionManager(database.dataSource()));
		late.executeWithoutResult((status) -> {
			Instant transactionBegun = this.jdbc.sql("SELECT now()")
				.query((row, number) -> Timestamps.instant(row, "now"))
				.single();
			assertThat(onAnotherConnection(() -> this.stuck.sweepEnd(this.stuck.now()))).isAfter(transactionBegun);
			this.business.payout(10_00, 0, 0);
			assertThat(onAnotherConnection(() -> this.stuck.sweepEnd(this.stuck.now()))).isEqualTo(transactionBegun);
			assertThat(onAnotherConnection(() -> this.stuck.sweepEnd(begun))).isEqualTo(begun);
		});
		Instant now = this.stuck.now();
		assertThat(this.stuck.sweepEnd(now)).isEqualTo(now);
	}

	private static <T> T onAnotherConnection(Supplier<T> work) {
		return CompletableFuture.supplyAsync(work).join();
	}

	private List<UUID> unpublished(@Nullable UUID after, int limit) {
		Instant now = this.stuck.now();
		return this.stuck.eventsWithoutDelivery(now.minus(Duration.ofHours(1)), now.plus(Duration.ofMinutes(1)), after,
				limit);
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
