package dev.hundi.batch.reconciliation;

import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import dev.hundi.bank.Attempt;
import dev.hundi.bank.SettlePayout;
import dev.hundi.reconciliation.OpenBreak;
import dev.hundi.reconciliation.ReconciliationRun;
import dev.hundi.reconciliation.ReconciliationRuns;
import dev.hundi.testing.TestBusiness;
import dev.hundi.wallet.ReversePosting;
import dev.hundi.wallet.TopUpWallet;
import dev.hundi.work.RepeatedWork;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/**
 * A day is closed when it is over for every transaction; one of
 * {@link ReconciliationIntegrationTests}.
 */
abstract class DayEndIntegrationTests {

	private final BooksOnDatabase books;

	DayEndIntegrationTests(BooksOnDatabase books) {
		this.books = books;
	}

	@Test
	void waitsForAPostingThatHasItsIdButIsNotCommitted() throws Exception {
		this.books.day = this.books.day.minusDays(1);
		TestBusiness business = this.books.business();
		this.books.statement();
		OffsetDateTime begin = this.books.jdbc.sql("SELECT clock_timestamp()").query(OffsetDateTime.class).single();
		CountDownLatch posted = new CountDownLatch(1);
		CountDownLatch commit = new CountDownLatch(1);
		ReconciliationRuns runs = this.books.bean(ReconciliationRuns.class);
		ReconciliationRun done;
		try (ExecutorService stream = Executors.newVirtualThreadPerTaskExecutor()) {
			Future<?> posting = stream.submit(() -> post(business, posted, commit));
			posted.await();
			ReconciliationRun asked = this.books.request(false);
			this.books.runDue();
			await().until(() -> isWaitingSince(begin) || runs.find(asked.runId()).orElseThrow().completedAt() != null);
			commit.countDown();
			posting.get();
			done = await().until(() -> runs.find(asked.runId()).orElseThrow(), (run) -> run.completedAt() != null);
		}

		assertThat(done.proof().ledgerPaise()).isEqualTo(10_777_00);
		assertThat(done.unexplainedPaise()).isZero();
		assertThat(this.books.breaks()).extracting(OpenBreak::key).containsExactly("utr:JUSTBEFORE:in");
	}

	/** The ledger has the day of the id, the wallet's list that of the movement. */
	@ParameterizedTest
	@ValueSource(strings = { "TOPUP", "PAYOUT_REVERSAL", "ADJUSTMENT" })
	void generatesTheIdOfAPostingUnderTheLockOfItsWallet(String kind) throws Exception {
		TestBusiness business = this.books.business();
		Attempt paid = this.books.paid(business, "325000000081");
		OffsetDateTime released;
		try (Connection holder = this.books.database.dataSource().getConnection();
				Statement lock = holder.createStatement();
				ExecutorService poster = Executors.newVirtualThreadPerTaskExecutor()) {
			holder.setAutoCommit(false);
			lock.execute("SELECT FROM wallet WHERE business_id = '" + business.id() + "' FOR NO KEY UPDATE");
			Future<?> posting = poster.submit(() -> post(kind, business, paid));
			await().until(() -> this.books.jdbc.sql("""
					SELECT EXISTS (SELECT FROM pg_stat_activity
					                WHERE datname = current_database() AND wait_event_type = 'Lock')
					""").query(Boolean.class).single());
			released = this.books.jdbc.sql("SELECT date_trunc('milliseconds', clock_timestamp())")
				.query(OffsetDateTime.class)
				.single();
			holder.rollback();
			posting.get();
		}

		assertThat(this.books.jdbc.sql("""
				SELECT max(uuid_extract_timestamp(transaction_id)) FROM ledger_transaction
				 WHERE business_id = :business AND kind = :kind
				""").param("business", business.id()).param("kind", kind).query(OffsetDateTime.class).single())
			.isAfterOrEqualTo(released);
	}

	private void post(String kind, TestBusiness business, Attempt paid) {
		switch (kind) {
			case "TOPUP" ->
				this.books.bean(TopUpWallet.class).topUp(business.id(), 777_00, "TOPUP81", "Money received");
			case "PAYOUT_REVERSAL" -> this.books.bean(SettlePayout.class).returned(paid);
			default -> this.books.bean(ReversePosting.class)
				.reverse(business.id(), this.books.debitOf(paid.payout().payoutId()), false, "It was wrong");
		}
	}

	/** Its statements may never arrive, and then no day is ever due. */
	@Test
	void reportsTheAgeOfAnAccountOfWhichNoDayWasClosed() {
		// Not a change that two people agree to.
		this.books.jdbc.sql("""
				SET session_replication_role = replica;
				UPDATE nodal_account SET created_at = now() - interval '41 hours' WHERE active;
				SET session_replication_role = origin
				""").update();
		Gauge age = this.books.context.getBean(MeterRegistry.class).get("hundi.reconciliation.age.seconds").gauge();
		RepeatedWork refresh = this.books.context.getBean("reconciliationStatus", RepeatedWork.class);
		refresh.wake();
		await().until(() -> age.value() > 40 * 3_600);
		this.books.close(this.books.day.minusDays(1), false);
		refresh.wake();
		await().until(() -> age.value() < 40 * 3_600);
	}

	@Test
	void closesNoDayBeforeTheDayBeforeIt() {
		ReconciliationRuns runs = this.books.bean(ReconciliationRuns.class);
		LocalDate first = this.books.day.minusDays(1);
		Instant later = Instant.now().plus(Duration.ofDays(9));
		assertThatThrownBy(() -> runs.request(first.plusDays(1), false, "Asha", later))
			.hasMessage("The day before %s is not closed; the next day is %s", first.plusDays(1), first);
		assertThatThrownBy(() -> runs.request(first.minusDays(1), false, "Asha", later))
			.hasMessage("The first statement is of %s; no day before it is closed", first);
		this.books.close(first, false);
		assertThatThrownBy(() -> runs.request(first.plusDays(2), false, "Asha", later))
			.hasMessage("The day before %s is not closed; the next day is %s", first.plusDays(2), first.plusDays(1));
		assertThat(this.books.close(first, false).state()).as("again").isEqualTo("DONE");
		this.books.close(first.plusDays(1), false);
		this.books.close(first.plusDays(2), false);
		assertThat(this.books.jdbc.sql("SELECT business_date FROM reconciliation_run ORDER BY 1")
			.query(LocalDate.class)
			.list()).containsExactly(first, first.plusDays(1), first.plusDays(2));
		assertThat(this.books.close(first.plusDays(7), true).failure()).as("a dry run of a later day").isNull();
	}

	private void post(TestBusiness business, CountDownLatch posted, CountDownLatch commit) {
		new TransactionTemplate(this.books.bean(PlatformTransactionManager.class)).executeWithoutResult((status) -> {
			this.books.bean(TopUpWallet.class).topUp(business.id(), 777_00, "JUSTBEFORE", "Just before midnight");
			posted.countDown();
			try {
				commit.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				status.setRollbackOnly();
			}
		});
	}

	/** Whether a closing asks for the transactions that it waits for. */
	private boolean isWaitingSince(OffsetDateTime begin) {
		return this.books.jdbc
			.sql("""
					SELECT EXISTS (SELECT FROM pg_stat_activity
					                WHERE datname = current_database() AND query LIKE '%virtualtransaction = ANY%' AND pid <> pg_backend_pid()
					                  AND query_start > :begin)
					""")
			.param("begin", begin)
			.query(Boolean.class)
			.single();
	}

}
