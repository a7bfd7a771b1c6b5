package dev.hundi.batch.schedule;

import java.util.Optional;

import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobExecutionException;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.stereotype.Component;

/**
 * Runs the job of a claimed item. The caller holds the claim, so no other instance runs
 * the same job instance.
 */
@Component
public class RunClaimedJob {

	private final JobOperator jobOperator;

	private final JobRepository jobRepository;

	private final InterruptedRuns interruptedRuns;

	RunClaimedJob(JobOperator jobOperator, JobRepository jobRepository, InterruptedRuns interruptedRuns) {
		this.jobOperator = jobOperator;
		this.jobRepository = jobRepository;
		this.interruptedRuns = interruptedRuns;
	}

	/**
	 * Whether the job has completed. A claim finds that if the previous one was killed
	 * before it recorded the end of its item.
	 */
	public boolean hasCompleted(Job job, JobParameters parameters) {
		JobExecution last = this.jobRepository.getLastJobExecution(job.getName(), parameters);
		return last != null && last.getStatus() == BatchStatus.COMPLETED;
	}

	/**
	 * Starts the job, or restarts it where its last execution failed or was killed.
	 * @return the failure; empty if the job completed, now or at an earlier claim
	 */
	public Optional<Throwable> run(Job job, JobParameters parameters, FirstFailure failure) {
		if (hasCompleted(job, parameters)) {
			return Optional.empty();
		}
		try {
			this.interruptedRuns.close(job.getName(), parameters);
			JobExecution execution = this.jobOperator.start(job, parameters);
			return (execution.getStatus() == BatchStatus.COMPLETED) ? Optional.empty()
					: Optional.of(failure.of(execution));
		}
		catch (JobExecutionException ex) {
			return Optional.of(ex);
		}
	}

}
