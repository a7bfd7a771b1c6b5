package dev.hundi.batch.reconciliation;

import java.util.Optional;

import dev.hundi.batch.schedule.FirstFailure;
import dev.hundi.batch.schedule.RunClaimedJob;
import dev.hundi.reconciliation.ClaimedRun;
import dev.hundi.reconciliation.ReconcileDay;
import dev.hundi.reconciliation.ReconciliationRuns;
import dev.hundi.reconciliation.ReconciliationStep;
import dev.hundi.work.Claim;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.job.builder.SimpleJobBuilder;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.batch.infrastructure.support.transaction.ResourcelessTransactionManager;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.stereotype.Component;

/**
 * Runs the job {@value #NAME} or {@value #DRY_RUN} for a claimed day. A round of a day is
 * a job instance and each claim of it an execution, which continues with the step that
 * the previous execution did not complete.
 */
@Component
class RunReconciliation {

	static final String NAME = "reconciliation";

	static final String DRY_RUN = "reconciliation-dry-run";

	private static final Logger logger = LoggerFactory.getLogger(RunReconciliation.class);

	private final ReconciliationRuns runs;

	private final ReconcileDay day;

	private final JobRepository jobRepository;

	private final RunClaimedJob jobs;

	private final ReconciliationSettings settings;

	RunReconciliation(ReconciliationRuns runs, ReconcileDay day, JobRepository jobRepository, RunClaimedJob jobs,
			ReconciliationSettings settings) {
		this.runs = runs;
		this.day = day;
		this.jobRepository = jobRepository;
		this.jobs = jobs;
		this.settings = settings;
	}

	static JobParameters parameters(ClaimedRun run) {
		return new JobParametersBuilder().addLong("runId", run.runId())
			.addLong("round", (long) run.round())
			.addString("claimId", run.claimId().toString(), false)
			.toJobParameters();
	}

	/**
	 * Closes the day or makes a dry run of it, schedules a retry or marks the run as
	 * failed.
	 */
	void run(Claim<ClaimedRun> claim) {
		ClaimedRun run = claim.item();
		Job job = run.dry() ? dryRun(run) : reconciliation(claim);
		if (run.attempt() > this.settings.attempts() && !this.jobs.hasCompleted(job, parameters(run))) {
			this.runs.failed(run, "The instance that ran it stopped " + this.settings.attempts() + " times");
			return;
		}
		Optional<Throwable> failure = this.jobs.run(job, parameters(run), new FirstFailure());
		if (failure.isEmpty()) {
			this.runs.done(run);
			logger.info("The books of {} are {}", run.businessDate(), run.dry() ? "tried in a dry run" : "closed");
		}
		else if (!claim.isStopping()) {
			notDone(run, failure.get());
		}
	}

	private Job reconciliation(Claim<ClaimedRun> claim) {
		SimpleJobBuilder job = new JobBuilder(NAME, this.jobRepository).start(step(claim, ReconciliationStep.COLLECT));
		for (ReconciliationStep step : ReconciliationStep.values()) {
			if (step != ReconciliationStep.COLLECT) {
				job.next(step(claim, step));
			}
		}
		return job.build();
	}

	private Step step(Claim<ClaimedRun> claim, ReconciliationStep step) {
		return step(step.name(), () -> {
			claim.check();
			this.runs.progress(claim.item(), step, step.ordinal());
			this.day.run(step, claim.item());
		});
	}

	private Job dryRun(ClaimedRun run) {
		return new JobBuilder(DRY_RUN, this.jobRepository).start(step("DRY_RUN", () -> this.day.dryRun(run))).build();
	}

	/** The transactions of a step commit before Batch records that the step is done. */
	private Step step(String name, Runnable work) {
		return new StepBuilder(name, this.jobRepository).tasklet((contribution, context) -> {
			work.run();
			return RepeatStatus.FINISHED;
		}, new ResourcelessTransactionManager()).build();
	}

	private void notDone(ClaimedRun run, Throwable failure) {
		if (run.attempt() >= this.settings.attempts()) {
			logger.error("The books of {} cannot be closed; fix the cause and request the day again",
					run.businessDate(), failure);
			this.runs.failed(run, reason(failure));
			return;
		}
		logger.warn("The books of {} are not closed at attempt {}", run.businessDate(), run.attempt(), failure);
		this.runs.retryLater(run, reason(failure), this.settings.retryAfter().multipliedBy(run.attempt()));
	}

	/**
	 * The message of a step is written for people; other failures need their type. What
	 * the database says stands behind a statement that is longer than a failure may be.
	 */
	private static String reason(Throwable failure) {
		String message = failure.getMessage();
		return (failure instanceof IllegalStateException && message != null) ? message
				: NestedExceptionUtils.getMostSpecificCause(failure).toString();
	}

}
