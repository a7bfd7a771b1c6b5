package dev.hundi.batch.reconciliation;

import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;

import dev.hundi.batch.schedule.JobRestart;
import dev.hundi.reconciliation.ReconciliationRun;
import dev.hundi.reconciliation.ReconciliationRuns;

import org.springframework.batch.core.job.JobExecution;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Component;

/** Requests the closing of a day again that failed for good. */
@Component
class RestartClosing implements JobRestart {

	private final ReconciliationRuns runs;

	private final InstantSource clock;

	RestartClosing(ReconciliationRuns runs, @Qualifier("reconciliationClock") InstantSource clock) {
		this.runs = runs;
		this.clock = clock;
	}

	@Override
	public String jobName() {
		return RunReconciliation.NAME;
	}

	@Override
	public boolean restart(JobExecution failed, String askedBy) {
		long runId = Objects.requireNonNull(failed.getJobParameters().getLong("runId"));
		Optional<ReconciliationRun> run = this.runs.find(runId)
			.filter((found) -> found.progress().state().equals("FAILED"));
		run.ifPresent((found) -> this.runs.request(found.businessDate(), false, askedBy, this.clock.instant()));
		return run.isPresent();
	}

}
