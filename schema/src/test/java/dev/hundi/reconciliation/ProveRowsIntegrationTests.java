package dev.hundi.reconciliation;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import com.zaxxer.hikari.HikariDataSource;
import dev.hundi.bank.SettlePayout;
import dev.hundi.statement.ArrangeStatements;
import dev.hundi.testing.OwnerBeans;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.testing.WithoutTriggers;
import dev.hundi.wallet.NodalAccount;
import dev.hundi.wallet.NodalAccounts;
import dev.hundi.wallet.PostCorrection;
import dev.hundi.wallet.ReversePosting;
import dev.hundi.wallet.TopUpWallet;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class ProveRowsIntegrationTests {

	private static final LocalDate DAY = LocalDate.of(2026, 11, 20);

	/** The collection locks its run for minutes, when it outdates or names its rules. */
	@Test
	void waitsForTheCollectionLongerThanForOtherLocks() throws Exception {
		try (TestDatabase database = TestDatabase.create();
				ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
			JdbcClient jdbc = JdbcClient.create(database.dataSource());
			activate(database);
			ClaimedRun run = claimed(database, true);
			Future<?> check;
			try (Connection collecting = database.dataSource().getConnection();
					Statement statement = collecting.createStatement()) {
				collecting.setAutoCommit(false);
				statement.execute("UPDATE reconciliation_run SET is_outdated = NOT is_outdated");
				check = threads.submit(() -> prove(database, jdbc, run));
				await().until(() -> jdbc.sql("""
						SELECT EXISTS (SELECT FROM pg_stat_activity
						                WHERE datname = current_database() AND wait_event_type = 'Lock')
						""").query(Boolean.class).single());
				await().pollDelay(Duration.ofMillis(400)).until(() -> true);
				assertThat(check).isNotDone();
				collecting.rollback();
			}
			check.get();
			assertThat(jdbc.sql("SELECT rows_proved_before FROM reconciliation_run").query(UUID.class).single())
				.isNotNull();
			OwnerBeans.close(database.url());
		}
	}

	private static void prove(TestDatabase database, JdbcClient jdbc, ClaimedRun run) {
		new TransactionTemplate(new JdbcTransactionManager(database.dataSource())).executeWithoutResult((status) -> {
			jdbc.sql("SET LOCAL lock_timeout = '100ms'").update();
			new ReconciliationBook(jdbc).requireClaim(run);
			new ProveBooks(jdbc).proveRows(run, Instant.now());
		});
	}

	/** The collection has the only connection of the pool. */
	@Test
	void leavesTheRowsToTheProofIfNoConnectionIsFree() throws Exception {
		try (TestDatabase database = TestDatabase.create();
				HikariDataSource one = oneConnection(database);
				ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
			JdbcClient jdbc = JdbcClient.create(database.dataSource());
			activate(database);
			TestBusiness business = TestBusiness.create(database);
			ReconcileDay day = reconcileDay(database, one);
			WithoutTriggers.sql(jdbc, """
					INSERT INTO bank_statement (nodal_account_id, business_date, statement_reference, format, source,
					                            file_name, sha256, opening_paise, closing_paise, line_count,
					                            credit_paise, debit_paise, status, day_position)
					SELECT nodal_account_id, '2026-11-20', 'S1', 'CSV', 'UPLOAD', 'x', sha256('x'), 0, 0, 0, 0, 0,
					       'ACCEPTED', 1
					  FROM nodal_account
					""").update();
			WithoutTriggers.sql(jdbc, """
					INSERT INTO ledger_entry (business_id, transaction_id, line, account_id, amount_paise)
					VALUES (:id, uuidv7(), 1, 1, 7)
					""").param("id", business.id()).update();
			ClaimedRun run = claimed(database, false);
			Future<?> collection;
			try (Connection holder = database.dataSource().getConnection(); Statement lock = holder.createStatement()) {
				holder.setAutoCommit(false);
				lock.execute("LOCK TABLE reconciliation_open_line IN SHARE MODE");
				collection = threads.submit(() -> day.run(ReconciliationStep.COLLECT, run));
				await().until(() -> one.getHikariPoolMXBean().getThreadsAwaitingConnection() == 1);
				await().until(() -> one.getHikariPoolMXBean().getThreadsAwaitingConnection() == 0);
				holder.rollback();
			}
			collection.get();
			assertThat(jdbc.sql("SELECT count(rows_proved_before) FROM reconciliation_run").query(Long.class).single())
				.isZero();
			day.run(ReconciliationStep.PROVE_BOOKS, run);
			assertThat(jdbc.sql("SELECT rule FROM reconciliation_violation").query(String.class).list())
				.contains("entries do not sum to zero");
			OwnerBeans.close(database.url());
		}
	}

	private static HikariDataSource oneConnection(TestDatabase database) throws SQLException {
		HikariDataSource pool = new HikariDataSource();
		pool.setJdbcUrl(database.url());
		pool.setUsername("postgres");
		pool.setPassword("postgres");
		pool.setMaximumPoolSize(1);
		pool.setConnectionTimeout(5_000);
		pool.getConnection().close();
		return pool;
	}

	private static ReconcileDay reconcileDay(TestDatabase database, HikariDataSource pool) {
		String url = database.url();
		return new ReconcileDay(JdbcClient.create(pool), pool, new JdbcTransactionManager(pool),
				OwnerBeans.bean(url, null, SettlePayout.class), OwnerBeans.bean(url, null, TopUpWallet.class),
				OwnerBeans.bean(url, null, ReversePosting.class), OwnerBeans.bean(url, null, PostCorrection.class),
				OwnerBeans.bean(url, null, ArrangeStatements.class), OwnerBeans.bean(url, null, RuleVersions.class));
	}

	private static void activate(TestDatabase database) {
		OwnerBeans.bean(database.url(), null, NodalAccounts.class)
			.activate(new NodalAccount("Hundi", "SBOX0000001", "Sandbox Bank", "Fort", "NODAL", List.of("IMPS")));
	}

	private static ClaimedRun claimed(TestDatabase database, boolean dry) {
		ReconciliationRuns runs = OwnerBeans.bean(database.url(), null, ReconciliationRuns.class);
		runs.request(DAY, dry, "Asha", Instant.parse("2026-11-21T12:00:00Z"));
		return runs.claim(Duration.ofMinutes(1)).orElseThrow();
	}

}
