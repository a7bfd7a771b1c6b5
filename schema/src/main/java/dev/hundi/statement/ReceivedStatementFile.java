package dev.hundi.statement;

import java.time.Instant;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * A file of statements that came in.
 *
 * @param sha256 SHA-256 of its bytes in hexadecimal
 * @param accountNumber whose the sender says it is, or null
 * @param receivedCount how often these bytes have come
 * @param failure why it is not loaded, or what the last try came to
 */
public record ReceivedStatementFile(UUID statementFileId, String sha256, String fileName, StatementSource source,
		@Nullable String accountNumber, Status status, int receivedCount, @Nullable String failure, long sizeBytes,
		Instant receivedAt, @Nullable Instant endedAt) {

	/** How the loading of a file stands. */
	public enum Status {

		/** Waits to be loaded. */
		PENDING,

		/** A copy of batch-jobs loads it. */
		RUNNING,

		/** All of it is here. */
		LOADED,

		/** Nothing of it is here, and {@code failure} says why. */
		REJECTED

	}

}
