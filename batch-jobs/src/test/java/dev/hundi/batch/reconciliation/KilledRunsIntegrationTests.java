package dev.hundi.batch.reconciliation;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import com.zaxxer.hikari.HikariDataSource;
import dev.hundi.bank.Attempt;
import dev.hundi.reconciliation.ClaimedRun;
import dev.hundi.reconciliation.ReconciliationRuns;
import dev.hundi.reconciliation.Run;
import dev.hundi.testing.TestBusiness;
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
 * The database cuts every connection of the application at random moments of a run, which
 * leaves what a killed process leaves: transactions undone, a claim, and an execution
 * that Batch holds for running.
 */
class KilledRunsIntegrationTests {

	private static final Logger logger = LoggerFactory.getLogger(KilledRunsIntegrationTests.class);

	private static final int CUTS = 12;

	private static final int EACH = 60;

	@Test
	void aRunThatIsCutShortAtAnyPointGoesOnAndPostsNothingTwice(@TempDir Path directory) {
		try (BooksOnDatabase books = new BooksOnDatabase(directory, "--hundi.reconciliation.lease=1s",
				"--hundi.reconciliation.attempts=1000")) {
			TestBusiness business = books.business();
			for (int i = 0; i < EACH / 2; i++) {
				Attempt doubt = books.doubt(business);
				books.tells("DEBIT", 100_00, "PAYMENT", "DOUBT" + i, doubt, null);
				Attempt back = books.paid(business, "BACK" + i);
				books.tells("DEBIT", 100_00, "PAYMENT", "BACK" + i, back, null);
				books.tells("CREDIT", 100_00, "RETURN", "RETURN" + i, back, null);
				books.tells("CREDIT", 1_00, "CREDIT", "TOPUP" + i, null, books.account(business));
			}
			books.statement();
			Run asked = books.request(false);
			AtomicInteger cuts = new AtomicInteger();
			AtomicBoolean stop = new AtomicBoolean();
			Thread cutting = Thread.ofVirtual().start(() -> cut(books, cuts, stop));
			RunReconciliation run = books.bean(RunReconciliation.class);
			await().pollInterval(Duration.ofMillis(5)).until(() -> {
				runOnce(run);
				return state(books, asked.runId()).equals("DONE");
			});
			stop.set(true);
			await().until(() -> !cutting.isAlive());
			books.bean(HikariDataSource.class).getHikariPoolMXBean().softEvictConnections();

			Run done = books.bean(ReconciliationRuns.class).find(asked.runId()).orElseThrow();
			assertThat(cuts).hasPositiveValue();
			assertThat(done.unexplainedPaise()).as("%s", done).isZero();
			assertThat(books.breaks()).isEmpty();
			assertThat(business.balancePaise()).isEqualTo(10_000_00 - EACH / 2 * (104_72 - 1_00));
			assertThat(books.violations()).isEmpty();
			assertThat(books.jdbc.sql("SELECT sum(item_count) FROM reconciliation_figure WHERE section = 'EFFECT'")
				.query(Long.class)
				.single()).isEqualTo(EACH / 2 * 3L);
			assertThat(books.jdbc.sql("SELECT count(*) FROM reconciliation_match_item").query(Long.class).single())
				.isEqualTo(1 + EACH / 2 * 4L);
		}
	}

	@Test
	void goesOnAfterAnExecutionOfWhichOnlyTheEndOfAStepIsMissing(@TempDir Path directory) {
		try (BooksOnDatabase books = new BooksOnDatabase(directory, "--hundi.reconciliation.lease=1s",
				"--hundi.reconciliation.attempts=1000")) {
			books.statement();
			Run asked = books.request(false);
			ClaimedRun run = books.bean(ReconciliationRuns.class).claim(Duration.ofSeconds(1)).orElseThrow();
			JobRepository batch = books.bean(JobRepository.class);
			JobInstance instance = batch.createJobInstance(ReconciliationJob.NAME, ReconciliationJob.parameters(run));
			JobExecution execution = batch.createJobExecution(instance, ReconciliationJob.parameters(run),
					new ExecutionContext());
			StepExecution step = batch.createStepExecution("COLLECT", execution);
			step.setStatus(BatchStatus.STARTED);
			batch.update(step);
			execution.setStatus(BatchStatus.FAILED);
			batch.update(execution);

			await().until(() -> {
				runOnce(books.bean(RunReconciliation.class));
				return state(books, asked.runId()).equals("DONE");
			});
		}
	}

	private static void runOnce(RunReconciliation run) {
		try {
			run.runOne();
		}
		catch (RuntimeException ex) {
			logger.debug("Cut short", ex);
		}
	}

	private static String state(BooksOnDatabase books, long runId) {
		return books.jdbc.sql("SELECT state FROM reconciliation_run WHERE run_id = :id")
			.param("id", runId)
			.query(String.class)
			.single();
	}

	/** The test's own connections are of another name. */
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
