package dev.hundi.bulk;

/**
 * What became of an upload.
 */
public sealed interface Received {

	/** Stored and waiting to be loaded. */
	record Taken(BulkFile file) implements Received {
	}

	/** An earlier file has the same content or client reference; nothing is stored. */
	record Duplicate(BulkFile earlier) implements Received {
	}

	/** As many files of the business are being loaded as may be. */
	record TooMany() implements Received {
	}

}
