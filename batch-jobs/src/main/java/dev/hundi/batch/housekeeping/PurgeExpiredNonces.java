package dev.hundi.batch.housekeeping;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.function.IntSupplier;

import dev.hundi.batch.schedule.JobHistory;

import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.core.step.tasklet.Tasklet;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * The job {@value #NAME}: deletes nonces that can no longer be replayed, then the records
 * of its own old runs. Both steps delete whatever is old at that moment, so a run cut
 * short is simply continued by the next.
 */
@Configuration(proxyBeanMethods = false)
class PurgeExpiredNonces {

	static final String NAME = "purge-expired-nonces";

	/**
	 * The advisory lock of this job, "HUND" and a number. No other lock of Hundi has the
	 * number 901.
	 */
	static final long LOCK_KEY = 0x48554E44_00000000L + 901;

	private final HousekeepingSettings settings;

	PurgeExpiredNonces(HousekeepingSettings settings) {
		this.settings = settings;
	}

	@Bean(NAME)
	Job purgeExpiredNoncesJob(JobRepository jobRepository, PlatformTransactionManager transactionManager,
			ExpiredNonces nonces, JobHistory history) {
		int chunkSize = this.settings.chunkSize();
		Step deleteNonces = new StepBuilder("delete-nonces", jobRepository)
			.tasklet(inChunks(() -> nonces.deleteOlderThan(this.settings.nonceAge(), chunkSize)), transactionManager)
			.build();
		Step deleteHistory = new StepBuilder("delete-history", jobRepository)
			.tasklet(
					inChunks(() -> history.deleteFinishedBefore(NAME,
							LocalDateTime.now(ZoneId.systemDefault()).minus(this.settings.historyAge()), chunkSize)),
					transactionManager)
			.build();
		return new JobBuilder(NAME, jobRepository).start(deleteNonces).next(deleteHistory).build();
	}

	/**
	 * Batch commits after each call, so each chunk is a transaction of its own.
	 */
	private Tasklet inChunks(IntSupplier deleteChunk) {
		return (contribution, context) -> {
			int deleted = deleteChunk.getAsInt();
			contribution.incrementWriteCount(deleted);
			return RepeatStatus.continueIf(deleted == this.settings.chunkSize());
		};
	}

}
