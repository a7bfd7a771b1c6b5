package dev.hundi.batch.housekeeping;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

import dev.hundi.batch.schedule.SingleInstanceLock;
import dev.hundi.batch.schedule.RunWhenDue;
import dev.hundi.retention.HousekeepingProofs;
import dev.hundi.work.RepeatedWork;

import org.springframework.batch.core.ExitStatus;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobInterruptedException;
import org.springframework.batch.core.job.SimpleJob;
import org.springframework.batch.core.job.StartLimitExceededException;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.launch.JobRestartException;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.batch.infrastructure.support.transaction.ResourcelessTransactionManager;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.SchedulingConfigurer;
import org.springframework.scheduling.config.FixedDelayTask;

/**
 * The job {@value #NAME}: one step for each {@link HousekeepingStep}, which fails if it
 * left anything behind. A failed step does not prevent the others; the run then ends as
 * FAILED and is restarted at the next poll with the steps that failed.
 */
@Configuration(proxyBeanMethods = false)
class HousekeepingJob {

	static final String NAME = "housekeeping";

	/**
	 * The advisory lock of this job: "HUND" and 901, which no other lock of Hundi uses.
	 */
	static final long LOCK_KEY = 0x48554E44_00000000L + 901;

	private static final Duration GAUGE_INTERVAL = Duration.ofSeconds(15);

	private final HousekeepingSettings settings;

	HousekeepingJob(HousekeepingSettings settings) {
		this.settings = settings;
	}

	@Bean(NAME)
	Job housekeeping(JobRepository jobRepository, HousekeepingSteps steps, HousekeepingProofs proofs) {
		SimpleJob job = new IndependentSteps(
				steps.all().stream().map((step) -> step(step, jobRepository, proofs)).toList());
		job.setJobRepository(jobRepository);
		return job;
	}

	@Bean
	RepeatedWork housekeepingStatus(HousekeepingGauges gauges) {
		return new RepeatedWork("housekeeping-status", GAUGE_INTERVAL, true, gauges::refresh);
	}

	@Bean
	RunWhenDue housekeepingRuns(SingleInstanceLock singleInstance, JobOperator jobOperator, JobRepository jobRepository,
			@Qualifier(NAME) Job job) {
		return new RunWhenDue(singleInstance, jobOperator, jobRepository, job, LOCK_KEY, this.settings.interval(),
				InstantSource.system());
	}

	@Bean
	SchedulingConfigurer housekeepingSchedule(@Qualifier("housekeepingRuns") RunWhenDue due) {
		Duration poll = this.settings.pollInterval();
		return (tasks) -> tasks.addFixedDelayTask(new FixedDelayTask(due::poll, poll, poll));
	}

	/** Each call of the tasklet is one chunk and commits on its own. */
	private Step step(HousekeepingStep step, JobRepository jobRepository, HousekeepingProofs proofs) {
		return new StepBuilder(step.name(), jobRepository).tasklet((contribution, context) -> {
			if (!isDue(step, contribution.getStepExecution().getJobExecution(), proofs)) {
				return RepeatStatus.FINISHED;
			}
			int removed = step.removeExpired(this.settings.chunkSize());
			contribution.incrementWriteCount(removed);
			if (removed == this.settings.chunkSize()) {
				return RepeatStatus.CONTINUABLE;
			}
			prove(step, proofs);
			return RepeatStatus.FINISHED;
		}, new ResourcelessTransactionManager()).build();
	}

	/** A run that left something behind fails, and is repeated. */
	private static void prove(HousekeepingStep step, HousekeepingProofs proofs) {
		HousekeepingStep.Proof proof = step.prove();
		proofs.record(step.name(), proof.overdue(), proof.cleanBefore());
		if (proof.overdue() > 0) {
			throw new IllegalStateException(
					"%s left %d rows, files or contradictions".formatted(step.name(), proof.overdue()));
		}
	}

	/**
	 * A step with a longer interval runs with the first run of the job in each interval,
	 * and with any run if it missed that one or left something behind.
	 */
	private boolean isDue(HousekeepingStep step, JobExecution run, HousekeepingProofs proofs) {
		String due = run.getJobParameters().getString(RunWhenDue.DUE_AT);
		if (due == null || step.interval().isZero()) {
			return true;
		}
		Instant dueAt = Instant.parse(due);
		Instant first = RunWhenDue.dueMoment(dueAt, step.interval());
		return Duration.between(first, dueAt).compareTo(this.settings.interval()) < 0
				|| !proofs.isClean(step.name(), step.interval());
	}

	/** Runs every step, whereas Batch's own sequence ends with the first that fails. */
	private static final class IndependentSteps extends SimpleJob {

		private final List<Step> steps;

		IndependentSteps(List<Step> steps) {
			super(NAME);
			this.steps = steps;
			setSteps(steps);
		}

		@Override
		protected void doExecute(JobExecution run)
				throws JobInterruptedException, JobRestartException, StartLimitExceededException {
			run.setExitStatus(ExitStatus.COMPLETED);
			for (Step step : this.steps) {
				StepExecution ended = handleStep(step, run);
				run.upgradeStatus(ended.getStatus());
				run.setExitStatus(run.getExitStatus().and(ended.getExitStatus()));
			}
		}

	}

}
