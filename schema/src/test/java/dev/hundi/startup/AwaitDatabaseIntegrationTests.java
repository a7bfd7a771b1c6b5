package dev.hundi.startup;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** Alone, because an application that starts in another test resets the log. */
@Isolated
class AwaitDatabaseIntegrationTests {

	@Test
	void waitsUntilTheOwnerHasMigrated() {
		Logger logger = (Logger) LoggerFactory.getLogger(AwaitDatabase.class);
		ListAppender<ILoggingEvent> log = new ListAppender<>();
		log.start();
		logger.addAppender(log);
		ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
		try (TestDatabase database = TestDatabase.empty()) {
			RuntimeRoles.prepare(database.dataSource(), TestDatabase.PASSWORDS);
			CompletableFuture<Void> start = CompletableFuture
				.runAsync(() -> AwaitDatabase.await(database.settings(RuntimeRole.API)), threads);
			await().until(() -> !log.list.isEmpty());
			assertThat(log.list.getFirst().getFormattedMessage()).startsWith("Waiting for ");
			assertThat(start).isNotDone();

			Migrations.migrate(database.dataSource(), TestDatabase.PASSWORDS);

			await().until(start::isDone);
			assertThat(start).isCompleted();
		}
		finally {
			threads.shutdownNow();
			logger.detachAppender(log);
		}
	}

	/** Functions for merchants would not confine it to one business. */
	@Test
	void doesNotStartAsAMemberOfARole() {
		try (TestDatabase database = TestDatabase.create()) {
			JdbcClient owner = JdbcClient.create(database.dataSource());
			DatabaseSettings role = database.settings(RuntimeRole.PORTAL_MERCHANT);
			owner.sql("CREATE ROLE portal_member LOGIN PASSWORD 'trusted' IN ROLE hundi_portal_merchant").update();
			try {
				AwaitDatabase.await(role);
				assertThatThrownBy(() -> AwaitDatabase.await(
						new DatabaseSettings(role.url(), "portal_member", role.password(), 8, Duration.ofMinutes(1))))
					.hasMessageContaining("portal_member is a member of hundi_portal_merchant");
			}
			finally {
				owner.sql("DROP ROLE portal_member").update();
			}
		}
	}

}
