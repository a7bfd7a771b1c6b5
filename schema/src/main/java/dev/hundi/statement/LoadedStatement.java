package dev.hundi.statement;

import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;

/**
 * A loaded statement.
 *
 * @param openingPaise booked balance before its lines, as stated by the bank
 * @param closingPaise booked balance after them, as stated by the bank
 * @param creditPaise sum of its credits
 * @param debitPaise sum of its debits
 */
public record LoadedStatement(UUID bankStatementId, long nodalAccountId, LocalDate businessDate, String reference,
		int page, StatementFormat format, String fileName, long openingPaise, long closingPaise, int lineCount,
		long creditPaise, long debitPaise, Instant loadedAt, StatementState state) {
}
