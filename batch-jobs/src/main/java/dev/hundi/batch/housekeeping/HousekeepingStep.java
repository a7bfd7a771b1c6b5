package dev.hundi.batch.housekeeping;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A step of the job {@value HousekeepingJob#NAME}. Every bean of this type is one. A step
 * removes all that has expired at that moment, so the next run continues an interrupted
 * one, and proves that it is gone.
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

	/** Counts, once all chunks are removed, what should be gone and is not. */
	Proof prove();

	/**
	 * The result of a run.
	 *
	 * @param overdue rows or files that have expired and are still there; 0 is good
	 * @param cleanBefore nothing that expired before this time is left, or null if the
	 * step does not continue there
	 */
	record Proof(long overdue, @Nullable Instant cleanBefore) {

		public static final Duration SLACK = Duration.ofHours(1);

		/**
		 * A proof of a step that always reads everything.
		 * @param overdue counted with an age longer by {@link #SLACK}, because more
		 * expires every moment
		 */
		public static Proof of(long overdue) {
			return new Proof(overdue, null);
		}

		/** The age after which something is overdue that expires after another age. */
		public static Duration overdueAfter(Duration age) {
			return age.plus(SLACK);
		}

	}

}
