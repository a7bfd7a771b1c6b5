package dev.hundi.batch.bulk;

import dev.hundi.batch.bulkfile.RefusedFileException;
import dev.hundi.bulk.ClaimLostException;
import dev.hundi.bulk.LoadedBlock;

import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.core.step.tasklet.Tasklet;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.batch.infrastructure.support.transaction.ResourcelessTransactionManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * The jobs {@value #LOAD} and {@value #RELEASE}. A job instance is a file, and each claim
 * of the file is an execution. Steps are repeatable, and a completed one runs again in
 * the next execution: what it checked may have changed since.
 */
@Configuration(proxyBeanMethods = false)
class BulkJobs {

	static final String LOAD = "bulk-load";

	static final String RELEASE = "bulk-release";

	private final BulkRuns runs;

	private final JobRepository jobRepository;

	BulkJobs(BulkRuns runs, JobRepository jobRepository) {
		this.runs = runs;
		this.jobRepository = jobRepository;
	}

	@Bean(LOAD)
	Job bulkLoadJob(StoredUploads uploads, BulkRowReader reader, BulkRowWriter writer, CheckFile check,
			PlatformTransactionManager transactionManager) {
		Step loadRows = new StepBuilder("load-rows", this.jobRepository).<LoadedBlock, LoadedBlock>chunk(1)
			.transactionManager(transactionManager)
			.reader(reader)
			.writer(writer)
			.interruptionPolicy((step) -> this.runs.of(step).endIfClaimEnded(step))
			.allowStartIfComplete(true)
			.build();
		return new JobBuilder(LOAD, this.jobRepository)
			.start(step("hash-upload", (run, step) -> uploads.requireUnchanged(run.file())))
			.next(loadRows)
			.next(step("check-rows", (run, step) -> check.checkRows(run.file())))
			.next(step("total-rows",
					(run, step) -> check.total(run.file(), step.getJobExecution().getExecutionContext())))
			.build();
	}

	@Bean(RELEASE)
	Job bulkReleaseJob(CheckFile check, ReleaseRanges ranges, ReleaseRange release, BulkSettings settings) {
		Step worker = taskletStep("release-range", release);
		Step partitions = new StepBuilder("release", this.jobRepository).partitioner(worker.getName(), ranges)
			.step(worker)
			.gridSize(settings.partitions())
			.taskExecutor(new SimpleAsyncTaskExecutor("bulk-release-"))
			.allowStartIfComplete(true)
			.build();
		return new JobBuilder(RELEASE, this.jobRepository).start(step("check-again", (run, step) -> {
			check.checkAgain(run.file());
			run.pace().begin();
		})).next(partitions).next(step("finish", (run, step) -> check.finishRelease(run.file()))).build();
	}

	private Step step(String name, Work work) {
		return taskletStep(name, (contribution, context) -> {
			StepExecution step = contribution.getStepExecution();
			work.run(this.runs.of(step), step);
			return RepeatStatus.FINISHED;
		});
	}

	/** Work that has transactions of its own. */
	private Step taskletStep(String name, Tasklet work) {
		Tasklet tasklet = (contribution, context) -> {
			StepExecution step = contribution.getStepExecution();
			this.runs.of(step).endIfClaimEnded(step);
			if (step.isTerminateOnly()) {
				return RepeatStatus.FINISHED;
			}
			try {
				return work.execute(contribution, context);
			}
			catch (RefusedFileException ex) {
				StepOutcome.refuse(step, ex);
			}
			catch (ClaimLostException ex) {
				StepOutcome.CLAIM_LOST.end(step);
			}
			return RepeatStatus.FINISHED;
		};
		return new StepBuilder(name, this.jobRepository).tasklet(tasklet, new ResourcelessTransactionManager())
			.allowStartIfComplete(true)
			.build();
	}

	@FunctionalInterface
	private interface Work {

		void run(BulkRun run, StepExecution step) throws Exception;

	}

}
