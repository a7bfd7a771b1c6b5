/**
 * The chart of accounts, the trial balance and the journal. Owns {@code ledger_account},
 * {@code ledger_transaction} and {@code ledger_entry}; the actions that move money write
 * the postings, in the same SQL statement as wallet and payout.
 */
@NullMarked
package dev.hundi.ledger;

import org.jspecify.annotations.NullMarked;
