/**
 * The chart of accounts. Owns {@code ledger_account}, {@code ledger_transaction} and
 * {@code ledger_entry}; the postings themselves are written by the actions that move
 * money, in the same statement as the wallet and the payout.
 */
@NullMarked
package dev.hundi.ledger;

import org.jspecify.annotations.NullMarked;
