package dev.hundi.walletexport;

public enum ExportStatus {

	/** Waits for a process with capacity. */
	PENDING,

	/** Being written under a lease. */
	RUNNING,

	/** Its file can be downloaded. */
	DONE,

	/** Given up; a new request starts another export. */
	FAILED,

	/** Its file is removed. */
	EXPIRED;

	/** Whether it may still become {@link #DONE}. */
	public boolean isOpen() {
		return this == PENDING || this == RUNNING;
	}

}
