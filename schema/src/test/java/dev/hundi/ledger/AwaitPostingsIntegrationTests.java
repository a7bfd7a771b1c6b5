package dev.hundi.ledger;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import dev.hundi.testing.TestDatabase;
import dev.hundi.time.TimeOrderedIds;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class AwaitPostingsIntegrationTests {

	/**
	 * A later transaction may commit after the wait, with an id of the time of the wait.
	 */
	@Test
	void returnsAMomentBeforeTheIdsOfTransactionsThatItDoesNotAwait() throws Exception {
		try (TestDatabase database = TestDatabase.create();
				Connection earlier = writer(database);
				Connection later = database.dataSource().getConnection();
				ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
			AwaitPostings postings = new AwaitPostings(JdbcClient.create(database.dataSource()));
			UUID earlierId = id(earlier);
			Future<Instant> awaited = threads.submit(postings::committedBefore);
			await().until(() -> isWaiting(database));
			lock(later);
			UUID laterId = id(later);
			assertThat(awaited).isNotDone();
			earlier.commit();

			UUID first = TimeOrderedIds.first(awaited.get());
			assertThat(laterId.toString()).isGreaterThan(first.toString());
			assertThat(TimeOrderedIds.timeOf(earlierId)).isBeforeOrEqualTo(awaited.get());
			later.rollback();
		}
	}

	private static Connection writer(TestDatabase database) throws SQLException {
		Connection connection = database.dataSource().getConnection();
		lock(connection);
		return connection;
	}

	private static void lock(Connection connection) throws SQLException {
		connection.setAutoCommit(false);
		try (Statement statement = connection.createStatement()) {
			statement.execute("LOCK TABLE ledger_transaction IN ROW EXCLUSIVE MODE");
		}
	}

	private static UUID id(Connection connection) throws SQLException {
		try (Statement statement = connection.createStatement(); var row = statement.executeQuery("SELECT uuidv7()")) {
			row.next();
			return row.getObject(1, UUID.class);
		}
	}

	private static boolean isWaiting(TestDatabase database) {
		return JdbcClient.create(database.dataSource())
			.sql("""
					SELECT EXISTS (SELECT FROM pg_stat_activity
					                WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%virtualtransaction = ANY%'
					                  AND query NOT LIKE '%pg_stat_activity%')
					""")
			.query(Boolean.class)
			.single();
	}

}
