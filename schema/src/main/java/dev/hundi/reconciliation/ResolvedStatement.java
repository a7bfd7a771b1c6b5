package dev.hundi.reconciliation;

import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * The statement of a resolution.
 *
 * @param replacementFileId a rejected file to load again once the statement is withdrawn
 * @param uncoveredToSuspense debits suspense where a wallet does not cover the reversal
 * of a posting; otherwise such a withdrawal is refused
 */
public record ResolvedStatement(UUID bankStatementId, @Nullable UUID replacementFileId,
		@Nullable Boolean uncoveredToSuspense) {

	boolean toSuspense() {
		return Boolean.TRUE.equals(this.uncoveredToSuspense);
	}

}
