package dev.hundi.batch.reconciliation;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import dev.hundi.batch.schedule.CutShortRuns;
import dev.hundi.reconciliation.ClaimedRun;
import dev.hundi.reconciliation.ReconciliationRuns;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobExecutionException;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Component;

/**
 * Claims the day that is due and runs its job. While it runs, its lease is renewed beside
 * it, because one step is one statement that may take minutes.
 */
@Component
class RunReconciliation {

	private static final Logger logger = LoggerFactory.getLogger(RunReconciliation.class);

	private final ReconciliationRuns runs;

	private final JobOperator jobOperator;

	private final CutShortRuns cutShort;

	private final Job job;

	private final Job rehearsal;

	private final ReconciliationSettings settings;

	RunReconciliation(ReconciliationRuns runs, JobOperator jobOperator, CutShortRuns cutShort,
			@Qualifier(ReconciliationJob.NAME) Job job, @Qualifier(ReconciliationJob.REHEARSAL) Job rehearsal,
			ReconciliationSettings settings) {
		this.runs = runs;
		this.jobOperator = jobOperator;
		this.cutShort = cutShort;
		this.job = job;
		this.rehearsal = rehearsal;
		this.settings = settings;
	}

	/**
	 * Runs what is due, if anything is.
	 * @return whether there was something
	 */
	boolean runOne() {
		Optional<ClaimedRun> claimed = this.runs.claim(this.settings.lease());
		claimed.ifPresent(this::runRenewing);
		return claimed.isPresent();
	}

	private void runRenewing(ClaimedRun run) {
		CountDownLatch ended = new CountDownLatch(1);
		Thread renewing = Thread.ofVirtual().name("reconciliation-lease").start(() -> renewUntil(run, ended));
		try {
			run(run);
		}
		finally {
			ended.countDown();
			renewing.interrupt();
		}
	}

	private void renewUntil(ClaimedRun run, CountDownLatch ended) {
		try {
			while (!ended.await(this.settings.lease().toMillis() / 4, TimeUnit.MILLISECONDS)) {
				renew(run);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void renew(ClaimedRun run) {
		try {
			if (!this.runs.renew(run, this.settings.lease())) {
				logger.warn("Another copy has taken the run of {}", run.businessDate());
			}
		}
		catch (RuntimeException ex) {
			logger.warn("The lease of the run of {} was not renewed", run.businessDate(), ex);
		}
	}

	private void run(ClaimedRun run) {
		if (run.attempt() > this.settings.attempts()) {
			this.runs.failed(run, "Its copies died " + this.settings.attempts() + " times");
			return;
		}
		Job what = run.dry() ? this.rehearsal : this.job;
		JobParameters parameters = ReconciliationJob.parameters(run);
		try {
			this.cutShort.close(what.getName(), parameters);
			JobExecution execution = this.jobOperator.start(what, parameters);
			if (execution.getStatus() == BatchStatus.COMPLETED) {
				this.runs.done(run);
				logger.info("The books of {} are {}", run.businessDate(), run.dry() ? "rehearsed" : "closed");
			}
			else {
				notDone(run, execution.getAllFailureExceptions());
			}
		}
		catch (JobExecutionException ex) {
			notDone(run, List.of(ex));
		}
	}

	private void notDone(ClaimedRun run, List<Throwable> failures) {
		Throwable failure = failures.isEmpty() ? new IllegalStateException("The job did not say why")
				: failures.getFirst();
		if (run.attempt() >= this.settings.attempts()) {
			logger.error("The books of {} cannot be closed; a person must look", run.businessDate(), failure);
			this.runs.failed(run, reason(failure));
			return;
		}
		logger.warn("The books of {} are not closed at attempt {}", run.businessDate(), run.attempt(), failure);
		this.runs.retryLater(run, reason(failure), this.settings.retryAfter().multipliedBy(run.attempt()));
	}

	/** What a step says itself is for people; of anything else they need the name. */
	private static String reason(Throwable failure) {
		String said = failure.getMessage();
		return (failure instanceof IllegalStateException && said != null) ? said : failure.toString();
	}

}
