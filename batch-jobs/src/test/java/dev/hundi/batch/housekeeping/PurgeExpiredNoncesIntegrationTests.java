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
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;

import dev.hundi.batch.BatchJobsApplication;
import dev.hundi.batch.NothingScheduled;
import dev.hundi.batch.schedule.JobHistory;
import dev.hundi.batch.schedule.OneCopyAtATime;
import dev.hundi.batch.schedule.RunWhenDue;
import dev.hundi.testing.TestDatabase;
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
		properties = { "spring.config.name=hundi-batch", "hundi.housekeeping.look=1d",
				"hundi.housekeeping.chunk-size=100" })
@ContextConfiguration(initializers = NothingScheduled.class)
class PurgeExpiredNoncesIntegrationTests {

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
	private OneCopyAtATime oneCopyAtATime;

	@Autowired
	private HousekeepingSettings settings;

	@Autowired
	@Qualifier(PurgeExpiredNonces.NAME)
	private Job job;

	@DynamicPropertySource
	static void connectToDatabase(DynamicPropertyRegistry properties) {
		properties.add("hundi.database.url", database::url);
		properties.add("hundi.database.username", () -> database.settings().username());
		properties.add("hundi.database.password", () -> database.settings().password());
	}

	@BeforeEach
	void startClean() {
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
		seeNonces(250, Duration.ofMinutes(16));
		seeNonces(5, Duration.ofMinutes(5));

		JobExecution run = Objects.requireNonNull(copy().runIfDue());

		assertThat(run.getStatus()).isEqualTo(BatchStatus.COMPLETED);
		assertThat(countNonces()).isEqualTo(5);
		assertThat(steps(run)).containsExactly("delete-nonces deleted 250 in 3 transactions",
				"delete-history deleted 0 in 1 transactions");
	}

	@Test
	void runsOnceForEachDueMomentWhicheverCopyLooks() throws Exception {
		assertThat(copy().runIfDue()).isNotNull();
		assertThat(copy().runIfDue()).isNull();
		assertThat(copy().runIfDue()).isNull();

		this.now.set(NOW.plus(FIVE_MINUTES));
		assertThat(copy().runIfDue()).isNotNull();
		assertThat(copy().runIfDue()).isNull();
	}

	@Test
	void doesNothingWhileAnotherCopyIsAtIt() throws Exception {
		AtomicReference<Optional<JobExecution>> elsewhere = new AtomicReference<>();
		boolean worked = this.oneCopyAtATime.run(PurgeExpiredNonces.LOCK_KEY, () -> elsewhere.set(runIfDueUnchecked()));

		assertThat(worked).isTrue();
		assertThat(elsewhere.get()).isEmpty();
		assertThat(copy().runIfDue()).isNotNull();
	}

	@Test
	void manyCopiesAtOnceDoTheWorkOnce() throws Exception {
		seeNonces(1000, Duration.ofHours(1));
		Callable<@Nullable JobExecution> look = () -> copy().runIfDue();
		try (ExecutorService copies = Executors.newFixedThreadPool(4)) {
			long runs = 0;
			for (Future<@Nullable JobExecution> copy : copies.invokeAll(List.of(look, look, look, look))) {
				runs += (copy.get() != null) ? 1 : 0;
			}
			assertThat(runs).isEqualTo(1);
		}
		assertThat(countNonces()).isZero();
	}

	@Test
	void theLockOfACopyThatDiesIsFree() throws Exception {
		try (Connection dying = DriverManager.getConnection(database.url(), database.settings().username(),
				database.settings().password())) {
			long pid;
			try (var statement = dying.createStatement();
					var result = statement.executeQuery(
							"SELECT pg_backend_pid(), pg_advisory_lock(" + PurgeExpiredNonces.LOCK_KEY + ")")) {
				result.next();
				pid = result.getLong(1);
			}
			assertThat(copy().runIfDue()).isNull();
			this.jdbc.sql("SELECT pg_terminate_backend(:pid::int, 60000)")
				.param("pid", pid)
				.query(Boolean.class)
				.single();
		}
		assertThat(copy().runIfDue()).isNotNull();
	}

	@Test
	void restartsTheSameRunAfterAFailure() throws Exception {
		seeNonces(10, Duration.ofHours(1));
		this.jdbc.sql("ALTER TABLE request_nonce RENAME TO request_nonce_away").update();
		JobExecution failed;
		try {
			failed = Objects.requireNonNull(copy().runIfDue());
		}
		finally {
			this.jdbc.sql("ALTER TABLE request_nonce_away RENAME TO request_nonce").update();
		}
		assertThat(failed.getStatus()).isEqualTo(BatchStatus.FAILED);

		JobExecution restarted = Objects.requireNonNull(copy().runIfDue());
		assertThat(restarted.getStatus()).isEqualTo(BatchStatus.COMPLETED);
		assertThat(restarted.getJobInstanceId()).isEqualTo(failed.getJobInstanceId());
		assertThat(countNonces()).isZero();
	}

	@Test
	void restartsARunWhoseCopyDied() throws Exception {
		seeNonces(10, Duration.ofHours(1));
		long orphan = startAndDie(NOW);

		JobExecution restarted = Objects.requireNonNull(copy().runIfDue());

		assertThat(restarted.getStatus()).isEqualTo(BatchStatus.COMPLETED);
		JobExecution closed = Objects.requireNonNull(this.jobRepository.getJobExecution(orphan));
		assertThat(closed.getStatus()).isEqualTo(BatchStatus.FAILED);
		assertThat(restarted.getJobInstanceId()).isEqualTo(closed.getJobInstanceId());
		assertThat(countNonces()).isZero();
	}

	@Test
	void aDeadRunOfAnEarlierMomentDoesNotStandInTheWay() throws Exception {
		startAndDie(NOW.minus(Duration.ofHours(3)));

		assertThat(Objects.requireNonNull(copy().runIfDue()).getStatus()).isEqualTo(BatchStatus.COMPLETED);
		assertThat(this.jobRepository.findRunningJobExecutions(PurgeExpiredNonces.NAME)).isEmpty();
	}

	@Test
	void forgetsItsOwnRunsAfterAWeek() throws Exception {
		JobExecution old = Objects.requireNonNull(copy().runIfDue());
		this.now.set(NOW.plus(FIVE_MINUTES));
		JobExecution younger = Objects.requireNonNull(copy().runIfDue());
		age(old.getId(), Duration.ofDays(8));
		age(younger.getId(), Duration.ofDays(6));

		this.now.set(NOW.plus(FIVE_MINUTES.multipliedBy(2)));
		JobExecution latest = Objects.requireNonNull(copy().runIfDue());

		assertThat(steps(latest)).contains("delete-history deleted 1 in 1 transactions");
		assertThat(this.jdbc.sql("SELECT job_execution_id FROM batch_job_execution").query(Long.class).list())
			.containsExactlyInAnyOrder(younger.getId(), latest.getId());
		for (String table : List.of("batch_job_instance", "batch_job_execution", "batch_job_execution_params",
				"batch_job_execution_context")) {
			assertThat(count(table)).as(table).isEqualTo(2);
		}
		for (String table : List.of("batch_step_execution", "batch_step_execution_context")) {
			assertThat(count(table)).as(table).isEqualTo(4);
		}
	}

	@Test
	void keepsOldRunsOfOtherJobsAndThoseThatAreStillRunning() throws Exception {
		JobHistory history = new JobHistory(this.jdbc);
		age(startAndDie(NOW), Duration.ofDays(30));
		age(this.batchRecords.createJobExecutions("another-job", new String[] { "step" }, 1).getFirst().getId(),
				Duration.ofDays(30));

		LocalDateTime tomorrow = LocalDateTime.now(ZoneId.systemDefault()).plusDays(1);
		assertThat(history.deleteFinishedBefore(PurgeExpiredNonces.NAME, tomorrow, 100)).isZero();
		assertThat(count("batch_job_execution")).isEqualTo(2);
	}

	/** Another copy of the application: the same collaborators, its own way in. */
	private RunWhenDue copy() {
		return new RunWhenDue(this.oneCopyAtATime, this.jobOperator, this.jobRepository, this.job,
				PurgeExpiredNonces.LOCK_KEY, this.settings.interval(), this.now::get);
	}

	private Optional<JobExecution> runIfDueUnchecked() {
		try {
			return Optional.ofNullable(copy().runIfDue());
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** What a kill -9 in the middle of the first step leaves behind. */
	private long startAndDie(Instant at) {
		JobParameters parameters = new JobParametersBuilder()
			.addString(RunWhenDue.DUE_AT, RunWhenDue.dueMoment(at, FIVE_MINUTES).toString())
			.toJobParameters();
		JobExecution run = this.jobRepository.createJobExecution(
				this.jobRepository.createJobInstance(PurgeExpiredNonces.NAME, parameters), parameters,
				new ExecutionContext());
		run.setStatus(BatchStatus.STARTED);
		this.jobRepository.update(run);
		StepExecution step = this.jobRepository.createStepExecution("delete-nonces", run);
		step.setStatus(BatchStatus.STARTED);
		this.jobRepository.update(step);
		return run.getId();
	}

	private void seeNonces(int count, Duration ago) {
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
			.map((step) -> "%s deleted %d in %d transactions".formatted(step.getStepName(), step.getWriteCount(),
					step.getCommitCount()))
			.toList();
	}

}
