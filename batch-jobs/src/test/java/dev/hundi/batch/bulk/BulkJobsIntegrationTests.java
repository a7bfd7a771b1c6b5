package dev.hundi.batch.bulk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.hundi.batch.bulkfile.FileFault;
import dev.hundi.batch.schedule.InterruptedRuns;
import dev.hundi.bulk.BulkFile;
import dev.hundi.bulk.BulkQueue;
import dev.hundi.bulk.BulkStatus;
import dev.hundi.bulk.ClaimedBulkFile;
import dev.hundi.bulk.DecideBulkFile;
import dev.hundi.bulk.ReleaseBulkRows;
import dev.hundi.testing.TestBusiness;
import dev.hundi.work.Claim;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.batch.test.JobOperatorTestUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * The jobs step by step, and restarts after failures and crashes.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BulkJobsIntegrationTests {

	private static final String HEADINGS = "Name,Phone,Account Number,IFSC,Amount,Rail,Merchant Reference\n";

	private BulkOnDatabase bulk;

	private JobOperatorTestUtils load;

	private JobOperatorTestUtils release;

	@BeforeAll
	void start(@TempDir Path directory) {
		this.bulk = BulkOnDatabase.start(directory, "--hundi.bulk.load-chunk=100", "--hundi.bulk.release-chunk=50",
				"--hundi.bulk.lease=1h");
		this.bulk.claimNothing();
		this.load = operator(BulkJobs.LOAD);
		this.release = operator(BulkJobs.RELEASE);
	}

	@AfterAll
	void stop() {
		this.bulk.close();
	}

	@Test
	void runsStepsOfALoad() {
		BulkFile file = this.bulk.upload(this.bulk.business(), HEADINGS + rows(1, 250) + row(251, "R-1") + row(0, ""));
		BulkRun run = claim(file, BulkStatus.LOADING);

		assertThat(step(this.load, "hash-upload", run).getStatus()).isEqualTo(BatchStatus.COMPLETED);
		assertThat(rowsByStatus(file)).isEmpty();
		JobExecution rowsLoaded = step(this.load, "load-rows", run);
		assertThat(rowsLoaded.getStepExecutions()).singleElement()
			.satisfies((step) -> assertThat(step.getExecutionContext().getInt(BulkRowReader.ROWS)).isEqualTo(252));
		assertThat(rowsByStatus(file)).containsExactly("INVALID 1", "VALID 251");
		assertThat(this.bulk.now(file).rows().read()).isEqualTo(252);
		step(this.load, "check-rows", run);
		assertThat(rowsByStatus(file)).containsExactly("DUPLICATE 1", "INVALID 1", "VALID 250");
		assertThat(this.bulk.now(file).status()).isEqualTo(BulkStatus.LOADING);
		step(this.load, "total-rows", run, rowsLoaded.getExecutionContext());
		BulkFile loaded = this.bulk.now(file);
		assertThat(loaded.status()).isEqualTo(BulkStatus.AWAITING_RELEASE);
		assertThat(loaded.rows().valid()).isEqualTo(250);
		assertThat(loaded.amounts().validPaise()).isEqualTo(IntStream.rangeClosed(1, 250).sum() * 100L);
	}

	@Test
	void refusesAChangedUploadInItsFirstStep() throws IOException {
		BulkFile file = this.bulk.upload(this.bulk.business(), HEADINGS + rows(1, 5));
		Files.writeString(this.bulk.stored(file), HEADINGS + rows(1, 6));
		BulkRun run = claim(file, BulkStatus.LOADING);

		JobExecution execution = this.load(run);

		assertThat(execution.getStatus()).isEqualTo(BatchStatus.STOPPED);
		assertThat(execution.getStepExecutions()).extracting(StepExecution::getStepName).containsExactly("hash-upload");
		assertThat(StepOutcome.refusal(execution)).map(StepOutcome.Refusal::fault).contains(FileFault.CONTENT_CHANGED);
		assertThat(rowsByStatus(file)).isEmpty();
	}

	@Test
	void continuesAnInterruptedLoadAfterItsLastRow() {
		BulkFile file = this.bulk.upload(this.bulk.business(), HEADINGS + rows(1, 250));
		breakAt("bulk_row", "row_number", 150);
		BulkRun interrupted = claim(file, BulkStatus.LOADING);
		recordAsRunning(load(interrupted));
		repair("bulk_row");
		assertThat(rowsByStatus(file)).containsExactly("VALID 100");
		List<String> before = versions(file);

		this.bulk.bean(BulkQueue.class).retryLater(interrupted.file(), Duration.ZERO);
		BulkRun next = claim(file, BulkStatus.LOADING);
		this.bulk.bean(InterruptedRuns.class).close(BulkJobs.LOAD, BulkRuns.parameters(next.file()));
		JobExecution second = load(next);

		assertThat(second.getStatus()).isEqualTo(BatchStatus.COMPLETED);
		assertThat(this.bulk.now(file).status()).isEqualTo(BulkStatus.AWAITING_RELEASE);
		assertThat(rowsByStatus(file)).containsExactly("VALID 250");
		assertThat(versions(file)).hasSize(250).startsWith(before.toArray(String[]::new));
		assertThat(this.bulk.bean(JobRepository.class).getJobExecutions(second.getJobInstance()))
			.extracting(JobExecution::getStatus)
			.containsExactlyInAnyOrder(BatchStatus.FAILED, BatchStatus.COMPLETED);
	}

	@Test
	void loadsRowsOfAChunkWhoseCommitFailed() {
		BulkFile file = this.bulk.upload(this.bulk.business(), HEADINGS + rows(1, 250));
		breakAtCommit("bulk_row", "row_number", 150);
		BulkRun interrupted = claim(file, BulkStatus.LOADING);
		assertThat(load(interrupted).getStatus().isUnsuccessful()).isTrue();
		repair("bulk_row");
		assertThat(rowsByStatus(file)).containsExactly("VALID 100");

		this.bulk.bean(BulkQueue.class).retryLater(interrupted.file(), Duration.ZERO);
		BulkRun next = claim(file, BulkStatus.LOADING);
		this.bulk.bean(InterruptedRuns.class).close(BulkJobs.LOAD, BulkRuns.parameters(next.file()));

		assertThat(load(next).getStatus()).isEqualTo(BatchStatus.COMPLETED);
		assertThat(rowsByStatus(file)).containsExactly("VALID 250");
	}

	@Test
	void runsStepsOfARelease() {
		BulkFile file = loaded(this.bulk.business(), HEADINGS + rows(1, 250));
		release(file);
		BulkRun run = claim(file, BulkStatus.RELEASING);

		step(this.release, "check-again", run);
		assertThat(this.bulk.payouts(file)).isZero();
		JobExecution released = step(this.release, "release", run);
		assertThat(released.getStatus()).isEqualTo(BatchStatus.COMPLETED);
		assertThat(released.getStepExecutions()).filteredOn((step) -> step.getStepName().contains("rows-"))
			.hasSize(2)
			.extracting(StepExecution::getWriteCount)
			.containsOnly(125L);
		assertThat(this.bulk.payouts(file)).isEqualTo(250);
		assertThat(this.bulk.now(file).status()).isEqualTo(BulkStatus.RELEASING);
		step(this.release, "finish", run);
		BulkFile done = this.bulk.now(file);
		assertThat(done.status()).isEqualTo(BulkStatus.PROCESSING);
		assertThat(done.amounts().releasedPaise()).isEqualTo(done.amounts().validPaise());
	}

	/** As a lost claim, it would be tried again at once and for ever. */
	@Test
	void aReleaseFailsIfPayoutsAreMissing() {
		BulkFile file = loaded(this.bulk.business(), HEADINGS + rows(1, 3));
		release(file);
		BulkRun run = claim(file, BulkStatus.RELEASING);
		step(this.release, "check-again", run);
		assertThatIllegalStateException().isThrownBy(() -> this.bulk.bean(BulkQueue.class).released(run.file()))
			.withMessageContaining("fewer or more payouts than valid rows");
		assertThat(this.bulk.now(file).status()).isEqualTo(BulkStatus.RELEASING);
	}

	@Test
	void paysEachRowOnceWhenAReleaseIsInterrupted() {
		BulkFile file = loaded(this.bulk.business(), HEADINGS + rows(1, 250));
		release(file);
		breakAt("payout", "bulk_row_number", 60);
		BulkRun interrupted = claim(file, BulkStatus.RELEASING);
		recordAsRunning(release(interrupted));
		repair("payout");
		long before = this.bulk.payouts(file);
		assertThat(before).isBetween(50L, 249L);
		assertThat(uncountedDebitPaise(file)).isZero();

		this.bulk.bean(BulkQueue.class).retryLater(interrupted.file(), Duration.ZERO);
		BulkRun next = claim(file, BulkStatus.RELEASING);
		this.bulk.bean(InterruptedRuns.class).close(BulkJobs.RELEASE, BulkRuns.parameters(next.file()));
		JobExecution second = release(next);

		assertThat(second.getStatus()).isEqualTo(BatchStatus.COMPLETED);
		assertThat(second.getStepExecutions()).filteredOn((step) -> step.getStepName().contains("rows-"))
			.extracting(StepExecution::getWriteCount)
			.satisfies(
					(written) -> assertThat(written.stream().mapToLong(Long::longValue).sum()).isEqualTo(250 - before));
		assertThat(this.bulk.jdbc.sql("""
				SELECT count(*) || ' ' || count(DISTINCT p.bulk_row_number) || ' ' || count(DISTINCT e.payout_id)
				  FROM payout p JOIN payout_event e USING (business_id, payout_id) WHERE p.bulk_file_id = :id
				""").param("id", file.bulkFileId()).query(String.class).single()).isEqualTo("250 250 250");
		assertThat(this.bulk.now(file).rows().released()).isEqualTo(250);
		assertThat(uncountedDebitPaise(file)).isZero();
	}

	private long uncountedDebitPaise(BulkFile file) {
		return this.bulk.jdbc
			.sql("""
					SELECT f.released_debit_paise - (SELECT sum(p.total_debit_paise) FROM payout p
					                                  WHERE p.business_id = f.business_id AND p.bulk_file_id = f.bulk_file_id)
					  FROM bulk_file f WHERE f.bulk_file_id = :id
					""")
			.param("id", file.bulkFileId())
			.query(Long.class)
			.single();
	}

	@Test
	void aRangeMarksItsOwnRowsIfABeneficiaryIsArchivedDuringTheRelease() {
		TestBusiness business = this.bulk.business();
		String code = this.bulk.jdbc.sql("SELECT beneficiary_code FROM beneficiary WHERE business_id = :id")
			.param("id", business.id())
			.query(String.class)
			.single();
		BulkFile file = loaded(business, """
				Beneficiary Code,Amount,Rail
				%1$s,10,I
				%1$s,11,I
				""".formatted(code));
		release(file);
		BulkRun run = claim(file, BulkStatus.RELEASING);
		step(this.release, "check-again", run);
		this.bulk.jdbc.sql("UPDATE beneficiary SET status = 0 WHERE business_id = :id")
			.param("id", business.id())
			.update();
		ReleaseBulkRows rows = this.bulk.bean(ReleaseBulkRows.class);

		assertThat(rows.release(run.file(), new ReleaseBulkRows.Range(1, 2), Duration.ofHours(1))).isZero();
		assertThat(this.bulk.jdbc
			.sql("SELECT string_agg(status, ' ' ORDER BY row_number) FROM bulk_row WHERE bulk_file_id = :id")
			.param("id", file.bulkFileId())
			.query(String.class)
			.single()).as("another range may have made a payout of row 2 that is not visible yet")
			.isEqualTo("INVALID VALID");
	}

	@Test
	void registersANewBeneficiaryAsItsLowestRowDescribesIt() {
		TestBusiness business = this.bulk.business();
		BulkFile file = loaded(business, """
				Name,Phone,Email,Account Number,IFSC,VPA,Amount,Rail
				Lowest,9876543210,low@example.com,00123456789,HDFC0000001,,1,I
				Other,9876543211,,,,Sita@upi,2,U
				Later,9876543212,,00123456789,HDFC0000001,,3,I
				Same,9876543213,,,,sita@UPI,4,U
				Lowest,9876543210,low@example.com,00123456789,HDFC0000001,,5,I
				""");
		release(file);
		BulkRun run = claim(file, BulkStatus.RELEASING);
		step(this.release, "check-again", run);
		ReleaseBulkRows rows = this.bulk.bean(ReleaseBulkRows.class);

		rows.release(run.file(), new ReleaseBulkRows.Range(3, 6), Duration.ofHours(1));
		rows.release(run.file(), new ReleaseBulkRows.Range(1, 3), Duration.ofHours(1));

		assertThat(this.bulk.jdbc
			.sql("""
					SELECT concat_ws(' ', bulk_row_number, beneficiary_name, beneficiary_phone, beneficiary_email, vpa) FROM payout
					 WHERE bulk_file_id = :id ORDER BY bulk_row_number
					""")
			.param("id", file.bulkFileId())
			.query(String.class)
			.list()).containsExactly("1 Lowest 9876543210 low@example.com", "2 Other 9876543211 Sita@upi",
					"3 Lowest 9876543210 low@example.com", "4 Other 9876543211 Sita@upi",
					"5 Lowest 9876543210 low@example.com");
	}

	private JobOperatorTestUtils operator(String job) {
		JobOperatorTestUtils operator = new JobOperatorTestUtils(this.bulk.bean(JobOperator.class),
				this.bulk.bean(JobRepository.class));
		operator.setJob(this.bulk.bean(job, Job.class));
		return operator;
	}

	private BulkRun claim(BulkFile file, BulkStatus status) {
		BulkQueue queue = this.bulk.bean(BulkQueue.class);
		ClaimedBulkFile claimed = queue.claim(EnumSet.of(status), Duration.ofHours(1)).orElseThrow();
		assertThat(claimed.bulkFileId()).isEqualTo(file.bulkFileId());
		BulkRun run = new BulkRun(new Claim<>(claimed),
				new ReleasePace(this.bulk.bean(ReleaseBulkRows.class), claimed, this.bulk.bean(BulkSettings.class)));
		this.bulk.bean(BulkRuns.class).begin(run);
		return run;
	}

	/** Runs a single step in its own job instance. */
	private static JobExecution step(JobOperatorTestUtils job, String name, BulkRun run) {
		return step(job, name, run, new ExecutionContext());
	}

	private static JobExecution step(JobOperatorTestUtils job, String name, BulkRun run, ExecutionContext context) {
		JobParameters parameters = new JobParametersBuilder(BulkRuns.parameters(run.file()))
			.addString("once", UUID.randomUUID().toString())
			.toJobParameters();
		JobExecution execution = job.startStep(name, parameters, context);
		assertThat(execution.getAllFailureExceptions()).isEmpty();
		return execution;
	}

	private JobExecution load(BulkRun run) {
		return start(this.load, run);
	}

	private JobExecution release(BulkRun run) {
		return start(this.release, run);
	}

	private static JobExecution start(JobOperatorTestUtils job, BulkRun run) {
		try {
			return job.startJob(BulkRuns.parameters(run.file()));
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	private BulkFile loaded(TestBusiness business, String csv) {
		BulkFile file = this.bulk.upload(business, csv);
		assertThat(load(claim(file, BulkStatus.LOADING)).getStatus()).isEqualTo(BatchStatus.COMPLETED);
		return this.bulk.now(file);
	}

	private void release(BulkFile file) {
		this.bulk.bean(DecideBulkFile.class).release(file.businessId(), file.bulkFileId(), BulkOnDatabase.CHECKER);
	}

	/** Leaves the records that a crashed process leaves. */
	private void recordAsRunning(JobExecution execution) {
		assertThat(execution.getStatus()).isEqualTo(BatchStatus.FAILED);
		this.bulk.jdbc.sql("""
				UPDATE batch_step_execution SET status = 'STARTED', exit_code = 'EXECUTING', end_time = NULL
				 WHERE job_execution_id = :id AND status = 'FAILED'
				""").param("id", execution.getId()).update();
		this.bulk.jdbc.sql("""
				UPDATE batch_job_execution SET status = 'STARTED', exit_code = 'UNKNOWN', end_time = NULL
				 WHERE job_execution_id = :id
				""").param("id", execution.getId()).update();
	}

	/** Makes the INSERT of one row fail. */
	private void breakAt(String table, String column, int row) {
		createTrigger("CREATE TRIGGER break_here BEFORE INSERT ON %s", table, column, row);
	}

	/** Makes the COMMIT of a transaction fail that inserts one row. */
	private void breakAtCommit(String table, String column, int row) {
		createTrigger("CREATE CONSTRAINT TRIGGER break_here AFTER INSERT ON %s DEFERRABLE INITIALLY DEFERRED", table,
				column, row);
	}

	private void createTrigger(String trigger, String table, String column, int row) {
		this.bulk.jdbc.sql("""
				CREATE FUNCTION break_here() RETURNS trigger LANGUAGE plpgsql AS $$
				BEGIN
				  RAISE EXCEPTION 'The test refuses this row';
				END $$""").update();
		this.bulk.jdbc
			.sql(trigger.formatted(table)
					+ " FOR EACH ROW WHEN (NEW.%s = %d) EXECUTE FUNCTION break_here()".formatted(column, row))
			.update();
	}

	private void repair(String table) {
		this.bulk.jdbc.sql("DROP TRIGGER break_here ON " + table).update();
		this.bulk.jdbc.sql("DROP FUNCTION break_here()").update();
	}

	private List<String> rowsByStatus(BulkFile file) {
		return this.bulk.jdbc.sql(
				"SELECT status || ' ' || count(*) FROM bulk_row WHERE bulk_file_id = :id GROUP BY status ORDER BY status")
			.param("id", file.bulkFileId())
			.query(String.class)
			.list();
	}

	/** The transaction that wrote each row. */
	private List<String> versions(BulkFile file) {
		return this.bulk.jdbc
			.sql("SELECT row_number || ' ' || xmin FROM bulk_row WHERE bulk_file_id = :id ORDER BY row_number")
			.param("id", file.bulkFileId())
			.query(String.class)
			.list();
	}

	private static String rows(int from, int to) {
		return IntStream.rangeClosed(from, to).mapToObj((i) -> row(i, "R-" + i)).collect(Collectors.joining());
	}

	/** A row that pays one of ten accounts. */
	private static String row(int rupees, String reference) {
		return "Rao,9876543210,%012d,HDFC0000001,%d,I,%s\n".formatted(100_000_000_000L + rupees % 10, rupees,
				reference);
	}

}
