package dev.hundi.payout;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

class StuckPayoutsIntegrationTests {

	private static final TestDatabase database = TestDatabase.create();

	private final StuckPayouts stuck = new StuckPayouts(JdbcClient.create(database.dataSource()));

	private final TestBusiness business = TestBusiness.create(database);

	@AfterAll
	static void close() {
		database.close();
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

}
