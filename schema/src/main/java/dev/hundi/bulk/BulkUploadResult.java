package dev.hundi.bulk;

/**
 * What became of an upload.
 */
public sealed interface BulkUploadResult {

	/** Stored and waiting to be loaded. */
	record Accepted(BulkFile file) implements BulkUploadResult {
	}

	/** An earlier file has the same content or client reference; nothing is stored. */
	record Duplicate(BulkFile earlier) implements BulkUploadResult {
	}

	/** As many files of the business are being loaded as may be. */
	record TooManyFiles() implements BulkUploadResult {
	}

}
