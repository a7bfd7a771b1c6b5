package dev.hundi.statement;

import java.time.LocalDate;

/**
 * The head of a statement.
 *
 * @param accountNumber in the bank's notation, letters and digits only
 * @param businessDate of the closing balance, Asia/Kolkata
 * @param reference the bank's identifier of the statement
 * @param page from 1, for statements in several parts
 * @param openingPaise booked balance before the lines; negative if overdrawn
 * @param closingPaise booked balance after the lines
 */
public record StatementHead(String accountNumber, LocalDate businessDate, String reference, int page, long openingPaise,
		long closingPaise) {

	private static final int LONGEST_REFERENCE = 100;

	public StatementHead {
		if (!accountNumber.matches("[0-9A-Z]{4,34}")) {
			throw new IllegalArgumentException("Invalid account number: " + accountNumber);
		}
		if (reference.isEmpty() || reference.length() > LONGEST_REFERENCE) {
			throw new IllegalArgumentException("A reference has 1 to 100 characters: " + reference);
		}
		if (page < 1) {
			throw new IllegalArgumentException("The first page is 1: " + page);
		}
	}

}
