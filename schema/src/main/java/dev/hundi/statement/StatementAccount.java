package dev.hundi.statement;

import org.jspecify.annotations.Nullable;

/**
 * A nodal account whose statements can be loaded.
 *
 * @param accountNumber the account number in statements
 * @param profile name of the profile for its bank's CSV and narrations, or null for
 * neither
 */
public record StatementAccount(long nodalAccountId, String accountNumber, @Nullable String profile) {
}
