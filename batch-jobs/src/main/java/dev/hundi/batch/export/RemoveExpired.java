package dev.hundi.batch.export;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;

import dev.hundi.batch.schedule.JobHistory;
import dev.hundi.filestore.FileStore;
import dev.hundi.walletexport.ExpiredExports;
import dev.hundi.walletexport.ExportQueue;

import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.batch.infrastructure.support.transaction.ResourcelessTransactionManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The job {@value #NAME}: removes files whose time is over, what dead copies left behind,
 * and records of old runs. Each step takes whatever is old at that moment, so a run cut
 * short is continued by the next.
 */
@Configuration(proxyBeanMethods = false)
class RemoveExpired {

	static final String NAME = "remove-expired-exports";

	/** The advisory lock of this job. No other lock of Hundi has the number 921. */
	static final long LOCK_KEY = 0x48554E44_00000000L + 921;

	private static final String FOLDER = "wallet-export";

	private static final int CHUNK = 500;

	private static final Duration ABANDONED_AFTER = Duration.ofDays(1);

	private static final Duration HISTORY = Duration.ofDays(7);

	private final ExpiredExports expired;

	private final ExportQueue queue;

	private final FileStore files;

	RemoveExpired(ExpiredExports expired, ExportQueue queue, FileStore files) {
		this.expired = expired;
		this.queue = queue;
		this.files = files;
	}

	@Bean(NAME)
	Job removeExpiredExportsJob(JobRepository jobRepository, JobHistory history, JobOperator jobOperator) {
		return new JobBuilder(NAME, jobRepository).start(step("remove-files", jobRepository, this::removeExpired))
			.next(step("remove-abandoned", jobRepository, this::removeAbandoned))
			.next(step("close-dead-runs", jobRepository, () -> closeDeadRuns(jobRepository, jobOperator)))
			.next(step("forget-runs", jobRepository, () -> forgetRuns(history)))
			.build();
	}

	/** Files go only after their rows say so, or somebody would be promised one. */
	boolean removeExpired() {
		List<String> names = this.expired.expire(CHUNK);
		names.forEach(this.files::delete);
		this.expired.removed(names);
		return names.size() == CHUNK;
	}

	/**
	 * What a copy left behind that died while it wrote, or before it could note what it
	 * had written.
	 */
	boolean removeAbandoned() {
		Instant old = Instant.now().minus(ABANDONED_AFTER);
		this.files.deleteAbandoned(FOLDER, old);
		this.queue.unreferenced(this.files.untouchedSince(FOLDER, old, Integer.MAX_VALUE)).forEach(this.files::delete);
		return false;
	}

	/** Runs that ended with their copy, after their export was noted as done. */
	private boolean closeDeadRuns(JobRepository jobRepository, JobOperator jobOperator) {
		for (JobExecution run : jobRepository.findRunningJobExecutions(WriteExportJob.NAME)) {
			String exportId = run.getJobParameters().getString(WriteExportJob.EXPORT_ID);
			if (exportId != null && !this.queue.isRunning(UUID.fromString(exportId))
					&& run.getCreateTime().isBefore(LocalDateTime.now(ZoneId.systemDefault()).minusHours(1))) {
				jobOperator.recover(run);
			}
		}
		return false;
	}

	private static boolean forgetRuns(JobHistory history) {
		LocalDateTime before = LocalDateTime.now(ZoneId.systemDefault()).minus(HISTORY);
		boolean more = false;
		for (String job : List.of(NAME, WriteExportJob.NAME, RequestMonthlyExports.NAME)) {
			more |= history.deleteFinishedBefore(job, before, CHUNK) == CHUNK;
		}
		return more;
	}

	/** Batch's records are not in one transaction with what the work does. */
	private static Step step(String name, JobRepository jobRepository, Callable<Boolean> chunk) {
		return new StepBuilder(name, jobRepository)
			.tasklet((contribution, context) -> RepeatStatus.continueIf(chunk.call()),
					new ResourcelessTransactionManager())
			.build();
	}

}
