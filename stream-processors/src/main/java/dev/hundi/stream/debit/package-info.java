/**
 * Wallet debit. Reads {@code hundi.payout.created.v1}.
 */
@NullMarked
package dev.hundi.stream.debit;

import org.jspecify.annotations.NullMarked;
