package dev.hundi.statement;

/**
 * A stored file with a statement of some day.
 *
 * @param accountNumber of the statement
 */
public record DayFile(String fileName, String storedAs, String accountNumber) {
}
