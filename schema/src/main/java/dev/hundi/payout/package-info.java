/**
 * A payout from acceptance to its terminal status: its record, its timeline and the rules
 * between statuses. Owns {@code payout}, {@code payout_event} and
 * {@code payout_status_transition}.
 */
@NullMarked
package dev.hundi.payout;

import org.jspecify.annotations.NullMarked;
