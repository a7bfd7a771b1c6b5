package dev.hundi.batch.schedule;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

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
 * Starts a job once for each due moment, in whichever copy looks first. A run that
 * failed, or whose copy died, is restarted at the next look.
 */
public final class RunWhenDue {

	/**
	 * The identifying parameter: the moment for which the run was due. One run per
	 * moment, whoever starts it.
	 */
	public static final String DUE_AT = "dueAt";

	private static final Log logger = LogFactory.getLog(RunWhenDue.class);

	private final OneCopyAtATime oneCopyAtATime;

	private final JobOperator jobOperator;

	private final JobRepository jobRepository;

	private final Job job;

	private final long lockKey;

	private final Duration interval;

	private final InstantSource clock;

	/**
	 * A schedule of a job.
	 * @param lockKey the advisory lock of the job, "HUND" and a number that no other lock
	 * of Hundi has
	 * @param interval time between two due moments
	 */
	public RunWhenDue(OneCopyAtATime oneCopyAtATime, JobOperator jobOperator, JobRepository jobRepository, Job job,
			long lockKey, Duration interval, InstantSource clock) {
		this.oneCopyAtATime = oneCopyAtATime;
		this.jobOperator = jobOperator;
		this.jobRepository = jobRepository;
		this.job = job;
		this.lockKey = lockKey;
		this.interval = interval;
		this.clock = clock;
	}

	/**
	 * Runs the job if its present moment is not done, and complains of a run that did not
	 * complete.
	 * @throws IllegalStateException if the run failed
	 */
	public void look() {
		try {
			JobExecution run = runIfDue();
			if (run != null && run.getStatus() != BatchStatus.COMPLETED) {
				throw new IllegalStateException("Run " + run.getId() + " of " + this.job.getName() + " ended as "
						+ run.getStatus() + ": " + run.getExitStatus().getExitDescription());
			}
		}
		catch (SQLException ex) {
			throw new CannotGetJdbcConnectionException(this.job.getName() + " could not reach the database", ex);
		}
	}

	/**
	 * Runs the job if its present moment is not done.
	 * @return the run, or {@code null} when there was nothing to do or another copy is
	 * doing it
	 * @throws SQLException when the database cannot be reached
	 */
	public @Nullable JobExecution runIfDue() throws SQLException {
		AtomicReference<@Nullable JobExecution> run = new AtomicReference<>();
		this.oneCopyAtATime.run(this.lockKey, () -> run.set(runAlone()));
		return run.get();
	}

	private @Nullable JobExecution runAlone() {
		closeRunsOfDeadCopies();
		JobParameters dueRun = new JobParametersBuilder()
			.addString(DUE_AT, dueMoment(this.clock.instant(), this.interval).toString())
			.toJobParameters();
		JobExecution last = this.jobRepository.getLastJobExecution(this.job.getName(), dueRun);
		if (last != null && last.getStatus() != BatchStatus.FAILED && last.getStatus() != BatchStatus.STOPPED) {
			return null;
		}
		try {
			return this.jobOperator.start(this.job, dueRun);
		}
		catch (JobExecutionException ex) {
			// Only possible if this session lost its lock meanwhile. The next moment's
			// run takes what is left.
			logger.warn(this.job.getName() + " was not started for " + dueRun, ex);
			return null;
		}
	}

	/**
	 * We hold the lock, so an execution recorded as running has nobody to run it.
	 */
	private void closeRunsOfDeadCopies() {
		for (JobExecution orphan : this.jobRepository.findRunningJobExecutions(this.job.getName())) {
			logger
				.warn("Run " + orphan.getId() + " of " + this.job.getName() + " was cut short; it is marked as failed");
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
