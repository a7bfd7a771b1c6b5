package dev.hundi.batch.bulk;

import java.util.Objects;
import java.util.UUID;

import dev.hundi.batch.bulkfile.RefusedFileException;
import dev.hundi.bulk.ClaimLostException;
import dev.hundi.bulk.ClaimedBulkFile;

import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.scope.context.ChunkContext;
import org.springframework.batch.core.scope.context.StepContext;
import org.springframework.batch.core.scope.context.StepSynchronizationManager;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.core.step.tasklet.Tasklet;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.batch.infrastructure.support.transaction.ResourcelessTransactionManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.SimpleAsyncTaskExecutor;

/**
 * The jobs {@value #LOAD} and {@value #RELEASE}. The instance of a job is the file; each
 * claim of it is an execution. Every step begins where the rows in the database say, so
 * each runs again in every execution: Batch's records are not in one transaction with
 * what a step does, and nothing depends on them.
 */
@Configuration(proxyBeanMethods = false)
class BulkJobs {

	static final String LOAD = "bulk-load";

	static final String RELEASE = "bulk-release";

	/** The identifying parameter. */
	static final String FILE_ID = "bulkFileId";

	private static final String CLAIM_ID = "claimId";

	private final Runs runs;

	private final JobRepository jobRepository;

	BulkJobs(Runs runs, JobRepository jobRepository) {
		this.runs = runs;
		this.jobRepository = jobRepository;
	}

	static JobParameters parameters(ClaimedBulkFile file) {
		return new JobParametersBuilder().addString(FILE_ID, file.bulkFileId().toString())
			.addString(CLAIM_ID, file.claimId().toString(), false)
			.toJobParameters();
	}

	@Bean(LOAD)
	Job bulkLoadJob(LoadFile load, CheckFile check) {
		return new JobBuilder(LOAD, this.jobRepository).start(step("hash-upload", (run, context) -> {
			load.requireUnchanged(run.file());
			return 0;
		})).next(step("load-rows", (run, context) -> load.load(run))).next(step("check-rows", (run, context) -> {
			check.checkRows(run.file());
			return 0;
		})).next(step("total-rows", (run, context) -> {
			check.total(run);
			return 0;
		})).build();
	}

	@Bean(RELEASE)
	Job bulkReleaseJob(CheckFile check, ReleaseRanges ranges, BulkSettings settings) {
		Step worker = step("release-range", (run, context) -> ranges.release(run,
				context.getStepContext().getStepExecution().getExecutionContext()));
		SimpleAsyncTaskExecutor threads = new SimpleAsyncTaskExecutor("bulk-release-");
		return new JobBuilder(RELEASE, this.jobRepository).start(step("check-again", (run, context) -> {
			check.checkAgain(run.file());
			run.pace().begin();
			return 0;
		}))
			.next(new StepBuilder("release", this.jobRepository)
				.partitioner(worker.getName(), (parts) -> ranges.partition(current().file().rowsRead(), parts))
				.step(worker)
				.gridSize(settings.partitions())
				.taskExecutor(threads)
				.allowStartIfComplete(true)
				.build())
			.next(step("finish", (run, context) -> {
				check.finishRelease(run.file());
				return 0;
			}))
			.build();
	}

	private Step step(String name, Work work) {
		Tasklet tasklet = (contribution, context) -> {
			Run run = run(context);
			try {
				contribution.incrementWriteCount(work.of(run, context));
				return RepeatStatus.FINISHED;
			}
			catch (RefusedFileException | RestException | ClaimLostException ex) {
				// No failure of the step, which Batch would log with its stack.
				run.failed(ex);
				context.getStepContext().getStepExecution().setTerminateOnly();
				return RepeatStatus.FINISHED;
			}
			catch (Exception ex) {
				run.failed(ex);
				throw ex;
			}
		};
		return new StepBuilder(name, this.jobRepository).tasklet(tasklet, new ResourcelessTransactionManager())
			.allowStartIfComplete(true)
			.build();
	}

	private Run run(ChunkContext context) {
		return this.runs.of(UUID.fromString(String.valueOf(context.getStepContext().getJobParameters().get(CLAIM_ID))));
	}

	/** The run of the step that this thread is in: a partitioner is told of none. */
	private Run current() {
		StepContext step = Objects.requireNonNull(StepSynchronizationManager.getContext());
		return this.runs.of(UUID.fromString(String.valueOf(step.getJobParameters().get(CLAIM_ID))));
	}

	/** What a step does; answers rows written. */
	@FunctionalInterface
	private interface Work {

		long of(Run run, ChunkContext context) throws Exception;

	}

}
