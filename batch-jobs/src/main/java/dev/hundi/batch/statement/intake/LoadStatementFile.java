package dev.hundi.batch.statement.intake;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.NoSuchFileException;
import java.util.Set;
import java.util.TreeSet;

import dev.hundi.batch.statement.common.ExpensivePatternException;
import dev.hundi.batch.statement.common.StatementBytes;
import dev.hundi.batch.statement.common.StatementReader;
import dev.hundi.statement.ClaimedStatementFile;
import dev.hundi.statement.LoadStatements;
import dev.hundi.statement.RejectedStatementException;
import dev.hundi.statement.StatementFiles;
import dev.hundi.statement.StatementFormat;
import dev.hundi.statement.SumTooLargeException;
import dev.hundi.work.Claim;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.ExitStatus;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobExecutionException;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.StepContribution;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.batch.infrastructure.support.transaction.ResourcelessTransactionManager;
import org.springframework.stereotype.Component;

/**
 * Loads a claimed file by a run of the job {@value #JOB} and ends the claim. The job has
 * one tasklet step, because a chunk step commits each chunk and a file is committed
 * completely or not at all.
 */
@Component
class LoadStatementFile {

	static final String JOB = "statement-load";

	private static final Logger logger = LoggerFactory.getLogger(LoadStatementFile.class);

	private final StatementStore store;

	private final StatementFiles files;

	private final LoadStatements load;

	private final ReadStatements read;

	private final StatementSettings settings;

	private final CountFiles count;

	private final JobRepository jobRepository;

	private final JobOperator jobOperator;

	LoadStatementFile(StatementStore store, StatementFiles files, LoadStatements load, ReadStatements read,
			StatementSettings settings, CountFiles count, JobRepository jobRepository, JobOperator jobOperator) {
		this.store = store;
		this.files = files;
		this.load = load;
		this.read = read;
		this.settings = settings;
		this.count = count;
		this.jobRepository = jobRepository;
		this.jobOperator = jobOperator;
	}

	void run(Claim<ClaimedStatementFile> claim) throws JobExecutionException {
		ClaimedStatementFile file = claim.item();
		if (file.attempt() > this.settings.attempts()) {
			this.files.rejected(file, new RejectedStatementException(null,
					"Loading failed in " + this.settings.attempts() + " attempts"));
			return;
		}
		JobExecution run = this.jobOperator.start(job(claim), parameters(file));
		if (run.getStatus() != BatchStatus.COMPLETED && !claim.isStopping()) {
			String failure = run.getExitStatus().getExitDescription().lines().findFirst().orElse("unknown failure");
			logger.warn("File {} was not loaded in attempt {}: {}", file.fileName(), file.attempt(), failure);
			this.files.retryLater(file, failure, this.settings.retryAfter());
		}
	}

	/**
	 * Each claim is a job instance of its own, so that a rejected file that is sent again
	 * is loaded again.
	 */
	private static JobParameters parameters(ClaimedStatementFile file) {
		return new JobParametersBuilder().addString("statementFileId", file.statementFileId().toString())
			.addString("claimId", file.claimId().toString())
			.toJobParameters();
	}

	private Job job(Claim<ClaimedStatementFile> claim) {
		// The load has a transaction of its own, apart from Batch's records of the step.
		Step step = new StepBuilder("load-file", this.jobRepository)
			.tasklet((contribution, context) -> load(claim, contribution), new ResourcelessTransactionManager())
			.build();
		return new JobBuilder(JOB, this.jobRepository).start(step).build();
	}

	private RepeatStatus load(Claim<ClaimedStatementFile> claim, StepContribution contribution) throws IOException {
		ClaimedStatementFile file = claim.item();
		StatementBytes bytes = () -> Channels.newInputStream(
				this.store.files().open(file.storedAs()).orElseThrow(() -> new NoSuchFileException(file.storedAs())));
		StatementFormat format = this.read.formatOf(bytes);
		Set<String> profiles = new TreeSet<>();
		StatementReader reader = this.read.reader(format, file.accountNumber(), profiles::add);
		try {
			int lines = this.load.load(file, format, (sink) -> reader.read(bytes, new CheckClaim(claim, sink)));
			contribution.incrementWriteCount(lines);
			this.count.loaded();
			logger.info("Loaded {}: {} with {} lines", file.fileName(), format, lines);
		}
		catch (RejectedStatementException ex) {
			reject(file, ex, contribution);
		}
		catch (ExpensivePatternException | SumTooLargeException ex) {
			reject(file, new RejectedStatementException(null, String.valueOf(ex.getMessage())), contribution);
		}
		finally {
			this.files.readWith(file, profiles);
		}
		return RepeatStatus.FINISHED;
	}

	/** An invalid file is a result to report, not a failure of the step. */
	private void reject(ClaimedStatementFile file, RejectedStatementException rejection,
			StepContribution contribution) {
		logger.warn("Rejected {}: {}", file.fileName(), rejection.reason());
		this.files.rejected(file, rejection);
		this.count.refused(rejection);
		contribution.setExitStatus(new ExitStatus("REJECTED", rejection.reason()));
	}

}
