package dev.hundi.statement;

import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * What was found wrong when a file was loaded.
 *
 * @param nodalAccountId null where the file did not say whose it is
 * @param amountPaise GAP: opening minus the closing before; WRONG_SUM: what is missing to
 * the balance as stated
 * @param fileLine line of the file, as an editor counts, or null
 */
public record StatementProblem(UUID problemId, Kind kind, @Nullable UUID statementFileId, @Nullable Long nodalAccountId,
		@Nullable UUID bankStatementId, @Nullable LocalDate businessDate, @Nullable Long amountPaise, String fileName,
		@Nullable Long fileLine, String reason, Instant foundAt) {

	/** What kind of thing is wrong. */
	public enum Kind {

		/** A statement does not begin where the one before ends. */
		GAP,

		/** Balances or entries do not add up. */
		WRONG_SUM,

		/** A statement that is here came again under other bytes, and was not loaded. */
		DUPLICATE,

		/** A file is not as it must be, and nothing of it was loaded. */
		REJECTED

	}

}
