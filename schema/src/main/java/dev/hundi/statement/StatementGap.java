package dev.hundi.statement;

import java.time.LocalDate;
import java.util.UUID;

/**
 * A statement that does not open where the accepted statement before it closes.
 *
 * @param previousDate day of the statement before it
 * @param gapPaise its opening minus the previous closing balance
 */
public record StatementGap(UUID bankStatementId, LocalDate businessDate, LocalDate previousDate, long gapPaise) {
}
