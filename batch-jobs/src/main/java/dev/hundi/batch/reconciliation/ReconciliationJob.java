package dev.hundi.batch.reconciliation;

import java.util.Map;
import java.util.Objects;
import java.util.UUID;

import dev.hundi.reconciliation.ClaimedRun;
import dev.hundi.reconciliation.ReconcileDay;
import dev.hundi.reconciliation.ReconciliationRuns;
import dev.hundi.reconciliation.ReconciliationStep;

import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.job.builder.SimpleJobBuilder;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.core.step.tasklet.Tasklet;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.batch.infrastructure.support.transaction.ResourcelessTransactionManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The jobs {@value #NAME} and {@value #REHEARSAL}: a day is an instance, each claim of it
 * an execution, and an execution goes on with the step at which the one before ended.
 */
@Configuration(proxyBeanMethods = false)
class ReconciliationJob {

	static final String NAME = "reconciliation";

	static final String REHEARSAL = "reconciliation-rehearsal";

	private static final String RUN_ID = "runId";

	private static final String ROUND = "round";

	private static final String CLAIM_ID = "claimId";

	static JobParameters parameters(ClaimedRun run) {
		return new JobParametersBuilder().addLong(RUN_ID, run.runId())
			.addLong(ROUND, (long) run.round())
			.addString(CLAIM_ID, run.claimId().toString(), false)
			.toJobParameters();
	}

	@Bean(NAME)
	Job reconciliation(JobRepository jobRepository, ReconciliationRuns runs, ReconcileDay day) {
		SimpleJobBuilder job = null;
		for (ReconciliationStep step : ReconciliationStep.values()) {
			Step built = step(jobRepository, step.name(), (contribution, context) -> {
				ClaimedRun run = held(runs, context.getStepContext().getJobParameters());
				runs.progress(run, step, step.ordinal());
				day.run(step, run);
				return RepeatStatus.FINISHED;
			});
			job = (job != null) ? job.next(built) : new JobBuilder(NAME, jobRepository).start(built);
		}
		return Objects.requireNonNull(job).build();
	}

	@Bean(REHEARSAL)
	Job rehearsal(JobRepository jobRepository, ReconciliationRuns runs, ReconcileDay day) {
		return new JobBuilder(REHEARSAL, jobRepository)
			.start(step(jobRepository, "REHEARSE", (contribution, context) -> {
				day.rehearse(held(runs, context.getStepContext().getJobParameters()));
				return RepeatStatus.FINISHED;
			}))
			.build();
	}

	/** A step's own transactions commit before Batch records that it is done. */
	private static Step step(JobRepository jobRepository, String name, Tasklet tasklet) {
		return new StepBuilder(name, jobRepository).tasklet(tasklet, new ResourcelessTransactionManager()).build();
	}

	private static ClaimedRun held(ReconciliationRuns runs, Map<String, Object> parameters) {
		return runs
			.held(Long.parseLong(String.valueOf(parameters.get(RUN_ID))),
					UUID.fromString(String.valueOf(parameters.get(CLAIM_ID))))
			.orElseThrow(() -> new IllegalStateException("The claim ran out"));
	}

}
