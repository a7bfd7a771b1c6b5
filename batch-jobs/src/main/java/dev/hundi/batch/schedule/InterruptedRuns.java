package dev.hundi.batch.schedule;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobInstance;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.stereotype.Component;

/**
 * Makes an interrupted job instance restartable. If the application is killed, or its
 * connection breaks while Batch records the end of a step or a run, Batch refuses to
 * restart from what is recorded. Jobs whose steps are idempotent may be restarted anyway.
 */
@Component
public class InterruptedRuns {

	private static final Logger logger = LoggerFactory.getLogger(InterruptedRuns.class);

	private final JobOperator jobOperator;

	private final JobRepository jobRepository;

	InterruptedRuns(JobOperator jobOperator, JobRepository jobRepository) {
		this.jobOperator = jobOperator;
		this.jobRepository = jobRepository;
	}

	/**
	 * Marks the last execution as failed if it did not end. The caller must hold the
	 * claim of the work exclusively, so that an execution recorded as running is not
	 * running.
	 */
	public void close(String jobName, JobParameters parameters) {
		JobExecution last = this.jobRepository.getLastJobExecution(jobName, parameters);
		if (last == null) {
			deleteInstanceWithoutExecution(jobName, parameters);
			return;
		}
		if (last.isRunning()) {
			logger.warn("Run {} of {} was interrupted", last.getId(), jobName);
			this.jobOperator.recover(last);
		}
		for (StepExecution step : last.getStepExecutions()) {
			if (step.getStatus() == BatchStatus.UNKNOWN || step.getStatus().isRunning()) {
				step.setStatus(BatchStatus.FAILED);
				this.jobRepository.update(step);
			}
		}
		if (last.getStatus() == BatchStatus.UNKNOWN) {
			last.setStatus(BatchStatus.FAILED);
			this.jobRepository.update(last);
		}
	}

	/**
	 * Batch commits an instance before its first execution and cannot start an instance
	 * that has no execution.
	 */
	private void deleteInstanceWithoutExecution(String jobName, JobParameters parameters) {
		JobInstance instance = this.jobRepository.getJobInstance(jobName, parameters);
		if (instance != null) {
			this.jobRepository.deleteJobInstance(instance);
		}
	}

}
