package dev.hundi.business;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;

import dev.hundi.business.RateAllowances.Grant;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/** The limits refill too slowly to affect the tests. */
class RateAllowancesIntegrationTests {

	private static final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(database.dataSource());

	private final RateAllowances allowances = new RateAllowances(this.jdbc);

	private final UUID business = TestBusiness.create(database).id();

	@AfterAll
	static void close() {
		database.close();
	}

	@Test
	void grantsNoMoreThanTheBucketHas() {
		assertThat(take(50)).isEqualTo(50);
		assertThat(take(50)).isEqualTo(10);
		Grant none = take(this.business, "READ", 1);
		assertThat(none.requests()).isZero();
		assertThat(none.nextAfter()).isBetween(Duration.ofSeconds(1), Duration.ofMinutes(1));
	}

	@Test
	void refillsContinuouslyUpToTheCapacity() {
		assertThat(take(60)).isEqualTo(60);
		passes("30 minutes");
		assertThat(take(20)).isEqualTo(20);
		assertThat(take(20)).isEqualTo(10);
		passes("1 day");
		assertThat(take(60)).isEqualTo(60);
		assertThat(take(60)).isZero();
	}

	/** After a failover, the clock of the database may be behind. */
	@Test
	void refillsABucketThatWasRefilledByAClockAhead() {
		assertThat(take(60)).isEqualTo(60);
		passes("-1 hour");
		assertThat(take(1)).isZero();
		passes("30 minutes");
		assertThat(take(60)).isEqualTo(30);
	}

	/** The transaction of another copy may have begun later. */
	@Test
	void refillsTheSameTimeOnce() {
		// The time of a transaction stands still.
		new TransactionTemplate(new JdbcTransactionManager(database.dataSource())).executeWithoutResult((status) -> {
			assertThat(take(60)).isEqualTo(60);
			passes("-1 second");
			assertThat(take(1)).isZero();
			passes("30 minutes");
			assertThat(take(60)).isEqualTo(29);
		});
	}

	@Test
	void separatesKindsAndBusinesses() {
		assertThat(take(60)).isEqualTo(60);
		assertThat(take(this.business, "WRITE", 60).requests()).isEqualTo(60);
		assertThat(take(TestBusiness.create(database).id(), "READ", 60).requests()).isEqualTo(60);
	}

	@Test
	void takesFromSeveralBucketsAtOnce() {
		UUID other = TestBusiness.create(database).id();
		assertThat(take(40)).isEqualTo(40);
		Map<UUID, Grant> grants = this.allowances.take(List.of(other, this.business), "READ", 60, Duration.ofHours(1),
				30);
		assertThat(grants).containsOnlyKeys(other, this.business);
		assertThat(grants.get(other)).extracting(Grant::requests).isEqualTo(30L);
		assertThat(grants.get(this.business)).extracting(Grant::requests).isEqualTo(20L);
	}

	@Test
	void concurrentCopiesDoNotExceedTheCapacity() throws Exception {
		Callable<Long> take = () -> take(7);
		long taken = 0;
		try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
			for (var part : threads.invokeAll(Collections.nCopies(32, take))) {
				taken += part.get();
			}
		}
		assertThat(taken).isEqualTo(60);
	}

	private long take(long wanted) {
		return take(this.business, "READ", wanted).requests();
	}

	private Grant take(UUID businessId, String kind, long wanted) {
		return Objects.requireNonNull(
				this.allowances.take(Set.of(businessId), kind, 60, Duration.ofHours(1), wanted).get(businessId));
	}

	private void passes(String interval) {
		this.jdbc.sql(
				"UPDATE rate_allowance SET refilled_at = refilled_at - :passed::interval WHERE business_id = :business")
			.param("passed", interval)
			.param("business", this.business)
			.update();
	}

}
