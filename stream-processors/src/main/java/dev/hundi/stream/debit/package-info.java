/**
 * Wallet debit: one poll of {@code hundi.payout.created.v1} becomes one transaction for
 * each business.
 */
@NullMarked
package dev.hundi.stream.debit;

import org.jspecify.annotations.NullMarked;
