package dev.hundi.batch.bulk;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;

import dev.hundi.batch.schedule.JobHistory;
import dev.hundi.batch.schedule.OneCopyAtATime;
import dev.hundi.batch.schedule.RunWhenDue;
import dev.hundi.bulk.BulkQueue;
import dev.hundi.filestore.FileStore;

import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.batch.infrastructure.support.transaction.ResourcelessTransactionManager;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.SchedulingConfigurer;
import org.springframework.scheduling.config.FixedDelayTask;

/**
 * The job {@value #NAME}: removes expired and abandoned uploads, closes the runs of crashed
 * processes, and purges records of old runs.
 */
@Configuration(proxyBeanMethods = false)
class SweepUploads {

	static final String NAME = "sweep-bulk-uploads";

	/** The advisory lock of this job. No other lock in Hundi uses the number 932. */
	private static final long LOCK_KEY = 0x48554E44_00000000L + 932;

	/** The folder in which the api stores uploads. */
	private static final String FOLDER = "bulk-file";

	private static final int CHUNK = 500;

	private static final Duration ABANDONED_AFTER = Duration.ofDays(1);

	private static final Duration HISTORY = Duration.ofDays(7);

	private static final Duration POLL_INTERVAL = Duration.ofSeconds(30);

	private final BulkQueue queue;

	private final FileStore files;

	private final BulkSettings settings;

	SweepUploads(BulkQueue queue, FileStore files, BulkSettings settings) {
		this.queue = queue;
		this.files = files;
		this.settings = settings;
	}

	@Bean(NAME)
	Job sweepBulkUploadsJob(JobRepository jobRepository, JobHistory history, JobOperator jobOperator) {
		return new JobBuilder(NAME, jobRepository).start(step("remove-uploads", jobRepository, this::removeOld))
			.next(step("remove-abandoned-uploads", jobRepository, this::removeAbandoned))
			.next(step("close-dead-bulk-runs", jobRepository, () -> closeDeadRuns(jobRepository, jobOperator)))
			.next(step("purge-bulk-runs", jobRepository, () -> purgeRuns(history)))
			.build();
	}

	@Bean
	SchedulingConfigurer bulkSweeps(@Qualifier(NAME) Job sweep, OneCopyAtATime oneCopyAtATime, JobOperator jobOperator,
			JobRepository jobRepository) {
		RunWhenDue sweeping = new RunWhenDue(oneCopyAtATime, jobOperator, jobRepository, sweep, LOCK_KEY,
				this.settings.sweepInterval(), InstantSource.system());
		return (tasks) -> tasks.addFixedDelayTask(new FixedDelayTask(sweeping::look, POLL_INTERVAL, POLL_INTERVAL));
	}

	/** Deletes a file after its row was updated; a crash in between abandons the file. */
	private boolean removeOld() {
		List<String> names = this.queue.forgetUploads(this.settings.keepUploads(), CHUNK);
		names.forEach(this.files::delete);
		return names.size() == CHUNK;
	}

	private boolean removeAbandoned() {
		Instant old = Instant.now().minus(ABANDONED_AFTER);
		this.files.deleteAbandoned(FOLDER, old);
		this.queue.unknown(this.files.untouchedSince(FOLDER, old, Integer.MAX_VALUE)).forEach(this.files::delete);
		return false;
	}

	/** Closes runs whose process crashed and whose file is no longer claimed. */
	private boolean closeDeadRuns(JobRepository jobRepository, JobOperator jobOperator) {
		LocalDateTime old = LocalDateTime.now(ZoneId.systemDefault()).minusHours(1);
		for (String job : List.of(BulkJobs.LOAD, BulkJobs.RELEASE)) {
			for (JobExecution run : jobRepository.findRunningJobExecutions(job)) {
				String file = run.getJobParameters().getString(BulkRuns.FILE_ID);
				if (file != null && run.getCreateTime().isBefore(old) && !this.queue.isClaimed(UUID.fromString(file))) {
					jobOperator.recover(run);
				}
			}
		}
		return false;
	}

	private static boolean purgeRuns(JobHistory history) {
		LocalDateTime before = LocalDateTime.now(ZoneId.systemDefault()).minus(HISTORY);
		boolean more = false;
		for (String job : List.of(NAME, BulkJobs.LOAD, BulkJobs.RELEASE)) {
			more |= history.deleteFinishedBefore(job, before, CHUNK) == CHUNK;
		}
		return more;
	}

	private static Step step(String name, JobRepository jobRepository, Callable<Boolean> chunk) {
		return new StepBuilder(name, jobRepository)
			.tasklet((contribution, context) -> RepeatStatus.continueIf(chunk.call()),
					new ResourcelessTransactionManager())
			.build();
	}

}
