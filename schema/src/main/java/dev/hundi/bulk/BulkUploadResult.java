package dev.hundi.bulk;

/**
 * The result of an upload.
 */
public sealed interface BulkUploadResult {

	record Accepted(BulkFile file) implements BulkUploadResult {
	}

	/** An earlier file has the same content or client reference; nothing is stored. */
	record Duplicate(BulkFile earlier) implements BulkUploadResult {
	}

	/** The business has too many files in loading. */
	record TooManyFiles() implements BulkUploadResult {
	}

}
