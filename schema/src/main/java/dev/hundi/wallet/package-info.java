/**
 * Wallets and the money that moves in and out of them. Owns {@code wallet},
 * {@code wallet_movement}, {@code wallet_queue}, {@code payout_day} and
 * {@code nodal_account}; writes ledger postings, payout statuses and their events in the
 * same SQL statement.
 */
@NullMarked
package dev.hundi.wallet;

import org.jspecify.annotations.NullMarked;
