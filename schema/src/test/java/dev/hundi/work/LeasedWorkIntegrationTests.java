package dev.hundi.work;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import dev.hundi.startup.RuntimeRole;
import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.awaitility.Awaitility.await;

class LeasedWorkIntegrationTests {

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

}
