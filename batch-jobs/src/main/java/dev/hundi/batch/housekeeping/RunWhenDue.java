package dev.hundi.batch.housekeeping;

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
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Component;

/**
 * Starts {@link PurgeExpiredNonces} once for each due moment, in whichever copy looks
 * first. A run that failed, or whose copy died, is restarted at the next look.
 */
@Component
class RunWhenDue {

	/**
	 * The advisory lock of this job, "HUND" and a number. No other lock of Hundi has the
	 * number 901.
	 */
	static final long LOCK_KEY = 0x48554E44_00000000L + 901;

	private static final Log logger = LogFactory.getLog(RunWhenDue.class);

	private final OneCopyAtATime oneCopyAtATime;

	private final JobOperator jobOperator;

	private final JobRepository jobRepository;

	private final Job job;

	private final Duration interval;

	private final InstantSource clock;

	RunWhenDue(OneCopyAtATime oneCopyAtATime, JobOperator jobOperator, JobRepository jobRepository,
			@Qualifier(PurgeExpiredNonces.NAME) Job job, HousekeepingSettings settings, InstantSource clock) {
		this.oneCopyAtATime = oneCopyAtATime;
		this.jobOperator = jobOperator;
		this.jobRepository = jobRepository;
		this.job = job;
		this.interval = settings.interval();
		this.clock = clock;
	}

	/**
	 * Runs the job if its present moment is not done.
	 * @return the run, or {@code null} when there was nothing to do or another copy is
	 * doing it
	 * @throws SQLException when the database cannot be reached
	 */
	@Nullable JobExecution runIfDue() throws SQLException {
		AtomicReference<@Nullable JobExecution> run = new AtomicReference<>();
		this.oneCopyAtATime.run(LOCK_KEY, () -> run.set(runAlone()));
		return run.get();
	}

	private @Nullable JobExecution runAlone() {
		closeRunsOfDeadCopies();
		JobParameters dueRun = new JobParametersBuilder()
			.addString(PurgeExpiredNonces.DUE_AT, dueMoment(this.clock.instant(), this.interval).toString())
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
			logger.warn("Housekeeping was not started for " + dueRun, ex);
			return null;
		}
	}

	/**
	 * We hold the lock, so an execution recorded as running has nobody to run it.
	 */
	private void closeRunsOfDeadCopies() {
		for (JobExecution orphan : this.jobRepository.findRunningJobExecutions(this.job.getName())) {
			logger.warn("Housekeeping run " + orphan.getId() + " was cut short; it is marked as failed");
			this.jobOperator.recover(orphan);
		}
	}

	/**
	 * The latest multiple of the interval since 1970 that is not after {@code now}.
	 */
	static Instant dueMoment(Instant now, Duration interval) {
		long intervalMs = interval.toMillis();
		return Instant.ofEpochMilli(Math.floorDiv(now.toEpochMilli(), intervalMs) * intervalMs);
	}

}
