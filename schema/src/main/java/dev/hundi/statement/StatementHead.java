package dev.hundi.statement;

import java.time.LocalDate;

/**
 * What a statement says of itself.
 *
 * @param accountNumber as the bank writes it, letters and digits only
 * @param businessDate of the closing balance, Asia/Kolkata
 * @param reference by which the bank knows the statement again
 * @param page from 1; which part, where a statement comes in several
 * @param openingPaise booked balance before the lines; below zero is overdrawn
 * @param closingPaise booked balance after the lines
 */
public record StatementHead(String accountNumber, LocalDate businessDate, String reference, int page, long openingPaise,
		long closingPaise) {

	private static final int LONGEST_REFERENCE = 100;

	public StatementHead {
		if (!accountNumber.matches("[0-9A-Z]{4,34}")) {
			throw new IllegalArgumentException("No account number: " + accountNumber);
		}
		if (reference.isEmpty() || reference.length() > LONGEST_REFERENCE) {
			throw new IllegalArgumentException("A reference has 1 to 100 characters: " + reference);
		}
		if (page < 1) {
			throw new IllegalArgumentException("Pages are counted from 1: " + page);
		}
	}

}
