package dev.hundi.statement;

import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * A statement file claimed under a lease.
 *
 * @param storedAs its name in the file store
 * @param accountNumber account according to the sender, or null
 * @param attempt from 1
 */
public record ClaimedStatementFile(UUID statementFileId, UUID claimId, String fileName, String storedAs,
		StatementSource source, @Nullable String accountNumber, int attempt) {
}
