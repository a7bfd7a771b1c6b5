package dev.hundi.statement;

import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;

/**
 * A problem found while loading a file.
 *
 * @param nodalAccountId null if the file does not name the account
 * @param amountPaise GAP: opening minus the previous closing balance; WRONG_SUM: the
 * difference to the stated balance
 * @param place where it is
 */
public record StatementProblem(UUID problemId, Kind kind, @Nullable UUID statementFileId, @Nullable Long nodalAccountId,
		@Nullable UUID bankStatementId, @Nullable LocalDate businessDate, @Nullable Long amountPaise,
		@JsonUnwrapped Place place, String reason, Instant foundAt) {

	/**
	 * A place in a file.
	 *
	 * @param fileLine line of the file from 1, or null
	 * @param column of a CSV, as its header names it, or null
	 */
	public record Place(String fileName, @Nullable Long fileLine, @Nullable String column) {
	}

	public String fileName() {
		return this.place.fileName;
	}

	public @Nullable Long fileLine() {
		return this.place.fileLine;
	}

	public enum Kind {

		/** The opening balance differs from the previous closing balance. */
		GAP,

		/** A statement is dated after today, in Asia/Kolkata. */
		FUTURE,

		/** Balances or entries do not add up. */
		WRONG_SUM,

		/**
		 * A loaded statement was received again in another file, which was not loaded.
		 */
		DUPLICATE,

		/** A file is invalid, and nothing of it was loaded. */
		REJECTED

	}

}
