/**
 * A payout from acceptance to its terminal status: its record, its status timeline and
 * the rules between statuses. Owns the tables {@code payout}, {@code payout_event} and
 * {@code payout_status_transition}.
 */
@NullMarked
package dev.hundi.payout;

import org.jspecify.annotations.NullMarked;
