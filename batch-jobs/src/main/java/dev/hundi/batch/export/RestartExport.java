package dev.hundi.batch.export;

import java.util.Objects;
import java.util.UUID;

import dev.hundi.batch.schedule.JobRestart;
import dev.hundi.walletexport.WalletExports;

import org.springframework.batch.core.job.JobExecution;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Component;

/** Makes a failed export due again. */
@Component
class RestartExport implements JobRestart {

	private final WalletExports exports;

	RestartExport(WalletExports exports) {
		this.exports = exports;
	}

	@Override
	public String jobName() {
		return RunExport.NAME;
	}

	@Override
	public boolean restart(JobExecution failed, String askedBy) {
		try {
			return this.exports
				.retry(UUID.fromString(Objects.requireNonNull(failed.getJobParameters().getString("exportId"))));
		}
		catch (DuplicateKeyException ex) {
			throw new IllegalStateException("The business has requested the same file again", ex);
		}
	}

}
