package dev.hundi.portal.console;

/** The status of a run, as Spring Batch records it. */
enum JobStatus {

	STARTING, STARTED, COMPLETED, STOPPING, STOPPED, FAILED, ABANDONED, UNKNOWN;

	/** Whether it has not ended. */
	public boolean isRunning() {
		return this == STARTING || this == STARTED || this == STOPPING;
	}

}
