package dev.hundi.batch.schedule;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobExecutionException;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.jdbc.CannotGetJdbcConnectionException;

/**
 * Starts a job once for each due moment, in the first instance that polls. A failed or
 * killed run is restarted at the next poll.
 */
public final class RunWhenDue implements JobRestart {

	/**
	 * The identifying parameter: the moment for which the run is due. There is one run
	 * for each moment.
	 */
	public static final String DUE_AT = "dueAt";

	private static final Logger logger = LoggerFactory.getLogger(RunWhenDue.class);

	private final SingleInstanceLock singleInstance;

	private final JobOperator jobOperator;

	private final JobRepository jobRepository;

	private final Job job;

	private final long lockKey;

	private final Duration interval;

	private final InstantSource clock;

	/**
	 * Creates the schedule of a job.
	 * @param lockKey the advisory lock of the job: "HUND" and a number that no other lock
	 * of Hundi uses
	 * @param interval time between two due moments
	 */
	public RunWhenDue(SingleInstanceLock singleInstance, JobOperator jobOperator, JobRepository jobRepository, Job job,
			long lockKey, Duration interval, InstantSource clock) {
		this.singleInstance = singleInstance;
		this.jobOperator = jobOperator;
		this.jobRepository = jobRepository;
		this.job = job;
		this.lockKey = lockKey;
		this.interval = interval;
		this.clock = clock;
	}

	/**
	 * Runs the job if it is due.
	 * @throws IllegalStateException if the run did not complete
	 */
	public void poll() {
		try {
			JobExecution run = runIfDue();
			if (run != null && run.getStatus() != BatchStatus.COMPLETED) {
				throw new IllegalStateException("Run " + run.getId() + " of " + this.job.getName() + " ended as "
						+ run.getStatus() + ": " + run.getExitStatus().getExitDescription());
			}
		}
		catch (SQLException ex) {
			throw new CannotGetJdbcConnectionException(
					this.job.getName() + " was not started: the database is unreachable", ex);
		}
	}

	/**
	 * Runs the job if it is due.
	 * @return the run, or {@code null} if the job was not due or another instance runs it
	 * @throws SQLException if the database is unreachable
	 */
	public @Nullable JobExecution runIfDue() throws SQLException {
		AtomicReference<@Nullable JobExecution> run = new AtomicReference<>();
		this.singleInstance.run(this.lockKey, () -> run.set(runAlone()));
		return run.get();
	}

	@Override
	public String jobName() {
		return this.job.getName();
	}

	/**
	 * Runs the job again for the moment of the failed run, and waits for its end.
	 * @throws IllegalStateException if it is running or did not complete
	 */
	@Override
	public boolean restart(JobExecution failed, String askedBy) {
		AtomicReference<@Nullable JobExecution> run = new AtomicReference<>();
		try {
			boolean alone = this.singleInstance.run(this.lockKey, () -> {
				closeKilledRuns();
				run.set(start(failed.getJobParameters()));
			});
			if (!alone) {
				throw new IllegalStateException(jobName() + " is running");
			}
			JobExecution again = run.get();
			if (again != null && again.getStatus() != BatchStatus.COMPLETED) {
				throw new IllegalStateException(
						"Run %d, which repeats it, ended as %s too".formatted(again.getId(), again.getStatus()));
			}
			return again != null;
		}
		catch (SQLException ex) {
			throw new CannotGetJdbcConnectionException(jobName() + " was not started: the database is unreachable", ex);
		}
	}

	private @Nullable JobExecution runAlone() {
		closeKilledRuns();
		JobParameters dueRun = new JobParametersBuilder()
			.addString(DUE_AT, dueMoment(this.clock.instant(), this.interval).toString())
			.toJobParameters();
		JobExecution last = this.jobRepository.getLastJobExecution(this.job.getName(), dueRun);
		if (last != null && last.getStatus() != BatchStatus.FAILED && last.getStatus() != BatchStatus.STOPPED) {
			return null;
		}
		return start(dueRun);
	}

	private @Nullable JobExecution start(JobParameters run) {
		try {
			return this.jobOperator.start(this.job, run);
		}
		catch (JobExecutionException ex) {
			// Only possible if this session lost its lock meanwhile.
			logger.warn("{} was not started for {}", this.job.getName(), run, ex);
			return null;
		}
	}

	/** This instance holds the lock, so an execution recorded as running was killed. */
	private void closeKilledRuns() {
		for (JobExecution orphan : this.jobRepository.findRunningJobExecutions(this.job.getName())) {
			logger.warn("Run {} of {} was killed and is marked as failed", orphan.getId(), this.job.getName());
			this.jobOperator.recover(orphan);
		}
	}

	/**
	 * The latest multiple of the interval since 1970 that is not after {@code now}.
	 */
	public static Instant dueMoment(Instant now, Duration interval) {
		long intervalMs = interval.toMillis();
		return Instant.ofEpochMilli(Math.floorDiv(now.toEpochMilli(), intervalMs) * intervalMs);
	}

}
