package dev.hundi.statement;

import org.jspecify.annotations.Nullable;

/**
 * A nodal account whose statements can be loaded.
 *
 * @param accountNumber what the bank calls it
 * @param profile name of how to read its bank's CSV and narrations, or null for neither
 */
public record StatementAccount(long nodalAccountId, String accountNumber, @Nullable String profile) {
}
