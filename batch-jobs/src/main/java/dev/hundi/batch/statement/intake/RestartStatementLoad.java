package dev.hundi.batch.statement.intake;

import java.util.Objects;
import java.util.UUID;

import dev.hundi.batch.schedule.JobRestart;
import dev.hundi.statement.StatementFiles;

import org.springframework.batch.core.job.JobExecution;
import org.springframework.stereotype.Component;

/** Makes a rejected statement file due again. */
@Component
class RestartStatementLoad implements JobRestart {

	private final StatementFiles files;

	RestartStatementLoad(StatementFiles files) {
		this.files = files;
	}

	@Override
	public String jobName() {
		return LoadStatementFile.JOB;
	}

	@Override
	public boolean restart(JobExecution failed, String askedBy) {
		return this.files
			.retry(UUID.fromString(Objects.requireNonNull(failed.getJobParameters().getString("statementFileId"))));
	}

}
