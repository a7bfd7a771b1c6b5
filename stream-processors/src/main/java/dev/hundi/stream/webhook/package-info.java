/**
 * Webhook delivery. Turns the events of {@code hundi.payout.status.v1} into
 * {@code webhook_delivery} rows; workers claim the due rows, send them signed and record
 * every attempt in {@code webhook_attempt}.
 */
@NullMarked
package dev.hundi.stream.webhook;

import org.jspecify.annotations.NullMarked;
