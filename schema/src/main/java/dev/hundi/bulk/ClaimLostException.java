package dev.hundi.bulk;

/**
 * Another process has claimed the file, or it was cancelled. The transaction is rolled
 * back.
 */
public final class ClaimLostException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	ClaimLostException(ClaimedBulkFile file) {
		super("The claim of bulk file " + file.bulkFileId() + " is lost");
	}

}
