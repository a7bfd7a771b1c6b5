/**
 * End-of-day reconciliation of the nodal account: which lines of the bank's statements
 * and which ledger transactions are the same money, and what is left over. Owns
 * {@code bank_calendar} and the {@code reconciliation_*} tables; reads statements,
 * payouts and the ledger, and moves money only through the money kernel. No topic.
 */
@NullMarked
package dev.hundi.reconciliation;

import org.jspecify.annotations.NullMarked;
