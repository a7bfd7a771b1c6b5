/**
 * Wallet debit: debits the payouts of a poll of {@code hundi.payout.created.v1} in one
 * transaction, and each business by itself if that fails. Releases payouts that were held
 * until a time.
 */
@NullMarked
package dev.hundi.stream.debit;

import org.jspecify.annotations.NullMarked;
