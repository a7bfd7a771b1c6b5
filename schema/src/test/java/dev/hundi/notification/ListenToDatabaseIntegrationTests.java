package dev.hundi.notification;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

import dev.hundi.startup.RuntimeRole;
import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.awaitility.Awaitility.await;

class ListenToDatabaseIntegrationTests {

	private static final TestDatabase database = TestDatabase.empty();

	private final JdbcClient jdbc = JdbcClient.create(database.dataSource());

	private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

	@AfterAll
	static void close() {
		database.close();
	}

	@Test
	void stopsWhileItWaitsForANotification() {
		ListenToDatabase listening = listenTo("test_stop");
		Thread closing = Thread.ofVirtual().start(listening::close);
		// Before the wait of a minute ends by itself.
		await().atMost(Duration.ofSeconds(30)).until(() -> !closing.isAlive());
	}

	@Test
	void listensAgainAfterItsConnectionEnded() {
		try (ListenToDatabase listening = listenTo("test_again")) {
			this.jdbc.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN test_again'")
				.query()
				.singleRow();
			await().until(() -> "".equals(this.heard.poll()));
			this.jdbc.sql("NOTIFY test_again, 'later'").update();
			await().until(() -> "later".equals(this.heard.poll()));
		}
	}

	private ListenToDatabase listenTo(String channel) {
		ListenToDatabase listening = ListenToDatabase.start(database.settings(RuntimeRole.BATCH), channel,
				this.heard::add);
		await().until(() -> "".equals(this.heard.poll()));
		return listening;
	}

}
