package dev.hundi.batch.housekeeping;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;

import dev.hundi.batch.BatchJobsApplication;
import dev.hundi.batch.NoSchedules;
import dev.hundi.batch.schedule.SingleInstanceLock;
import dev.hundi.batch.schedule.RunWhenDue;
import dev.hundi.person.Audience;
import dev.hundi.startup.RuntimeRole;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.testing.WithoutTriggers;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.batch.test.JobRepositoryTestUtils;
import org.springframework.batch.test.context.SpringBatchTest;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBatchTest
@SpringBootTest(classes = BatchJobsApplication.class, webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
		properties = { "spring.config.name=hundi-batch", "hundi.management.port=0",
				"hundi.housekeeping.poll-interval=1d", "hundi.housekeeping.chunk-size=100" })
@ContextConfiguration(initializers = NoSchedules.class)
class HousekeepingJobIntegrationTests {

	private static final TestDatabase database = TestDatabase.create();

	private static final Instant NOW = Instant.parse("2026-11-21T08:02:00Z");

	private static final Duration FIVE_MINUTES = Duration.ofMinutes(5);

	private final AtomicReference<Instant> now = new AtomicReference<>(NOW);

	private final JdbcClient jdbc = JdbcClient.create(database.dataSource());

	@Autowired
	private JobOperator jobOperator;

	@Autowired
	private JobRepository jobRepository;

	@Autowired
	private JobRepositoryTestUtils batchRecords;

	@Autowired
	private SingleInstanceLock singleInstance;

	@Autowired
	private HousekeepingSettings settings;

	@Autowired
	private JobHistory history;

	@Autowired
	@Qualifier(HousekeepingJob.NAME)
	private Job job;

	@DynamicPropertySource
	static void connectToDatabase(DynamicPropertyRegistry properties) {
		properties.add("hundi.database.url", database::url);
		properties.add("hundi.database.username", () -> database.settings(RuntimeRole.BATCH).username());
		properties.add("hundi.database.password", () -> database.settings(RuntimeRole.BATCH).password());
	}

	@BeforeEach
	void deleteEverything() {
		this.jdbc.sql("DELETE FROM request_nonce").update();
		this.batchRecords.removeJobExecutions();
		this.now.set(NOW);
	}

	@AfterAll
	static void closeDatabase() {
		database.close();
	}

	@Test
	void deletesExpiredNoncesInChunksAndKeepsTheOthers() throws Exception {
		insertNonces(250, Duration.ofMinutes(16));
		insertNonces(5, Duration.ofMinutes(5));

		JobExecution run = Objects.requireNonNull(instance().runIfDue());

		assertThat(run.getStatus()).isEqualTo(BatchStatus.COMPLETED);
		assertThat(countNonces()).isEqualTo(5);
		assertThat(steps(run)).contains("expired-nonces removed 250 in 3 transactions",
				"job-history removed 0 in 1 transactions", "monthly-partitions removed 0 in 1 transactions",
				"expired-webhook-bodies removed 0 in 1 transactions");
	}

	@Test
	void deletesSignInFailuresThatCountNoMore() throws Exception {
		this.jdbc.sql("""
				INSERT INTO sign_in_throttle (throttle_key, failures, last_at, blocked_until) VALUES
				  (sha256('old'), 3, now() - interval '25 hours', NULL),
				  (sha256('unblocked'), 9, now() - interval '25 hours', now() - interval '24 hours'),
				  (sha256('blocked'), 9, now() - interval '25 hours', now() + interval '1 hour'),
				  (sha256('recent'), 3, now() - interval '23 hours', NULL)
				""").update();
		this.jdbc.sql("INSERT INTO staff_sign_in_throttle SELECT * FROM sign_in_throttle").update();

		JobExecution run = Objects.requireNonNull(instance().runIfDue());

		assertThat(steps(run)).contains("expired-sign-in-failures removed 4 in 1 transactions");
		for (Audience audience : Audience.values()) {
			String table = audience.throttleTable();
			assertThat(count(table + " WHERE throttle_key IN (sha256('blocked'), sha256('recent'))"))
				.isEqualTo(count(table))
				.isEqualTo(2);
		}
	}

	/** Their people may never act again, so that no act of theirs removes them. */
	@Test
	void deletesTokensAYearAfterTheirEndAndFormsAfterADay() throws Exception {
		UUID person = this.jdbc.sql("""
				INSERT INTO person (audience, email, person_name) VALUES ('STAFF', 'left@hundi.example', 'Left')
				RETURNING person_id
				""").query(UUID.class).single();
		this.jdbc
			.sql("""
					INSERT INTO access_token (person_id, token_name, secret_hash, scope, groups, created_at, expires_at, revoked_at)
					SELECT :person, name, sha256(name::bytea), 'READ', '{BULK}', now() - made, now() - made + interval '90 days', now() - revoked
					  FROM (VALUES ('expired', interval '456 days', NULL), ('revoked', interval '400 days', interval '366 days'),
					               ('young', interval '454 days', NULL), ('valid', interval '1 day', NULL::interval)) AS t (name, made, revoked)
					""")
			.param("person", person)
			.update();
		this.jdbc
			.sql("""
					INSERT INTO submitted_form (form_id, person_id, submitted_at)
					VALUES (gen_random_uuid(), :person, now() - interval '25 hours'), (gen_random_uuid(), :person, now() - interval '23 hours')
					""")
			.param("person", person)
			.update();

		JobExecution run = Objects.requireNonNull(instance().runIfDue());

		assertThat(steps(run)).contains("ended-access-tokens removed 2 in 1 transactions",
				"expired-forms removed 1 in 1 transactions");
		assertThat(this.jdbc.sql("SELECT token_name FROM access_token ORDER BY token_name").query(String.class).list())
			.containsExactly("valid", "young");
		assertThat(count("submitted_form")).isEqualTo(1);
	}

	@Test
	void cancelsFilesThatNobodyReleased() throws Exception {
		UUID business = TestBusiness.create(database).id();
		WithoutTriggers.run(database.dataSource(),
				(unguarded) -> unguarded
					.sql("""
							INSERT INTO bulk_file (business_id, file_name, format, size_bytes, sha256, release_mode, status, changed_by,
							                       uploaded_by, people_needed, rows_read, valid_rows, due_at, created_at, loaded_at, planned_for,
							                       planned_by)
							SELECT :business, name, 'CSV', 100, sha256(name::bytea), 'VALID_ROWS', 'AWAITING_RELEASE', 'test', 'test', 1, 1, 1,
							       NULL, now() - age, now() - age, planned_for, CASE WHEN planned_for IS NOT NULL THEN 'test' END
							  FROM (VALUES ('old.csv', interval '91 days', NULL::timestamptz),
							               ('planned.csv', interval '91 days', now() + interval '1 day'),
							               ('young.csv', interval '89 days', NULL)) AS f (name, age, planned_for)
							""")
					.param("business", business)
					.update());

		JobExecution run = Objects.requireNonNull(instance().runIfDue());

		assertThat(steps(run)).contains("unreleased-bulk-files removed 1 in 1 transactions");
		assertThat(this.jdbc.sql("""
				SELECT file_name || ' ' || f.status || coalesce(' by ' || e.changed_by, '') FROM bulk_file f
				  LEFT JOIN bulk_file_event e USING (business_id, bulk_file_id) WHERE business_id = :business ORDER BY 1
				""").param("business", business).query(String.class).list()).containsExactly(
				"old.csv CANCELLED by batch-jobs", "planned.csv AWAITING_RELEASE", "young.csv AWAITING_RELEASE");
	}

	@Test
	void signsAndProvesTheChainsOfAuditEvents() throws Exception {
		this.jdbc.sql("INSERT INTO audit_event (address, act) VALUES ('127.0.0.1', 'SIGNED_IN')").update();

		JobExecution run = Objects.requireNonNull(instance().runIfDue());

		assertThat(run.getStatus()).isEqualTo(BatchStatus.COMPLETED);
		assertThat(steps(run)).contains("audit-checkpoint removed 0 in 1 transactions");
	}

	@Test
	void runsOnceForEachDueMoment() throws Exception {
		assertThat(instance().runIfDue()).isNotNull();
		assertThat(instance().runIfDue()).isNull();
		assertThat(instance().runIfDue()).isNull();

		this.now.set(NOW.plus(FIVE_MINUTES));
		assertThat(instance().runIfDue()).isNotNull();
		assertThat(instance().runIfDue()).isNull();
	}

	@Test
	void doesNothingWhileAnotherInstanceRuns() throws Exception {
		AtomicReference<Optional<JobExecution>> concurrent = new AtomicReference<>();
		boolean locked = this.singleInstance.run(HousekeepingJob.LOCK_KEY, () -> concurrent.set(runIfDueUnchecked()));

		assertThat(locked).isTrue();
		assertThat(concurrent.get()).isEmpty();
		assertThat(instance().runIfDue()).isNotNull();
	}

	@Test
	void runsOnceWhenManyInstancesPollAtTheSameTime() throws Exception {
		insertNonces(1000, Duration.ofHours(1));
		Callable<@Nullable JobExecution> poll = () -> instance().runIfDue();
		try (ExecutorService instances = Executors.newFixedThreadPool(4)) {
			long runs = 0;
			for (Future<@Nullable JobExecution> instance : instances.invokeAll(List.of(poll, poll, poll, poll))) {
				runs += (instance.get() != null) ? 1 : 0;
			}
			assertThat(runs).isEqualTo(1);
		}
		assertThat(countNonces()).isZero();
	}

	@Test
	void releasesTheLockOfAKilledInstance() throws Exception {
		try (Connection dying = DriverManager.getConnection(database.url(),
				database.settings(RuntimeRole.BATCH).username(), database.settings(RuntimeRole.BATCH).password())) {
			long pid;
			try (var statement = dying.createStatement();
					var result = statement
						.executeQuery("SELECT pg_backend_pid(), pg_advisory_lock(" + HousekeepingJob.LOCK_KEY + ")")) {
				result.next();
				pid = result.getLong(1);
			}
			assertThat(instance().runIfDue()).isNull();
			this.jdbc.sql("SELECT pg_terminate_backend(:pid::int, 60000)")
				.param("pid", pid)
				.query(Boolean.class)
				.single();
		}
		assertThat(instance().runIfDue()).isNotNull();
	}

	@Test
	void restartsTheSameRunAfterAFailure() throws Exception {
		insertNonces(10, Duration.ofHours(1));
		this.jdbc.sql("ALTER TABLE request_nonce RENAME TO request_nonce_away").update();
		JobExecution failed;
		try {
			failed = Objects.requireNonNull(instance().runIfDue());
		}
		finally {
			this.jdbc.sql("ALTER TABLE request_nonce_away RENAME TO request_nonce").update();
		}
		assertThat(failed.getStatus()).isEqualTo(BatchStatus.FAILED);
		assertThat(steps(failed)).contains("job-history removed 0 in 1 transactions",
				"monthly-partitions removed 0 in 1 transactions", "expired-webhook-bodies removed 0 in 1 transactions");

		JobExecution restarted = Objects.requireNonNull(instance().runIfDue());
		assertThat(restarted.getStatus()).isEqualTo(BatchStatus.COMPLETED);
		assertThat(restarted.getJobInstanceId()).isEqualTo(failed.getJobInstanceId());
		assertThat(countNonces()).isZero();
	}

	@Test
	void restartsTheRunOfAKilledInstance() throws Exception {
		insertNonces(10, Duration.ofHours(1));
		long orphan = killRun(NOW);

		JobExecution restarted = Objects.requireNonNull(instance().runIfDue());

		assertThat(restarted.getStatus()).isEqualTo(BatchStatus.COMPLETED);
		JobExecution closed = Objects.requireNonNull(this.jobRepository.getJobExecution(orphan));
		assertThat(closed.getStatus()).isEqualTo(BatchStatus.FAILED);
		assertThat(restarted.getJobInstanceId()).isEqualTo(closed.getJobInstanceId());
		assertThat(countNonces()).isZero();
	}

	@Test
	void runsInSpiteOfAnEarlierRunThatWasKilled() throws Exception {
		killRun(NOW.minus(Duration.ofHours(3)));

		assertThat(Objects.requireNonNull(instance().runIfDue()).getStatus()).isEqualTo(BatchStatus.COMPLETED);
		assertThat(this.jobRepository.findRunningJobExecutions(HousekeepingJob.NAME)).isEmpty();
	}

	@Test
	void purgesFinishedRunsAfterAWeek() throws Exception {
		JobExecution old = Objects.requireNonNull(instance().runIfDue());
		this.now.set(NOW.plus(FIVE_MINUTES));
		JobExecution younger = Objects.requireNonNull(instance().runIfDue());
		age(old.getId(), Duration.ofDays(8));
		age(younger.getId(), Duration.ofDays(6));

		this.now.set(NOW.plus(FIVE_MINUTES.multipliedBy(2)));
		JobExecution latest = Objects.requireNonNull(instance().runIfDue());

		assertThat(steps(latest)).contains("job-history removed 1 in 1 transactions");
		assertThat(this.jdbc.sql("SELECT job_execution_id FROM batch_job_execution").query(Long.class).list())
			.containsExactlyInAnyOrder(younger.getId(), latest.getId());
		for (String table : List.of("batch_job_instance", "batch_job_execution", "batch_job_execution_params",
				"batch_job_execution_context")) {
			assertThat(count(table)).as(table).isEqualTo(2);
		}
		for (String table : List.of("batch_step_execution", "batch_step_execution_context")) {
			assertThat(count(table)).as(table)
				.isEqualTo(younger.getStepExecutions().size() + latest.getStepExecutions().size());
		}
	}

	@Test
	void keepsRunsThatAreStillRunning() {
		age(killRun(NOW), Duration.ofDays(30));
		LocalDateTime tomorrow = LocalDateTime.now(ZoneId.systemDefault()).plusDays(1);
		assertThat(this.history.deleteFinishedBefore(tomorrow, 100)).isZero();
		assertThat(count("batch_job_execution")).isEqualTo(1);
	}

	@Test
	void failsRunsThatWereKilledADayAgo() {
		long killed = killRun(NOW);
		this.jdbc.sql("UPDATE batch_job_execution SET create_time = create_time - interval '25 hours'").update();
		long running = killRun(NOW.plus(FIVE_MINUTES));

		assertThat(this.history.removeExpired(100)).isZero();

		assertThat(Objects.requireNonNull(this.jobRepository.getJobExecution(killed)).getStatus())
			.isEqualTo(BatchStatus.FAILED);
		assertThat(Objects.requireNonNull(this.jobRepository.getJobExecution(running)).getStatus())
			.isEqualTo(BatchStatus.STARTED);
	}

	/** Another instance of the application with the same collaborators. */
	private RunWhenDue instance() {
		return new RunWhenDue(this.singleInstance, this.jobOperator, this.jobRepository, this.job,
				HousekeepingJob.LOCK_KEY, this.settings.interval(), this.now::get);
	}

	private Optional<JobExecution> runIfDueUnchecked() {
		try {
			return Optional.ofNullable(instance().runIfDue());
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** Leaves behind what a kill -9 during the first step leaves behind. */
	private long killRun(Instant at) {
		JobParameters parameters = new JobParametersBuilder()
			.addString(RunWhenDue.DUE_AT, RunWhenDue.dueMoment(at, FIVE_MINUTES).toString())
			.toJobParameters();
		JobExecution run = this.jobRepository.createJobExecution(
				this.jobRepository.createJobInstance(HousekeepingJob.NAME, parameters), parameters,
				new ExecutionContext());
		run.setStatus(BatchStatus.STARTED);
		this.jobRepository.update(run);
		StepExecution step = this.jobRepository.createStepExecution("expired-nonces", run);
		step.setStatus(BatchStatus.STARTED);
		this.jobRepository.update(step);
		return run.getId();
	}

	private void insertNonces(int count, Duration ago) {
		this.jdbc.sql("""
				INSERT INTO request_nonce (api_key, nonce, seen_at)
				SELECT 'key', :ageSeconds || '-' || n, now() - make_interval(secs => :ageSeconds)
				FROM generate_series(1, :count) n
				""").param("ageSeconds", ago.toSeconds()).param("count", count).update();
	}

	private void age(long runId, Duration by) {
		this.jdbc.sql("""
				UPDATE batch_job_execution SET last_updated = last_updated - make_interval(secs => :ageSeconds)
				WHERE job_execution_id = :id
				""").param("ageSeconds", by.toSeconds()).param("id", runId).update();
	}

	private long countNonces() {
		return count("request_nonce");
	}

	private long count(String table) {
		return this.jdbc.sql("SELECT count(*) FROM " + table).query(Long.class).single();
	}

	private static List<String> steps(JobExecution run) {
		return run.getStepExecutions()
			.stream()
			.map((step) -> "%s removed %d in %d transactions".formatted(step.getStepName(), step.getWriteCount(),
					step.getCommitCount()))
			.toList();
	}

}
