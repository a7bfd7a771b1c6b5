package dev.hundi.statement;

import org.jspecify.annotations.Nullable;

/**
 * Whether a statement counts.
 *
 * @param holdReason of a held statement
 * @param releasedBy the resolution that released it, or null
 * @param withdrawnBy the resolution that withdrew it, or null
 */
public record StatementState(Status status, @Nullable StatementHoldReason holdReason, @Nullable Long releasedBy,
		@Nullable Long withdrawnBy) {

	public enum Status {

		/** Not compared with its predecessor yet. */
		LOADED,

		/** Follows its predecessor and adds up, or is released. */
		ACCEPTED,

		/** Nothing of it is matched or posted. */
		HELD,

		/** Two people withdrew it. */
		WITHDRAWN

	}

}
