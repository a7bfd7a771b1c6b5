/**
 * The merchants' pages of payouts: the list with its filters, saved views and exports,
 * and the page of a payout with its timeline. Owns the tables {@code saved_view} and
 * {@code payout_columns}; no topic.
 */
@NullMarked
package dev.hundi.portal.payout;

import org.jspecify.annotations.NullMarked;
