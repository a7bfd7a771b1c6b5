package dev.hundi.work;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import dev.hundi.startup.RuntimeRole;
import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class LeasedWorkIntegrationTests {

	private static final Duration POLL = Duration.ofHours(1);

	private static final Duration RARE_POLL = POLL.multipliedBy(5);

	@Test
	void claimsWhenTheDatabaseNotifies() {
		FakeQueue queue = new FakeQueue();
		Set<String> ended = ConcurrentHashMap.newKeySet();
		try (TestDatabase database = TestDatabase.empty()) {
			LeasedWork<Character, String> work = new LeasedWork<>(
					new LeaseTerms<>("test", Map.of('a', 1), Duration.ofHours(1), Duration.ofHours(1)), queue,
					(claim) -> ended.add(claim.item()))
				.listen(database.settings(RuntimeRole.BATCH), "test_due");
			work.start();
			JdbcClient jdbc = JdbcClient.create(database.dataSource());
			for (String item : new String[] { "a1", "a2", "a3" }) {
				queue.add(item);
				// Repeated, because the first one may precede LISTEN.
				await().until(() -> {
					jdbc.sql("NOTIFY test_due").update();
					return ended.contains(item);
				});
			}
			work.stop();
		}
	}

	@Test
	void pollsLessOftenOnceNothingHasRunForAWhile() {
		FakeQueue queue = new FakeQueue();
		AtomicLong nanos = new AtomicLong();
		CountDownLatch begun = new CountDownLatch(1);
		CountDownLatch mayEnd = new CountDownLatch(1);
		LeasedWork<Character, String> work = new LeasedWork<>(
				new LeaseTerms<>("test", Map.of('a', 1), Duration.ofHours(1), POLL), queue, (claim) -> {
					begun.countDown();
					assertThat(mayEnd.await(30, TimeUnit.SECONDS)).isTrue();
					queue.end(claim.item());
				}, nanos::get, Thread.ofPlatform().factory());
		pass(nanos, LeaseTerms.IDLE_AFTER.plusSeconds(1));
		assertThat(work.pause()).as("without notifications").isEqualTo(POLL);
		try (TestDatabase database = TestDatabase.empty()) {
			work.listen(database.settings(RuntimeRole.BATCH), "test_due");
			assertThat(work.pause()).as("with notifications").isEqualTo(RARE_POLL);
			queue.add("a1");
			work.start();
			await().until(() -> begun.getCount() == 0);
			assertThat(work.pause()).as("at the start of a run").isEqualTo(POLL);
			pass(nanos, LeaseTerms.IDLE_AFTER.plusSeconds(1));
			assertThat(work.pause()).as("during a long run").isEqualTo(POLL);
			mayEnd.countDown();
			work.stop();
			assertThat(work.pause()).as("after a long run").isEqualTo(POLL);
			pass(nanos, LeaseTerms.IDLE_AFTER.plusSeconds(1));
			assertThat(work.pause()).as("long after it").isEqualTo(RARE_POLL);
		}
	}

	private static void pass(AtomicLong nanos, Duration time) {
		nanos.addAndGet(time.toNanos());
	}

}
