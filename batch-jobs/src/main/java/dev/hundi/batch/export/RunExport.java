package dev.hundi.batch.export;

import java.time.Duration;
import java.util.List;

import dev.hundi.batch.schedule.CutShortRuns;
import dev.hundi.walletexport.ClaimedExport;
import dev.hundi.walletexport.ExportQueue;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobExecutionException;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Component;

/**
 * Runs the job of a claimed export and decides what becomes of the claim. The instance of
 * the job is the export; each claim of it is an execution.
 */
@Component
class RunExport {

	private static final Log logger = LogFactory.getLog(RunExport.class);

	private final JobOperator jobOperator;

	private final CutShortRuns cutShort;

	private final Job job;

	private final ExportQueue queue;

	private final ExportSettings settings;

	private final StopWriting stop;

	RunExport(JobOperator jobOperator, CutShortRuns cutShort, @Qualifier(WriteExportJob.NAME) Job job,
			ExportQueue queue, ExportSettings settings, StopWriting stop) {
		this.jobOperator = jobOperator;
		this.cutShort = cutShort;
		this.job = job;
		this.queue = queue;
		this.settings = settings;
		this.stop = stop;
	}

	/** Ends every run at its next row. */
	void stop() {
		this.stop.stop();
	}

	/** Writes the export, or gives it back, or up. */
	void run(ClaimedExport export) {
		if (export.attempt() > this.settings.attempts()) {
			this.queue.failed(export, "Its writers died " + this.settings.attempts() + " times");
			return;
		}
		JobParameters parameters = WriteExportJob.parameters(export);
		try {
			if (export.attempt() > 1) {
				this.cutShort.close(WriteExportJob.NAME, parameters);
			}
			JobExecution run = this.jobOperator.start(this.job, parameters);
			if (run.getStatus() != BatchStatus.COMPLETED) {
				notWritten(export, run.getAllFailureExceptions());
			}
		}
		catch (JobExecutionException ex) {
			notWritten(export, List.of(ex));
		}
	}

	private void notWritten(ClaimedExport export, List<Throwable> failures) {
		Throwable failure = failures.isEmpty() ? new IllegalStateException("The job did not say why")
				: failures.getLast();
		if (this.stop.isStopped()) {
			this.queue.release(export);
			return;
		}
		String attempt = "Export " + export.exportId() + ", attempt " + export.attempt();
		if (failure instanceof BooksDisagreeException || export.attempt() >= this.settings.attempts()) {
			logger.error(attempt + " failed for good", failure);
			this.queue.failed(export, failure.toString());
			return;
		}
		logger.warn(attempt + " failed", failure);
		Duration delay = this.settings.retryAfter().multipliedBy(export.attempt());
		this.queue.retryLater(export, failure.toString(), delay);
	}

}
