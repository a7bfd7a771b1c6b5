/**
 * Tells merchants what happened to their payouts. Reads {@code hundi.payout.status.v1}
 * and turns its events into {@code webhook_delivery} rows; workers claim the due rows,
 * send them signed and record every try in {@code webhook_attempt}.
 */
@NullMarked
package dev.hundi.stream.webhook;

import org.jspecify.annotations.NullMarked;
