package dev.hundi.bulk;

/**
 * Somebody else works on the file now, or it was cancelled. What was under way is rolled
 * back.
 */
public final class ClaimLostException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	ClaimLostException(ClaimedBulkFile file) {
		super("The claim of bulk file " + file.bulkFileId() + " is no longer ours");
	}

}
