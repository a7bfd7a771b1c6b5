package dev.hundi.batch.reconciliation;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import com.zaxxer.hikari.HikariDataSource;
import dev.hundi.bank.Attempt;
import dev.hundi.reconciliation.ClaimedRun;
import dev.hundi.reconciliation.ReconciliationRuns;
import dev.hundi.reconciliation.ReconciliationRun;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.WithoutTriggers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobInstance;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Interrupted runs: processes are killed and connections terminated at random moments;
 * one of {@link ReconciliationIntegrationTests}.
 */
abstract class KilledRunsIntegrationTests {

	private static final Logger logger = LoggerFactory.getLogger(KilledRunsIntegrationTests.class);

	private static final int CUTS = 12;

	private static final int KILLS = 3;

	private final BooksOnDatabase books;

	KilledRunsIntegrationTests(BooksOnDatabase books) {
		this.books = books;
	}

	/**
	 * {@code kill -9} after a random number of effects, the first time while none is
	 * possible.
	 */
	@Test
	void postsEverythingOnceIfTheProcessIsKilled(@TempDir Path directory) throws SQLException {
		int each = 80;
		TestBusiness business = this.books.business();
		ReconciliationRun asked;
		try (BooksOnDatabase.Pause claims = this.books.claimNothing()) {
			asked = ask(business, each);
			killSeveralTimes(asked, each, directory);
		}
		// The application of the other tests takes over. It is not killed, so it needs
		// no process of its own.
		await().until(() -> {
			this.books.runDue();
			return state(asked).equals("DONE");
		});
		assertThat(this.books.jdbc.sql("SELECT attempt_count FROM reconciliation_run WHERE run_id = :id")
			.param("id", asked.runId())
			.query(Integer.class)
			.single()).isGreaterThan(1);
		assertEverythingOnce(business, asked, each);
	}

	private void killSeveralTimes(ReconciliationRun asked, int each, Path directory) throws SQLException {
		try (Connection wallets = this.books.lockWallets()) {
			killAfter(0, asked, directory);
			wallets.rollback();
		}
		Random random = new Random(20_261_122);
		int part = each / 2 * 3 / KILLS;
		for (int kill = 1; kill < KILLS; kill++) {
			killAfter((kill - 1) * part + random.nextInt(part), asked, directory);
		}
	}

	private void killAfter(long effects, ReconciliationRun asked, Path directory) {
		try (BatchProcess process = process(directory)) {
			await().pollInterval(Duration.ofMillis(2)).until(() -> {
				assertThat(process.isAlive()).isTrue();
				return !state(asked).equals("DUE") && effects() >= effects;
			});
		}
		logger.info("Killed after {} effects, the run is {}", effects(), state(asked));
	}

	private BatchProcess process(Path directory) {
		return BatchProcess.start(directory,
				List.of("--hundi.database.url=" + this.books.database.url(), "--hundi.database.username=hundi_batch",
						"--hundi.database.password=postgres", "--hundi.management.port=0",
						"--hundi.file-store=" + directory.resolve("files"), "--hundi.reconciliation.poll-interval=20ms",
						"--hundi.reconciliation.lease=1s", "--hundi.reconciliation.attempts=1000",
						"--hundi.reconciliation.retry-after=0s"));
	}

	/** Effects that the run has posted. */
	private long effects() {
		return this.books.jdbc.sql("SELECT count(*) FROM reconciliation_late_entry").query(Long.class).single();
	}

	/** Requests a day with payouts in doubt that were paid, returns and top-ups. */
	private ReconciliationRun ask(TestBusiness business, int each) {
		String wallet = this.books.account(business);
		for (int i = 0; i < each / 2; i++) {
			Attempt doubt = this.books.doubt(business);
			this.books.bankLine("DEBIT", 100_00, "PAYMENT", "DOUBT" + i, doubt, null);
			Attempt back = this.books.paid(business, "BACK" + i);
			this.books.bankLine("DEBIT", 100_00, "PAYMENT", "BACK" + i, back, null);
			this.books.bankLine("CREDIT", 100_00, "RETURN", "RETURN" + i, back, null);
			this.books.bankLine("CREDIT", 1_00, "CREDIT", "TOPUP" + i, null, wallet);
		}
		this.books.statement();
		return this.books.request(false);
	}

	private void assertEverythingOnce(TestBusiness business, ReconciliationRun asked, int each) {
		ReconciliationRun done = this.books.bean(ReconciliationRuns.class).find(asked.runId()).orElseThrow();
		assertThat(done.unexplainedPaise()).as("%s", done).isZero();
		assertThat(this.books.breaks()).isEmpty();
		assertThat(business.balancePaise()).isEqualTo(10_000_00 - each / 2 * (104_72 - 1_00));
		assertThat(this.books.violations()).isEmpty();
		assertThat(this.books.jdbc.sql("SELECT sum(item_count) FROM reconciliation_figure WHERE section = 'EFFECT'")
			.query(Long.class)
			.single()).isEqualTo(each / 2 * 3L);
		assertThat(this.books.jdbc.sql("SELECT count(*) FROM reconciliation_match_item").query(Long.class).single())
			.isEqualTo(1 + each / 2 * 4L);
	}

	/** The first cut comes while the run can post nothing. */
	@Test
	void postsEverythingOnceIfConnectionsBreak() throws SQLException {
		int each = 60;
		TestBusiness business = this.books.business();
		ReconciliationRun asked = ask(business, each);
		AtomicInteger cuts = new AtomicInteger();
		AtomicBoolean stop = new AtomicBoolean();
		Thread cutting;
		try (Connection wallets = this.books.lockWallets()) {
			cutting = Thread.ofVirtual().start(() -> cut(this.books, cuts, stop));
			await().until(() -> {
				this.books.runDue();
				return cuts.get() > 0 && !state(asked).equals("DUE");
			});
			wallets.rollback();
		}
		await().pollInterval(Duration.ofMillis(5)).until(() -> {
			this.books.runDue();
			return state(asked).equals("DONE");
		});
		stop.set(true);
		await().until(() -> !cutting.isAlive());
		this.books.bean(HikariDataSource.class).getHikariPoolMXBean().softEvictConnections();
		assertEverythingOnce(business, asked, each);
	}

	@Test
	void restartsAnExecutionWithAnUnfinishedStep() {
		this.books.statement();
		ReconciliationRun asked;
		try (BooksOnDatabase.Pause claims = this.books.claimNothing()) {
			asked = this.books.request(false);
			leaveUnfinished();
		}
		await().until(() -> {
			this.books.runDue();
			return state(asked).equals("DONE");
		});
	}

	private void leaveUnfinished() {
		ClaimedRun run = this.books.bean(ReconciliationRuns.class).claim(Duration.ofSeconds(1)).orElseThrow();
		JobRepository batch = this.books.bean(JobRepository.class);
		JobInstance instance = batch.createJobInstance(RunReconciliation.NAME, RunReconciliation.parameters(run));
		JobExecution execution = batch.createJobExecution(instance, RunReconciliation.parameters(run),
				new ExecutionContext());
		StepExecution step = batch.createStepExecution("COLLECT", execution);
		step.setStatus(BatchStatus.STARTED);
		batch.update(step);
		execution.setStatus(BatchStatus.FAILED);
		batch.update(execution);
	}

	/** Killed after Batch recorded the end of the job and before the run was done. */
	@Test
	void closesADayWhoseJobCompletedAtItsLastAttempt() {
		this.books.statement();
		ReconciliationRun asked = this.books.request(false);
		await().until(() -> {
			this.books.runDue();
			return state(asked).equals("DONE");
		});
		WithoutTriggers.run(this.books.database.dataSource(), (unguarded) -> unguarded.sql("""
				UPDATE reconciliation_run SET state = 'RUNNING', claim_id = gen_random_uuid(), due_at = now(),
				       attempt_count = 1000, completed_at = NULL
				 WHERE run_id = :id
				""").param("id", asked.runId()).update());

		await().until(() -> {
			this.books.runDue();
			return !state(asked).equals("RUNNING");
		});

		assertThat(state(asked)).isEqualTo("DONE");
		assertThat(this.books.jdbc.sql("""
				SELECT count(*) FROM batch_job_execution_params
				 WHERE parameter_name = 'runId' AND parameter_value = cast(:id AS text)
				""").param("id", asked.runId()).query(Long.class).single()).as("the job does not run again").isOne();
	}

	private String state(ReconciliationRun asked) {
		return this.books.jdbc.sql("SELECT state FROM reconciliation_run WHERE run_id = :id")
			.param("id", asked.runId())
			.query(String.class)
			.single();
	}

	/** Terminates the application's connections; those of the test have another name. */
	private static void cut(BooksOnDatabase books, AtomicInteger cuts, AtomicBoolean stop) {
		Random random = new Random(20_261_121);
		JdbcClient jdbc = books.jdbc;
		while (cuts.get() < CUTS && !stop.get()) {
			await().pollDelay(Duration.ofMillis(20 + random.nextInt(200))).until(() -> true);
			long cut = jdbc.sql("""
					SELECT count(*) FROM (
					  SELECT pg_terminate_backend(pid) AS done FROM pg_stat_activity
					   WHERE datname = current_database() AND application_name = 'hundi') AS ended WHERE done
					""").query(Long.class).single();
			if (cut > 0) {
				cuts.incrementAndGet();
			}
		}
	}

}
