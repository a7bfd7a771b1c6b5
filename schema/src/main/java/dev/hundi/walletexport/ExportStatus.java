package dev.hundi.walletexport;

/**
 * How far an export is.
 */
public enum ExportStatus {

	/** Waits for a copy of batch-jobs that has room. */
	PENDING,

	/** Being written under a lease. */
	RUNNING,

	/** Its file can be fetched. */
	DONE,

	/** Given up; asking again starts another. */
	FAILED,

	/** Its file has been removed. */
	EXPIRED;

	/** Whether it may still become {@link #DONE}. */
	public boolean isOpen() {
		return this == PENDING || this == RUNNING;
	}

}
