package dev.hundi.batch.housekeeping;

import java.time.Duration;

/**
 * A step of the job {@value HousekeepingJob#NAME}. Every bean of this type is one. A step
 * removes whatever has expired at that moment, so the next run continues an interrupted
 * one.
 */
public interface HousekeepingStep {

	/** Name of the step in Spring Batch's tables, such as {@code expired-nonces}. */
	String name();

	/**
	 * Time between two runs of the step; by default it runs with every run of the job.
	 */
	default Duration interval() {
		return Duration.ZERO;
	}

	/**
	 * Removes a chunk of what has expired.
	 * @param limit items to remove at most
	 * @return removed items; the step is called again while this is {@code limit}
	 */
	int removeExpired(int limit);

}
