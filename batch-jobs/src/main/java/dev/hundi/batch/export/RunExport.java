package dev.hundi.batch.export;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.Iterator;
import java.util.Optional;

import dev.hundi.batch.schedule.FirstFailure;
import dev.hundi.batch.schedule.RunClaimedJob;
import dev.hundi.filestore.FileStore;
import dev.hundi.filestore.UnfinishedFile;
import dev.hundi.wallet.ExportedMovement;
import dev.hundi.wallet.ReadMovements;
import dev.hundi.walletexport.ClaimedExport;
import dev.hundi.walletexport.ExportQueue;
import dev.hundi.work.Claim;
import dev.hundi.work.ClaimEndedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.batch.infrastructure.support.transaction.ResourcelessTransactionManager;
import org.springframework.stereotype.Component;

/**
 * Runs the job {@value #NAME} for a claimed export. The export is the job instance, each
 * claim of it an execution. A chunk step writes the rows of one snapshot to an unfinished
 * file; a second step checks the balances and publishes the file. An unfinished file is
 * worthless, so every execution begins with the first row.
 */
@Component
class RunExport {

	static final String NAME = "wallet-export";

	/** The specification's limit. A longer window loses its newest rows. */
	static final int MAX_ROWS = 50_000;

	private static final Logger logger = LoggerFactory.getLogger(RunExport.class);

	private static final String WRITE = "write-file";

	private final JobRepository jobRepository;

	private final RunClaimedJob jobs;

	private final ReadMovements movements;

	private final ExportQueue queue;

	private final FileStore files;

	private final ExportSettings settings;

	RunExport(JobRepository jobRepository, RunClaimedJob jobs, ReadMovements movements, ExportQueue queue,
			FileStore files, ExportSettings settings) {
		this.jobRepository = jobRepository;
		this.jobs = jobs;
		this.movements = movements;
		this.queue = queue;
		this.files = files;
		this.settings = settings;
	}

	static JobParameters parameters(ClaimedExport export) {
		return new JobParametersBuilder().addString("exportId", export.exportId().toString())
			.addString("claimId", export.claimId().toString(), false)
			.toJobParameters();
	}

	/** Writes the export, schedules a retry or marks it as failed. */
	void run(Claim<ClaimedExport> claim) throws IOException {
		ClaimedExport export = claim.item();
		if (export.attempt() > this.settings.attempts()) {
			this.queue.failed(export, "The instance that wrote it stopped " + this.settings.attempts() + " times");
			return;
		}
		Optional<Throwable> failure = write(claim);
		if (failure.isPresent() && !claim.isStopping()) {
			notWritten(export, failure.get());
		}
	}

	private Optional<Throwable> write(Claim<ClaimedExport> claim) throws IOException {
		ClaimedExport export = claim.item();
		MovementReader reader = new MovementReader((rows) -> this.movements.read(export.businessId(), export.search(),
				export.window(), export.lastSequence(), MAX_ROWS, rows));
		FirstFailure failure = new FirstFailure();
		try (UnfinishedFile file = this.files.create(export.storedAs())) {
			ExportWriter writer = new ExportWriter(claim, reader, file, this.queue, this.settings);
			Job job = new JobBuilder(NAME, this.jobRepository).start(writeStep(reader, writer, failure))
				.next(publishStep(export, writer))
				.build();
			return this.jobs.run(job, parameters(export), failure);
		}
	}

	/**
	 * The transactions of the reader and the queue are their own, so those of Batch's
	 * steps have no resource.
	 */
	private Step writeStep(MovementReader reader, ExportWriter writer, FirstFailure failure) {
		return new StepBuilder(WRITE, this.jobRepository)
			.<Iterator<ExportedMovement>, Iterator<ExportedMovement>>chunk(1)
			.transactionManager(new ResourcelessTransactionManager())
			.reader(reader)
			.writer(writer)
			.listener(failure)
			.allowStartIfComplete(true)
			.build();
	}

	private Step publishStep(ClaimedExport export, ExportWriter writer) {
		return new StepBuilder("publish-file", this.jobRepository).tasklet((contribution, context) -> {
			Collection<StepExecution> steps = contribution.getStepExecution().getJobExecution().getStepExecutions();
			StepExecution written = steps.stream()
				.filter((step) -> step.getStepName().equals(WRITE))
				.findAny()
				.orElseThrow();
			if (!writer.publish(written)) {
				this.files.delete(export.storedAs());
				throw new ClaimEndedException("The lease has expired");
			}
			return RepeatStatus.FINISHED;
		}, new ResourcelessTransactionManager()).allowStartIfComplete(true).build();
	}

	private void notWritten(ClaimedExport export, Throwable failure) {
		if (failure instanceof BooksDisagreeException || export.attempt() >= this.settings.attempts()) {
			logger.error("Export {} failed at attempt {} and is not retried", export.exportId(), export.attempt(),
					failure);
			this.queue.failed(export, failure.toString());
			return;
		}
		logger.warn("Export {} failed at attempt {}", export.exportId(), export.attempt(), failure);
		Duration delay = this.settings.retryAfter().multipliedBy(export.attempt());
		this.queue.retryLater(export, failure.toString(), delay);
	}

}
