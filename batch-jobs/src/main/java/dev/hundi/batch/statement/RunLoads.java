package dev.hundi.batch.statement;

import java.util.Optional;

import dev.hundi.statement.ClaimedStatementFile;
import dev.hundi.statement.RejectedStatementException;
import dev.hundi.statement.StatementFiles;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobExecutionException;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Component;

/**
 * Loads the files that are due, one after the other, each by a run of the job
 * {@value LoadStatementsJob#NAME}, and decides what becomes of a claim that failed.
 */
@Component
class RunLoads {

	private static final Log logger = LogFactory.getLog(RunLoads.class);

	private final StatementFiles files;

	private final StatementSettings settings;

	private final JobOperator jobOperator;

	private final Job job;

	private final StopLoading stop;

	RunLoads(StatementFiles files, StatementSettings settings, JobOperator jobOperator,
			@Qualifier(LoadStatementsJob.NAME) Job job, StopLoading stop) {
		this.files = files;
		this.settings = settings;
		this.jobOperator = jobOperator;
		this.job = job;
		this.stop = stop;
	}

	/** Loads what is due now. */
	void look() {
		while (this.stop.isRunning()) {
			Optional<ClaimedStatementFile> claimed = this.files.claim(this.settings.lease());
			if (claimed.isEmpty()) {
				return;
			}
			run(claimed.get());
		}
	}

	private void run(ClaimedStatementFile file) {
		if (file.attempt() > this.settings.attempts()) {
			this.files.rejected(file, new RejectedStatementException(null,
					"Loading it was given up after " + this.settings.attempts() + " tries"));
			return;
		}
		try {
			JobExecution run = this.jobOperator.start(this.job, LoadStatementsJob.parameters(file));
			if (run.getStatus() != BatchStatus.COMPLETED) {
				notLoaded(file,
						run.getAllFailureExceptions()
							.stream()
							.findFirst()
							.orElseGet(() -> new IllegalStateException("The job did not say why")));
			}
		}
		catch (JobExecutionException ex) {
			notLoaded(file, ex);
		}
	}

	private void notLoaded(ClaimedStatementFile file, Throwable failure) {
		logger.warn("File " + file.fileName() + " was not loaded, attempt " + file.attempt(), failure);
		this.files.retryLater(file, failure.toString(), this.settings.retryAfter());
	}

}
