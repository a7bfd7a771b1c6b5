/**
 * The merchants' pages of the wallet: balances, movements, statements and how to add
 * money. Owns no table and no topic; reads {@code wallet}, {@code wallet_movement} and
 * {@code wallet_export}.
 */
@NullMarked
package dev.hundi.portal.wallet;

import org.jspecify.annotations.NullMarked;
