/**
 * Wallet debit: debits the payouts of one poll of {@code hundi.payout.created.v1} in one
 * transaction per business and batch. Releases payouts that were held until a time.
 */
@NullMarked
package dev.hundi.stream.debit;

import org.jspecify.annotations.NullMarked;
