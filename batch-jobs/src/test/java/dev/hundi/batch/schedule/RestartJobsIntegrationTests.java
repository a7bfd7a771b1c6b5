package dev.hundi.batch.schedule;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

import dev.hundi.batch.BatchJobsApplication;
import dev.hundi.operator.OperatorRequest;
import dev.hundi.operator.OperatorRequests;
import dev.hundi.operator.RequestKind;
import dev.hundi.operator.RequestState;
import dev.hundi.startup.RuntimeRole;
import dev.hundi.testing.OwnerBeans;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/** Restarts of failed jobs that the staff asks for, in a running application. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RestartJobsIntegrationTests {

	private final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(this.database.dataSource());

	private final OperatorRequests requests = OwnerBeans.bean(this.database.url(), null, OperatorRequests.class);

	@SuppressWarnings("NullAway.Init")
	private ConfigurableApplicationContext application;

	@SuppressWarnings("NullAway.Init")
	private UUID person;

	@BeforeAll
	void start(@TempDir Path files) {
		this.application = BatchJobsApplication.builder()
			.run("--hundi.database.url=" + this.database.url(),
					"--hundi.database.username=" + this.database.settings(RuntimeRole.BATCH).username(),
					"--hundi.database.password=" + this.database.settings(RuntimeRole.BATCH).password(),
					"--hundi.management.port=0", "--hundi.file-store=" + files,
					"--hundi.housekeeping.poll-interval=1h");
		this.person = this.jdbc.sql("""
				INSERT INTO person (audience, email, person_name) VALUES ('STAFF', 'operator@example.com', 'Omar')
				RETURNING person_id
				""").query(UUID.class).single();
	}

	@AfterAll
	void stop() {
		this.application.close();
		OwnerBeans.close(this.database.url());
		this.database.close();
	}

	@Test
	void aScheduledJobRunsAgainForTheSameMoment() {
		long failed = run("housekeeping", parameter(RunWhenDue.DUE_AT, "2026-11-21T08:00:00Z"), BatchStatus.FAILED);
		OperatorRequest done = restart(failed);
		assertThat(done.state()).as(done.toString()).isEqualTo(RequestState.DONE);
		JobExecution last = last("housekeeping", parameter(RunWhenDue.DUE_AT, "2026-11-21T08:00:00Z"));
		assertThat(last.getId()).isGreaterThan(failed);
		assertThat(last.getStatus()).isEqualTo(BatchStatus.COMPLETED);
		OperatorRequest repeated = restart(failed);
		assertThat(Objects.requireNonNull(repeated.result()).path("run").asLong())
			.as("as after a crash before the result")
			.isEqualTo(last.getId());
		assertThat(last("housekeeping", parameter(RunWhenDue.DUE_AT, "2026-11-21T08:00:00Z")).getId())
			.isEqualTo(last.getId());
		assertThat(restart(last.getId()).failure()).contains("has not failed: COMPLETED");
	}

	@Test
	void aScheduledJobThatFailsAgainIsNoSuccess() {
		JobParameters moment = parameter(RunWhenDue.DUE_AT, "2026-11-21T08:05:00Z");
		long failed = run("housekeeping", moment, BatchStatus.FAILED);
		OperatorRequest refused;
		this.jdbc.sql("ALTER TABLE request_nonce RENAME TO request_nonce_away").update();
		try {
			refused = restart(failed);
		}
		finally {
			this.jdbc.sql("ALTER TABLE request_nonce_away RENAME TO request_nonce").update();
		}
		long again = last("housekeeping", moment).getId();
		assertThat(again).isGreaterThan(failed);
		assertThat(refused.state()).isEqualTo(RequestState.REFUSED);
		assertThat(refused.failure()).isEqualTo("Run %d, which repeats it, ended as FAILED too".formatted(again));
		assertThat(restart(failed).failure()).as("as after a crash before the result").isEqualTo(refused.failure());
		assertThat(restart(again).state()).isEqualTo(RequestState.DONE);
	}

	@Test
	void aFailedExportIsWrittenAgain() {
		UUID business = TestBusiness.create(this.database).id();
		UUID export = this.jdbc
			.sql("""
					INSERT INTO wallet_export (business_id, kind, format, last_sequence, file_name, status, due_at, failure, completed_at)
					VALUES (?, 'REQUESTED', 'CSV', 0, 'wallet-BIZ00000000-20200101-20200102.csv', 'FAILED', NULL, 'the disk is full', now())
					RETURNING export_id
					""")
			.param(business)
			.query(UUID.class)
			.single();
		long failed = run("wallet-export", parameter("exportId", export.toString()), BatchStatus.FAILED);
		assertThat(restart(failed).state()).isEqualTo(RequestState.DONE);
		Awaitility.await()
			.until(() -> this.jdbc.sql("SELECT status FROM wallet_export WHERE export_id = ?")
				.param(export)
				.query(String.class)
				.single()
				.equals("DONE"));
	}

	@Test
	void aFailedClosingIsRequestedAgain() {
		long account = this.jdbc
			.sql("""
					INSERT INTO nodal_account (account_holder_name, ifsc, bank_name, branch_name, account_type, supported_modes)
					VALUES ('Hundi', 'HDFC0000001', 'HDFC Bank', 'Fort', 'CURRENT', '{NEFT}') RETURNING nodal_account_id
					""")
			.query(Long.class)
			.single();
		this.jdbc
			.sql("""
					DO $$ BEGIN
					  SET LOCAL session_replication_role = replica;
					  INSERT INTO reconciliation_run (nodal_account_id, business_date, requested_by, state, due_at, failure, completed_at)
					  VALUES (%d, current_date - 3, 'schedule', 'FAILED', NULL, 'no books', now());
					END $$
					"""
				.formatted(account))
			.update();
		long runId = this.jdbc.sql("SELECT run_id FROM reconciliation_run").query(Long.class).single();
		JobParameters parameters = new JobParametersBuilder().addLong("runId", runId)
			.addLong("round", 1L)
			.toJobParameters();
		OperatorRequest done = restart(run("reconciliation", parameters, BatchStatus.FAILED));
		assertThat(done.state()).as(done.toString()).isEqualTo(RequestState.DONE);
		assertThat(this.jdbc.sql("SELECT round || ' ' || requested_by FROM reconciliation_run WHERE run_id = ?")
			.param(runId)
			.query(String.class)
			.single()).isEqualTo("2 operator@example.com");
	}

	@Test
	void aRejectedStatementIsLoadedAgain() {
		UUID file = this.jdbc
			.sql("""
					INSERT INTO statement_file (sha256, file_name, stored_as, source, status, due_at, size_bytes, ended_at, failure)
					VALUES (sha256('rejected'), 'statement.csv', 'statement/rejected.dat', 'UPLOAD', 'REJECTED', NULL, 10, now(), 'no statement')
					RETURNING statement_file_id
					""")
			.query(UUID.class)
			.single();
		JobParameters parameters = parameter("statementFileId", file.toString());
		assertThat(restart(run("statement-load", parameters, BatchStatus.FAILED)).state()).isEqualTo(RequestState.DONE);
		Awaitility.await()
			.until(() -> this.jdbc.sql("SELECT attempt_count FROM statement_file WHERE statement_file_id = ?")
				.param(file)
				.query(Integer.class)
				.single() > 0);
	}

	@Test
	void whatCannotRunAgainIsRefusedWithTheReason() {
		assertThat(restart(999_999).failure()).isEqualTo("There is no run 999999");
		long bulk = run("bulk-load", parameter("bulkFileId", UUID.randomUUID().toString()), BatchStatus.FAILED);
		assertThat(restart(bulk).failure()).isEqualTo("bulk-load is repeated by itself as long as its work is due");
		long gone = run("wallet-export", parameter("exportId", UUID.randomUUID().toString()), BatchStatus.FAILED);
		assertThat(restart(gone).failure()).contains("it is due, or done");
		assertThat(ended(Map.of()).failure()).isEqualTo("execution must be a whole number");
	}

	private OperatorRequest restart(long execution) {
		return ended(Map.of("execution", execution));
	}

	private OperatorRequest ended(Map<String, ?> arguments) {
		UUID id = OwnerBeans.bean(this.database.url(), null, TransactionTemplate.class)
			.execute((status) -> this.requests.ask(RequestKind.RESTART_JOB, arguments, this.person,
					"the cause is corrected"));
		return Awaitility.await()
			.until(() -> this.requests.find(id).orElseThrow(), (request) -> request.state() != RequestState.PENDING);
	}

	/** A run as Spring Batch leaves it behind. */
	private long run(String job, JobParameters parameters, BatchStatus status) {
		JobRepository repository = this.application.getBean(JobRepository.class);
		JobExecution run = repository.createJobExecution(repository.createJobInstance(job, parameters), parameters,
				new ExecutionContext());
		run.setStatus(status);
		repository.update(run);
		return run.getId();
	}

	private JobExecution last(String job, JobParameters parameters) {
		return Objects
			.requireNonNull(this.application.getBean(JobRepository.class).getLastJobExecution(job, parameters));
	}

	private static JobParameters parameter(String name, String value) {
		return new JobParametersBuilder().addString(name, value).toJobParameters();
	}

}
