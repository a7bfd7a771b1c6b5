package dev.hundi.business;

import java.time.Duration;
import java.util.Collections;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;

import dev.hundi.business.RateAllowances.Grant;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.simple.JdbcClient;

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
		Grant none = this.allowances.take(this.business, "READ", 60, Duration.ofHours(1), 1);
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

	@Test
	void separatesKindsAndBusinesses() {
		assertThat(take(60)).isEqualTo(60);
		assertThat(this.allowances.take(this.business, "WRITE", 60, Duration.ofHours(1), 60).requests()).isEqualTo(60);
		assertThat(this.allowances.take(TestBusiness.create(database).id(), "READ", 60, Duration.ofHours(1), 60)
			.requests()).isEqualTo(60);
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
		return this.allowances.take(this.business, "READ", 60, Duration.ofHours(1), wanted).requests();
	}

	private void passes(String interval) {
		this.jdbc.sql(
				"UPDATE rate_allowance SET refilled_at = refilled_at - :passed::interval WHERE business_id = :business")
			.param("passed", interval)
			.param("business", this.business)
			.update();
	}

}
