package dev.hundi.batch.bulk;

import java.time.Duration;
import java.util.Optional;

import dev.hundi.batch.bulkfile.FileFault;
import dev.hundi.batch.schedule.InterruptedRuns;
import dev.hundi.bulk.BulkQueue;
import dev.hundi.bulk.BulkStatus;
import dev.hundi.bulk.ClaimLostException;
import dev.hundi.bulk.ClaimedBulkFile;
import dev.hundi.bulk.CountBulkOutcomes;
import dev.hundi.bulk.ReleaseBulkRows;
import dev.hundi.work.Claim;
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
 * Runs the work that is due for a claimed file, and ends the claim by what Batch recorded
 * of the run.
 */
@Component
class RunBulkFile {

	private static final Logger logger = LoggerFactory.getLogger(RunBulkFile.class);

	private final JobOperator jobOperator;

	private final InterruptedRuns interruptedRuns;

	private final Job load;

	private final Job release;

	private final BulkQueue queue;

	private final CountBulkOutcomes outcomes;

	private final ReleaseBulkRows rows;

	private final BulkRuns runs;

	private final BulkSettings settings;

	RunBulkFile(JobOperator jobOperator, InterruptedRuns interruptedRuns, @Qualifier(BulkJobs.LOAD) Job load,
			@Qualifier(BulkJobs.RELEASE) Job release, BulkQueue queue, CountBulkOutcomes outcomes, ReleaseBulkRows rows,
			BulkRuns runs, BulkSettings settings) {
		this.jobOperator = jobOperator;
		this.interruptedRuns = interruptedRuns;
		this.load = load;
		this.release = release;
		this.queue = queue;
		this.outcomes = outcomes;
		this.rows = rows;
		this.runs = runs;
		this.settings = settings;
	}

	/** Loads the file, releases it, or counts the outcomes of its payouts. */
	void run(Claim<ClaimedBulkFile> claim) {
		ClaimedBulkFile file = claim.item();
		switch (file.status()) {
			case LOADING -> run(this.load, claim);
			case RELEASING -> run(this.release, claim);
			case PROCESSING, COMPLETED, PARTIALLY_COMPLETED -> count(file);
			case AWAITING_RELEASE, REJECTED, CANCELLED, FAILED ->
				throw new IllegalStateException("Nothing is due for " + file);
		}
	}

	private void count(ClaimedBulkFile file) {
		try {
			// Counting takes longer for larger files, and so happens less often.
			Duration next = this.settings.countInterval().plusMillis(file.rowsRead() / 100);
			this.outcomes.count(file, next, this.settings.countEndedInterval(), this.settings.watchFor());
		}
		catch (ClaimLostException ex) {
			logger.debug("The outcomes of bulk file {} were not stored", file.bulkFileId(), ex);
		}
	}

	private void run(Job job, Claim<ClaimedBulkFile> claim) {
		ClaimedBulkFile file = claim.item();
		if (file.status() == BulkStatus.LOADING && file.attempt() > this.settings.attempts()) {
			this.queue.reject(file, FileFault.INTERNAL_ERROR.name(),
					"Loading the file failed " + this.settings.attempts() + " times");
			return;
		}
		BulkRun run = new BulkRun(claim, new ReleasePace(this.rows, file, this.settings));
		this.runs.begin(run);
		try {
			execute(job, claim);
		}
		finally {
			this.runs.end(run);
		}
	}

	private void execute(Job job, Claim<ClaimedBulkFile> claim) {
		ClaimedBulkFile file = claim.item();
		JobParameters parameters = BulkRuns.parameters(file);
		try {
			this.interruptedRuns.close(job.getName(), parameters);
			JobExecution execution = this.jobOperator.start(job, parameters);
			if (!claim.isStopping()) {
				end(file, execution);
			}
		}
		catch (JobExecutionException ex) {
			logger.warn("{} of bulk file {} did not start and will be retried", job.getName(), file.bulkFileId(), ex);
			this.queue.retryLater(file, this.settings.retryAfter());
		}
	}

	/** Every end of a claim does nothing once the claim is lost. */
	private void end(ClaimedBulkFile file, JobExecution execution) {
		if (execution.getStatus() == BatchStatus.COMPLETED) {
			return;
		}
		Optional<StepOutcome.Refusal> refusal = StepOutcome.refusal(execution);
		if (refusal.isPresent()) {
			logger.info("Bulk file {} is refused: {}", file.bulkFileId(), refusal.get().fault());
			this.queue.reject(file, refusal.get().fault().name(), refusal.get().reason());
		}
		else if (execution.getStatus() == BatchStatus.STOPPED) {
			this.queue.continueLater(file, this.settings.pollInterval());
		}
		else {
			logger.warn("Run {} of bulk file {} failed and will be retried", execution.getId(), file.bulkFileId());
			this.queue.retryLater(file, this.settings.retryAfter());
		}
	}

}
