/**
 * End-of-day reconciliation of the nodal account: matches the bank's statement lines with
 * ledger transactions and records the differences as breaks. Owns {@code bank_calendar},
 * {@code bank_calendar_change} and the {@code reconciliation_*} tables; reads accepted
 * statements, payouts and the ledger, and moves money only through the money kernel. Two
 * people release a held statement or withdraw a loaded one. Evidence of breaks is in the
 * file store. No topic.
 */
@NullMarked
package dev.hundi.reconciliation;

import org.jspecify.annotations.NullMarked;
