package dev.hundi.batch.statement;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.NoSuchFileException;
import java.util.Map;
import java.util.UUID;

import dev.hundi.filestore.FileStore;
import dev.hundi.statement.ClaimedStatementFile;
import dev.hundi.statement.LoadStatements;
import dev.hundi.statement.RejectedStatementException;
import dev.hundi.statement.StatementFiles;
import dev.hundi.statement.StatementFormat;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.batch.core.ExitStatus;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.StepContribution;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.batch.infrastructure.support.transaction.ResourcelessTransactionManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The job {@value #NAME}: one step that loads one file. Its rows go in chunks, and all of
 * them in one transaction: a run that was cut short left nothing, and begins again.
 */
@Configuration(proxyBeanMethods = false)
class LoadStatementsJob {

	static final String NAME = "statement-load";

	private static final Log logger = LogFactory.getLog(LoadStatementsJob.class);

	private static final String FILE_ID = "statementFileId";

	private static final String CLAIM_ID = "claimId";

	private final FileStore store;

	private final StatementFiles files;

	private final LoadStatements load;

	private final ReadStatements read;

	private final StatementSettings settings;

	private final StopLoading stop;

	private final CountFiles count;

	LoadStatementsJob(FileStore store, StatementFiles files, LoadStatements load, ReadStatements read,
			StatementSettings settings, StopLoading stop, CountFiles count) {
		this.store = store;
		this.files = files;
		this.load = load;
		this.read = read;
		this.settings = settings;
		this.stop = stop;
		this.count = count;
	}

	/**
	 * Each claim is an instance: a file that was rejected and is sent again is loaded
	 * again.
	 */
	static JobParameters parameters(ClaimedStatementFile file) {
		return new JobParametersBuilder().addString(FILE_ID, file.statementFileId().toString())
			.addString(CLAIM_ID, file.claimId().toString())
			.toJobParameters();
	}

	@Bean(NAME)
	Job statementLoadJob(JobRepository jobRepository) {
		// The loading has its own transaction; Batch's records of the step are written
		// beside it.
		Step step = new StepBuilder("load-file", jobRepository).tasklet((contribution, context) -> {
			Map<String, Object> parameters = context.getStepContext().getJobParameters();
			ClaimedStatementFile file = this.files.held(uuid(parameters, FILE_ID), uuid(parameters, CLAIM_ID))
				.orElseThrow(() -> new IllegalStateException("The claim ran out before its job began"));
			return load(file, contribution);
		}, new ResourcelessTransactionManager()).build();
		return new JobBuilder(NAME, jobRepository).start(step).build();
	}

	private RepeatStatus load(ClaimedStatementFile file, StepContribution contribution) throws IOException {
		StatementBytes bytes = () -> Channels.newInputStream(
				this.store.open(file.storedAs()).orElseThrow(() -> new NoSuchFileException(file.storedAs())));
		StatementFormat format = this.read.formatOf(bytes);
		StatementReader reader = this.read.reader(format, file.accountNumber());
		try {
			int lines = this.load.load(file, format,
					(sink) -> reader.read(bytes, new KeepClaim(file, this.files, this.settings, this.stop, sink)));
			contribution.incrementWriteCount(lines);
			this.count.loaded();
			logger.info("Loaded " + file.fileName() + ", " + format + " of " + lines + " lines");
		}
		catch (RejectedStatementException ex) {
			// What is wrong with a file is something to be told, not a failure of ours.
			logger.warn(file.fileName() + " is rejected: " + ex.reason());
			this.files.rejected(file, ex);
			this.count.refused(ex);
			contribution.setExitStatus(new ExitStatus("REJECTED", ex.reason()));
		}
		return RepeatStatus.FINISHED;
	}

	private static UUID uuid(Map<String, Object> parameters, String name) {
		return UUID.fromString(String.valueOf(parameters.get(name)));
	}

}
