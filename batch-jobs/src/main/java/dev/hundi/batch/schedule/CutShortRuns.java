package dev.hundi.batch.schedule;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobInstance;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.stereotype.Component;

/**
 * Makes an instance that was cut short fit to be started again. A copy that is killed, or
 * a connection that is cut while Batch writes down how a step or a run ended, leaves
 * records that Batch refuses to go on from; jobs whose steps may be done twice go on all
 * the same.
 */
@Component
public class CutShortRuns {

	private static final Log logger = LogFactory.getLog(CutShortRuns.class);

	private final JobOperator jobOperator;

	private final JobRepository jobRepository;

	CutShortRuns(JobOperator jobOperator, JobRepository jobRepository) {
		this.jobOperator = jobOperator;
		this.jobRepository = jobRepository;
	}

	/**
	 * Closes what is recorded of the last run. To be called by whoever holds the claim of
	 * the work alone: an execution recorded as running has nobody to run it.
	 */
	public void close(String jobName, JobParameters parameters) {
		JobExecution last = this.jobRepository.getLastJobExecution(jobName, parameters);
		if (last == null) {
			forgetInstanceWithoutExecution(jobName, parameters);
			return;
		}
		if (last.isRunning()) {
			logger.warn("Run " + last.getId() + " of " + jobName + " was cut short");
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
	 * Batch commits an instance before its first execution, and starts none of an
	 * instance that has lost it.
	 */
	private void forgetInstanceWithoutExecution(String jobName, JobParameters parameters) {
		JobInstance instance = this.jobRepository.getJobInstance(jobName, parameters);
		if (instance != null) {
			this.jobRepository.deleteJobInstance(instance);
		}
	}

}
