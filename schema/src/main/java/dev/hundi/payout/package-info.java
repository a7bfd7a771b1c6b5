/**
 * A payout from acceptance to its terminal status: its record, its timeline and the rules
 * between statuses. Owns {@code payout}, {@code payout_event},
 * {@code payout_status_transition}, {@code payout_detail}, {@code payout_hold},
 * {@code payout_rule}, {@code payout_rule_proposal}, {@code approval_delegation}, and for
 * the search {@code payout_search}, {@code search_bucket}, {@code search_slice} and
 * {@code search_progress}.
 */
@NullMarked
package dev.hundi.payout;

import org.jspecify.annotations.NullMarked;
