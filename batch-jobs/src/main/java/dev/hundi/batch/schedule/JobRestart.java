package dev.hundi.batch.schedule;

import org.springframework.batch.core.job.JobExecution;

/** Runs a job again whose last run failed. Every bean of this type is used. */
public interface JobRestart {

	String jobName();

	/**
	 * Makes the work of a failed run due again. Repeating it does nothing more.
	 * @param failed the last run of its instance
	 * @return whether the work is due again
	 * @throws IllegalStateException if it may not run again, with a message for the
	 * person who asked
	 */
	boolean restart(JobExecution failed, String askedBy);

}
