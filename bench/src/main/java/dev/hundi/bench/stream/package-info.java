/**
 * The way from an accepted payout to the bank: rate, delay, and the debit of one busy
 * wallet.
 */
@NullMarked
package dev.hundi.bench.stream;

import org.jspecify.annotations.NullMarked;
