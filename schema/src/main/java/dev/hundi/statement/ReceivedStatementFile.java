package dev.hundi.statement;

import java.time.Instant;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * A received statement file.
 *
 * @param sha256 SHA-256 of its bytes in hexadecimal
 * @param accountNumber account according to the sender, or null
 * @param receivedCount how often these bytes were received
 * @param failure why it is not loaded, or the last failure
 */
public record ReceivedStatementFile(UUID statementFileId, String sha256, String fileName, StatementSource source,
		@Nullable String accountNumber, Status status, int receivedCount, @Nullable String failure, long sizeBytes,
		Instant receivedAt, @Nullable Instant endedAt) {

	public enum Status {

		/** Waits to be loaded. */
		PENDING,

		/** Is being loaded. */
		RUNNING,

		/** Loaded completely. */
		LOADED,

		/** Nothing of it is loaded; {@code failure} is the reason. */
		REJECTED

	}

}
