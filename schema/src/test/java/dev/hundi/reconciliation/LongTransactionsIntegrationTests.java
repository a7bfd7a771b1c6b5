package dev.hundi.reconciliation;

import java.sql.Connection;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;

import com.zaxxer.hikari.HikariDataSource;
import dev.hundi.startup.DatabaseSettings;
import dev.hundi.startup.RuntimeRole;
import dev.hundi.testing.TestDatabase;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

class LongTransactionsIntegrationTests {

	private final TestDatabase database = TestDatabase.create();

	private final HikariDataSource pool = pool(this.database.settings(RuntimeRole.BATCH));

	private final JdbcClient jdbc = JdbcClient.create(this.pool);

	private final LongTransactions transactions = new LongTransactions(this.pool,
			new TransactionTemplate(new DataSourceTransactionManager(this.pool)));

	/** One connection, which gives up on a statement after three seconds. */
	private static HikariDataSource pool(DatabaseSettings settings) {
		HikariDataSource pool = new HikariDataSource();
		pool.setJdbcUrl(settings.url());
		pool.setUsername(settings.username());
		pool.setPassword(settings.password());
		pool.setMaximumPoolSize(1);
		pool.addDataSourceProperty("socketTimeout", "3");
		pool.addDataSourceProperty("options", DatabaseSettings.SESSION_OPTIONS);
		return pool;
	}

	@AfterEach
	void close() {
		this.pool.close();
		this.database.close();
	}

	@Test
	void runsStatementsLongerThanTheTimeoutOfThePool() {
		String longerThanTheTimeout = "SELECT pg_sleep(4)::text || current_setting('statement_timeout')";
		String answer = this.transactions
			.execute((status) -> this.jdbc.sql(longerThanTheTimeout).query(String.class).single());
		assertThat(answer).isEqualTo("6h");
		assertThatThrownBy(() -> this.jdbc.sql(longerThanTheTimeout).query(String.class).single())
			.isInstanceOf(DataAccessResourceFailureException.class);
	}

	/** No lock outlives the process that took it. */
	@Test
	void theServerCancelsTheStatementOfAClientThatIsGone() throws Exception {
		JdbcClient other = JdbcClient.create(this.database.dataSource());
		try (ExecutorService client = Executors.newVirtualThreadPerTaskExecutor()) {
			AtomicReference<@Nullable Connection> used = new AtomicReference<>();
			Future<?> sleeping = client.submit(() -> this.transactions.execute((status) -> {
				used.set(DataSourceUtils.getConnection(this.pool));
				return this.jdbc.sql("SELECT pg_sleep(600)::text").query(String.class).single();
			}));
			await().until(() -> isSleeping(other));
			Objects.requireNonNull(used.get()).abort(Runnable::run);
			assertThatThrownBy(sleeping::get).isNotNull();
		}
		await().atMost(Duration.ofMinutes(1)).until(() -> !isSleeping(other));
	}

	private static boolean isSleeping(JdbcClient jdbc) {
		return jdbc
			.sql("""
					SELECT EXISTS (SELECT FROM pg_stat_activity
					                WHERE datname = current_database() AND query LIKE 'SELECT pg_sleep(600)%' AND state = 'active')
					""")
			.query(Boolean.class)
			.single();
	}

}
