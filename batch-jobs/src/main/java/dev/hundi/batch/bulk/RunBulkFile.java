package dev.hundi.batch.bulk;

import java.time.Duration;

import dev.hundi.batch.bulkfile.FileFault;
import dev.hundi.batch.bulkfile.RefusedFileException;
import dev.hundi.batch.schedule.CutShortRuns;
import dev.hundi.bulk.BulkQueue;
import dev.hundi.bulk.BulkStatus;
import dev.hundi.bulk.ClaimLostException;
import dev.hundi.bulk.ClaimedBulkFile;
import dev.hundi.bulk.CountBulkOutcomes;
import dev.hundi.bulk.ReleaseBulkRows;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobExecutionException;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Component;

/**
 * Does what is due for a claimed file and decides what becomes of the claim.
 */
@Component
class RunBulkFile {

	private static final Log logger = LogFactory.getLog(RunBulkFile.class);

	private final JobOperator jobOperator;

	private final CutShortRuns cutShort;

	private final Job load;

	private final Job release;

	private final BulkQueue queue;

	private final CountBulkOutcomes ends;

	private final ReleaseBulkRows rows;

	private final Runs runs;

	private final BulkSettings settings;

	RunBulkFile(JobOperator jobOperator, CutShortRuns cutShort, @Qualifier(BulkJobs.LOAD) Job load,
			@Qualifier(BulkJobs.RELEASE) Job release, BulkQueue queue, CountBulkOutcomes ends, ReleaseBulkRows rows,
			Runs runs, BulkSettings settings) {
		this.jobOperator = jobOperator;
		this.cutShort = cutShort;
		this.load = load;
		this.release = release;
		this.queue = queue;
		this.ends = ends;
		this.rows = rows;
		this.runs = runs;
		this.settings = settings;
	}

	/** Loads or releases the file, or counts how its payouts ended. */
	void run(ClaimedBulkFile file) {
		switch (file.status()) {
			case LOADING -> run(this.load, file);
			case RELEASING -> run(this.release, file);
			case PROCESSING, COMPLETED, PARTIALLY_COMPLETED -> count(file);
			case AWAITING_RELEASE, REJECTED, CANCELLED, FAILED ->
				throw new IllegalStateException("Nothing is due for " + file);
		}
	}

	private void count(ClaimedBulkFile file) {
		long begin = System.nanoTime();
		try {
			// The larger the file, the longer a count takes, and the rarer it is.
			Duration next = this.settings.countInterval().plusMillis(file.rowsRead() / 100);
			this.ends.count(file, next, this.settings.countEndedInterval(), this.settings.watchFor());
		}
		catch (ClaimLostException ex) {
			logger.debug("Counted in vain", ex);
		}
		logger.trace("Counted in " + (System.nanoTime() - begin) + " ns");
	}

	private void run(Job job, ClaimedBulkFile file) {
		if (file.status() == BulkStatus.LOADING && file.attempt() > this.settings.attempts()) {
			this.queue.reject(file, FileFault.INTERNAL_ERROR.name(),
					"The file could not be loaded " + this.settings.attempts() + " times");
			return;
		}
		Run run = new Run(file, new Pace(this.rows, this.queue, file, this.settings));
		this.runs.begin(run);
		try {
			execute(job, run);
		}
		finally {
			this.runs.end(run);
		}
	}

	private void execute(Job job, Run run) {
		JobParameters parameters = BulkJobs.parameters(run.file());
		try {
			this.cutShort.close(job.getName(), parameters);
			JobExecution execution = this.jobOperator.start(job, parameters);
			if (execution.getStatus() != BatchStatus.COMPLETED) {
				execution.getAllFailureExceptions().forEach(run::failed);
				notDone(run);
			}
		}
		catch (JobExecutionException ex) {
			run.failed(ex);
			notDone(run);
		}
	}

	private void notDone(Run run) {
		ClaimedBulkFile file = run.file();
		Throwable failure = cause(run.failure());
		switch (failure) {
			case RefusedFileException refused -> {
				logger.info("Bulk file " + file.bulkFileId() + " is refused: " + refused.fault());
				this.queue.reject(file, refused.fault().name(), refused.reason());
			}
			case ClaimLostException lost -> logger.info(lost.getMessage());
			case RestException rest ->
				this.queue.continueLater(file, this.runs.isStopped() ? Duration.ZERO : this.settings.look());
			case null, default -> {
				if (this.runs.isStopped()) {
					this.queue.continueLater(file, Duration.ZERO);
					return;
				}
				logger.warn("Bulk file " + file.bulkFileId() + " could not be worked on and is tried again", failure);
				this.queue.retryLater(file, this.settings.retryAfter());
			}
		}
	}

	/** What a step threw, under what Batch put around it. */
	private static @Nullable Throwable cause(@Nullable Throwable failure) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (cause instanceof RefusedFileException || cause instanceof ClaimLostException
					|| cause instanceof RestException) {
				return cause;
			}
		}
		return failure;
	}

}
