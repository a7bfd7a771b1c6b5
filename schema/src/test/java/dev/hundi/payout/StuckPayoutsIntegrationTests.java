package dev.hundi.payout;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.simple.JdbcClient;

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
		StuckPayouts.Accepted last = StuckPayouts.Accepted.NONE;
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
		assertThat(this.stuck.sweepStart(Duration.ofMinutes(2))).isEqualTo(moment.minusSeconds(120));
	}

	private List<UUID> unpublished(@Nullable UUID after, int limit) {
		Instant now = this.stuck.now();
		return this.stuck.unpublishedEvents(now.minus(Duration.ofHours(1)), now.plus(Duration.ofMinutes(1)), after,
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
