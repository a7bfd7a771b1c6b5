package dev.hundi.batch.statement.csv;

import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.Deque;

import dev.hundi.statement.RejectedStatementException;
import dev.hundi.statement.StatementHead;
import org.jspecify.annotations.Nullable;

/** Derives the heads of the statements, one for each day, from the rows of a file. */
final class StatementDays {

	private static final int MAX_DAYS = 1_000;

	private final String accountNumber;

	private final Deque<StatementHead> heads = new ArrayDeque<>();

	private @Nullable LocalDate day;

	private long openingPaise;

	private long closingPaise;

	StatementDays(String accountNumber) {
		this.accountNumber = accountNumber;
	}

	void take(CsvRow row) throws RejectedStatementException {
		if (this.day == null || !this.day.equals(row.bookedOn())) {
			if (this.day != null && row.bookedOn().isBefore(this.day)) {
				throw new RejectedStatementException(row.line(), "The days are out of order");
			}
			endDay();
			if (this.heads.size() >= MAX_DAYS) {
				throw new RejectedStatementException(row.line(), "More than 1,000 days");
			}
			this.day = row.bookedOn();
			this.openingPaise = Math.subtractExact(row.balancePaise(), row.signedPaise());
		}
		this.closingPaise = row.balancePaise();
	}

	private void endDay() {
		if (this.day != null) {
			this.heads.add(new StatementHead(this.accountNumber, this.day, "CSV " + this.day, 1, this.openingPaise,
					this.closingPaise));
		}
	}

	/** Ends the last day and returns all heads. */
	Deque<StatementHead> heads() {
		endDay();
		return this.heads;
	}

}
