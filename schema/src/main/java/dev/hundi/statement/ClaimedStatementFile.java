package dev.hundi.statement;

import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * A file of statements that the caller, and nobody else, may load while its lease lasts.
 *
 * @param storedAs its name in the file store
 * @param accountNumber whose the sender says it is, or null
 * @param attempt from 1
 */
public record ClaimedStatementFile(UUID statementFileId, UUID claimId, String fileName, String storedAs,
		StatementSource source, @Nullable String accountNumber, int attempt) {
}
