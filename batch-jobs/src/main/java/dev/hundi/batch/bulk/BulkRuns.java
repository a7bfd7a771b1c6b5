package dev.hundi.batch.bulk;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

import dev.hundi.bulk.ClaimedBulkFile;

import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.stereotype.Component;

/**
 * The runs of this process, which the steps of a job find by a job parameter.
 */
@Component
class BulkRuns {

	/** The identifying job parameter: one job instance per file. */
	private static final String FILE_ID = "bulkFileId";

	private static final String CLAIM_ID = "claimId";

	private final Map<String, BulkRun> runs = new ConcurrentHashMap<>();

	static JobParameters parameters(ClaimedBulkFile file) {
		return new JobParametersBuilder().addString(FILE_ID, file.bulkFileId().toString())
			.addString(CLAIM_ID, file.claimId().toString(), false)
			.toJobParameters();
	}

	BulkRun of(StepExecution step) {
		return Objects.requireNonNull(this.runs.get(String.valueOf(step.getJobParameters().getString(CLAIM_ID))),
				"The claim of the step belongs to no run of this process");
	}

	void begin(BulkRun run) {
		this.runs.put(run.file().claimId().toString(), run);
	}

	void end(BulkRun run) {
		this.runs.remove(run.file().claimId().toString());
	}

}
